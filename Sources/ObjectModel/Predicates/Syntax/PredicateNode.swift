/// A predicate as it was written: what both the format language and typed key paths build.
///
/// Keys are still text here. `PredicateResolver` checks them against an entity.
package indirect enum PredicateNode: Sendable, Hashable {
  /// `TRUEPREDICATE` and `FALSEPREDICATE`.
  case literal(Bool)
  /// Two or more predicates that all hold.
  case and([PredicateNode])
  /// Two or more predicates of which one holds.
  case or([PredicateNode])
  case not(PredicateNode)
  case comparison(ComparisonNode)
  case block(PredicateBlock)

  /// The greatest depth of a tree that is parsed, resolved, printed or evaluated.
  ///
  /// Those walks recurse; the bound keeps them far from the end of a thread's stack.
  package static let maximumDepth = 500

  /// The count of levels of the tree, expressions included; the caller knows it to be bounded.
  var depth: Int {
    switch self {
    case .literal, .block: 1
    case .and(let children), .or(let children): 1 + (children.map(\.depth).max() ?? 0)
    case .not(let child): 1 + child.depth
    case .comparison(let comparison): 1 + max(comparison.left.depth, comparison.right.depth)
    }
  }
}
