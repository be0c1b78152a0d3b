/// What is true of an object at the moment.
struct ObjectState: OptionSet, Sendable {
  let rawValue: UInt16

  /// The values have not been asked for since they were last read.
  static let fault = ObjectState(rawValue: 1 << 0)
  static let inserted = ObjectState(rawValue: 1 << 1)
  static let deleted = ObjectState(rawValue: 1 << 2)
  /// In the context's list of changes.
  static let changed = ObjectState(rawValue: 1 << 3)
  /// `row` is the object's own and may be written.
  static let ownsRow = ObjectState(rawValue: 1 << 4)
  /// In the list of what happened since the last `processPendingChanges`.
  static let pending = ObjectState(rawValue: 1 << 5)
  /// In `awakeFromFetch`: writes do not count as changes.
  static let awaking = ObjectState(rawValue: 1 << 6)
  /// Its deletion has reached its relationships.
  static let propagated = ObjectState(rawValue: 1 << 7)
  /// It was inserted within the current event.
  static let newInEvent = ObjectState(rawValue: 1 << 8)
  /// Its row is part of the save that is going on.
  static let inSave = ObjectState(rawValue: 1 << 9)
  /// The save that is going on has taken it as it is.
  static let planned = ObjectState(rawValue: 1 << 10)
  /// Its row was found to be gone.
  static let vanished = ObjectState(rawValue: 1 << 11)
  /// `row` may hold values that were written without a mark in the mask of changes.
  static let wroteUntracked = ObjectState(rawValue: 1 << 12)
  /// It is deleted here, and its row is gone from the store already.
  static let settledDeletion = ObjectState(rawValue: 1 << 13)
  /// In `prepareForDeletion`.
  static let preparingDeletion = ObjectState(rawValue: 1 << 14)

  /// What makes an object one that has something to save.
  static let unsaved: ObjectState = [
    .inserted, .deleted, .changed, .pending, .propagated, .newInEvent, .settledDeletion,
  ]
}
