/// A resolved predicate or expression, for walks over both.
///
/// Only `children` knows the parts of each kind, apart from code that handles each kind separately:
/// the evaluation and the SQL generator.
enum ResolvedNode {
  case predicate(ResolvedPredicate)
  case expression(ResolvedExpression)

  /// The child nodes, from left to right.
  var children: [ResolvedNode] {
    switch self {
    case .predicate(let predicate): predicate.children
    case .expression(let expression): expression.children
    }
  }

  /// Whether a condition is true for the node or one of its descendants.
  func contains(where holds: (ResolvedNode) -> Bool) -> Bool {
    holds(self) || children.contains { $0.contains(where: holds) }
  }

  /// The transient attributes that are read; a store cannot evaluate them.
  var transientAttributes: [AttributeDescription] {
    if case .expression(.path(let path)) = self, let attribute = path.attribute,
      attribute.isTransient
    {
      return [attribute]
    }
    return children.flatMap(\.transientAttributes)
  }
}

extension ResolvedPredicate {
  fileprivate var children: [ResolvedNode] {
    switch self {
    case .literal, .search: []
    case .and(let children), .or(let children): children.map(ResolvedNode.predicate)
    case .not(let child): [.predicate(child)]
    case .comparison(let node): [.expression(node.left), .expression(node.right)]
    }
  }

  /// The transient attributes that the predicate reads; a store cannot evaluate them.
  package var transientAttributes: [AttributeDescription] {
    ResolvedNode.predicate(self).transientAttributes
  }

  /// Whether it contains a search.
  package var searches: Bool {
    ResolvedNode.predicate(self).contains {
      if case .predicate(.search) = $0 { true } else { false }
    }
  }
}

extension ResolvedExpression {
  fileprivate var children: [ResolvedNode] {
    switch self {
    case .constant, .path: []
    case .list(let elements): elements.map(ResolvedNode.expression)
    case .cast(let operand, _): [.expression(operand)]
    case .function(let call): call.arguments.map(ResolvedNode.expression)
    case .ternary(let condition, let one, let other, _):
      [.predicate(condition), .expression(one), .expression(other)]
    case .aggregate(let aggregate):
      switch aggregate.source {
      case .values(let path): [.expression(.path(path))]
      case .subquery(let subquery, let path):
        [
          .expression(.path(subquery.collection)), .predicate(subquery.predicate),
          .expression(.path(path)),
        ]
      case .list(let elements): elements.map(ResolvedNode.expression)
      case .rows(let expression): [.expression(expression)]
      }
    }
  }

  /// The child expressions, without those of conditions.
  package var operands: [ResolvedExpression] {
    children.compactMap { if case .expression(let operand) = $0 { operand } else { nil } }
  }

  /// Whether the value depends only on the object itself.
  package var readsOneObject: Bool {
    !ResolvedNode.expression(self).contains {
      if case .expression(.path(let path)) = $0 { !path.steps.isEmpty } else { false }
    }
  }

  /// Whether it contains an aggregate over rows, and so has one value for many rows.
  package var readsManyRows: Bool {
    ResolvedNode.expression(self).contains {
      if case .expression(.aggregate(let aggregate)) = $0, case .rows = aggregate.source {
        true
      } else {
        false
      }
    }
  }
}
