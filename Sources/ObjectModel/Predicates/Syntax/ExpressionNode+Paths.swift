extension ExpressionNode {
  /// The expression with each of its paths replaced, those in conditions included. What collects
  /// values by itself, as aggregates and subqueries do, stays as it is.
  func mappingPaths(
    _ transform: (ExpressionNode) throws -> ExpressionNode
  ) rethrows -> ExpressionNode {
    switch self {
    case .keyPath, .selfObject, .variable: return try transform(self)
    case .negative(let operand): return .negative(try operand.mappingPaths(transform))
    case .cast(let operand, let type): return .cast(try operand.mappingPaths(transform), type)
    case .arithmetic(let symbol, let left, let right):
      return .arithmetic(
        symbol, try left.mappingPaths(transform), try right.mappingPaths(transform))
    case .function(let function, let arguments) where function.aggregate == nil:
      return .function(function, try arguments.map { try $0.mappingPaths(transform) })
    case .aggregate(let elements):
      return .aggregate(try elements.map { try $0.mappingPaths(transform) })
    case .ternary(let condition, let one, let other):
      return .ternary(
        try condition.mappingPaths(transform), try one.mappingPaths(transform),
        try other.mappingPaths(transform))
    case .constant, .function, .collection, .subquery, .fetch, .fetchOperand: return self
    }
  }

  /// Whether it makes a value of other values, as functions and arithmetic do.
  var isComputed: Bool {
    switch self {
    case .negative, .cast, .arithmetic, .ternary: true
    case .function(let function, _): function.aggregate == nil
    default: false
    }
  }
}

extension PredicateNode {
  fileprivate func mappingPaths(
    _ transform: (ExpressionNode) throws -> ExpressionNode
  ) rethrows -> PredicateNode {
    switch self {
    case .literal, .block: return self
    case .and(let children): return .and(try children.map { try $0.mappingPaths(transform) })
    case .or(let children): return .or(try children.map { try $0.mappingPaths(transform) })
    case .not(let child): return .not(try child.mappingPaths(transform))
    case .comparison(var comparison):
      guard comparison.modifier == .direct else { return self }
      comparison.left = try comparison.left.mappingPaths(transform)
      comparison.right = try comparison.right.mappingPaths(transform)
      return .comparison(comparison)
    }
  }
}
