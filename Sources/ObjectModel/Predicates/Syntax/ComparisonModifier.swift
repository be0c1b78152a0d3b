/// How a comparison over the objects of a to-many relationship counts.
public enum ComparisonModifier: UInt, Sendable, Hashable, CaseIterable {
  /// The left side is one value.
  case direct = 0
  /// It holds for every object; true when there is none.
  case all = 1
  /// It holds for at least one object; false when there is none. `SOME` is the same.
  case any = 2
  /// It holds for no object; true when there is none.
  case none = 3
}
