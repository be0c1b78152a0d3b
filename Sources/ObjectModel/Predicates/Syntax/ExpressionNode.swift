/// One side of a comparison as it was written.
package indirect enum ExpressionNode: Sendable, Hashable {
  /// A value; a list when all its elements are known.
  case constant(AttributeValue)
  /// Keys from the evaluated object on, never empty.
  case keyPath([String])
  /// `SELF`.
  case selfObject
  /// `$NAME`, without the dollar sign; `$NAME.key` has the path in its name.
  case variable(String)
  /// A list with at least one element that is not a constant.
  case aggregate([ExpressionNode])
  /// `path.@count`.
  case count([String])
  /// A minus sign before anything but a number.
  case negative(ExpressionNode)
  case arithmetic(ArithmeticOperator, ExpressionNode, ExpressionNode)
  /// For derived attributes only.
  case derivation(DerivationNode)

  /// The count of levels of the tree; the caller knows it to be bounded.
  var depth: Int {
    switch self {
    case .constant, .keyPath, .selfObject, .variable, .count, .derivation: 1
    case .aggregate(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .negative(let operand): 1 + operand.depth
    case .arithmetic(_, let left, let right): 1 + max(left.depth, right.depth)
    }
  }

  /// Whether the node has no expressions below it: what `LeafPositions` counts.
  var isLeaf: Bool {
    switch self {
    case .constant, .keyPath, .selfObject, .variable, .count, .derivation: true
    case .aggregate, .negative, .arithmetic: false
    }
  }

  /// The expression with every variable that the dictionary knows replaced.
  func substituting(_ variables: [String: ExpressionNode]) -> ExpressionNode {
    switch self {
    case .variable(let name): variables[name] ?? self
    case .constant, .keyPath, .selfObject, .count, .derivation: self
    case .aggregate(let elements): .aggregate(elements.map { $0.substituting(variables) })
    case .negative(let operand): .negative(operand.substituting(variables))
    case .arithmetic(let symbol, let left, let right):
      .arithmetic(symbol, left.substituting(variables), right.substituting(variables))
    }
  }
}
