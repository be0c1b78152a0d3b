import ObjectModel
import ObjectStore

/// Merging the saves of others automatically.
extension ManagedObjectContext {
  /// Whether the saves of others are merged automatically, later on this context's queue. The
  /// default is false.
  ///
  /// This applies to all saves to the store and, in a child context, also to the saves of its
  /// parent's children, and its parent's own saves. Objects get new values as with
  /// `mergeChanges(fromContextDidSave:)`, with one difference: an object with unsaved changes
  /// adopts the properties that only the other save changed; if both changed the same property, it
  /// is left unchanged, and its save is a conflict, so that nobody's work is overwritten unnoticed.
  /// (In Core Data, it would be.)
  public var automaticallyMergesChangesFromParent: Bool {
    get { !links.mergers.isEmpty }
    set {
      guard newValue == links.mergers.isEmpty else { return }
      guard newValue else { return endMerging() }
      links.mergers = [MergeRegistry.of(coordinator)]
      if case .context(let parent) = contextParent {
        links.mergers.append(parent.performAndWait { $0.links.childMergers })
      }
      for registry in links.mergers { registry.add(WeakContextReference(self)) }
    }
  }

  /// Stops merging the saves of others.
  func endMerging() {
    for registry in links.mergers { registry.remove(ObjectIdentifier(self)) }
    links.mergers = []
  }

  /// Merges another context's save to the store, without reading anything.
  func merge(_ commit: Commit) {
    guard !commit.isEmpty else { return }
    advanceQueryGeneration()
    processPendingChanges()
    catchUpWithParent()
    var lists = ObjectLists()
    if isWanted(.didChange) {
      lists.inserted = commit.inserts.map { object(for: $0.row) }
    }
    let reserved = placesChangedInParents(of: commit)
    for saved in commit.inserts {
      refaultDestinations(of: saved.layout, row: saved.row)
      // A deleted row may have been inserted again.
      guard let object = registered(saved.place), object.isDeleted,
        !object.state.contains(.changed)
      else { continue }
      object.state.remove(.deleted)
      adopt(saved.row, for: object)
    }
    for saved in commit.updates {
      guard let object = registered(saved.place) else {
        refaultDestinations(of: saved.layout, row: saved.row)
        continue
      }
      // Its own to-many relationships may have changed without a change of the row.
      if !object.isNew { object.refaultToManys() }
      refaultOwners(of: saved.layout, former: object.snapshot ?? object.row, fresh: saved.row)
      // Merging is asynchronous: the object may have been read again, or saved here, in the
      // meantime.
      guard object.row != nil, saved.row.version > object.knownVersion,
        !reserved.contains(saved.place)
      else { continue }
      adopt(saved.row, for: object)
    }
    for gone in commit.deletes {
      refaultOwners(ofDeleted: gone.layout, key: gone.key, row: gone.row)
      if let object = registered(gone.place),
        !reserved.contains(object.place), !isBackInStore(object), applyDeletion(of: object)
      {
        lists.deleted.append(object)
      }
    }
    refaultPairs(of: commit)
    tracker.pending.refreshed += applyDerived(commit)
    finishMerge(&lists, ChangedObjectIDs(commit.changes.rows, id: permanentID(key:_:)))
  }

  /// Notifies the parent's children of a save into the parent, and this context's own children that
  /// its changes were saved.
  func announce(_ changes: SavePlan, savedTo parent: ManagedObjectContext) {
    for registry in [parent.links.childMergers, links.childMergers] where !registry.isEmpty {
      registry.send(except: [ObjectIdentifier(self)], ChangedObjectIDs(changes, in: self))
    }
  }

  /// Whether an object's row is in the store although it was deleted: a merge policy may have
  /// inserted it again before the deletion was merged.
  func isBackInStore(_ object: ManagedObject) -> Bool {
    let root = object.layout.rootNumber
    // Saves remove the rows that they delete from the cache, so usually nothing is read.
    guard coordinator.cachedRow(key: object.key, root: root) != nil else { return false }
    let rows = try? coordinator.rows(keys: [object.key], root: model[root], maximumAge: 0)
    return rows?.isEmpty == false
  }

  /// Adopts a newer row for an object, unless the object has conflicting unsaved changes.
  func adopt(_ row: Row, for object: ManagedObject) {
    if object.state.contains(.changed) {
      guard !object.isDeleted, object.isApart(from: row) else { return }
      object.rebase(onto: row)
      object.forgetPlaces()
    } else {
      object.settle(row: object.withOwnTransients(row))
      guard !object.state.contains(.fault) else { return }
    }
    tracker.pending.refreshed.append(object)
    object.awake(fromSnapshotEvents: .refresh)
  }

  /// The rows of a commit of which a parent has unsaved changes, which its children continue to
  /// see.
  private func placesChangedInParents(of commit: Commit) -> Set<RowPlace> {
    guard contextParent.isContext else { return [] }
    let places = commit.updates.map(\.place) + commit.deletes.map(\.place)
    return placesChangedInParents(among: places.filter { registered($0) != nil })
  }

  private func placesChangedInParents(among places: [RowPlace]) -> Set<RowPlace> {
    guard !places.isEmpty, case .context(let parent) = contextParent else { return [] }
    return parent.read { parent in
      parent.placesChangedInParents(among: places)
        .union(places.filter { parent.registered($0)?.hasChanges == true })
    }
  }
}

extension ManagedObject {
  /// Whether a newer row still has the values that this object's unsaved changes are based on.
  fileprivate final func isApart(from fresh: Row) -> Bool {
    guard layout.number == fresh.entityNumber, !hasPairChanges else { return false }
    // Only its members changed, and they are saved with the members.
    guard let committed = snapshot else { return true }
    let changed = Set(changedStoredProperties())
    return layout.properties.allSatisfy { property in
      !changed.contains(property.index) || fresh.hasSameValue(as: committed, of: property)
    }
  }
}
