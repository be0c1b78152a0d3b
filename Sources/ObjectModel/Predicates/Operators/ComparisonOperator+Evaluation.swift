import Foundation

/// The in-memory semantics of the operators, for rows, objects and values without a model.
extension ComparisonOperator {
  /// Whether the operator holds between two values; the right one is a list for `IN` and `BETWEEN`.
  ///
  /// - Parameter pattern: the prepared right side of a text operator, if there is one.
  /// - Throws: `invalidArgument` if a regular expression backtracks too much.
  func holds(
    _ left: AttributeValue, _ right: AttributeValue, options: ComparisonOptions,
    pattern: TextPattern? = nil
  ) throws -> Bool {
    func order(_ left: AttributeValue, _ right: AttributeValue) -> ComparisonResult? {
      ValueOrder.compare(left, right, options: options)
    }
    func isEqual() -> Bool {
      if left.isNull || right.isNull { return left.isNull && right.isNull }
      return order(left, right) == .orderedSame
    }
    func isAtMost(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
      order(left, right).map { $0 != .orderedDescending } ?? false
    }
    switch self {
    case .equalTo: return isEqual()
    case .notEqualTo: return !isEqual()
    case .lessThan: return order(left, right) == .orderedAscending
    case .greaterThan: return order(left, right) == .orderedDescending
    case .lessThanOrEqualTo: return isAtMost(left, right)
    case .greaterThanOrEqualTo: return isAtMost(right, left)
    case .between:
      guard case .list(let bounds) = right, bounds.count == 2 else { return false }
      return isAtMost(bounds[0], left) && isAtMost(left, bounds[1])
    case .in:
      guard case .list(let elements) = right else { return false }
      return elements.contains { order(left, $0) == .orderedSame }
    case .beginsWith, .endsWith, .contains, .like, .matches:
      guard case .string(let text) = left else { return false }
      // An invalid regular expression in a row matches nothing.
      let pattern = pattern ?? (try? self.pattern(of: right, options: options))
      return try pattern?.matches(text) ?? false
    }
  }

  /// Prepares the right side of a text operator; nil for another operator or a value that is not a
  /// string.
  ///
  /// - Throws: `invalidArgument` for an invalid regular expression.
  func pattern(of value: AttributeValue, options: ComparisonOptions) throws -> TextPattern? {
    guard isTextual, case .string(let text) = value else { return nil }
    return try TextPattern(self, text, options: options)
  }
}

extension ComparisonModifier {
  /// Whether the elements meet a condition as the modifier requires.
  func holds<Element>(
    of elements: [Element], _ condition: (Element) throws -> Bool
  ) rethrows -> Bool {
    switch self {
    case .direct, .any: try elements.contains(where: condition)
    case .all: try elements.allSatisfy(condition)
    case .none: try !elements.contains(where: condition)
    }
  }
}
