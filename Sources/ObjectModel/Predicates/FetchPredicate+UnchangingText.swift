extension FetchPredicate {
  /// The text of a predicate whose meaning never changes; nil if it contains a block, a fetch, a
  /// variable, `now()` or `random()`.
  package var unchangingText: String? {
    let changes = SyntaxNode.predicate(node).contains { part in
      switch part {
      case .predicate(let node):
        if case .block = node.kind { true } else { false }
      case .expression(let node):
        switch node.kind {
        case .fetch, .fetchOperand, .variable, .function(.now, _), .function(.random, _): true
        default: false
        }
      }
    }
    return changes ? nil : predicateFormat
  }
}
