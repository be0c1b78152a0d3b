import ObjectModel
import ObjectStore

/// Taking over by itself what others save.
extension ManagedObjectContext {
  /// Whether what others save is taken over here by itself, later and on this context's queue. The
  /// default is false.
  ///
  /// It holds for what any context saves to the store, and for a child also for what its parent
  /// and the parent's other children save into the parent. Objects get new values as
  /// `mergeChanges(fromContextDidSave:)` says, with one difference: an object with unsaved
  /// changes takes over the properties that only the other save changed; where both changed one,
  /// it stays as it is, and its save ends in a conflict, so that nobody's work is written over
  /// unseen. (In Core Data it would be.)
  public var automaticallyMergesChangesFromParent: Bool {
    get { links.membership != nil }
    set {
      guard newValue != (links.membership != nil) else { return }
      links.membership?.end()
      links.membership = newValue ? MergeMembership(of: self) : nil
    }
  }

  /// Takes over what another context saved to the store, without reading anything.
  func merge(_ commit: Commit) {
    guard !commit.isEmpty else { return }
    advanceQueryGeneration()
    processPendingChanges()
    catchUpWithParent()
    var lists = ObjectLists()
    if isWanted(.didChange) {
      lists.inserted = commit.inserts.map { object(for: $0.row) }
    }
    let reserved = placesChangedInParents(commit)
    for saved in commit.inserts {
      refaultDestinations(of: saved.layout, row: saved.row)
      applyReinsertion(of: saved.row, root: saved.layout.rootNumber)
    }
    for saved in commit.updates {
      let root = saved.layout.rootNumber
      refaultOwners(of: saved)
      // The news comes late: the object may have been read again, or saved here, since.
      guard let object = registered(key: saved.row.key, root: root), object.row != nil,
        saved.row.version > object.knownVersion, !reserved.contains(saved.place)
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
    for join in commit.changes.joins { refault(join, commit) }
    for order in commit.changes.rows.orders {
      refault(order.relationship, order.source.key, commit)
    }
    tracker.pending.refreshed += applyDerived(commit)
    finishMerge(&lists, ChangedObjectIDs(commit.changes.rows, id: permanentID(key:_:)))
  }

  /// Lets the parent's children know what one of them saved into it, and the own
  /// children that it was saved.
  func announce(_ changes: SavePlan, savedTo parent: ManagedObjectContext) {
    func announce(in registry: MergeRegistry?, except origin: ObjectIdentifier?) {
      guard let registry, !registry.isEmpty else { return }
      let named = ChangedObjectIDs(changes, in: self)
      registry.send(except: origin.map { [$0] } ?? [], named)
    }
    announce(in: parent.links.childMergers, except: ObjectIdentifier(self))
    announce(in: links.childMergers, except: nil)
  }

  /// Lets those read their members again among whom an updated row was, and is now.
  private func refaultOwners(of update: ChangeSet.Update) {
    let object = registered(update.place)
    guard let object else { return refaultDestinations(of: update.layout, row: update.row) }
    // Its own to-many relationships may have changed without a change of the row.
    if !object.isNew { object.refaultToManys() }
    refaultOwners(of: update.layout, former: object.snapshot ?? object.row, fresh: update.row)
  }

  /// Takes note that a row is there again which somebody deleted.
  private func applyReinsertion(of row: Row, root: Int) {
    guard let object = registered(key: row.key, root: root), object.isDeleted,
      !object.state.contains(.changed)
    else { return }
    object.state.remove(.deleted)
    adopt(row, for: object)
  }

  /// Whether the row of an object is in the store although somebody deleted it: a merge policy may
  /// have inserted it again before the news of the deletion came.
  func isBackInStore(_ object: ManagedObject) -> Bool {
    let root = object.layout.rootNumber
    // A save takes the rows that it deletes out of the cache, so that nothing is read as a rule.
    guard coordinator.cachedRow(key: object.key, root: root) != nil else { return false }
    let rows = try? coordinator.rows(keys: [object.key], root: model[root], maximumAge: 0)
    return rows?.isEmpty == false
  }

  /// Takes over a newer row of an object; one with unsaved changes takes it where the two do not
  /// contradict each other.
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

  /// Of the rows that a commit changed, those that a parent has unsaved changes of: its
  /// children go on seeing these.
  private func placesChangedInParents(_ commit: Commit) -> Set<RowPlace> {
    guard case .context(let parent) = contextParent else { return [] }
    let places = commit.updates.map(\.place) + commit.deletes.map(\.place)
    let known = places.filter { registered($0) != nil }
    return known.isEmpty ? [] : parent.read { $0.changed(among: known) }
  }

  private func changed(among places: [RowPlace]) -> Set<RowPlace> {
    var changed: Set<RowPlace> = []
    if case .context(let parent) = contextParent {
      changed = parent.read { $0.changed(among: places) }
    }
    guard hasChanges else { return changed }
    return changed.union(places.filter { registered($0)?.state.contains(.changed) == true })
  }
}

extension ManagedObject {
  /// Whether a newer row has the values that this object's unsaved changes are based on.
  fileprivate final func isApart(from fresh: Row) -> Bool {
    guard layout.number == fresh.entityNumber, !hasPairChanges else { return false }
    // Its members came and went, which is written with them.
    guard let committed = snapshot else { return true }
    let changed = Set(changedStoredProperties())
    return layout.properties.allSatisfy { property in
      !changed.contains(property.index) || fresh.hasSameValue(as: committed, of: property)
    }
  }
}
