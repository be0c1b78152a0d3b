/// A comparison that was checked against an entity.
///
/// - With a modifier other than `.direct`, `left` is a path with exactly one to-many step; without
///   one, neither side has a to-many step outside `@count`.
/// - The right side of `.in` is a list: a constant of `.list` or `.list` itself. Of `.between` too,
///   with exactly two elements.
/// - `a CONTAINS b` and `b IN a` over a to-many relationship `a` arrive as `ANY a == b`.
package struct ResolvedComparison: Sendable {
  package let left: ResolvedExpression
  package let `operator`: ComparisonOperator
  package let right: ResolvedExpression
  package let modifier: ComparisonModifier

  /// Empty unless the two sides are text.
  package let options: ComparisonOptions
}
