import ObjectModel
import ObjectStore

/// Going back: undoing unsaved changes, reading values again, taking over what others saved.
extension ManagedObjectContext {
  /// Drops all unsaved changes: new objects are gone, deleted ones are back, changed ones have the
  /// store's values.
  ///
  /// The undo manager's actions are removed. Objects that stay are told by
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
        registry.leave(object)
        object.state.remove([.changed, .pending, .inserted])
        continue
      }
      if object.isDeleted {
        lists.inserted.append(object)
      } else {
        lists.refreshed.append(object)
      }
      object.dropChanges(for: object.snapshot ?? object.row)
      object.state.remove([.changed, .pending, .deleted, .propagated, .planned, .inSave])
      object.rollbackToManys()
      restored.append(object)
    }
    // What was read while objects were deleted lacks them.
    for object in lists.inserted { refaultAll(leadingTo: object.layout) }
    for object in restored { object.awake(fromSnapshotEvents: .rollback) }
    announceChange(lists)
  }

  /// Forgets all objects; those that someone still holds read as faults without a context.
  ///
  /// Their rows are freed where no other context uses them. The undo manager's actions are removed.
  public func reset() {
    checkQueue()
    let isWanted = self.isWanted(.didChange)
    let invalidated = isWanted ? registeredObjects.map(\.objectID) : []
    tracker.undoHook?.forgetEvent()
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

  /// Reads an object again: from the coordinator's cache, or from the store where
  /// `stalenessInterval` asks for it.
  ///
  /// With `true` the object has the new values at once and its unsaved changes on top of
  /// them; this never ends in a conflict, not even when the row is gone: then the save says
  /// so. A fault stays a fault.
  ///
  /// With `false` the object becomes a fault and its unsaved changes are dropped: those of
  /// attributes, those of to-one relationships, whose other sides follow, and pairs of many-to-many
  /// relationships, on both sides. Members of a to-many relationship whose other side is to-one
  /// stay where they are: the change is one of the member, whose reference leads here, and is saved
  /// with it. (In Core Data such a member would be missing here until the save, and lead here all
  /// the same.) To take it back, refresh the member, or roll back.
  ///
  /// New and deleted objects stay as they are.
  public func refresh(_ object: ManagedObject, mergeChanges flag: Bool) {
    checkQueue()
    guard object.contextReference === self, !object.isInserted else { return }
    reconsider(object)
    guard !object.isDeleted else { return }
    if !flag {
      dropChanges(of: object)
    } else if object.state.contains(.fault), !object.state.contains(.changed) {
      turnIntoFault(object)
    } else {
      reload(object)
    }
    tracker.pending.refreshed.append(object)
    scheduleProcessing()
  }

  /// Gives an object the values that it would be read with now, under its unsaved changes.
  func reload(_ object: ManagedObject) {
    let mine = object.row
    do {
      try readRow(of: object)
    } catch let error as ObjectGraphError where error.code == .managedObjectReferentialIntegrity {
      if !object.state.contains(.changed) { turnIntoFault(object) }
      return
    } catch {
      recordInaccessible(object, error)
      return
    }
    // One that wrote to itself when it awoke has a row of its own, too.
    if !object.state.isDisjoint(with: [.changed, .ownsRow]), let fresh = object.row {
      object.row = mine
      object.rebase(onto: fresh)
    }
    object.forgetPlaces()
    object.refaultToManys()
    object.awake(fromSnapshotEvents: .refresh)
  }

  private func dropChanges(of object: ManagedObject) {
    let cleared = object.state.contains(.changed) ? restoreRelationships(of: object) : []
    tracker.changes.remove(object)
    turnIntoFault(object)
    object.forgetOrders()
    // What others changed that lead here is theirs, and stays; the object is among the changed
    // ones, so that the save settles its relationships.
    if object.hasToManyChanges { didChange(object) }
    for property in cleared { object.setDestination(nil, at: PropertySlot(property)) }
  }

  /// Turns all clean objects into faults, so that they are read again when they are used; changed
  /// ones are read again at once, under their changes.
  ///
  /// A changed object takes over what only others changed. Where both changed one property it stays as
  /// it is, and its save ends in a conflict, so that nobody's work is written over unseen; so do
  /// objects with changes of to-many relationships. (In Core Data the save would write over it.)
  public func refreshAllObjects() {
    refreshCleanObjects()
    let changed = tracker.changes.filter { !$0.isNew && !$0.isDeleted }
    for (root, objects) in Dictionary(grouping: changed, by: \.layout.rootNumber) {
      // An error comes up again with the save.
      let rows = (try? contextParent.rows(keys: objects.map(\.key), root: model[root])) ?? []
      for row in rows {
        guard let object = registered(key: row.key, root: root), object.row != nil,
          row.version > object.knownVersion
        else { continue }
        adopt(row, for: object)
      }
    }
  }

  /// Turns all clean objects into faults, so that they are read again when they are used.
  ///
  /// Changed ones keep their values and what they are based on, so that their save ends in a conflict
  /// where others changed them, and read only the members of relationships again.
  package func refreshCleanObjects() {
    checkQueue()
    for object in registeredObjects {
      if object.state.contains(.changed) {
        if !object.isNew { object.refaultToManys() }
      } else {
        turnIntoFault(object)
        tracker.pending.refreshed.append(object)
      }
    }
    scheduleProcessing()
  }

  /// Lets the other ends of an object's relationships know that its changes are dropped.
  ///
  /// - Returns: the relationships that led to objects which are deleted, and go on leading nowhere.
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
      // As with to-one relationships: what left because it is deleted stays away.
      for other in gone { object.toManyState(property).recordChange(of: other, isMember: false) }
    }
    deliverInverses()
    object.forgetPlaces()
    return cleared
  }

  func turnIntoFault(_ object: ManagedObject) {
    let wasFault = object.state.contains(.fault)
    if !wasFault { object.willTurnIntoFault() }
    // It may be a member of others' relationships when it is read again.
    if let known = object.snapshot ?? object.row {
      refaultDestinations(of: object.layout, row: known)
    }
    let kept = object.changesByOthers()
    object.forgetTransientRelationships()
    object.forgetUntypedValues()
    object.settle(row: nil)
    object.keep(kept)
    object.state.insert(.fault)
    reconsider(object)
    object.refaultToManys()
    reader.enqueueUnread(object.key, root: object.layout.rootNumber, in: registry)
    if !wasFault { object.didTurnIntoFault() }
  }
}
