import ObjectModel
import ObjectStore

/// Changes of to-many relationships on their way to the objects that own them.
extension ManagedObjectContext {
  /// Tells owners what entered and left their relationships.
  func deliverInverses() {
    guard !tracker.inverses.isEmpty else { return }
    let log = tracker.inverses
    tracker.inverses.removeAll()
    for (index, entry) in log.entries.enumerated() where entry.owner.contextReference === self {
      log.deliver(index, to: entry.owner.knownToManyState(entry.property))
    }
  }

  /// Tells those owners whose relationships were read, or live in memory only, what a save has taken; for
  /// the others the store, or the parent, has it by now.
  func deliverInversesAfterSave() {
    guard !tracker.inverses.isEmpty else { return }
    let taken = tracker.inverses.removePlanned()
    // By index: an entry that is only looked at is not retained.
    for index in taken.indices where taken[index].isAwaited(in: self) {
      let entry = taken[index]
      let state = entry.owner.knownToManyState(entry.property)
      state.recordChange(of: entry.object, isMember: entry.isMember)
      state.markPlanned()
    }
  }
}

extension InverseLog.Entry {
  /// Whether the owner knows its members by itself, and no store or parent tells it of the change.
  @inline(__always)
  fileprivate func isAwaited(in context: ManagedObjectContext) -> Bool {
    if let states = owner.toManys, let state = states[Int(toManyIndex)] { return !state.isFault }
    return property.isTransient && owner.contextReference === context
  }
}
