import ObjectModel
import ObjectStore

/// Going back: undoing unsaved changes, reading values again, taking over what others saved.
extension ManagedObjectContext {
  /// Drops all unsaved changes: new objects are gone, deleted ones are back, changed ones have the
  /// store's values.
  public func rollback() {
    processPendingChanges()
    inverses.removeAll()
    var lists = ObjectLists()
    let objects = changes.filter { _ in true }
    changes.removeAll()
    for object in objects {
      if object.isInserted {
        lists.deleted.append(object)
        tables[object.layout.rootNumber - 1].remove(object.key)
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
    }
    pending = PendingEvents()
    unpropagatedDeletions = []
    assignments = [:]
    errors = bindings.problems
    announceChange(lists)
  }

  /// Forgets all objects; those that someone still holds read as faults without a context.
  public func reset() {
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

  /// Reads an object again.
  ///
  /// - Parameter flag: whether unsaved changes are kept on top of the new values, or dropped, so
  ///   that the object becomes a fault.
  public func refresh(_ object: ManagedObject, mergeChanges flag: Bool) {
    guard object.contextReference === self, !object.isInserted, !object.isDeleted else { return }
    if flag, object.state.contains(.changed) {
      let mine = object.row
      object.row = nil
      let isRead = loadRow(of: object)
      let fresh = object.row
      object.row = mine
      guard isRead, let fresh else { return }
      object.rebase(onto: fresh)
      object.refaultToManys()
    } else {
      changes.remove(object)
      object.rollbackToManys()
      turnIntoFault(object)
    }
    pending.refreshed.append(object)
    scheduleProcessing()
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

  private func turnIntoFault(_ object: ManagedObject) {
    let wasFault = object.state.contains(.fault)
    if !wasFault { object.willTurnIntoFault() }
    object.settle(row: nil)
    object.state.insert(.fault)
    object.state.remove(.vanished)
    object.refaultToManys()
    unread[object.layout.rootNumber - 1].append(object.key)
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
      if !object.state.contains(.fault) { pending.refreshed.append(object) }
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
