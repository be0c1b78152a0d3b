/// A condition that only a program can evaluate, on an object and the values of variables.
package typealias PredicateBlock = ByIdentity<@Sendable (Any?, [String: Any]?) -> Bool>

extension SyntaxNode {
  /// Whether the node is a block, which knows no keys.
  var isBlock: Bool {
    if case .predicate(let node) = self, case .block = node.kind { true } else { false }
  }

  /// Whether the node is a fetch or a part of one.
  var isFetch: Bool {
    guard case .expression(let node) = self else { return false }
    switch node.kind {
    case .fetch, .fetchOperand: return true
    default: return false
    }
  }
}
