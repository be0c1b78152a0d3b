/// A comparison that was checked against an entity.
///
/// - With a modifier other than `.direct`, `left` is a path with a to-many step or several; without
///   one, neither side has a to-many step outside `@count`.
/// - The right side of `.in` is a list: a constant of `.list` without nils, or `.list` itself. Of
///   `.between` too, with exactly two elements.
/// - `a CONTAINS b` and `b IN a` over a to-many relationship `a` arrive as `ANY a == b`.
package struct ResolvedComparison: Sendable {
  package let left: ResolvedExpression
  package let `operator`: ComparisonOperator
  package let right: ResolvedExpression
  package let modifier: ComparisonModifier

  /// Empty unless the two sides are text.
  package let options: ComparisonOptions

  /// The pattern of a text operator whose right side is a constant, made ready once.
  let pattern: TextPattern?
}

extension ResolvedComparison {
  /// Makes a comparison of an operator that needs no pattern.
  init(
    _ left: ResolvedExpression, _ operator: ComparisonOperator, _ right: AttributeValue,
    modifier: ComparisonModifier = .direct, options: ComparisonOptions = []
  ) {
    self.init(
      left: left, operator: `operator`, right: .constant(right), modifier: modifier,
      options: options, pattern: nil)
  }

  /// - Throws: `invalidArgument` for a constant that is no regular expression.
  init(
    left: ResolvedExpression, operator: ComparisonOperator, right: ResolvedExpression,
    modifier: ComparisonModifier, options: ComparisonOptions
  ) throws {
    let pattern = try right.constantValue.flatMap {
      try `operator`.pattern(of: $0, options: options)
    }
    self.init(
      left: left, operator: `operator`, right: right, modifier: modifier, options: options,
      pattern: pattern)
  }

  /// Whether a known text fits a known pattern, which need not be asked for each object;
  /// nil where one of them is not known.
  func isTrueOfKnownText() throws -> Bool? {
    guard let pattern, case .constant(let known) = left else { return nil }
    guard case .string(let text) = known else { return false }
    return try pattern.matches(text)
  }

  /// The path to a composite on one of the sides; the other one is nil.
  var composite: ResolvedPath? { left.composite?.path ?? right.composite?.path }

  /// The same comparison with another constant, by an operator that needs no pattern.
  func with(constant: AttributeValue, by symbol: ComparisonOperator? = nil) -> ResolvedComparison {
    ResolvedComparison(
      left, symbol ?? self.operator, constant, modifier: modifier, options: options)
  }
}
