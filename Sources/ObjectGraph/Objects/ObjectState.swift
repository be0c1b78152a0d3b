/// The current state of an object.
struct ObjectState: OptionSet, Sendable {
  let rawValue: UInt16

  /// The values have not been accessed since they were last read.
  static let fault = ObjectState(rawValue: 1 << 0)
  static let inserted = ObjectState(rawValue: 1 << 1)
  static let deleted = ObjectState(rawValue: 1 << 2)
  /// In the context's list of changes.
  static let changed = ObjectState(rawValue: 1 << 3)
  /// `row` is the object's own and may be written to.
  static let ownsRow = ObjectState(rawValue: 1 << 4)
  /// In the list of changes since the last `processPendingChanges`.
  static let pending = ObjectState(rawValue: 1 << 5)
  /// In `awakeFromFetch`: changes are not tracked.
  static let awaking = ObjectState(rawValue: 1 << 6)
  /// Its deletion has been propagated to its relationships.
  static let propagated = ObjectState(rawValue: 1 << 7)
  /// It was inserted in the current event.
  static let newInEvent = ObjectState(rawValue: 1 << 8)
  /// Its row is part of the save in progress.
  static let inSave = ObjectState(rawValue: 1 << 9)
  /// The save in progress includes its current state.
  static let planned = ObjectState(rawValue: 1 << 10)
  /// Its row was found to be missing.
  static let vanished = ObjectState(rawValue: 1 << 11)
  /// `row` may contain untracked values.
  static let wroteUntracked = ObjectState(rawValue: 1 << 12)
  /// It is deleted here, and its row is already gone from the store.
  static let settledDeletion = ObjectState(rawValue: 1 << 13)
  /// In `prepareForDeletion`.
  static let preparingDeletion = ObjectState(rawValue: 1 << 14)

  /// The list of changes finds it by its present values.
  static let indexed = ObjectState(rawValue: 1 << 15)

  /// The states of objects with something to save.
  static let unsaved: ObjectState = [
    .inserted, .deleted, .changed, .pending, .propagated, .newInEvent, .settledDeletion,
  ]
}
