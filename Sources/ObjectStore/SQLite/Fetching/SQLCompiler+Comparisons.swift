import Foundation
import ObjectModel

extension SQLCompiler {
  func condition(
    _ comparison: ResolvedComparison, isExact: Bool, in scope: SQLScope
  ) throws -> String {
    guard comparison.modifier == .direct else {
      return try condition(overCollection: comparison, in: scope)
    }
    return try holds(comparison, isExact: isExact, rightScope: scope) { folding in
      try self.operand(
        comparison.left, against: comparison.right, in: scope,
        isApproximate: comparison.operator.isOrdering, folding: folding)
    }
  }

  /// Whether a comparison holds for one value of its left side.
  ///
  /// - Parameter left: makes the left side, folded under the options that it is given; constants are
  ///   bound in the order of the text.
  func holds(
    _ comparison: ResolvedComparison, isExact: Bool, rightScope: SQLScope,
    left makeLeft: (ComparisonOptions) throws -> SQLOperand
  ) throws -> String {
    let mark = bindings.count
    let symbol = comparison.operator
    let options = comparison.options
    if symbol.isTextual {
      return try text(comparison, isExact, rightScope, try makeLeft([]), mark)
    }
    let isLocalized = options.contains(.localeSensitive)
    let folding = isLocalized || options.contains(.normalized) ? [] : options
    let left = try makeLeft(folding)
    func right(_ expression: ResolvedExpression) throws -> SQLOperand {
      try operand(
        expression, against: comparison.left, in: rightScope, isApproximate: symbol.isOrdering,
        folding: folding)
    }
    let locale = isLocalized ? options : nil
    switch symbol {
    case .equal, .notEqual:
      return equality(
        left, try right(comparison.right), isNegated: symbol == .notEqual, isExact, locale, mark)
    case .between:
      let bounds = comparison.right.elements
      guard bounds.count == 2, case .text(let value, let canBeNull) = left else {
        return literal(false, mark)
      }
      guard case .text(let low, let lowCanBeNull) = try right(bounds[0]),
        case .text(let high, let highCanBeNull) = try right(bounds[1])
      else { return literal(false, mark) }
      let text =
        locale.map { options in
          "(\(order(value, low, options)) >= 0 AND \(order(value, high, options)) <= 0)"
        } ?? "\(value) BETWEEN \(low) AND \(high)"
      return exact(text, isExact && (canBeNull || lowCanBeNull || highCanBeNull))
    case .in:
      return try membership(comparison, left, isExact, rightScope, locale, folding, mark) {
        try makeLeft(folding)
      }
    default:
      guard case .text(let first, let firstCanBeNull) = left,
        case .text(let second, let secondCanBeNull) = try right(comparison.right)
      else { return literal(false, mark) }
      let text =
        locale.map { "\(order(first, second, $0)) \(symbol.rawValue) 0" }
        ?? "\(first) \(symbol.rawValue) \(second)"
      return exact(text, isExact && (firstCanBeNull || secondCanBeNull))
    }
  }

  /// A condition whose value is known, without the constants that were bound for it.
  func literal(_ value: Bool, _ mark: Int) -> String {
    bindings.removeLast(bindings.count - mark)
    return value ? "1" : "0"
  }

  func exact(_ text: String, _ isNeeded: Bool) -> String {
    isNeeded ? "(\(text)) IS TRUE" : text
  }

  private func order(_ left: String, _ right: String, _ options: ComparisonOptions) -> String {
    "\(SQLFunctions.compare)(\(left), \(right), \(options.rawValue))"
  }

  private func equality(
    _ left: SQLOperand, _ right: SQLOperand, isNegated: Bool, _ isExact: Bool,
    _ locale: ComparisonOptions?, _ mark: Int
  ) -> String {
    switch (left, right) {
    case (.null, .null): return literal(!isNegated, mark)
    case (.unmatchable, _), (_, .unmatchable): return literal(isNegated, mark)
    case (.null, .text(let text, _)), (.text(let text, _), .null):
      return "\(text) IS \(isNegated ? "NOT " : "")NULL"
    case (.text(let first, let firstCanBeNull), .text(let second, let secondCanBeNull)):
      let areBothNullable = firstCanBeNull && secondCanBeNull
      if let locale {
        let order = order(first, second, locale)
        guard areBothNullable else { return "\(order) IS \(isNegated ? "NOT " : "")0" }
        // Neither side is a constant, so nothing is bound twice.
        let same = "(\(order) IS 0 OR (\(first) IS NULL AND \(second) IS NULL))"
        return isNegated ? "NOT \(same)" : same
      }
      if isNegated { return "\(first) IS NOT \(second)" }
      let mayBeNull = firstCanBeNull || secondCanBeNull
      return areBothNullable || (isExact && mayBeNull)
        ? "\(first) IS \(second)" : "\(first) = \(second)"
    }
  }

  // MARK: Text

  private func text(
    _ comparison: ResolvedComparison, _ isExact: Bool, _ scope: SQLScope, _ left: SQLOperand,
    _ mark: Int
  ) throws -> String {
    guard case .text(let value, let canBeNull) = left else { return literal(false, mark) }
    let options = comparison.options
    let isPlain =
      options.isEmpty || (options.contains(.normalized) && !options.contains(.localeSensitive))
    if isPlain, case .constant(.string(let pattern)) = comparison.right,
      let text = plainText(comparison.operator, value, pattern, mark)
    {
      return exact(text, isExact && canBeNull)
    }
    guard
      case .text(let pattern, let patternCanBeNull) = try operand(
        comparison.right, against: comparison.left, in: scope)
    else { return literal(false, mark) }
    // The operator's name is bound too, to keep quotes out of the text.
    bind(.text(comparison.operator.rawValue))
    return exact(
      "\(SQLFunctions.matches)(\(value), \(pattern), ?, \(options.rawValue))",
      isExact && (canBeNull || patternCanBeNull))
  }

  /// What SQLite can do by itself, or nil.
  private func plainText(
    _ symbol: ComparisonOperator, _ value: String, _ pattern: String, _ mark: Int
  ) -> String? {
    guard value != "?" else { return nil }
    let bytes = Array(pattern.utf8)
    switch symbol {
    case .beginsWith:
      guard let last = bytes.last else { return "\(value) IS NOT NULL" }
      // A range of the index: no byte of UTF-8 is 255, so that the last one has a successor.
      bind(.text(pattern))
      bind(.textBytes(bytes.dropLast() + [last + 1]))
      return "(\(value) >= ? AND \(value) < ?)"
    case .endsWith:
      guard !bytes.isEmpty else { return "\(value) IS NOT NULL" }
      bind(.integer(Int64(-bytes.count)))
      bind(.blob(bytes))
      return "substr(CAST(\(value) AS BLOB), ?) = ?"
    case .contains:
      guard !bytes.isEmpty else { return "\(value) IS NOT NULL" }
      bind(.text(pattern))
      return "instr(\(value), ?) > 0"
    default: return nil
    }
  }
}

extension ResolvedExpression {
  /// The elements of the right side of IN and BETWEEN.
  var elements: [ResolvedExpression] {
    switch self {
    case .constant(.list(let values)): values.map { .constant($0) }
    case .list(let elements): elements
    default: []
    }
  }
}
