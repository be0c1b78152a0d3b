extension ExpressionNode {
  /// The tree with some expressions replaced.
  ///
  /// - Parameter replacement: returns a replacement for an expression and its descendants; nil to
  ///   continue with its children.
  package func replacing(
    _ replacement: (ExpressionNode) throws -> ExpressionNode?
  ) rethrows -> ExpressionNode {
    if let replaced = try replacement(self) { return replaced }
    return with(
      try kind.mapChildren({ try $0.replacing(replacement) }, { try $0.replacing(replacement) }))
  }

  /// The tree with all nodes at one position in a text.
  func placed(at position: Int, argument: Int? = nil) -> ExpressionNode {
    let kind = kind.mapChildren(
      { $0.placed(at: position) },
      { $0.replacing { $0.placed(at: position) } })
    return ExpressionNode(kind, at: position, argument: argument)
  }

  /// The expression with each of its paths replaced, including those in conditions. Aggregates and
  /// subqueries, which collect values themselves, are unchanged.
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

  /// Another expression at this one's position.
  func with(_ kind: Kind) -> ExpressionNode { ExpressionNode(kind, at: position) }
}

extension PredicateNode {
  /// The tree with some expressions replaced, as by `ExpressionNode.replacing(_:)`.
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
