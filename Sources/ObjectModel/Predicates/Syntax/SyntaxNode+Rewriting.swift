extension ExpressionNode {
  /// The tree with other expressions in place of some.
  ///
  /// - Parameter replacement: what takes the place of an expression and all below it; nil to go on
  ///   below it.
  package func replacing(
    _ replacement: (ExpressionNode) throws -> ExpressionNode?
  ) rethrows -> ExpressionNode {
    if let replaced = try replacement(self) { return replaced }
    return with(
      try kind.mapChildren({ try $0.replacing(replacement) }, { try $0.replacing(replacement) }))
  }

  /// The tree as what stands at one place of a text.
  func placed(at position: Int, argument: Int? = nil) -> ExpressionNode {
    let kind = kind.mapChildren(
      { $0.placed(at: position) },
      { $0.replacing { $0.placed(at: position) } })
    return ExpressionNode(kind, at: position, argument: argument)
  }

  /// The expression with each of its paths replaced, those in conditions included. What collects
  /// values by itself, as aggregates and subqueries do, stays as it is.
  func mappingPaths(
    _ transform: (ExpressionNode) throws -> ExpressionNode
  ) rethrows -> ExpressionNode {
    switch kind {
    case .keyPath, .variable: return try transform(self)
    case .function(let function, _) where function.aggregate != nil: return self
    case .collection, .subquery, .fetch: return self
    default:
      return with(
        try kind.mapChildren({ try $0.mappingPaths(transform) }, { try $0.mappingPaths(transform) })
      )
    }
  }

  /// Another expression in this one's place.
  func with(_ kind: Kind) -> ExpressionNode { ExpressionNode(kind, at: position) }
}

extension PredicateNode {
  /// The tree with other expressions in place of some, as `ExpressionNode.replacing(_:)` has it.
  package func replacing(
    _ replacement: (ExpressionNode) throws -> ExpressionNode?
  ) rethrows -> PredicateNode {
    PredicateNode(
      try kind.mapChildren({ try $0.replacing(replacement) }, { try $0.replacing(replacement) }))
  }

  fileprivate func mappingPaths(
    _ transform: (ExpressionNode) throws -> ExpressionNode
  ) rethrows -> PredicateNode {
    if case .comparison(let node) = kind, node.modifier != .direct { return self }
    return PredicateNode(
      try kind.mapChildren({ try $0.mappingPaths(transform) }, { try $0.mappingPaths(transform) }))
  }
}
