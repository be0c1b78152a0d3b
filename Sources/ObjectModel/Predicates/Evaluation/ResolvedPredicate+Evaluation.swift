extension ResolvedPredicate {
  /// Whether the predicate holds for the subject.
  package func matches(_ subject: any PredicateSubject) -> Bool {
    holds(in: EvaluationScope(subject))
  }

  /// Whether the predicate holds in the scope.
  package func holds(in scope: EvaluationScope) -> Bool {
    switch self {
    case .literal(let value): value
    case .and(let children): children.allSatisfy { $0.holds(in: scope) }
    case .or(let children): children.contains { $0.holds(in: scope) }
    case .not(let child): !child.holds(in: scope)
    case .comparison(let comparison): comparison.holds(in: scope)
    case .search(let search): search.holds(in: scope)
    }
  }
}

extension ResolvedComparison {
  func holds(in scope: EvaluationScope) -> Bool {
    let right = right.value(in: scope)
    func holds(_ left: AttributeValue) -> Bool {
      self.operator.holds(left, right, options: options, pattern: pattern)
    }
    guard modifier != .direct, case .path(let path) = left else {
      return holds(left.value(in: scope))
    }
    return modifier.holds(of: path.values(for: scope.start(at: path.root)) ?? [], holds)
  }
}
