import ObjectModel
import ObjectStore

/// The complete state of a context's objects and changes, to restore if a save still fails after
/// its conflicts were resolved.
///
/// Visits all registered objects, and so is only created if there is something to resolve.
struct ContextCheckpoint {
  private let context: ManagedObjectContext
  private let objects: Set<ManagedObject>
  private let restoreObjects: [() -> Void]
  private let restoreTracker: () -> Void

  init(_ context: ManagedObjectContext) {
    self.context = context
    context.relationships.deliverInverses()
    objects = context.registeredObjects
    restoreObjects = objects.map { $0.makeCheckpoint() }
    restoreTracker = context.tracker.makeCheckpoint()
  }

  /// Restores the state, and notifies observers of the changed objects.
  func restore() {
    for object in context.registeredObjects where !objects.contains(object) {
      // It was registered since, and is clean.
      object.rollBack()
    }
    context.tracker.forgetAll()
    for object in objects { context.registry.enter(object) }
    for restore in restoreObjects { restore() }
    restoreTracker()
    var lists = ObjectLists()
    lists.refreshed = context.tracker.changes.filter { !$0.isDeleted }
    context.announceChange(lists)
  }
}

extension ManagedObject {
  /// Returns a closure that restores the object's current values and changes.
  fileprivate final func makeCheckpoint() -> () -> Void {
    // Only a row that the object owns is written to.
    let row = state.ownsRow ? row?.copy() : row
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
      begin(as: state)
    }
  }
}
