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
    processPendingChanges()
    undoRecorder?.manager.clear()
    inverses.removeAll()
    var lists = ObjectLists()
    var restored: [ManagedObject] = []
    let objects = changes.filter { _ in true }
    changes.removeAll()
    for object in objects {
      if object.isInserted {
        lists.deleted.append(object)
        tables[object.layout.rootNumber - 1].remove(object.key)
        held?.remove(object)
        object.state.remove([.changed, .pending, .inserted])
        object.contextReference = nil
        object.toManys = nil
        continue
      }
      if object.isDeleted {
        lists.inserted.append(object)
      } else {
        lists.refreshed.append(object)
      }
      object.row = object.snapshot ?? object.row
      object.snapshot = nil
      object.changedMask = 0
      object.differingMask = 0
      object.state.remove(
        [.changed, .pending, .deleted, .propagated, .ownsRow, .wroteUntracked, .inSave])
      object.rollbackToManys()
      restored.append(object)
    }
    pending = PendingEvents()
    unpropagatedDeletions = []
    assignments = [:]
    errors = bindings.problems
    for object in restored { object.awake(fromSnapshotEvents: .rollback) }
    announceChange(lists)
  }

  /// Forgets all objects; those that someone still holds read as faults without a context.
  ///
  /// The undo manager's actions are removed.
  public func reset() {
    undoRecorder?.forgetEvent()
    undoRecorder?.manager.clear()
    inverses.removeAll()
    releaseObjects()
    changes.removeAll()
    pending = PendingEvents()
    unpropagatedDeletions = []
    assignments = [:]
    unread = Array(repeating: [], count: model.entities.count)
    shared = unread
    permanentKeys = [:]
    errors = bindings.problems
    post(
      NotificationInterest.didChange.name,
      userInfo: [NotificationKey.invalidatedAllObjects.rawValue: [ManagedObjectID]()])
  }

  /// Reads an object again: from the coordinator's cache, or from the store where `stalenessInterval`
  /// asks for it.
  ///
  /// With `true` the object has the new values at once and its unsaved changes on top of them; this
  /// never ends in a conflict, not even when the row is gone: then the save says so. A fault stays a
  /// fault.
  ///
  /// With `false` the object becomes a fault and its unsaved changes are dropped: those of
  /// attributes, those of to-one relationships, whose other sides follow, and pairs of many-to-many
  /// relationships, on both sides. Members of a to-many relationship whose other side is to-one stay
  /// where they are: the change is one of the member, whose reference leads here, and is saved with
  /// it. (In Core Data such a member would be missing here until the save, and lead here all the
  /// same.) To take it back, refresh the member, or roll back.
  ///
  /// New and deleted objects stay as they are.
  public func refresh(_ object: ManagedObject, mergeChanges flag: Bool) {
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
    pending.refreshed.append(object)
    scheduleProcessing()
  }

  /// Gives an object the values that it would be read with now, under its unsaved changes.
  private func reload(_ object: ManagedObject) {
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
    if object.state.contains(.changed), let fresh = object.row {
      object.row = mine
      object.rebase(onto: fresh)
    }
    object.refaultToManys()
    object.awake(fromSnapshotEvents: .refresh)
  }

  private func dropChanges(of object: ManagedObject) {
    deliverInverses()
    leadBackToOnes(of: object)
    deliverInverses()
    var kept: [(state: ToManyState, log: [(object: ManagedObject, isMember: Bool)])] = []
    for property in object.layout.toManys {
      guard let state = object.toManys?[property.toManyIndex], !state.log.isEmpty else { continue }
      if model.isKeptByOtherSide(property) {
        kept.append((state, state.log))
      } else if let inverse = model.inverse(of: property) {
        for change in state.changes() {
          change.object.knownToManyState(inverse).note(object, isMember: !change.isMember)
        }
      }
    }
    changes.remove(object)
    object.rollbackToManys()
    turnIntoFault(object)
    guard !kept.isEmpty else { return }
    for (state, log) in kept {
      for entry in log { state.note(entry.object, isMember: entry.isMember) }
    }
    // In the list of changes, so that the save settles its relationships.
    didChange(object)
  }

  /// Leads changed to-one relationships back to where the store has them, inverses included.
  private func leadBackToOnes(of object: ManagedObject) {
    guard let committed = object.snapshot else { return }
    for property in object.layout.toOnes where object.changedMask & property.maskBit != 0 {
      let before =
        committed.isNull(property.index) ? nil : destination(of: property, in: committed)
      // What is deleted here takes no members any more.
      if before?.isGone == true { continue }
      object.setDestination(before, at: PropertySlot(property))
    }
  }

  /// Turns all clean objects into faults, so that they are read again when they are used; changed
  /// ones keep their values and their changes, and read only the members of relationships again.
  public func refreshAllObjects() {
    for object in registeredObjects {
      if object.state.contains(.changed) {
        if !object.isNew { object.refaultToManys() }
      } else {
        turnIntoFault(object)
        pending.refreshed.append(object)
      }
    }
    scheduleProcessing()
  }

  func turnIntoFault(_ object: ManagedObject) {
    let wasFault = object.state.contains(.fault)
    if !wasFault { object.willTurnIntoFault() }
    object.settle(row: nil)
    object.state.insert(.fault)
    reconsider(object)
    object.refaultToManys()
    noteUnread(object.key, root: object.layout.rootNumber)
    if !wasFault { object.didTurnIntoFault() }
  }

  /// Whether what other contexts save to the store is taken over here, later and on this context's
  /// queue. The default is false.
  public var automaticallyMergesChangesFromParent: Bool {
    get { mergeTarget != nil }
    set {
      guard newValue != (mergeTarget != nil) else { return }
      let registry = MergeRegistry.of(coordinator)
      if newValue {
        let target = WeakContextReference(self)
        registry.add(target)
        mergeTarget = target
      } else {
        registry.remove(ObjectIdentifier(self))
        mergeTarget = nil
      }
    }
  }

  /// Takes over what another context saved: clean objects are read again when they are used,
  /// deleted ones are marked, unsaved changes of this context stay.
  func merge(_ commit: Commit) {
    guard !commit.isEmpty else { return }
    catchUpWithParent()
    var lists = ObjectLists()
    if NotificationInterest.didChange.isNoted {
      lists.inserted = commit.inserts.map { object(for: $0.row) }
    }
    for saved in commit.updates {
      // The news comes late: the object may have been read again, or saved here, since.
      guard let object = registered(key: saved.row.key, root: saved.layout.rootNumber),
        !object.state.contains(.changed), object.row != nil,
        saved.row.version > object.knownVersion
      else { continue }
      object.settle(row: object.withOwnTransients(saved.row))
      guard !object.state.contains(.fault) else { continue }
      pending.refreshed.append(object)
      object.awake(fromSnapshotEvents: .refresh)
    }
    for gone in commit.deletes {
      guard let object = registered(key: gone.key, root: gone.layout.rootNumber),
        !object.state.contains(.changed)
      else { continue }
      object.state.insert(.deleted)
      lists.deleted.append(object)
    }
    pending.refreshed += takeDerived(commit)
    for object in registeredObjects where !object.isNew { object.refaultToManys() }
    processPendingChanges()
    announceChange(lists)
  }
}
