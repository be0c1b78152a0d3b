import ObjectModel
import ObjectStore

/// Delivering saved changes of to-many relationships to the objects that own them.
extension ManagedObjectContext {
  /// Delivers the saved entries to owners whose relationships have been read, or exist only in
  /// memory; for all others, the store or the parent now contains the changes.
  func deliverInversesAfterSave() {
    guard !tracker.inverses.isEmpty else { return }
    let taken = tracker.removeSavedInverses()
    // By index, so that entries that are skipped are not retained.
    for index in taken.indices where taken[index].isAwaited(in: self) {
      let entry = taken[index]
      let state = entry.owner.knownToManyState(entry.property)
      state.recordChange(of: entry.object, isMember: entry.isMember)
      state.markPlanned()
    }
  }
}

extension InverseLog.Entry {
  /// Whether the owner has read its members, or no store or parent can provide the change.
  @inline(__always)
  fileprivate func isAwaited(in context: ManagedObjectContext) -> Bool {
    if let states = owner.toManys, let state = states[Int(toManyIndex)] { return !state.isFault }
    return property.isTransient && owner.contextReference === context
  }
}
