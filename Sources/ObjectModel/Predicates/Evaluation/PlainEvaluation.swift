import Foundation

/// Evaluates a syntax tree over values that have no model.
struct PlainEvaluation {
  let object: PlainValue
  var variables: [String: PlainValue]
  private let now = Date()

  init(_ object: Any?, variables: [String: Any?]) {
    self.object = PlainValue(object)
    self.variables = variables.mapValues { PlainValue($0) }
  }

  func holds(_ node: PredicateNode) throws -> Bool {
    switch node.kind {
    case .literal(let value): return value
    case .block(let block):
      let values = variables.compactMapValues(\.anyValue)
      return block.holds(object.anyValue, values.isEmpty ? nil : values)
    case .and(let children): return try children.allSatisfy { try holds($0) }
    case .or(let children): return try children.contains { try holds($0) }
    case .not(let child): return try !holds(child)
    case .comparison(let comparison): return try holds(comparison)
    }
  }

  private func holds(_ node: ComparisonNode) throws -> Bool {
    if node.modifier != .direct, let values = try valuesOfElements(of: node.left) {
      return try holds(.list(values), node, value(of: node.right), node.modifier)
    }
    let left = try value(of: node.left)
    let right = try value(of: node.right)
    if node.modifier == .direct { return try holds(left, node, right) }
    return try holds(left, node, right, node.modifier)
  }

  private func holds(
    _ left: PlainValue, _ node: ComparisonNode, _ right: PlainValue, _ modifier: ComparisonModifier
  ) throws -> Bool {
    if case .value(.null) = left { return modifier != .any }
    guard let elements = left.elements else {
      throw ObjectGraphError(
        .invalidArgument, "ANY, ALL and NONE need a collection on their left side",
        repair: "leave the modifier out for a single value")
    }
    switch modifier {
    case .any: return try elements.contains { try holds($0, node, right) }
    case .none: return try !elements.contains { try holds($0, node, right) }
    default: return try elements.allSatisfy { try holds($0, node, right) }
    }
  }

  private func holds(_ left: PlainValue, _ node: ComparisonNode, _ right: PlainValue) throws -> Bool
  {
    if node.options.contains(.wordBased) { return try searches(left, node, right) }
    switch node.operator {
    case .in:
      guard let elements = right.elements else { return try isMissing(right, for: node.operator) }
      return try elements.contains { try equals(left, $0, node.options) }
    case .contains where left.isList:
      return try left.elements?.contains { try equals($0, right, node.options) } ?? false
    case .between:
      guard let bounds = right.elements else { return try isMissing(right, for: node.operator) }
      guard bounds.count == 2 else {
        throw ObjectGraphError(
          .invalidArgument, "BETWEEN needs exactly two bounds, found \(bounds.count)",
          repair: "write {lowest, highest}; both are included")
      }
      return try compares(left, .greaterThanOrEqual, bounds[0], node.options)
        && compares(left, .lessThanOrEqual, bounds[1], node.options)
    default: return try compares(left, node.operator, right, node.options)
    }
  }

  /// A text without a model is searched by its words.
  private func searches(
    _ left: PlainValue, _ node: ComparisonNode, _ right: PlainValue
  ) throws -> Bool {
    if case .object(let object) = left {
      let search = ComparisonNode(
        .selfObject, node.operator, .constant(right.attributeValue ?? .null),
        options: node.options)
      return try FetchPredicate(.comparison(search)).evaluate(with: object.predicateSubject)
    }
    try node.checkSearch()
    guard case .value(.string(let text)) = left, case .value(.string(let wanted)) = right else {
      return false
    }
    let words = SearchQuery(wanted).words
    let found = SearchText(text, style: .words)
    return !words.isEmpty && words.allSatisfy { ResolvedSearch.holds(.words, $0, in: found) }
  }

  /// False for nil; anything else is no list.
  private func isMissing(_ value: PlainValue, for symbol: ComparisonOperator) throws -> Bool {
    if case .value(.null) = value { return false }
    throw ObjectGraphError(
      .invalidArgument, "\(symbol.rawValue) needs a list on its right side",
      repair: "write {1, 2} or pass an array for %@")
  }

  private func equals(
    _ left: PlainValue, _ right: PlainValue, _ options: ComparisonOptions
  ) throws -> Bool {
    // A nil in a list matches nothing.
    if case .value(.null) = right { return false }
    return try compares(left, .equal, right, options)
  }

  private func compares(
    _ left: PlainValue, _ symbol: ComparisonOperator, _ right: PlainValue,
    _ options: ComparisonOptions
  ) throws -> Bool {
    guard let first = left.attributeValue, let second = right.attributeValue else {
      return symbol == .notEqual
    }
    let fitting = first.type.flatMap { second.converted(to: $0) } ?? second
    let comparison = try ResolvedComparison(
      left: .constant(first), operator: symbol, right: .constant(fitting), modifier: .direct,
      options: options)
    return comparison.holds(in: EvaluationScope(NoSubject()))
  }

  // MARK: Expressions

  func value(of node: ExpressionNode) throws -> PlainValue {
    switch node.kind {
    case .constant(let value): return .value(value.current)
    case .selfObject: return object
    case .keyPath(let keys): return try value(at: keys, from: object)
    case .variable(let name): return try variable(name)
    case .aggregate(let elements): return .list(try elements.map { try value(of: $0) })
    case .negative(let operand): return .value(Arithmetic.negative(try plain(operand)))
    case .arithmetic(let symbol, let left, let right):
      return .value(Arithmetic.apply(symbol, try plain(left), try plain(right)))
    case .function(let function, let arguments): return .value(try call(function, arguments))
    case .collection(let symbol, let collection, let keys):
      return .value(try aggregate(AggregateFunction(symbol), collection, keys))
    case .subquery(let query): return try elements(of: query)
    case .ternary(let condition, let one, let other):
      return try value(of: holds(condition) ? one : other)
    case .cast(let operand, let type): return .value(type.value(of: try plain(operand)))
    case .fetch(let node): return try node.results { try value(of: $0) }
    case .fetchOperand(let operand): return .opaque(operand)
    }
  }

  private func plain(_ node: ExpressionNode) throws -> AttributeValue {
    try value(of: node).attributeValue ?? .null
  }

  func value(at keys: some Sequence<String>, from start: PlainValue) throws -> PlainValue {
    var current = start
    for key in keys { current = try current.value(forKey: key) }
    return current
  }

  private func variable(_ name: String) throws -> PlainValue {
    if let whole = variables[name] { return whole }
    let keys = name.split(separator: ".").map(String.init)
    guard let first = keys.first, let start = variables[first] else {
      throw ObjectGraphError(
        .invalidArgument, "the variable $\(name) has no value",
        repair: "give it one among the substitution variables", key: name)
    }
    return try value(at: keys.dropFirst(), from: start)
  }

  private func call(
    _ function: PredicateFunction, _ arguments: [ExpressionNode]
  ) throws -> AttributeValue {
    if function == .now { return .date(now) }
    guard let aggregate = function.aggregate else {
      return function.value(of: try arguments.map { try plain($0) })
    }
    if arguments.count == 1 {
      if case .function(.distinct, let inner) = arguments[0].kind, inner.count == 1 {
        return try self.aggregate(aggregate, inner[0], [], isDistinct: true)
      }
      return try self.aggregate(aggregate, arguments[0], [])
    }
    return aggregate.value(of: try arguments.map { try plain($0) })
  }

  private func aggregate(
    _ function: AggregateFunction, _ collection: ExpressionNode, _ keys: [String],
    isDistinct: Bool = false
  ) throws -> AttributeValue {
    let values = try value(at: keys, from: value(of: collection))
    if case .value(.null) = values { return .null }
    guard let elements = values.elements else {
      throw ObjectGraphError(
        .invalidArgument, "\(function.rawValue) needs a collection",
        repair: "name an array or a set")
    }
    // Dictionaries count, though they are no values.
    if function == .count, !isDistinct {
      let present = elements.filter { if case .value(.null) = $0 { false } else { true } }
      return .integer(Int64(present.count))
    }
    return function.value(
      of: elements.map { $0.attributeValue ?? .null }, isDistinct: isDistinct)
  }

  private func elements(of query: SubqueryNode) throws -> PlainValue {
    let collection = try value(of: query.collection)
    if case .value(.null) = collection { return collection }
    guard let elements = collection.elements else {
      throw ObjectGraphError(
        .invalidArgument, "SUBQUERY needs a collection", repair: "name an array or a set")
    }
    let found = try elements.filter { element in
      var inner = self
      inner.variables = variables.filter {
        ExpressionNode.variableName(of: $0.key) != query.variable
      }
      inner.variables[query.variable] = element
      return try inner.holds(query.predicate)
    }
    return try value(at: query.path, from: .list(found))
  }
}
