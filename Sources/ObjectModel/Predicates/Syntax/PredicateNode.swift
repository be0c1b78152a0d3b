/// A predicate as it was written: what both the format language and typed key paths build.
///
/// Keys are still text here. `PredicateResolver` checks them against an entity.
package struct PredicateNode: Sendable, Hashable {
  package indirect enum Kind: Sendable, Hashable {
    /// `TRUEPREDICATE` and `FALSEPREDICATE`.
    case literal(Bool)
    /// Two or more predicates that all hold.
    case and([PredicateNode])
    /// Two or more predicates of which one holds.
    case or([PredicateNode])
    case not(PredicateNode)
    case comparison(ComparisonNode)
    case block(PredicateBlock)
  }

  package let kind: Kind

  /// The count of levels of the tree, expressions included.
  package let depth: Int

  /// The greatest depth of a tree that is parsed, resolved, printed or evaluated.
  ///
  /// Those walks recurse; the bound keeps them far from the end of a thread's stack.
  package static let maximumDepth = 500

  init(_ kind: Kind) {
    self.kind = kind
    depth = 1 + (kind.children.lazy.map(\.depth).max() ?? 0)
  }

  package static func literal(_ value: Bool) -> Self { Self(.literal(value)) }

  package static func and(_ children: [PredicateNode]) -> Self { Self(.and(children)) }

  package static func or(_ children: [PredicateNode]) -> Self { Self(.or(children)) }

  package static func not(_ child: PredicateNode) -> Self { Self(.not(child)) }

  package static func comparison(_ node: ComparisonNode) -> Self { Self(.comparison(node)) }

  /// The opposite.
  package var negated: PredicateNode {
    switch kind {
    case .literal(let value): return .literal(!value)
    case .not(let node): return node
    case .comparison(var node) where node.modifier == .direct:
      switch node.operator {
      case .equalTo: node.operator = .notEqualTo
      case .notEqualTo: node.operator = .equalTo
      default: return .not(self)
      }
      return .comparison(node)
    default: return .not(self)
    }
  }
}
