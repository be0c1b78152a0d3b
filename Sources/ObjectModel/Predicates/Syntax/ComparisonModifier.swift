/// How a comparison with the objects of a to-many relationship is quantified.
public enum ComparisonModifier: UInt, Sendable, Hashable, CaseIterable {
  /// The left side is a single value.
  case direct = 0
  /// True for every object; true if there are none.
  case all = 1
  /// True for at least one object; false if there are none. `SOME` is a synonym.
  case any = 2
  /// True for no object; true if there are none.
  case none = 3
}
