/// Two expressions, and the comparison between them.
package struct ComparisonNode: Sendable, Hashable {
  package var left: ExpressionNode
  package var `operator`: ComparisonOperator
  package var right: ExpressionNode
  package var modifier: ComparisonModifier
  package var options: ComparisonOptions

  package init(
    _ left: ExpressionNode, _ operator: ComparisonOperator, _ right: ExpressionNode,
    modifier: ComparisonModifier = .direct, options: ComparisonOptions = []
  ) {
    self.left = left
    self.operator = `operator`
    self.right = right
    self.modifier = modifier
    self.options = options
  }
}
