import ObjectModel
import ObjectStore

/// Rolling back, reading values again, and merging the saves of others.
extension ManagedObjectContext {
  /// Discards all unsaved changes: removes new objects, restores deleted ones, and gives changed
  /// ones the store's values.
  ///
  /// The undo manager's actions are removed. Objects that remain are notified by
  /// `awake(fromSnapshotEvents:)`.
  public func rollback() {
    checkQueue()
    processPendingChanges()
    undoManager?.clear()
    var lists = ObjectLists()
    var restored: [ManagedObject] = []
    for object in tracker.forgetAll(problems: bindings.problems) {
      if object.isInserted {
        lists.deleted.append(object)
        registry.leave(object, .forgotten)
        continue
      }
      if object.isDeleted {
        lists.inserted.append(object)
      } else {
        lists.refreshed.append(object)
      }
      object.rollBack()
      restored.append(object)
    }
    // Relationships that were read while objects were deleted lack them.
    for object in lists.inserted { relationships.refaultAll(leadingTo: object.layout) }
    for object in restored { object.awake(fromSnapshotEvents: .rollback) }
    announceChange(lists)
  }

  /// Forgets all objects; those that are still referenced become faults without a context.
  ///
  /// Their rows are freed unless another context uses them. The undo manager's actions are removed.
  public func reset() {
    checkQueue()
    let isWanted = self.isWanted(.didChange)
    let invalidated = isWanted ? registeredObjects.map(\.objectID) : []
    tracker.undoRecorder?.forgetEvent()
    undoManager?.clear()
    let keys = keysOfRows()
    tracker.forgetAll(problems: bindings.problems)
    releaseObjects()
    for (root, keys) in keys { coordinator.forgetUnusedRows(keys: keys, root: root) }
    identities.removeAll()
    guard isWanted else { return }
    post(
      NotificationInterest.didChange.name,
      userInfo: [NotificationKey.invalidatedAllObjects.rawValue: invalidated])
  }

  /// The keys of the registered objects whose rows were read from a store.
  private func keysOfRows() -> [Int: [Int64]] {
    var keys: [Int: [Int64]] = [:]
    for object in registry.objects where object.key > 0 && object.row != nil {
      keys[object.layout.rootNumber, default: []].append(object.key)
    }
    return keys
  }

  /// Reads an object again: from the coordinator's cache, or from the store if `stalenessInterval`
  /// requires it.
  ///
  /// With `true`, the object gets the new values at once, with its unsaved changes on top of them;
  /// this never causes a conflict, even if the row is gone: then the save reports it. A fault stays
  /// a fault.
  ///
  /// With `false`, the object becomes a fault and its unsaved changes are discarded: those of
  /// attributes, those of to-one relationships, including their inverses, and pairs of many-to-many
  /// relationships, on both sides. Members of a to-many relationship whose inverse is to-one
  /// remain: that change belongs to the member, whose relationship refers to this object, and is
  /// saved with it. (In Core Data, such a member would be missing here until the save, and refer to
  /// this object all the same.) To discard it, refresh the member, or roll back.
  ///
  /// New and deleted objects are left unchanged.
  public func refresh(_ object: ManagedObject, mergeChanges flag: Bool) {
    checkQueue()
    guard object.contextReference === self, !object.isInserted else { return }
    reconsider(object)
    guard !object.isDeleted else { return }
    if !flag {
      dropChanges(of: object)
    } else if object.state.isFault, !object.state.isChanged {
      turnIntoFault(object)
    } else {
      reload(object)
    }
    tracker.recordRefresh(of: [object])
    scheduleProcessing()
  }

  /// Gives an object the values that reading it now returns, with its unsaved changes on top.
  func reload(_ object: ManagedObject) {
    let mine = object.row
    do {
      try readRow(of: object)
    } catch let error as ObjectGraphError where error.code == .managedObjectReferentialIntegrity {
      if !object.state.isChanged { turnIntoFault(object) }
      return
    } catch {
      recordInaccessible(object, error)
      return
    }
    // An object that wrote to itself when it awoke owns its row, too.
    if object.state.isChanged || object.state.ownsRow, let fresh = object.row {
      object.row = mine
      object.rebase(onto: fresh)
    }
    relationships.forgetPlaces(of: object)
    object.refaultToManys()
    object.awake(fromSnapshotEvents: .refresh)
  }

  private func dropChanges(of object: ManagedObject) {
    let cleared = object.state.isChanged ? restoreRelationships(of: object) : []
    tracker.forget(object)
    turnIntoFault(object)
    object.visitToManys { $0.forgetOrder() }
    // Changes of other objects that refer to this one belong to them, and remain; this object is
    // listed as changed, so that the save updates its relationships.
    if object.hasToManyChanges { didChange(object) }
    for property in cleared { object.setDestination(nil, at: PropertySlot(property)) }
  }

  /// Turns all clean objects into faults, so that they are read again when they are used; changed
  /// ones are read again at once, keeping their changes.
  ///
  /// A changed object adopts the properties that only others changed. If both changed the same
  /// property, the object is left unchanged, and its save is a conflict, so that nobody's work is
  /// overwritten unnoticed; the same goes for objects with changes of to-many relationships. (In
  /// Core Data, the save would overwrite the others' changes.)
  public func refreshAllObjects() {
    refreshCleanObjects()
    let changed = tracker.changes.filter { !$0.isNew && !$0.isDeleted }
    for (root, objects) in Dictionary(grouping: changed, by: \.layout.rootNumber) {
      // An error recurs with the save.
      let rows = (try? contextParent.rows(keys: objects.map(\.key), root: model[root])) ?? []
      for row in rows {
        registered(key: row.key, root: root).map { apply(row, to: $0, as: .foreign) }
      }
    }
  }

  /// Turns all clean objects into faults, so that they are read again when they are used.
  ///
  /// Changed ones keep their values and the version these are based on, so that their save is a
  /// conflict if others changed them, and only read the members of relationships again.
  package func refreshCleanObjects() {
    checkQueue()
    for object in registeredObjects {
      if object.state.isChanged {
        if !object.isNew { object.refaultToManys() }
      } else {
        turnIntoFault(object)
        tracker.recordRefresh(of: [object])
      }
    }
    scheduleProcessing()
  }

  /// Updates the other ends of an object's relationships when its changes are discarded.
  ///
  /// - Returns: the relationships whose former destinations are deleted, and which stay nil.
  private func restoreRelationships(of object: ManagedObject) -> [PropertyLayout] {
    var cleared: [PropertyLayout] = []
    if let committed = object.snapshot {
      for property in object.layout.toOnes {
        guard let row = object.row, !row.hasSameValue(as: committed, of: property) else { continue }
        let former = destination(of: property, in: committed)
        let isGone = former?.isGone == true
        if isGone, model.inverse(of: property)?.relationship?.deleteRule != .noActionDeleteRule {
          cleared.append(property)
        }
        object.setDestination(isGone ? nil : former, at: PropertySlot(property))
      }
    }
    for property in object.layout.toManys where !model.isKeptByOtherSide(property) {
      guard object.toManys?[property.toManyIndex] != nil else { continue }
      let keepsGone = model.inverse(of: property)?.relationship?.deleteRule == .noActionDeleteRule
      var gone: [ManagedObject] = []
      for change in object.toManyState(property).changes() {
        if change.isMember {
          object.set(change.object, isMember: false, of: property)
        } else if !change.object.isGone {
          object.set(change.object, isMember: true, of: property)
        } else if !keepsGone {
          gone.append(change.object)
        }
      }
      object.toManyState(property).rollback()
      // As with to-one relationships, deleted members stay removed.
      for other in gone { object.toManyState(property).recordChange(of: other, isMember: false) }
    }
    relationships.deliverInverses()
    relationships.forgetPlaces(of: object)
    return cleared
  }

  func turnIntoFault(_ object: ManagedObject) {
    tracker.recordFormer(of: object)
    let wasFault = object.state.isFault
    if !wasFault { object.willTurnIntoFault() }
    // The object may appear in others' relationships when it is read again.
    if let known = object.snapshot ?? object.row {
      relationships.refaultDestinations(of: object.layout, row: known)
    }
    let kept = object.changesByOthers()
    object.forgetTransientRelationships()
    object.forgetUntypedValues()
    object.settle(row: nil)
    object.keep(kept)
    registry.recordFault(object)
    reconsider(object)
    object.refaultToManys()
    reader.enqueueUnread(object.key, root: object.layout.rootNumber, in: registry)
    if !wasFault { object.didTurnIntoFault() }
  }
}
