import ObjectModel
import ObjectStore

/// All that a context knows of its objects and their changes, to go back to when a save whose
/// conflicts were settled fails all the same.
///
/// It costs a visit of all registered objects, and is made only when there is something to settle.
struct ContextCheckpoint {
  private let context: ManagedObjectContext
  private let objects: Set<ManagedObject>
  private let restoreObjects: [() -> Void]
  private let restoreTracker: () -> Void

  init(_ context: ManagedObjectContext) {
    self.context = context
    context.deliverInverses()
    objects = context.registeredObjects
    restoreObjects = objects.map { $0.makeCheckpoint() }
    restoreTracker = context.tracker.makeCheckpoint()
  }

  /// Puts everything back, and tells observers that the changed objects were.
  func restore() {
    for object in context.registeredObjects where !objects.contains(object) {
      // It was registered since, and is clean.
      object.rollbackToManys()
      object.settle(row: object.snapshot ?? object.row)
      object.state.remove([.deleted, .propagated, .settledDeletion])
    }
    context.tracker.changes.removeAll()
    for object in objects { context.registry.enter(object) }
    for restore in restoreObjects { restore() }
    restoreTracker()
    var lists = ObjectLists()
    lists.refreshed = context.tracker.changes.filter { !$0.isDeleted }
    context.announceChange(lists)
  }
}

extension ManagedObject {
  /// What gives the object back its values and changes as they are now.
  fileprivate final func makeCheckpoint() -> () -> Void {
    // Only the object's own row is written.
    let row = state.contains(.ownsRow) ? row?.copy() : row
    let toManys = toManys?.map { $0?.copy() }
    let (snapshot, changedMask, differingMask) = (snapshot, changedMask, differingMask)
    let (changeIndex, state) = (changeIndex, state)
    return { [self] in
      self.row = row
      self.toManys = toManys
      self.snapshot = snapshot
      self.changedMask = changedMask
      self.differingMask = differingMask
      self.changeIndex = changeIndex
      self.state = state
    }
  }
}

extension ChangeTracker {
  /// What makes the lists of changes what they are now.
  fileprivate func makeCheckpoint() -> () -> Void {
    let (changes, pending, inverses) = (changes, pending, inverses)
    let (deletions, conditions) = (deletions, conditions)
    return { [self] in
      self.changes = changes
      self.pending = pending
      self.inverses = inverses
      self.deletions = deletions
      self.conditions = conditions
    }
  }
}
