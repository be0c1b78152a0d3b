import ObjectModel

extension SQLCompiler {
  func condition(
    _ comparison: ResolvedComparison, isExact: Bool, in scope: SQLScope
  ) throws -> String {
    guard comparison.modifier == .direct else {
      return try condition(overCollection: comparison, in: scope)
    }
    if let text = try existence(comparison, in: scope) { return text }
    let terms = Terms(comparison)
    if let text = objects(terms) { return text }
    let left = try operand(terms.left, against: nil, terms.right, terms.folding, in: scope)
    return try holds(terms, left, isExact: isExact, in: scope)
  }

  /// Whether two known objects are the same; nil for anything else.
  private func objects(_ terms: Terms) -> String? {
    guard case .constant(.objectID(let first)) = terms.left,
      case .constant(.objectID(let second)) = terms.right
    else { return nil }
    switch terms.symbol {
    case .equal: return first == second ? "1" : "0"
    case .notEqual: return first == second ? "0" : "1"
    default: return nil
    }
  }

  /// Whether a comparison holds for one value of its left side.
  ///
  /// - Parameters:
  ///   - left: the left side, folded under the options.
  ///   - scope: of the right side.
  func holds(
    _ terms: Terms, _ left: SQLOperand, isExact: Bool, in scope: SQLScope
  ) throws -> String {
    if terms.symbol.isTextual { return try text(terms, left, isExact, scope) }
    let mark = bindings.count
    let order = Order(locale: terms.isLocalized ? terms.options : nil)
    func right(_ expression: ResolvedExpression) throws -> SQLOperand {
      try operand(expression, against: left, terms.left, terms.folding, in: scope)
    }
    switch terms.symbol {
    case .equal, .notEqual:
      let isNegated = terms.symbol == .notEqual
      if terms.right.isConstant == false, let first = hierarchy(of: terms.left),
        let second = hierarchy(of: terms.right), first !== second
      {
        return differentHierarchies(left, try right(terms.right), isNegated, mark)
      }
      return equality(left, try right(terms.right), isNegated, isExact, order, mark)
    case .between:
      let bounds = terms.right.elements
      guard bounds.count == 2, case .value(let value) = left,
        case .value(let low) = try right(bounds[0]), case .value(let high) = try right(bounds[1])
      else { return literal(false, mark) }
      let text =
        order.isPlain(value, low) && order.isPlain(value, high)
        ? "\(value.text) BETWEEN \(low.text) AND \(high.text)"
        : "(\(order.text(value, ">=", low)) AND \(order.text(value, "<=", high)))"
      return exact(text, isExact && (value.canBeNull || low.canBeNull || high.canBeNull))
    case .in: return try membership(terms, left, isExact, scope, order)
    default:
      guard case .value(let first) = left, case .value(let second) = try right(terms.right)
      else { return literal(false, mark) }
      return exact(
        order.text(first, terms.symbol.rawValue, second),
        isExact && (first.canBeNull || second.canBeNull))
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

  /// How two values are brought into an order.
  struct Order {
    /// The options of a comparison by the rules of a language.
    let locale: ComparisonOptions?

    /// Whether SQLite's own operators do.
    func isPlain(_ left: SQLValue, _ right: SQLValue) -> Bool {
      locale == nil && left.isComparable(to: right)
    }

    func text(_ left: SQLValue, _ symbol: String, _ right: SQLValue) -> String {
      isPlain(left, right)
        ? "\(left.text) \(symbol) \(right.text)" : "\(call(left, right)) \(symbol) 0"
    }

    /// -1, 0 or 1; NULL where a side is nil.
    func call(_ left: SQLValue, _ right: SQLValue) -> String {
      guard let locale else { return "\(SQLFunctions.order)(\(left.written), \(right.written))" }
      return "\(SQLFunctions.compare)(\(left.text), \(right.text), \(locale.rawValue))"
    }
  }

  private func equality(
    _ left: SQLOperand, _ right: SQLOperand, _ isNegated: Bool, _ isExact: Bool, _ order: Order,
    _ mark: Int
  ) -> String {
    switch (left, right) {
    case (.null, .null): return literal(!isNegated, mark)
    case (.unmatchable, _), (_, .unmatchable): return literal(isNegated, mark)
    case (.null, .value(let value)), (.value(let value), .null):
      return "\(value.text) IS \(isNegated ? "NOT " : "")NULL"
    case (.value(let first), .value(let second)):
      let areBothNullable = first.canBeNull && second.canBeNull
      guard order.isPlain(first, second) else {
        let call = order.call(first, second)
        guard areBothNullable else { return "\(call) IS \(isNegated ? "NOT " : "")0" }
        let same = "(\(call) IS 0 OR (\(first.text) IS NULL AND \(second.text) IS NULL))"
        return isNegated ? "NOT \(same)" : same
      }
      if isNegated { return "\(first.text) IS NOT \(second.text)" }
      let mayBeNull = first.canBeNull || second.canBeNull
      return areBothNullable || (isExact && mayBeNull)
        ? "\(first.text) IS \(second.text)" : "\(first.text) = \(second.text)"
    }
  }

  /// Objects of different tables are never the same, though their keys may be.
  private func differentHierarchies(
    _ left: SQLOperand, _ right: SQLOperand, _ isNegated: Bool, _ mark: Int
  ) -> String {
    guard case .value(let first) = left, case .value(let second) = right else {
      return equality(left, right, isNegated, true, Order(locale: nil), mark)
    }
    let same = "(\(first.text) IS NULL AND \(second.text) IS NULL)"
    return isNegated ? "NOT \(same)" : same
  }
}

/// The two sides of a comparison; where one of them is a constant, it is the right one if the
/// operator can be turned round.
struct Terms {
  let left: ResolvedExpression
  let symbol: ComparisonOperator
  let right: ResolvedExpression
  let options: ComparisonOptions

  init(_ comparison: ResolvedComparison) {
    options = comparison.options
    if comparison.modifier == .direct, comparison.left.isConstant, !comparison.right.isConstant,
      let turned = comparison.operator.turned
    {
      (left, symbol, right) = (comparison.right, turned, comparison.left)
    } else {
      (left, symbol, right) = (comparison.left, comparison.operator, comparison.right)
    }
  }

  var isLocalized: Bool { options.contains(.localeSensitive) }

  /// The options under which both sides are folded before their bytes are compared.
  var folding: ComparisonOptions {
    symbol.isTextual || isLocalized || options.contains(.normalized) ? [] : options
  }
}

extension ComparisonOperator {
  /// The operator that says the same of the two sides exchanged, or nil.
  fileprivate var turned: ComparisonOperator? {
    switch self {
    case .equal, .notEqual: self
    case .lessThan: .greaterThan
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThan: .lessThan
    case .greaterThanOrEqual: .lessThanOrEqual
    default: nil
    }
  }
}

extension ResolvedExpression {
  var isConstant: Bool { if case .constant = self { true } else { false } }

  /// The elements of the right side of IN and BETWEEN.
  var elements: [ResolvedExpression] {
    switch self {
    case .constant(.list(let values)): values.map { .constant($0) }
    case .list(let elements): elements
    default: []
    }
  }
}
