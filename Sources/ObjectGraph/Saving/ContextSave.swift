import ObjectStore

/// The save of one context that is going on, and the objects that changed since it took them.
///
/// From the plan to the end of the save, the rows of the plan belong to the save. An object that
/// changes in between is separated from it first: it copies its row before it writes, and counts its
/// changes from the planned row on. So the change is neither written in part, nor seen by anybody who
/// takes over the save, nor lost.
///
/// Invariant: an object of the plan has the state `planned` exactly as long as it was not separated.
final class ContextSave {
  /// What a separated object's changes were before, for a save that fails.
  private struct Former {
    let object: ManagedObject
    let snapshot: Row?
    let changedMask: UInt64
    let hasUntrackedWrites: Bool
  }

  private var formers: [Former] = []

  /// Whether any object of the plan changed since the plan was made.
  var hasSeparated: Bool { !formers.isEmpty }

  /// Lets an object of the plan change apart from it. A deletion has nothing that could still change.
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

  /// Gives the separated objects back the changes of the plan, which was not written.
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

extension ManagedObjectContext {
  var isSaving: Bool { currentSave != nil }

  /// Begins a save.
  ///
  /// - Throws: code 132001 during another one.
  func beginSave() throws {
    guard currentSave == nil else {
      throw ObjectGraphError(
        .recursiveSave, "save() was called while the same context is saving",
        repair: "change objects in willSave, and save again after the save")
    }
    currentSave = ContextSave()
  }
}

extension ManagedObject {
  /// The row that the save going on has of the object.
  final var rowInSave: Row? {
    guard state.contains(.inSave) else { return nil }
    return state.contains(.planned) ? row : snapshot
  }

  /// Whether the save going on has the object as a deletion, and not one from after it was planned.
  final var isDeletedInSave: Bool { state.isSuperset(of: [.deleted, .planned]) }

  /// Takes over what a save of others in the chain wrote; changes from after the plan stay.
  final func takeSaved(_ saved: Row) {
    guard state.contains(.changed) else { return settle(row: withOwnTransients(saved)) }
    rebase(onto: saved)
  }

  /// Becomes clean with what a save wrote, but for what changed since it was planned.
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
