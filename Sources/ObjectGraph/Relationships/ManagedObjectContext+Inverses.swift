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
    for entry in tracker.inverses.removePlanned() {
      let known =
        entry.property.isTransient && entry.owner.contextReference === self
        ? entry.owner.knownToManyState(entry.property)
        : entry.owner.toManys?[entry.property.toManyIndex]
      guard let state = known, !state.isFault else { continue }
      state.recordChange(of: entry.object, isMember: entry.isMember)
      state.markPlanned()
    }
  }
}
