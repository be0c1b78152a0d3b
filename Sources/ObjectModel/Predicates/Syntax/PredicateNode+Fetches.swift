extension PredicateNode {
  /// Whether a fetch or a block is part of the tree, for which a model file has no words.
  var holdsFetch: Bool {
    switch self {
    case .literal: false
    case .block: true
    case .and(let children), .or(let children): children.contains(where: \.holdsFetch)
    case .not(let child): child.holdsFetch
    case .comparison(let comparison): comparison.left.holdsFetch || comparison.right.holdsFetch
    }
  }
}

extension ExpressionNode {
  fileprivate var holdsFetch: Bool {
    switch self {
    case .fetch, .fetchOperand: true
    case .constant, .keyPath, .selfObject, .variable: false
    case .aggregate(let parts), .function(_, let parts): parts.contains(where: \.holdsFetch)
    case .negative(let operand), .cast(let operand, _), .collection(_, let operand, _):
      operand.holdsFetch
    case .arithmetic(_, let left, let right): left.holdsFetch || right.holdsFetch
    case .subquery(let node): node.collection.holdsFetch || node.predicate.holdsFetch
    case .ternary(let condition, let one, let other):
      condition.holdsFetch || one.holdsFetch || other.holdsFetch
    }
  }
}
