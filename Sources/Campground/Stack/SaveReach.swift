/// Where the calls of a service put what they change.
enum SaveReach: Sendable {
  /// Into the store, in a write transaction: what a call changed is on disk when it returns.
  case store
  /// Into the context of a scratch pad, which shows it; the save of the pad makes the calls again,
  /// to the store. Until then new reservations have placeholders for codes, `R-new1`.
  case pad
  /// Nowhere: a preview.
  case preview
  /// Nowhere, since a scratch pad is open and no command runs: what is changed would not be in its
  /// list.
  case reading
}

/// A service was to change something outside of a command while a scratch pad was open.
struct ChangeOutsideCommand: Error, CustomStringConvertible {
  let description =
    "a scratch pad is open; make changes in Desk.perform, or save it first"
}
