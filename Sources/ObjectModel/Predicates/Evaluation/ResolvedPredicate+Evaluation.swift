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

extension ResolvedSearch {
  /// Whether the object at which the search starts matches.
  package func holds(in scope: EvaluationScope) -> Bool { matches(scope.start(at: root)) }

  private func matches(_ subject: any PredicateSubject) -> Bool {
    guard !query.words.isEmpty else { return false }
    var missing = query.words
    for field in fields {
      guard let value = field.text(of: subject) else { continue }
      let text = SearchText(value, style: field.style)
      guard rank == .words else {
        if Self.holds(rank, query.text(for: field.style), in: text) { return true }
        continue
      }
      missing.removeAll { word in Self.holds(.words, word, in: text) }
      if missing.isEmpty { return true }
    }
    return false
  }
}

extension SearchField {
  /// The attribute's value for a subject, or nil.
  package func text(of subject: any PredicateSubject) -> String? {
    var subject = subject
    for (index, step) in steps.enumerated() {
      if index == ownerStep, !belongs(subject) { return nil }
      guard let next = subject.destination(of: step) else { return nil }
      subject = next
    }
    if ownerStep == steps.count, !belongs(subject) { return nil }
    return text(of: subject.value(of: attribute))
  }

  private func belongs(_ subject: any PredicateSubject) -> Bool {
    owner.map { subject.objectID.entity.isKindOf(entity: $0) } ?? true
  }
}

extension ResolvedSortOrder {
  /// Whether the first subject comes before the second.
  package func areInIncreasingOrder(
    _ left: any PredicateSubject, _ right: any PredicateSubject
  ) -> Bool {
    for descriptor in descriptors {
      let order = descriptor.comparison.order(
        descriptor.path.value(for: left), descriptor.path.value(for: right))
      if order == .orderedSame { continue }
      return (order == .orderedAscending) == descriptor.ascending
    }
    return left.objectID.key < right.objectID.key
  }
}
