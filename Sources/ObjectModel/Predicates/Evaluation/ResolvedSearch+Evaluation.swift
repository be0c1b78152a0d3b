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
