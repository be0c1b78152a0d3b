extension PredicateNode {
  /// The names of the variables in the tree, paths behind them included.
  package var variables: Set<String> {
    switch self {
    case .literal: []
    case .and(let children), .or(let children):
      children.reduce(into: []) { $0.formUnion($1.variables) }
    case .not(let child): child.variables
    case .comparison(let comparison):
      comparison.left.variables.union(comparison.right.variables)
    }
  }
}

extension ExpressionNode {
  fileprivate var variables: Set<String> {
    switch self {
    case .variable(let name): [name]
    case .constant, .keyPath, .selfObject, .count, .derivation: []
    case .aggregate(let elements): elements.reduce(into: []) { $0.formUnion($1.variables) }
    case .negative(let operand): operand.variables
    case .arithmetic(_, let left, let right): left.variables.union(right.variables)
    }
  }
}
