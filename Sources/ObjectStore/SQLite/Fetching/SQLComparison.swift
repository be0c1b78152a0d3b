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
    if let isTrue = terms.isTrueOfObjects { return isTrue ? "1" : "0" }
    let firstBinding = bindings.count
    let left = try operand(terms.left, against: nil, terms.right, terms.folding, in: scope)
    return try condition(terms, left, isExact: isExact, in: scope, firstBinding: firstBinding)
  }

  /// The condition that a comparison is true for one value of its left side.
  ///
  /// - Parameters:
  ///   - left: the left side, folded under the options.
  ///   - scope: the scope of the right side.
  ///   - firstBinding: the number of constants bound before those of the condition; nil if the left
  ///     side is part of another text, whose constants stay.
  func condition(
    _ terms: Terms, _ left: SQLOperand, isExact: Bool, in scope: SQLScope, firstBinding: Int? = nil
  ) throws -> String {
    try SQLComparison(
      compiler: self, terms: terms, left: left, isExact: isExact, scope: scope,
      firstBinding: firstBinding ?? bindings.count
    ).condition()
  }

  func areOfOneHierarchy(_ left: ResolvedExpression, _ right: ResolvedExpression) -> Bool {
    guard let first = hierarchy(of: left), let second = hierarchy(of: right) else { return true }
    return first === second
  }

  /// - Parameters:
  ///   - side: the other side of the comparison; nil if it is not known yet.
  ///   - other: the other side's expression.
  ///   - folding: the options under which strings are folded before comparison.
  func operand(
    _ expression: ResolvedExpression, against side: SQLOperand?, _ other: ResolvedExpression,
    _ folding: ComparisonOptions, in scope: SQLScope
  ) throws -> SQLOperand {
    guard case .constant(let constant) = expression else {
      return .value(try value(expression, in: scope).folded(folding))
    }
    switch constant {
    case .null: return .null
    case .string(let text): return bound(.text(text.foldedForComparison(folding)))
    case .objectID(let id):
      guard isKept(id), hierarchy(of: other).map({ $0 === id.entity.root }) ?? true else {
        return .unmatchable
      }
      return bound(.integer(id.reference))
    case .decimal(let number):
      if number.isNaN { return .unmatchable }
      if let binding = SQLParameter(constant), case .value(let value) = side,
        value.digits == .column || value.digits == .exact
      {
        return bound(binding)
      }
      return bound(.text("\(number)"), .written)
    case .double: return SQLParameter(constant).map { bound($0, .double) } ?? .unmatchable
    default: return SQLParameter(constant).map { bound($0) } ?? .unmatchable
    }
  }

  private func bound(_ binding: SQLParameter, _ digits: SQLValue.Digits = .exact) -> SQLOperand {
    .value(SQLValue(text: bind(binding), canBeNull: false, digits: digits))
  }
}

/// Builds the condition that a comparison is true for one value of its left side.
struct SQLComparison {
  let compiler: SQLCompiler
  let terms: Terms
  let left: SQLOperand
  let isExact: Bool
  /// The scope of the right side.
  let scope: SQLScope
  /// The number of constants bound before those used only by this condition.
  let firstBinding: Int

  func condition() throws -> String {
    if terms.symbol.isTextual { return try textCondition() }
    switch terms.symbol {
    case .equalTo, .notEqualTo: return equality(with: try right(terms.right))
    case .between:
      let bounds = terms.right.elements
      guard bounds.count == 2, case .value(let value) = left,
        case .value(let low) = try right(bounds[0]), case .value(let high) = try right(bounds[1])
      else { return literal(false) }
      let text =
        isPlain(value, low) && isPlain(value, high)
        ? "\(value.text) BETWEEN \(low.text) AND \(high.text)"
        : "(\(order(value, ">=", low)) AND \(order(value, "<=", high)))"
      return exact(text, canBeNull: value.canBeNull || low.canBeNull || high.canBeNull)
    case .in: return try membership()
    default:
      guard case .value(let first) = left, case .value(let second) = try right(terms.right)
      else { return literal(false) }
      return exact(
        order(first, terms.symbol.spelling, second), canBeNull: first.canBeNull || second.canBeNull)
    }
  }

  /// An operand for an expression on the right side.
  func right(_ expression: ResolvedExpression) throws -> SQLOperand {
    try compiler.operand(expression, against: left, terms.left, terms.folding, in: scope)
  }

  /// A constant condition, removing the constants bound for it.
  func literal(_ value: Bool) -> String {
    compiler.bindings.removeLast(compiler.bindings.count - firstBinding)
    return value ? "1" : "0"
  }

  func exact(_ text: String, canBeNull: Bool) -> String {
    isExact && canBeNull ? "(\(text)) IS TRUE" : text
  }

  private func equality(with right: SQLOperand) -> String {
    let isNegated = terms.symbol == .notEqualTo
    let not = isNegated ? "NOT " : ""
    switch (left, right) {
    case (.null, .null): return literal(!isNegated)
    case (.unmatchable, _), (_, .unmatchable): return literal(isNegated)
    case (.null, .value(let value)), (.value(let value), .null):
      return "\(value.text) IS \(not)NULL"
    case (.value(let first), .value(let second)):
      let areBothNull = "\(first.text) IS NULL AND \(second.text) IS NULL"
      if !terms.right.isConstant, !compiler.areOfOneHierarchy(terms.left, terms.right) {
        // Objects of different tables are never the same, even if their keys are.
        return "\(not)(\(areBothNull))"
      }
      let areBothNullable = first.canBeNull && second.canBeNull
      guard isPlain(first, second) else {
        let call = call(first, second)
        guard areBothNullable else { return "\(call) IS \(not)0" }
        return "\(not)(\(call) IS 0 OR (\(areBothNull)))"
      }
      if isNegated { return "\(first.text) IS NOT \(second.text)" }
      let mayBeNull = first.canBeNull || second.canBeNull
      return areBothNullable || (isExact && mayBeNull)
        ? "\(first.text) IS \(second.text)" : "\(first.text) = \(second.text)"
    }
  }

  // MARK: Order

  /// Whether SQLite's own operators can be used.
  func isPlain(_ left: SQLValue, _ right: SQLValue) -> Bool {
    !terms.isLocalized && left.isComparable(to: right)
  }

  func order(_ left: SQLValue, _ symbol: String, _ right: SQLValue) -> String {
    isPlain(left, right)
      ? "\(left.text) \(symbol) \(right.text)" : "\(call(left, right)) \(symbol) 0"
  }

  /// -1, 0 or 1; NULL if a side is nil.
  private func call(_ left: SQLValue, _ right: SQLValue) -> String {
    terms.isLocalized
      ? "\(SQLFunctions.compare)(\(left.text), \(right.text), \(terms.options.rawValue))"
      : "\(SQLFunctions.order)(\(left.written), \(right.written))"
  }
}

/// The two sides of a comparison; if one of them is a constant, it is on the right, provided that
/// the operator can be reversed.
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

  /// The result of comparing two constant objects; nil for anything else.
  var isTrueOfObjects: Bool? {
    guard case .constant(.objectID(let first)) = left, case .constant(.objectID(let second)) = right
    else { return nil }
    return switch symbol {
    case .equalTo: first == second
    case .notEqualTo: first != second
    default: nil
    }
  }

  var isLocalized: Bool { options.contains(.localeSensitive) }

  /// The options under which both sides are folded before their bytes are compared.
  var folding: ComparisonOptions {
    symbol.isTextual || isLocalized || options.contains(.normalized) ? [] : options
  }
}

extension ComparisonOperator {
  /// The equivalent operator with the sides swapped, or nil.
  fileprivate var turned: ComparisonOperator? {
    switch self {
    case .equalTo, .notEqualTo: self
    case .lessThan: .greaterThan
    case .lessThanOrEqualTo: .greaterThanOrEqualTo
    case .greaterThan: .lessThan
    case .greaterThanOrEqualTo: .lessThanOrEqualTo
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
