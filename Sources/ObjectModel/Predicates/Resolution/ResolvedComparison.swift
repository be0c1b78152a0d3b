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

  /// Whether a number is greater than another.
  init(_ left: ResolvedExpression, exceeds number: Int64) {
    self.left = left
    self.operator = .greaterThan
    right = .constant(.integer(number))
    modifier = .direct
    options = []
    pattern = nil
  }

  /// Whether what a path leads to is nil.
  init(isNil path: ResolvedPath) {
    left = .path(path)
    self.operator = .equal
    right = .constant(.null)
    modifier = .direct
    options = []
    pattern = nil
  }

  /// - Throws: `invalidArgument` for a constant that is no regular expression.
  init(
    left: ResolvedExpression, operator: ComparisonOperator, right: ResolvedExpression,
    modifier: ComparisonModifier, options: ComparisonOptions
  ) throws(ObjectGraphError) {
    self.left = left
    self.operator = `operator`
    self.right = right
    self.modifier = modifier
    self.options = options
    pattern =
      if case .constant(let value) = right {
        try `operator`.pattern(of: value, options: options)
      } else {
        nil
      }
  }

  /// Whether a known text fits a known pattern, which need not be asked for each object;
  /// nil where one of them is not known.
  func isTrueOfKnownText() throws -> Bool? {
    guard let pattern, case .constant(let known) = left else { return nil }
    guard case .string(let text) = known else { return false }
    return try pattern.matches(text)
  }

  /// The same comparison with another constant of the same type, of an
  /// operator that needs no pattern.
  func with(constant: AttributeValue) -> ResolvedComparison {
    ResolvedComparison(self, constant)
  }

  /// Whether the left side is one of the values, none of them nil.
  func isIn(_ values: [AttributeValue]) -> ResolvedComparison {
    ResolvedComparison(self, .list(values), .in)
  }

  private init(
    _ other: ResolvedComparison, _ constant: AttributeValue, _ symbol: ComparisonOperator? = nil
  ) {
    left = other.left
    self.operator = symbol ?? other.operator
    right = .constant(constant)
    modifier = other.modifier
    options = other.options
    pattern = nil
  }
}
