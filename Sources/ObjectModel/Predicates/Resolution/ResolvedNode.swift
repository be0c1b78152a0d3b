/// A predicate or an expression that was checked, as the walks over both meet them.
///
/// `children` knows what each kind is made of, and nothing else does but what does something of its
/// own for each kind: the evaluation and the SQL generator.
enum ResolvedNode {
  case predicate(ResolvedPredicate)
  case expression(ResolvedExpression)

  /// The nodes right below, from left to right.
  var children: [ResolvedNode] {
    switch self {
    case .predicate(let predicate): predicate.children
    case .expression(let expression): expression.children
    }
  }

  /// Whether something holds for the node or one below it.
  func contains(where holds: (ResolvedNode) -> Bool) -> Bool {
    holds(self) || children.contains { $0.contains(where: holds) }
  }

  /// The transient attributes that are read; a store cannot evaluate those.
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

  /// The transient attributes that the predicate reads; a store cannot evaluate those.
  package var transientAttributes: [AttributeDescription] {
    ResolvedNode.predicate(self).transientAttributes
  }

  /// Whether a search is part of it.
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
    case .negative(let operand), .cast(let operand, _): [.expression(operand)]
    case .arithmetic(_, let left, let right): [.expression(left), .expression(right)]
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

  /// The expressions right below, without those of conditions.
  package var operands: [ResolvedExpression] {
    children.compactMap { if case .expression(let operand) = $0 { operand } else { nil } }
  }

  /// Whether the value depends on no object but the one that it is of.
  package var readsOneObject: Bool {
    !ResolvedNode.expression(self).contains {
      if case .expression(.path(let path)) = $0 { !path.steps.isEmpty } else { false }
    }
  }

  /// Whether it has an aggregate over rows, and so one value for many of them.
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
