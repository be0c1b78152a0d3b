/// How far the calls of a service save their changes.
enum SaveReach: Sendable {
  /// To the store, in a write transaction: the changes are on disk when the call returns.
  case store
  /// To the context of a scratch pad, which shows the changes; saving the pad repeats the calls on
  /// the store. Until then, new reservations have placeholders for codes, `R-new1`.
  case pad
  /// Not at all: a preview.
  case preview
  /// Not at all: a scratch pad is open and no command is running, so that a change would be missing
  /// from its list.
  case reading
}

/// A service was asked to make a change outside a command while a scratch pad was open.
struct ChangeOutsideCommand: Error, CustomStringConvertible {
  let description =
    "a scratch pad is open; make changes in Desk.perform, or save it first"
}
