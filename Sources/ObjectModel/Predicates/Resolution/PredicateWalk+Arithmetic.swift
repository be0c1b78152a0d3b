/// Arithmetic with numbers, and with dates and the seconds between them.
extension PredicateWalk {
  /// Subtracting two dates gives seconds, as a double; seconds can be added to or subtracted from a
  /// date. An operation on constants is resolved to a constant, for which an index can be used.
  mutating func arithmetic(
    _ function: PredicateFunction, _ left: ExpressionNode, _ right: ExpressionNode
  ) throws -> ResolvedExpression {
    let first = try side(left, as: .value)
    let second = try side(right, as: .value)
    guard first.isDate || second.isDate else {
      let operands = [try number(first), try number(second)]
      let types = operands.compactMap(\.type)
      if types.isEmpty { return .constant(.null) }
      // Combined with a decimal, 0.1 is one tenth.
      let type: AttributeType? = types.contains(.decimal) ? .decimal : nil
      return .function(ResolvedFunction(function, operands.map { $0.fitting(type) }))
    }
    try check(function, first, second)
    if let start = first.expression.known, let end = second.expression.known {
      return .constant(Arithmetic.apply(function, start, end))
    }
    if first.type == nil || second.type == nil { return .constant(.null) }
    let result = ResolvedExpression.function(
      ResolvedFunction(function, [first.seconds, second.seconds]))
    return first.isDate && second.isDate ? result : .cast(result, .date)
  }

  /// The difference between zero and a number.
  mutating func negative(_ node: ExpressionNode) throws -> ResolvedExpression {
    let operand = try number(side(node, as: .value))
    return operand.type == nil
      ? operand : .function(ResolvedFunction(.subtract, [.constant(.integer(0)), operand]))
  }

  private func number(_ operand: Side) throws -> ResolvedExpression {
    guard operand.isNumber else {
      throw error(
        "arithmetic needs numbers, but \(operand.description) is not one", at: operand.position,
        repair: operand.isDate ? Self.hint : nil, key: operand.key)
    }
    return operand.expression
  }

  private static let hint =
    "subtract one date from another for the seconds between them, or add seconds to a date; "
    + "a day has 86400"

  private func check(_ function: PredicateFunction, _ first: Side, _ second: Side) throws {
    let isPossible: Bool =
      switch function {
      case .subtract: first.isDate && (second.isDate || second.isNumber)
      case .add: first.isDate != second.isDate && (first.isNumber || second.isNumber)
      default: false
      }
    guard !isPossible else { return }
    let other = first.isDate ? second : first
    // Report the unsuitable operand; for two dates, report the operator.
    let reason =
      other.isDate || other.isNumber
      ? "\(function.symbol ?? "") cannot combine \(first.description) and \(second.description)"
      : "arithmetic needs numbers or dates, but \(other.description) is neither"
    throw error(reason, at: other.position, repair: Self.hint, key: other.key)
  }
}

extension ResolvedExpression {
  /// The value of a constant, or of arithmetic on constants.
  fileprivate var known: AttributeValue? {
    switch self {
    case .constant(let value): return value
    case .function(let call) where call.function.isArithmetic:
      guard let left = call.arguments[0].known, let right = call.arguments[1].known else {
        return nil
      }
      return Arithmetic.apply(call.function, left, right)
    default: return nil
    }
  }
}

extension PredicateWalk.Side {
  fileprivate var isDate: Bool { type == .date }

  /// Whether it is a number, or nil.
  fileprivate var isNumber: Bool { !isList && type?.isNumber ?? true }

  /// The number or, for a date, its seconds since 2001-01-01.
  fileprivate var seconds: ResolvedExpression { isDate ? .cast(expression, .number) : expression }
}
