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

extension PredicateNode {
  /// Whether a block is part of the tree, which knows no keys.
  var holdsBlock: Bool {
    switch self {
    case .block: true
    case .literal: false
    case .and(let children), .or(let children): children.contains(where: \.holdsBlock)
    case .not(let child): child.holdsBlock
    case .comparison(let comparison): comparison.left.holdsBlock || comparison.right.holdsBlock
    }
  }
}

extension ExpressionNode {
  fileprivate var holdsBlock: Bool {
    switch self {
    case .constant, .keyPath, .selfObject, .variable, .fetch, .fetchOperand: false
    case .aggregate(let parts), .function(_, let parts): parts.contains(where: \.holdsBlock)
    case .negative(let operand), .cast(let operand, _), .collection(_, let operand, _):
      operand.holdsBlock
    case .arithmetic(_, let left, let right): left.holdsBlock || right.holdsBlock
    case .subquery(let node): node.collection.holdsBlock || node.predicate.holdsBlock
    case .ternary(let condition, let one, let other):
      condition.holdsBlock || one.holdsBlock || other.holdsBlock
    }
  }
}
