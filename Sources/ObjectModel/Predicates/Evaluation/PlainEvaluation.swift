import Foundation

/// Evaluates a syntax tree over values without a model.
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
      return block.value(object.anyValue, values.isEmpty ? nil : values)
    case .and(let children): return try children.allSatisfy { try holds($0) }
    case .or(let children): return try children.contains { try holds($0) }
    case .not(let child): return try !holds(child)
    case .comparison(let comparison):
      if case .object(let object) = object, let filled = try filled(node) {
        return try FetchPredicate(filled).evaluate(with: object.predicateSubject)
      }
      return try holds(comparison)
    }
  }

  /// A condition on an object with its variables replaced by their values, so that the object's
  /// entity can resolve it; nil if a variable's value is a collection.
  private func filled(_ node: PredicateNode) throws -> PredicateNode? {
    var values: [String: ExpressionNode] = [:]
    for name in node.variables {
      guard let value = try variable(name).attributeValue, !value.isList else { return nil }
      values[name] = .constant(value)
    }
    return try node.substituting(values)
  }

  private func holds(_ node: ComparisonNode) throws -> Bool {
    let left = try values(ofLeftSideOf: node)
    let right = try value(of: node.right)
    if node.modifier == .direct { return try holds(left, node, right) }
    let elements = try left.list(
      orThrow: "ANY, ALL and NONE need a collection on their left side",
      repair: "leave the modifier out for a single value")
    guard let elements else { return node.modifier != .any }
    return try node.modifier.holds(of: elements) { try holds($0, node, right) }
  }

  /// The left side; under a modifier, the values computed from the elements of a collection.
  private func values(ofLeftSideOf node: ComparisonNode) throws -> PlainValue {
    // A variable in a format cannot contain a space.
    let variable = "an element"
    guard node.modifier != .direct,
      let (path, computed) = try node.left.overElements(named: variable, collection(at:)),
      let elements = try value(at: path.keys, from: start(at: path.variable) ?? object).elements
    else { return try value(of: node.left) }
    return .list(
      try elements.map { element in
        var inner = self
        inner.variables[variable] = element
        return try inner.value(of: computed)
      })
  }

  /// The value at which a path starts; nil for a variable without a value.
  private func start(at variable: String?) -> PlainValue? {
    guard let variable else { return object }
    return variables[variable]
  }

  /// The last collection along a path.
  private func collection(at leaf: ExpressionNode) throws -> CollectionPath? {
    guard let (variable, keys) = leaf.pathParts, var current = start(at: variable) else {
      return nil
    }
    var last: CollectionPath?
    for index in keys.startIndex...keys.endIndex {
      if last == nil || current.isNested, let elements = current.elements {
        last = CollectionPath(variable: variable, keys: Array(keys[..<index]))
        current = .list(elements)
      }
      if index < keys.endIndex { current = try current.value(forKey: keys[index]) }
    }
    return last
  }

  private func holds(_ left: PlainValue, _ node: ComparisonNode, _ right: PlainValue) throws -> Bool
  {
    if node.options.contains(.wordBased) { return try searches(left, node, right) }
    // For a list, CONTAINS is IN with the sides swapped.
    if node.operator == .contains, left.isList {
      return try compares(right, .in, left, node.options)
    }
    return try compares(left, node.operator, right, node.options)
  }

  private func compares(
    _ left: PlainValue, _ symbol: ComparisonOperator, _ right: PlainValue,
    _ options: ComparisonOptions
  ) throws -> Bool {
    if symbol == .in || symbol == .between { try check(right, asListFor: symbol) }
    let first = left.comparable
    let second = right.comparable.fitting(first.type)
    return try symbol.holds(
      first, second, options: options, pattern: symbol.pattern(of: second, options: options))
  }

  private func check(_ list: PlainValue, asListFor symbol: ComparisonOperator) throws {
    let elements = try list.list(
      orThrow: "\(symbol.spelling) needs a list on its right side",
      repair: "write {1, 2} or pass an array for %@")
    if let elements, symbol == .between, elements.count != 2 {
      throw ObjectGraphError(
        .invalidArgument, "BETWEEN needs exactly two bounds, found \(elements.count)",
        repair: "write {lowest, highest}; both are included")
    }
  }

  /// A value without a model is searched by its words.
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

  // MARK: Expressions

  func value(of node: ExpressionNode) throws -> PlainValue {
    switch node.kind {
    case .constant(let value): return .value(value.current)
    case .keyPath(let keys): return try value(at: keys, from: object)
    case .variable(let name): return try variable(name)
    case .aggregate(let elements): return .list(try elements.map { try value(of: $0) })
    case .function(let function, let arguments): return .value(try call(function, arguments))
    case .message(let receiver, let name, let arguments):
      return try answer(of: receiver, to: name, arguments, node)
    case .collection(let symbol, let collection, let keys):
      return .value(try aggregate(symbol, collection, keys))
    case .subquery(let query): return try elements(of: query)
    case .ternary(let condition, let one, let other):
      return try value(of: holds(condition) ? one : other)
    case .cast(let operand, let type): return .value(type.value(of: try plain(operand)))
    case .fetch(let node): return try node.results { try value(of: $0) }
    case .fetchOperand(let operand): return .opaque(operand)
    }
  }

  /// The result of sending a message; a message to nil returns nil.
  private func answer(
    of receiver: ExpressionNode, to name: String, _ arguments: [ExpressionNode],
    _ node: ExpressionNode
  ) throws -> PlainValue {
    let target = try value(of: receiver)
    if case .value(.null) = target { return target }
    guard let receiver = target.anyValue as? any MessageReceiver else {
      throw ObjectGraphError.messageOutsideMapping(node)
    }
    let values = try arguments.map { try value(of: $0).anyValue }
    return PlainValue(try receiver.answer(to: name, values))
  }

  private func plain(_ node: ExpressionNode) throws -> AttributeValue {
    try value(of: node).attributeValue ?? .null
  }

  private func value(at keys: [String], from start: PlainValue) throws -> PlainValue {
    var current = start
    for key in keys { current = try current.value(forKey: key) }
    return current
  }

  private func variable(_ name: String) throws -> PlainValue {
    if let whole = variables[name] { return whole }
    guard let (first, keys) = ExpressionNode.variable(name).pathParts, let start = start(at: first)
    else {
      throw ObjectGraphError(
        .invalidArgument, "the variable $\(name) has no value",
        repair: "give it one in the substitution variables", key: name)
    }
    return try value(at: keys, from: start)
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
    let elements = try values.list(
      orThrow: "\(function.rawValue) needs a collection", repair: "name an array or a set")
    guard let elements else { return .null }
    // Dictionaries also count, although they are not attribute values.
    if function == .count, !isDistinct {
      let present = elements.filter { if case .value(.null) = $0 { false } else { true } }
      return .integer(Int64(present.count))
    }
    return function.value(
      of: elements.map { $0.attributeValue ?? .null }, isDistinct: isDistinct)
  }

  private func elements(of query: SubqueryNode) throws -> PlainValue {
    let collection = try value(of: query.collection)
    let elements = try collection.list(
      orThrow: "SUBQUERY needs a collection", repair: "name an array or a set")
    guard let elements else { return collection }
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

extension FetchNode {
  /// The result of the fetch, in the form that its request specifies.
  ///
  /// - Parameter value: evaluates an operand.
  fileprivate func results(_ value: (ExpressionNode) throws -> PlainValue) throws -> PlainValue {
    let known = FetchNode(
      request: try Self.operand(request, value), context: try Self.operand(context, value),
      isCountOnly: isCountOnly)
    return try known.carriedOut { PlainValue(try $0.results(of: $1, isCountOnly: isCountOnly)) }
  }

  private static func operand(
    _ node: ExpressionNode, _ value: (ExpressionNode) throws -> PlainValue
  ) throws -> ExpressionNode {
    switch try value(node) {
    case .opaque(let operand as FetchOperand): ExpressionNode(.fetchOperand(operand))
    case .opaque(let other as any FetchOperandConvertible):
      ExpressionNode(.fetchOperand(other.fetchOperand))
    default: node
    }
  }
}

/// A receiver of messages in a mapping model's expressions: the migration manager, a policy, or an
/// object.
package protocol MessageReceiver {
  /// - Parameters:
  ///   - message: the selector, including its colons, such as `valueForKeyPath:`.
  /// - Throws: for an unknown message, and errors from handling it.
  func answer(to message: String, _ arguments: [Any?]) throws -> Any?
}
