import ObjectModel
import ObjectStore

/// All that a context knows of its objects and their changes, to go back to when a save whose
/// conflicts were settled fails all the same.
///
/// It costs a visit of all registered objects, and is made only when there is something to settle.
struct ContextCheckpoint {
  private struct Record {
    let object: ManagedObject
    let row: Row?
    let snapshot: Row?
    let changedMask: UInt64
    let differingMask: UInt64
    let toManys: [ToManyState?]?
    let changeIndex: Int32
    let state: ObjectState

    init(_ object: ManagedObject) {
      self.object = object
      // Only the object's own row is written.
      row = object.state.contains(.ownsRow) ? object.row?.copy() : object.row
      snapshot = object.snapshot
      changedMask = object.changedMask
      differingMask = object.differingMask
      toManys = object.toManys?.map { $0?.copy() }
      changeIndex = object.changeIndex
      state = object.state
    }

    func restore(in context: ManagedObjectContext) {
      context.registry.enter(object)
      object.row = row
      object.snapshot = snapshot
      object.changedMask = changedMask
      object.differingMask = differingMask
      object.toManys = toManys
      object.changeIndex = changeIndex
      object.state = state
    }
  }

  private let context: ManagedObjectContext
  private let records: [Record]
  private let changes: ChangeList
  private let pending: PendingEvents
  private let inverses: InverseLog
  private let deletions: ObjectQueue
  private let conditions: SaveConditions

  init(_ context: ManagedObjectContext) {
    self.context = context
    context.deliverInverses()
    records = context.registeredObjects.map { Record($0) }
    changes = context.tracker.changes
    pending = context.tracker.pending
    inverses = context.tracker.inverses
    deletions = context.tracker.deletions
    conditions = context.tracker.conditions
  }

  /// Puts everything back, and tells observers that the changed objects were.
  func restore() {
    let known = Set(records.map(\.object))
    for object in context.registeredObjects where !known.contains(object) {
      // It was registered since, and is clean.
      object.rollbackToManys()
      object.settle(row: object.snapshot ?? object.row)
      object.state.remove([.deleted, .propagated, .settledDeletion])
    }
    context.tracker.changes.removeAll()
    for record in records { record.restore(in: context) }
    context.tracker.changes = changes
    context.tracker.pending = pending
    context.tracker.inverses = inverses
    context.tracker.deletions = deletions
    context.tracker.conditions = conditions
    var lists = ObjectLists()
    lists.refreshed = changes.filter { !$0.isDeleted }
    context.announceChange(lists)
  }
}
