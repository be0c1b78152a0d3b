import Foundation

extension ResolvedPredicate {
  /// Whether the predicate holds for the subject.
  package func matches(_ subject: any PredicateSubject) -> Bool {
    switch self {
    case .literal(let value): value
    case .and(let children): children.allSatisfy { $0.matches(subject) }
    case .or(let children): children.contains { $0.matches(subject) }
    case .not(let child): !child.matches(subject)
    case .comparison(let comparison): comparison.matches(subject)
    }
  }
}

extension ResolvedComparison {
  func matches(_ subject: any PredicateSubject) -> Bool {
    switch modifier {
    case .direct: holds(left.value(for: subject), subject)
    case .any: collection(subject).contains { holds($0, subject) }
    case .all: collection(subject).allSatisfy { holds($0, subject) }
    case .none: !collection(subject).contains { holds($0, subject) }
    }
  }

  /// The values of the left side, one for each object of its to-many relationship.
  private func collection(_ subject: any PredicateSubject) -> [AttributeValue] {
    guard case .path(let path) = left else { return [] }
    return path.values(for: subject)
  }

  private func holds(_ value: AttributeValue, _ subject: any PredicateSubject) -> Bool {
    switch `operator` {
    case .equal: equals(value, right.value(for: subject))
    case .notEqual: !equals(value, right.value(for: subject))
    case .lessThan: order(value, right.value(for: subject)) == .orderedAscending
    case .greaterThan: order(value, right.value(for: subject)) == .orderedDescending
    case .lessThanOrEqual: isAtMost(value, right.value(for: subject))
    case .greaterThanOrEqual: isAtMost(right.value(for: subject), value)
    case .between: isBetween(value, right.elements(for: subject))
    case .in:
      right.elements(for: subject).contains { order(value, $0) == .orderedSame }
    case .beginsWith, .endsWith, .contains, .like, .matches: holdsText(value, subject)
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

  private func holdsText(_ value: AttributeValue, _ subject: any PredicateSubject) -> Bool {
    guard case .string(let text) = value else { return false }
    if let pattern { return pattern.matches(text) }
    guard case .string(let other) = right.value(for: subject) else { return false }
    // A pattern that a row holds and that is no regular expression matches nothing.
    guard let pattern = try? TextPattern(`operator`, other, options: options) else { return false }
    return pattern.matches(text)
  }
}

extension ResolvedExpression {
  /// The expression's value for the subject.
  func value(for subject: any PredicateSubject) -> AttributeValue {
    switch self {
    case .constant(let value): value
    case .path(let path): path.value(for: subject)
    case .count(let path): path.count(for: subject)
    case .list: .list(elements(for: subject))
    case .negative(let operand): Arithmetic.negative(operand.value(for: subject))
    case .arithmetic(let symbol, let left, let right):
      Arithmetic.apply(symbol, left.value(for: subject), right.value(for: subject))
    case .function, .aggregate, .ternary, .cast: .null
    }
  }

  fileprivate func elements(for subject: any PredicateSubject) -> [AttributeValue] {
    switch self {
    case .constant(.list(let values)): values
    case .list(let expressions): expressions.map { $0.value(for: subject) }
    default: []
    }
  }
}
