import ObjectStore

/// A context's save in progress, and the objects that changed after it was planned.
///
/// From the plan to the end of the save, the plan's rows belong to the save. An object that changes
/// in between is separated first: it copies its row before writing to it, and tracks its changes
/// relative to the planned row. So the save does not write part of the change, contexts that adopt
/// the save do not see it, and it is not lost.
///
/// Invariant: an object in the plan has the state `planned` until it is separated.
final class ContextSave {
  /// A separated object's earlier changes, in case the save fails.
  private struct Former {
    let object: ManagedObject
    let snapshot: Row?
    let changedMask: UInt64
    let hasUntrackedWrites: Bool
  }

  private var formers: [Former] = []

  private let queue: ContextQueue

  /// Whether the save's results have not been applied yet; until then the queue admits nobody.
  private var isUnderWay = true

  init(on queue: ContextQueue) {
    self.queue = queue
    queue.beginSave()
  }

  deinit { end() }

  /// Marks the point after which only the notifications of the save remain.
  func end() {
    if isUnderWay { queue.endSave() }
    isUnderWay = false
  }

  /// Whether any object changed after it was planned.
  var hasSeparated: Bool { !formers.isEmpty }

  /// Separates a planned object from the plan before it changes; deleted objects cannot change.
  func separate(_ object: ManagedObject) {
    guard object.state.isPlanned, !object.isDeleted else { return }
    formers.append(
      Former(
        object: object, snapshot: object.snapshot, changedMask: object.changedMask,
        hasUntrackedWrites: object.state.wroteUntracked))
    guard object.state.isInSave else { return object.become(.unplanned) }
    object.become(.separated)
    object.snapshot = object.row
    object.changedMask = 0
    object.differingMask = 0
  }

  /// Gives the separated objects back their planned changes after the save failed.
  ///
  /// - Returns: these objects.
  func reunite() -> [ManagedObject] {
    defer { formers = [] }
    for former in formers {
      former.object.snapshot = former.snapshot
      former.object.changedMask |= former.changedMask
      former.object.differingMask = 0
      if former.hasUntrackedWrites { former.object.become(.writtenUntracked) }
    }
    return formers.map(\.object)
  }
}

extension ManagedObject {
  /// The object's row in the current save's plan.
  final var rowInSave: Row? {
    guard state.isInSave else { return nil }
    return state.isPlanned ? row : snapshot
  }

  /// Whether the current save deletes the object; false if it was deleted after the plan.
  final var isDeletedInSave: Bool { state.isDeleted && state.isPlanned }

  /// Hands the object's row to the save that is being planned.
  final func giveRowToSave() { become(.written) }

  /// Makes the saved row the committed values; changes made after the plan remain.
  ///
  /// - Parameter saved: the saved row; nil if nothing of the object was written.
  final func settleKeepingLaterChanges(row saved: Row?) {
    become(.saved)
    if let saved {
      rebase(onto: saved)
      if !state.ownsRow { snapshot = nil }
    }
    guard let toManys else { return }
    for case let state? in toManys { state.commitPlanned() }
  }
}
