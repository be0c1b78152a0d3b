/// Arithmetic with numbers, and with dates and the seconds between them.
extension PredicateWalk {
  /// Subtracting two dates gives seconds, as a double; seconds can be added to or subtracted from a
  /// date. An operation on constants is resolved to a constant, for which an index can be used.
  mutating func arithmetic(
    _ symbol: ArithmeticOperator, _ left: ExpressionNode, _ right: ExpressionNode
  ) throws -> ResolvedExpression {
    let first = try side(left, as: .value)
    let second = try side(right, as: .value)
    guard first.isDate || second.isDate else {
      let (first, second) = (try number(first), try number(second))
      // Combined with a decimal, 0.1 is one tenth.
      let type: AttributeType? = [first.type, second.type].contains(.decimal) ? .decimal : nil
      return .arithmetic(symbol, first.fitting(type), second.fitting(type))
    }
    try check(symbol, first, second)
    if let start = first.expression.known, let end = second.expression.known {
      return .constant(Arithmetic.apply(symbol, start, end))
    }
    if first.type == nil || second.type == nil { return .constant(.null) }
    let result = ResolvedExpression.arithmetic(symbol, first.seconds, second.seconds)
    return first.isDate && second.isDate ? result : .cast(result, .date)
  }

  /// Resolves an operand of arithmetic.
  mutating func number(_ node: ExpressionNode) throws -> ResolvedExpression {
    try number(side(node, as: .value))
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

  private func check(_ symbol: ArithmeticOperator, _ first: Side, _ second: Side) throws {
    let isPossible: Bool =
      switch symbol {
      case .subtract: first.isDate && (second.isDate || second.isNumber)
      case .add: first.isDate != second.isDate && (first.isNumber || second.isNumber)
      case .multiply, .divide, .power: false
      }
    guard !isPossible else { return }
    let other = first.isDate ? second : first
    // Report the unsuitable operand; for two dates, report the operator.
    let reason =
      other.isDate || other.isNumber
      ? "\(symbol.rawValue) cannot combine \(first.description) and \(second.description)"
      : "arithmetic needs numbers or dates, but \(other.description) is neither"
    throw error(reason, at: other.position, repair: Self.hint, key: other.key)
  }
}

extension ResolvedExpression {
  /// The value of a constant, or of arithmetic on constants.
  fileprivate var known: AttributeValue? {
    switch self {
    case .constant(let value): return value
    case .negative(let operand): return operand.known.map { Arithmetic.negative($0) }
    case .arithmetic(let symbol, let left, let right):
      guard let left = left.known, let right = right.known else { return nil }
      return Arithmetic.apply(symbol, left, right)
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
