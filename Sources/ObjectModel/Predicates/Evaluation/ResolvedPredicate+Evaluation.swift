extension ResolvedPredicate {
  /// Whether the predicate holds for the subject.
  ///
  /// - Throws: `invalidArgument` if the regular expression of a `MATCHES` backtracks too much.
  package func matches(_ subject: any PredicateSubject) throws -> Bool {
    try holds(in: EvaluationScope(subject))
  }

  /// Whether the predicate holds in the scope.
  ///
  /// - Throws: errors of `matches(_:)`.
  package func holds(in scope: EvaluationScope) throws -> Bool {
    switch self {
    case .literal(let value): value
    case .and(let children): try children.allSatisfy { try $0.holds(in: scope) }
    case .or(let children): try children.contains { try $0.holds(in: scope) }
    case .not(let child): try !child.holds(in: scope)
    case .comparison(let comparison): try comparison.holds(in: scope)
    case .search(let search): search.holds(in: scope)
    }
  }
}

extension ResolvedComparison {
  func holds(in scope: EvaluationScope) throws -> Bool {
    let right = try right.value(in: scope)
    func holds(_ left: AttributeValue) throws -> Bool {
      try self.operator.holds(left, right, options: options, pattern: pattern)
    }
    guard modifier != .direct, case .path(let path) = left else {
      return try holds(left.value(in: scope))
    }
    return try modifier.holds(of: path.values(for: scope.start(at: path.root)) ?? [], holds)
  }
}
