/// A predicate as written: the tree that both the format language and typed key paths build.
///
/// Keys are still strings here; `PredicateResolver` checks them against an entity.
package struct PredicateNode: Sendable, Hashable {
  package indirect enum Kind: Sendable, Hashable {
    /// `TRUEPREDICATE` and `FALSEPREDICATE`.
    case literal(Bool)
    /// Two or more predicates that must all be true.
    case and([PredicateNode])
    /// Two or more predicates of which one must be true.
    case or([PredicateNode])
    case not(PredicateNode)
    case comparison(ComparisonNode)
    case block(PredicateBlock)
  }

  package let kind: Kind

  /// The number of levels in the tree, including expressions.
  package let depth: Int

  /// The maximum depth of a tree that is parsed, resolved, printed or evaluated.
  ///
  /// These walks recurse; the limit keeps them well within a thread's stack.
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

  /// The negation.
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

extension ObjectGraphError {
  static var tooDeep: ObjectGraphError {
    ObjectGraphError(
      .invalidArgument,
      "the predicate is nested deeper than \(PredicateNode.maximumDepth) levels",
      repair: "join conditions side by side, or use IN with a list of values")
  }
}

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

/// A condition in Swift code on an object and the values of variables.
package typealias PredicateBlock = ByIdentity<@Sendable (Any?, [String: Any]?) -> Bool>
