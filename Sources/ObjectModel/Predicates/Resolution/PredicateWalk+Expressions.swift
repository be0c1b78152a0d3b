extension PredicateWalk {
  mutating func side(
    _ node: ExpressionNode, as role: PathResolver.Role
  ) throws -> Side {
    let leaf = nextLeaf
    let expression = try resolve(node, as: role)
    return Side(expression: expression, type: expression.type, leaf: leaf)
  }

  private mutating func resolve(
    _ node: ExpressionNode, as role: PathResolver.Role
  ) throws -> ResolvedExpression {
    let leaf = nextLeaf
    if node.isLeaf { nextLeaf += 1 }
    switch node {
    case .constant(let value): return .constant(value)
    case .keyPath(let keys): return .path(try path(keys, as: role, leaf))
    case .selfObject: return .path(try path([], as: role, leaf))
    case .collection(.count, .keyPath(let keys), let rest) where rest.isEmpty:
      nextLeaf += 1
      return .count(try path(keys, as: .count, leaf))
    case .variable(let name):
      throw error(
        "the variable $\(name) has no value", at: leaf,
        repair: "give it one by withSubstitutionVariables", key: name)
    case .aggregate(let elements):
      var resolved: [ResolvedExpression] = []
      for element in elements {
        let start = nextLeaf
        let expression = try resolve(element, as: .value)
        if Side(expression: expression, type: nil, leaf: start).isList {
          throw error("a list cannot hold a list", at: start)
        }
        resolved.append(expression)
      }
      return .list(resolved)
    case .negative(let operand): return .negative(try number(operand))
    case .arithmetic(let symbol, let left, let right):
      let first = try number(left)
      let second = try number(right)
      return .arithmetic(symbol, first.fitting(second), second.fitting(first))
    case .function, .collection, .subquery, .ternary, .cast:
      throw error(
        "\(FormatPrinter.text(of: node)) can stand in a derived attribute only", at: leaf,
        repair: "derive an attribute by it, and use that attribute here")
    }
  }

  func path(
    _ keys: [String], as role: PathResolver.Role, _ leaf: Int
  ) throws -> ResolvedPath {
    do {
      return try PathResolver(entity: entity).resolve(keys, as: role)
    } catch {
      var located = error
      located.position = positions[leaf]
      throw located
    }
  }

  /// An operand of arithmetic.
  private mutating func number(
    _ node: ExpressionNode
  ) throws -> ResolvedExpression {
    let operand = try side(node, as: .value)
    guard !operand.isList, operand.type.map({ $0.family == .number }) ?? true else {
      throw error("arithmetic needs numbers, \(operand.description) is none", at: operand.leaf)
    }
    return operand.expression
  }

  /// The side with its constant in the type of the other side.
  func converted(_ side: Side, matching other: Side) throws -> Side {
    guard let target = other.type, let type = side.type else { return side }
    if case .constant(let value) = side.expression, other.isProperty || target == .decimal {
      let value = other.isDayNumber ? value.asDayNumber : value
      guard let value = value.converted(to: target) else { throw mismatch(side, other) }
      return Side(expression: .constant(value), type: target, leaf: side.leaf)
    }
    // A constant on the other side is converted to this side's type in its turn.
    if side.isProperty, case .constant = other.expression { return side }
    guard type.family == target.family || type == .undefined || target == .undefined else {
      throw mismatch(side, other)
    }
    return side
  }

  private func mismatch(_ side: Side, _ other: Side) -> ObjectGraphError {
    var value: AttributeValue?
    if case .constant(let constant) = side.expression { value = constant }
    return error(
      "\(other.description) cannot be compared with \(side.description)", at: side.leaf,
      repair: other.type?.spelling, key: other.key ?? side.key, value: value)
  }

  /// Whether the operator and its options fit the types of the sides.
  func check(
    _ symbol: ComparisonOperator, _ options: ComparisonOptions, _ left: Side, _ right: Side
  ) throws {
    for side in [left, right] {
      guard let type = side.type else { continue }
      let family = type.family
      if family == .opaque, !(symbol == .equal || symbol == .notEqual) || !comparesNil(left, right)
      {
        throw error(
          "\(side.description) can be compared with nil alone, by == or !=", at: side.leaf,
          key: side.key)
      }
      if family == .any { continue }
      if symbol.isTextual, family != .text {
        throw error(
          "\(symbol.rawValue) needs text on both sides, \(side.description) is none", at: side.leaf,
          key: side.key)
      }
      if symbol.isOrdering, family != .text, family != .number, family != .date {
        throw error(
          "\(side.description) has no order, \(symbol.rawValue) needs one", at: side.leaf,
          repair: "compare by ==, != or IN", key: side.key)
      }
      if !options.isEmpty, family != .text {
        throw error(
          "the options [\(options.letters)] are for text, \(side.description) is none",
          at: side.leaf, repair: "leave them out", key: side.key)
      }
    }
  }

  private func comparesNil(_ left: Side, _ right: Side) -> Bool {
    [left, right].contains { if case .constant(.null) = $0.expression { true } else { false } }
  }
}

extension PredicateWalk.Side {
  /// Whether a constant on the other side takes this one's type.
  var isProperty: Bool {
    switch expression {
    case .path, .count: true
    default: false
    }
  }

  /// Whether the side is an attribute that counts days, which dates are compared with as days.
  var isDayNumber: Bool {
    if case .path(let path) = expression { path.attribute?.isDayNumber ?? false } else { false }
  }

  /// The last key of a path.
  var key: String? {
    switch expression {
    case .path(let path), .count(let path):
      path.text.split(separator: ".").last.map(String.init)
    default: nil
    }
  }

  /// What the side is, for messages: `partySize (an integer)`, `the text "x"`.
  var description: String {
    switch expression {
    case .path(let path): "\(path.text.isEmpty ? "SELF" : path.text) (\(path.type.phrase))"
    case .count(let path): "\(path.text).@count (a number)"
    case .constant(.list): "a list"
    case .constant(let value):
      "\(value.type?.phrase ?? "the value") \(FormatPrinter.text(of: .constant(value)))"
    case .list: "a list"
    case .negative, .arithmetic: "the result of arithmetic (a number)"
    case .function, .aggregate, .ternary, .cast: "the result (\(type?.phrase ?? "nil"))"
    }
  }
}

extension ResolvedExpression {
  /// A constant beside a decimal as a decimal, so that 0.1 is one tenth; anything else as it is.
  fileprivate func fitting(_ other: ResolvedExpression) -> ResolvedExpression {
    guard case .constant(let value) = self, other.type == .decimal else { return self }
    return .constant(value.converted(to: .decimal) ?? value)
  }
}
