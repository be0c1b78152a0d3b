/// A comparison that has been checked against an entity.
///
/// - With a modifier other than `.direct`, `left` is a path with to-many steps; otherwise, neither
///   side has a to-many step outside `@count`.
/// - The right side of `.in` is a list: a `.list` constant without nils, or `.list` itself; so is
///   that of `.between`, with exactly two elements.
/// - `a CONTAINS b` and `b IN a` for a to-many relationship `a` are represented as `ANY a == b`.
package struct ResolvedComparison: Sendable {
  package let left: ResolvedExpression
  package let `operator`: ComparisonOperator
  package let right: ResolvedExpression
  package let modifier: ComparisonModifier

  /// Empty unless both sides are text.
  package let options: ComparisonOptions

  /// The prepared pattern of a text operator whose right side is a constant.
  let pattern: TextPattern?
}

extension ResolvedComparison {
  /// Creates a comparison with an operator that needs no pattern.
  init(
    _ left: ResolvedExpression, _ operator: ComparisonOperator, _ right: AttributeValue,
    modifier: ComparisonModifier = .direct, options: ComparisonOptions = []
  ) {
    self.init(
      left: left, operator: `operator`, right: .constant(right), modifier: modifier,
      options: options, pattern: nil)
  }

  /// - Throws: `invalidArgument` for a constant that is not a valid regular expression.
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

  /// Whether a constant text matches a constant pattern, so that it need not be evaluated for each
  /// object; nil if either is not constant.
  func isTrueOfKnownText() throws -> Bool? {
    guard let pattern, case .constant(let known) = left else { return nil }
    guard case .string(let text) = known else { return false }
    return try pattern.matches(text)
  }

  /// The path of the composite on one of the sides; the other side is nil.
  var composite: ResolvedPath? { left.composite?.path ?? right.composite?.path }

  /// The same comparison with another constant, and with an operator that needs no pattern.
  func with(constant: AttributeValue, by symbol: ComparisonOperator? = nil) -> ResolvedComparison {
    ResolvedComparison(
      left, symbol ?? self.operator, constant, modifier: modifier, options: options)
  }
}
