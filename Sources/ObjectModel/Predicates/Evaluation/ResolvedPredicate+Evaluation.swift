import Foundation

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
    switch modifier {
    case .direct: holds(left.value(in: scope), scope)
    case .any: collection(scope).contains { holds($0, scope) }
    case .all: collection(scope).allSatisfy { holds($0, scope) }
    case .none: !collection(scope).contains { holds($0, scope) }
    }
  }

  /// The values of the left side, one for each object of its to-many relationship.
  private func collection(_ scope: EvaluationScope) -> [AttributeValue] {
    guard case .path(let path) = left else { return [] }
    return path.values(for: scope.start(of: path)) ?? []
  }

  private func holds(_ value: AttributeValue, _ scope: EvaluationScope) -> Bool {
    switch `operator` {
    case .equal: equals(value, right.value(in: scope))
    case .notEqual: !equals(value, right.value(in: scope))
    case .lessThan: order(value, right.value(in: scope)) == .orderedAscending
    case .greaterThan: order(value, right.value(in: scope)) == .orderedDescending
    case .lessThanOrEqual: isAtMost(value, right.value(in: scope))
    case .greaterThanOrEqual: isAtMost(right.value(in: scope), value)
    case .between: isBetween(value, right.elements(in: scope))
    case .in:
      right.elements(in: scope).contains { order(value, $0) == .orderedSame }
    case .beginsWith, .endsWith, .contains, .like, .matches: holdsText(value, scope)
    }
  }

  private func equals(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
    if left.isNull || right.isNull { return left.isNull && right.isNull }
    return order(left, right) == .orderedSame
  }

  private func isAtMost(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
    guard let order = order(left, right) else { return false }
    return order != .orderedDescending
  }

  private func isBetween(_ value: AttributeValue, _ bounds: [AttributeValue]) -> Bool {
    bounds.count == 2 && isAtMost(bounds[0], value) && isAtMost(value, bounds[1])
  }

  private func order(_ left: AttributeValue, _ right: AttributeValue) -> ComparisonResult? {
    ValueOrder.compare(left, right, options: options)
  }

  private func holdsText(_ value: AttributeValue, _ scope: EvaluationScope) -> Bool {
    guard case .string(let text) = value else { return false }
    if let pattern { return holds(pattern, text) }
    guard case .string(let other) = right.value(in: scope) else { return false }
    // A pattern that a row holds and that is no regular expression matches nothing.
    guard let pattern = try? TextPattern(`operator`, other, options: options) else { return false }
    return holds(pattern, text)
  }

  private func holds(_ pattern: TextPattern, _ text: String) -> Bool {
    // One pattern that is given up may cost a second for each row.
    if `operator` == .matches, EvaluationFailure.isNoted { return false }
    do {
      return try pattern.matches(text)
    } catch {
      EvaluationFailure.note(error)
      return false
    }
  }
}
