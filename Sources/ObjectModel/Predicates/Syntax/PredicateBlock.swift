/// A condition that only a program can evaluate.
package final class PredicateBlock: Sendable {
  private let body: @Sendable (Any?, [String: Any]?) -> Bool

  init(_ body: @escaping @Sendable (Any?, [String: Any]?) -> Bool) {
    self.body = body
  }

  func holds(_ object: Any?, _ variables: [String: Any]?) -> Bool { body(object, variables) }
}

/// A block is equal to itself alone.
extension PredicateBlock: Hashable {
  package static func == (left: PredicateBlock, right: PredicateBlock) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

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
