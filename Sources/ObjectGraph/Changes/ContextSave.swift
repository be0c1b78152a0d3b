import ObjectStore

/// A context's save in progress, and the objects that changed after it was planned.
///
/// From the plan to the end of the save, the plan's rows belong to the save. An object that changes in
/// between is separated first: it copies its row before it writes, and its changes count from the
/// planned row on. So the change is not written in part, not seen by contexts that take over the save,
/// and not lost.
///
/// Invariant: an object of the plan has the state `planned` until it is separated.
final class ContextSave {
  /// A separated object's earlier changes, for a save that fails.
  private struct Former {
    let object: ManagedObject
    let snapshot: Row?
    let changedMask: UInt64
    let hasUntrackedWrites: Bool
  }

  private var formers: [Former] = []

  private let queue: ContextQueue

  /// Whether the context has yet to agree with what is written; nobody is let in meanwhile.
  private var isUnderWay = true

  init(on queue: ContextQueue) {
    self.queue = queue
    queue.beginSave()
  }

  deinit { end() }

  /// Marks the moment from which there is nothing left to do but to tell of the save.
  func end() {
    if isUnderWay { queue.endSave() }
    isUnderWay = false
  }

  /// Whether any object changed after it was planned.
  var hasSeparated: Bool { !formers.isEmpty }

  /// Lets a planned object change apart from the plan; one that is deleted cannot change any more.
  func separate(_ object: ManagedObject) {
    guard object.state.contains(.planned), !object.isDeleted else { return }
    object.state.remove(.planned)
    formers.append(
      Former(
        object: object, snapshot: object.snapshot, changedMask: object.changedMask,
        hasUntrackedWrites: object.state.contains(.wroteUntracked)))
    guard object.state.contains(.inSave) else { return }
    object.snapshot = object.row
    object.changedMask = 0
    object.differingMask = 0
    object.state.remove(.wroteUntracked)
  }

  /// Gives the separated objects their planned changes back after the save failed.
  ///
  /// - Returns: the objects.
  func reunite() -> [ManagedObject] {
    defer { formers = [] }
    for former in formers {
      former.object.snapshot = former.snapshot
      former.object.changedMask |= former.changedMask
      former.object.differingMask = 0
      if former.hasUntrackedWrites { former.object.state.insert(.wroteUntracked) }
    }
    return formers.map(\.object)
  }
}

extension ManagedObject {
  /// The object's row in the current save's plan.
  final var rowInSave: Row? {
    guard state.contains(.inSave) else { return nil }
    return state.contains(.planned) ? row : snapshot
  }

  /// Whether the current save deletes the object; false for a deletion that came after the plan.
  final var isDeletedInSave: Bool { state.isSuperset(of: [.deleted, .planned]) }

  /// Takes over what another context of the chain saved; changes made after the plan stay.
  final func applySaved(_ saved: Row) {
    guard state.contains(.changed) else { return settle(row: withOwnTransients(saved)) }
    rebase(onto: saved)
  }

  /// Takes what a save wrote as its committed values; changes made after the plan stay.
  ///
  /// - Parameter saved: the saved row; nil where nothing of the object was written.
  final func settleKeepingLaterChanges(row saved: Row?) {
    state.remove([.inserted, .inSave])
    if let saved {
      rebase(onto: saved)
      if !state.contains(.ownsRow) { snapshot = nil }
    }
    guard let toManys else { return }
    for case let state? in toManys { state.commitPlanned() }
  }
}
