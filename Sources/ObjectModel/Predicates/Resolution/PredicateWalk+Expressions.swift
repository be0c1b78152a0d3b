extension PredicateWalk {
  mutating func side(_ node: ExpressionNode, as role: PathResolver.Role) throws -> Side {
    Side(try resolve(node, as: role), at: node.position)
  }

  mutating func resolve(
    _ node: ExpressionNode, as role: PathResolver.Role
  ) throws -> ResolvedExpression {
    let position = node.position
    switch node.kind {
    case .constant(let value): return .constant(value.current)
    case .keyPath(let keys): return .path(try path(keys, as: role, position))
    case .variable(let name): return try variable(name, as: role, position)
    case .aggregate(let elements): return .list(try list(elements))
    case .function(let function, let arguments): return try call(function, arguments, position)
    case .message: throw ObjectGraphError.messageOutsideMapping(node)
    case .collection(let symbol, let collection, let keys):
      return try aggregate(symbol, of: collection, then: keys, position)
    case .subquery:
      throw error(
        "a subquery has no single value", at: position,
        repair: "put .@count after it, or ANY, ALL or NONE before it")
    case .ternary(let condition, let one, let other): return try ternary(condition, one, other)
    case .cast(let operand, let type): return try cast(operand, to: type)
    case .fetch(let node): return .constant(try located(at: position) { try node.found() })
    case .fetchOperand:
      throw error(
        "\(FormatPrinter.text(of: node)) is not a value", at: position,
        repair: "create a FetchRequestExpression from a request and a context")
    }
  }

  func located<Value>(at position: Int?, _ body: () throws -> Value) throws -> Value {
    try ObjectGraphError.passing(body) { $0.position = position }
  }

  private mutating func list(_ elements: [ExpressionNode]) throws -> [ResolvedExpression] {
    var resolved: [ResolvedExpression] = []
    for element in elements {
      let part = try side(element, as: .value)
      if part.isList { throw error("a list cannot hold a list", at: part.position) }
      try checkSingle(part.type, at: part.position)
      resolved.append(part.expression)
    }
    return resolved
  }

  private func variable(
    _ name: String, as role: PathResolver.Role, _ position: Int?
  ) throws -> ResolvedExpression {
    guard let (keys, resolver) = pathParts(of: .variable(name)) else {
      let known = variables.map(\.name).filter { !$0.isEmpty }
      throw error(
        "the variable $\(name) has no value", at: position,
        repair: NearestName.nearest(to: ExpressionNode.variableName(of: name), among: known)
          .map { "did you mean $\($0)?" } ?? "give it one with withSubstitutionVariables", key: name
      )
    }
    return .path(try path(keys, as: role, position, resolver))
  }

  /// The keys of a path, and a resolver for them; nil for another kind of node, and for a variable
  /// that no subquery binds.
  func pathParts(of node: ExpressionNode) -> (keys: [String], resolver: PathResolver)? {
    guard let (variable, keys) = node.pathParts, let resolver = pathResolver(from: variable) else {
      return nil
    }
    return (keys, resolver)
  }

  /// A resolver for keys after a variable or, for nil, the evaluated object.
  func pathResolver(from variable: String?) -> PathResolver? {
    guard let variable else { return PathResolver(entity: entity) }
    return variables.lastIndex { $0.name == variable }.map { pathResolver(fromDepth: $0) }
  }

  func pathResolver(fromDepth depth: Int) -> PathResolver {
    let (name, entity) = variables[depth]
    return PathResolver(entity: entity, root: .variable(depth), prefix: "$\(name).")
  }

  func path(
    _ keys: [String], as role: PathResolver.Role, _ position: Int?, _ resolver: PathResolver? = nil
  ) throws -> ResolvedPath {
    let resolver = resolver ?? PathResolver(entity: entity)
    return try located(at: position) { try resolver.resolve(keys, as: role) }
  }

  /// The side, with its constant converted to the type of the other side.
  func converted(_ side: Side, matching other: Side) throws -> Side {
    guard let target = other.type, let type = side.type else { return side }
    if case .constant(let value) = side.expression, other.isProperty || target == .decimal {
      let value = other.isDayNumber ? value.asDayNumber : value
      guard let value = value.converted(to: target) else { throw mismatch(side, other) }
      var converted = Side(.constant(value), at: side.position)
      converted.type = target
      return converted
    }
    // A constant on the other side will be converted to this side's type.
    if side.isProperty, case .constant = other.expression { return side }
    guard type.family == target.family || type == .undefined || target == .undefined else {
      throw mismatch(side, other)
    }
    return side
  }

  private func mismatch(_ side: Side, _ other: Side) -> ObjectGraphError {
    error(
      "\(other.description) cannot be compared with \(side.description)", at: side.position,
      repair: other.type?.spelling, key: other.key ?? side.key,
      value: side.expression.constantValue)
  }

  /// Checks that the operator and its options suit the types of the sides.
  func check(
    _ symbol: ComparisonOperator, _ options: ComparisonOptions, _ left: Side, _ right: Side
  ) throws {
    try check(symbol, options, left, beside: right)
    try check(symbol, options, right, beside: left)
  }

  private func check(
    _ symbol: ComparisonOperator, _ options: ComparisonOptions, _ side: Side, beside other: Side
  ) throws {
    guard let type = side.type else { return }
    let family = type.family
    if family == .opaque, ![.equalTo, .notEqualTo].contains(symbol) || !comparesNil(side, other) {
      throw error(
        "\(side.description) can only be compared with nil, by == or !=", at: side.position,
        key: side.key)
    }
    if family == .any { return }
    if symbol.isTextual, family != .text {
      throw error(
        "\(symbol.spelling) needs text on both sides, but \(side.description) is not text",
        at: side.position,
        key: side.key)
    }
    if symbol.isOrdering, family != .text, family != .number, family != .date {
      throw error(
        "\(side.description) has no order, but \(symbol.spelling) needs one", at: side.position,
        repair: "compare by ==, != or IN", key: side.key)
    }
    if !options.isEmpty, family != .text {
      throw error(
        "the options [\(options.letters)] are for text, but \(side.description) is not text",
        at: side.position, repair: "leave them out", key: side.key)
    }
  }

  private func comparesNil(_ left: Side, _ right: Side) -> Bool {
    [left, right].contains { if case .constant(.null) = $0.expression { true } else { false } }
  }
}

extension PredicateWalk.Side {
  /// Whether a constant on the other side is converted to this side's type.
  var isProperty: Bool {
    switch expression {
    case .constant, .list: false
    case .function(let call): !call.function.isArithmetic
    default: true
    }
  }

  /// Whether the side is an attribute that counts days; dates are compared with it as days.
  var isDayNumber: Bool { expression.path?.attribute?.isDayNumber ?? false }

  /// The last key of a path.
  var key: String? {
    let aggregate: ResolvedAggregate? =
      if case .aggregate(let aggregate) = expression { aggregate } else { nil }
    let path = expression.path ?? aggregate?.countedPath
    return path?.text.split(separator: ".").last.map(String.init)
  }

  /// A description of the side for messages: `partySize (an integer)`, `the text "x"`.
  var description: String {
    switch expression {
    case .path(let path): "\(path.spelling) (\(path.type.phrase))"
    case .constant(.list): "a list"
    case .constant(let value):
      "\(value.type?.phrase ?? "the value") \(FormatPrinter.text(of: .constant(value)))"
    case .list: "a list"
    case .function(let call) where call.function.isArithmetic:
      "the result of arithmetic (a number)"
    case .function(let call):
      "the result of \(call.function.rawValue) (\(call.type.phrase))"
    case .aggregate(let aggregate):
      aggregate.countedPath.map { "\($0.text).@count (a number)" }
        ?? "the result of \(aggregate.function.rawValue) (\(aggregate.type.phrase))"
    case .ternary: "the result of TERNARY (\(type?.phrase ?? "nil"))"
    case .cast(.function(let call), .date) where call.function.isArithmetic:
      "the result of arithmetic (a date)"
    case .cast(_, let target): "the cast to \(target.rawValue)"
    }
  }
}

extension ObjectGraphError {
  /// The error for a message outside a mapping model.
  static func messageOutsideMapping(_ node: ExpressionNode) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "only a mapping model can evaluate \(FormatPrinter.text(of: node))",
      repair: "use it as the value expression of a property mapping", position: node.position)
  }
}
