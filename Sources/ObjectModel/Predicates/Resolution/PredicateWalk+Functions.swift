/// Functions, conditional expressions and casts, and their types.
extension PredicateWalk {
  mutating func call(
    _ function: PredicateFunction, _ arguments: [ExpressionNode], _ position: Int?
  ) throws -> ResolvedExpression {
    // The tree may not come from the parser.
    guard function.argumentCount.contains(arguments.count) else {
      throw error(
        "\(function.rawValue) does not take \(arguments.count) arguments", at: position)
    }
    if let aggregate = function.aggregate { return try self.aggregate(aggregate, arguments) }
    switch function {
    case .now: return .constant(.date(now))
    case .noIndex: return try resolve(arguments[0], as: .value)
    case .negate: return try negative(arguments[0])
    case .add, .subtract, .multiply, .divide, .power:
      return try arithmetic(function, arguments[0], arguments[1])
    case .distinct:
      throw error(
        "distinct: can only be used inside an aggregate", at: position,
        repair: "write count:(distinct:(path))")
    default: break
    }
    var resolved: [ResolvedExpression] = []
    for argument in arguments {
      let operand = try side(argument, as: .value)
      try check(operand, for: function)
      resolved.append(operand.expression)
    }
    return .function(ResolvedFunction(function, resolved))
  }

  private func check(_ operand: Side, for function: PredicateFunction) throws {
    let needed = function.operand
    guard !operand.isList, operand.type.map({ $0.family == needed.family }) ?? true else {
      let phrase = needed.isNumber ? "a number" : needed.phrase
      throw error(
        "\(function.rawValue) needs \(phrase), found \(operand.description)",
        at: operand.position, key: operand.key)
    }
    guard needed == .integer64, let type = operand.type else { return }
    if type == .decimal || type == .double || type == .float {
      throw error(
        "\(function.rawValue) needs integers, found \(operand.description)", at: operand.position,
        key: operand.key)
    }
  }

  mutating func ternary(
    _ condition: PredicateNode, _ one: ExpressionNode, _ other: ExpressionNode
  ) throws -> ResolvedExpression {
    let predicate = try resolve(condition)
    let first = try side(one, as: .value)
    let second = try side(other, as: .value)
    for part in [first, second] where part.isList {
      throw error("TERNARY returns single values, so it cannot use a list", at: part.position)
    }
    let type = try commonType([first.expression, second.expression], at: second.position)
    return .ternary(
      predicate, first.expression.fitting(type), second.expression.fitting(type), type)
  }

  mutating func cast(_ node: ExpressionNode, to type: CastType) throws -> ResolvedExpression {
    let operand = try side(node, as: .value)
    let family = operand.type?.family
    let isPossible: Bool =
      switch (type, family) {
      case (_, nil), (.date, .date), (.date, .number), (.date, .text), (.number, .number),
        (.number, .text), (.number, .date), (.decimal, .number), (.decimal, .text),
        (.string, .text), (.string, .uuid), (.string, .uri):
        true
      // Doubles and decimals have several spellings.
      case (.string, .number): ![.double, .float, .decimal].contains(operand.type)
      default: false
      }
    guard !operand.isList, isPossible else {
      throw error(
        "\(operand.description) cannot be cast to \(type.rawValue)", at: operand.position,
        key: operand.key)
    }
    return .cast(operand.expression, type)
  }

  // MARK: Types

  /// The common type of the expressions; nil if all are nil.
  func commonType(_ expressions: [ResolvedExpression], at position: Int?) throws -> AttributeType? {
    var common: AttributeType?
    for expression in expressions {
      guard let type = expression.type else { continue }
      try checkSingle(type, at: position)
      guard let known = common else {
        common = type
        continue
      }
      if known == type { continue }
      guard known.family == type.family, known.family != .opaque else {
        throw error(
          "\(known.phrase) and \(type.phrase) have no type in common", at: position,
          repair: "CAST one of them")
      }
      if known.isNumber { common = .number(holding: [known, type]) }
    }
    return common
  }

  /// - Parameter type: the type of the values; nil if all are nil.
  func type(
    of function: AggregateFunction, _ type: AttributeType?, _ what: String, _ position: Int?
  ) throws -> AttributeType {
    try checkSingle(type, at: position)
    let type = type ?? .integer64
    let family = type.family
    switch function {
    case .count: return .integer64
    case .minimum, .maximum, .mode:
      let isComparable = function == .mode && (family == .uuid || family == .object)
      guard isComparable || [.number, .text, .date].contains(family) else {
        throw error(
          "\(function.rawValue) needs values with an order, \(what) has none", at: position)
      }
      return type
    case .sum, .average, .median, .standardDeviation:
      guard family == .number else {
        throw error("\(function.rawValue) needs numbers, found \(what)", at: position)
      }
      if function == .sum { return .number(holding: [type]) }
      return type == .decimal && function != .standardDeviation ? .decimal : .double
    }
  }
}
