extension FetchPredicate {
  /// The text of a predicate that says by itself what it matches, today as tomorrow; nil with a block
  /// in it, another fetch, a variable, `now()` or `random()`.
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
