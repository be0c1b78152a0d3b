/// One side of a comparison, a column of a dictionary or the source of a derived
/// attribute, as it was written.
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
  /// A minus sign before anything but a number.
  case negative(ExpressionNode)
  case arithmetic(ArithmeticOperator, ExpressionNode, ExpressionNode)
  case function(PredicateFunction, [ExpressionNode])
  /// `pages.wordCount.@sum`, or `pages.@sum.wordCount` with the keys behind the operator in `then`.
  /// The collection is a key path, a variable with a path, or a subquery.
  case collection(CollectionOperator, of: ExpressionNode, then: [String])
  case subquery(SubqueryNode)
  /// `TERNARY(condition, one, other)`.
  case ternary(PredicateNode, ExpressionNode, ExpressionNode)
  /// `CAST(expression, "NSDate")` of anything but a constant.
  case cast(ExpressionNode, CastType)
  case fetch(FetchNode)
  case fetchOperand(FetchOperand)

  /// Whether the node has no expressions below it: what `LeafPositions` counts.
  var isLeaf: Bool {
    switch self {
    // No text leads to a fetch, so that its operands have no places in one.
    case .constant, .keyPath, .selfObject, .variable, .fetch, .fetchOperand: true
    case .function(_, let arguments): arguments.isEmpty
    case .aggregate, .negative, .arithmetic, .collection, .subquery, .ternary, .cast: false
    }
  }

  /// The count of levels of the tree; the caller knows it to be bounded.
  var depth: Int {
    switch self {
    case .constant, .keyPath, .selfObject, .variable: 1
    case .aggregate(let parts), .function(_, let parts): 1 + (parts.map(\.depth).max() ?? 0)
    case .negative(let operand), .cast(let operand, _): 1 + operand.depth
    case .arithmetic(_, let left, let right): 1 + max(left.depth, right.depth)
    case .collection(_, let collection, _): 1 + collection.depth
    case .subquery(let node): 1 + max(node.collection.depth, node.predicate.depth)
    case .ternary(let condition, let one, let other):
      1 + max(condition.depth, one.depth, other.depth)
    case .fetch(let node): 1 + max(node.request.depth, node.context.depth)
    case .fetchOperand(let operand): operand.depth
    }
  }
}

/// The types that `CAST` converts to.
package enum CastType: String, Sendable, Hashable, CaseIterable {
  /// A number of seconds since 2001-01-01, or text with a date literal.
  case date = "NSDate"
  /// A double; of a date its seconds since 2001-01-01.
  case number = "NSNumber"
  case decimal = "NSDecimalNumber"
  case string = "NSString"
}

extension ExpressionNode {
  /// How many leaves there are in the expression, itself included.
  var leafCount: Int {
    if isLeaf { return 1 }
    switch self {
    case .constant, .keyPath, .selfObject, .variable, .fetch, .fetchOperand: return 1
    case .aggregate(let parts), .function(_, let parts):
      return parts.reduce(0) { $0 + $1.leafCount }
    case .negative(let operand), .cast(let operand, _), .collection(_, let operand, _):
      return operand.leafCount
    case .arithmetic(_, let left, let right): return left.leafCount + right.leafCount
    case .subquery(let node): return node.collection.leafCount + node.predicate.leafCount
    case .ternary(let condition, let one, let other):
      return condition.leafCount + one.leafCount + other.leafCount
    }
  }
}

extension PredicateNode {
  fileprivate var leafCount: Int {
    switch self {
    case .literal, .block: 0
    case .and(let children), .or(let children): children.reduce(0) { $0 + $1.leafCount }
    case .not(let child): child.leafCount
    case .comparison(let comparison): comparison.left.leafCount + comparison.right.leafCount
    }
  }
}
