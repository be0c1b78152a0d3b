/// The sides that take turns.
enum Side: Hashable, CaseIterable {
  case raw
  case engine
  /// A main context that is a child of a root context.
  case stack
}
