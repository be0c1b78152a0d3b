/// Collections: aggregates, subqueries, and comparisons with the results of subqueries.
extension PredicateWalk {
  /// An aggregate as written.
  private struct AggregateCall {
    let function: AggregateFunction
    var isDistinct = false
    let position: Int?

    var name: String { function.rawValue }
  }

  /// `collection.keys.@sum` and similar.
  mutating func aggregate(
    _ symbol: AggregateFunction, of collection: ExpressionNode, then keys: [String],
    _ position: Int?
  ) throws -> ResolvedExpression {
    let call = AggregateCall(function: symbol, position: position)
    if case .subquery(var node) = collection.kind {
      node.path += keys
      return try aggregate(call, over: node)
    }
    guard let (start, resolver) = pathParts(of: collection) else {
      _ = try resolve(collection, as: .collection)
      throw error("\(symbol.operatorName) needs a to-many relationship", at: position)
    }
    let isOfObjects = symbol == .count && keys.isEmpty
    let path = try path(
      start + keys, as: isOfObjects ? .count : .collection, position, resolver)
    guard path.toManyStep != nil else {
      throw error(
        "\(call.name) needs a path through a to-many relationship, but \(path.spelling) is not one",
        at: position)
    }
    return try aggregate(call, .values(path), of: path.type, path.spelling)
  }

  /// An aggregate written as a function: of a path, a subquery, a list, or all rows.
  mutating func aggregate(
    _ function: AggregateFunction, _ arguments: [ExpressionNode]
  ) throws -> ResolvedExpression {
    var call = AggregateCall(function: function, position: arguments.first?.position)
    var arguments = arguments
    if arguments.count == 1, case .function(.distinct, let inner) = arguments[0].kind {
      call.isDistinct = true
      arguments = inner
    }
    guard arguments.count == 1 else { return try aggregate(call, over: arguments) }
    switch arguments[0].kind {
    case .subquery(let node): return try aggregate(call, over: node)
    case .aggregate(let elements): return try aggregate(call, over: elements)
    case .constant(.list(let values)):
      return try aggregate(call, over: values.map { .constant($0) })
    default: return try aggregate(call, ofSingle: arguments[0])
    }
  }

  private mutating func aggregate(
    _ call: AggregateCall, ofSingle argument: ExpressionNode
  ) throws -> ResolvedExpression {
    let operand = try side(argument, as: .collection)
    if case .path(let path) = operand.expression, path.toManyStep != nil {
      return try aggregate(call, .values(path), of: path.type, path.spelling)
    }
    guard allowsRows else {
      throw error(
        "\(call.name) of a single value, \(operand.description), aggregates rows",
        at: argument.position,
        repair: "name a path through a to-many relationship, or use it in propertiesToFetch or "
          + "havingPredicate", key: operand.key)
    }
    guard variables.isEmpty else {
      throw error("an aggregate over rows cannot be used in a subquery", at: argument.position)
    }
    try checkNesting(call, [operand.expression])
    return try aggregate(call, .rows(operand.expression), of: operand.type, operand.description)
  }

  private mutating func aggregate(
    _ call: AggregateCall, over nodes: [ExpressionNode]
  ) throws -> ResolvedExpression {
    var elements: [ResolvedExpression] = []
    for node in nodes { elements.append(try resolve(node, as: .value)) }
    guard !elements.isEmpty else {
      throw error("\(call.name) of an empty list", at: call.position, repair: "give it values")
    }
    try checkNesting(call, elements)
    let common = try commonType(elements, at: call.position)
    return try aggregate(call, .list(elements.map { $0.fitting(common) }), of: common, "the list")
  }

  /// - Throws: for an aggregate of an aggregate over rows.
  private func checkNesting(_ call: AggregateCall, _ elements: [ResolvedExpression]) throws {
    guard elements.contains(where: \.readsManyRows) else { return }
    throw error(
      "\(call.name) cannot be applied to an aggregate over rows",
      at: call.position, repair: "fetch the inner aggregate, and work with its values")
  }

  private mutating func aggregate(
    _ call: AggregateCall, over node: SubqueryNode
  ) throws -> ResolvedExpression {
    let (subquery, element) = try subquery(node) { try $0.elementPath(of: node) }
    return try aggregate(
      call, .subquery(subquery, element), of: element.type, node.path.last ?? "the subquery")
  }

  /// Creates an aggregate after checking that it accepts values of the type.
  private func aggregate(
    _ call: AggregateCall, _ source: ResolvedAggregate.Source, of type: AttributeType?,
    _ what: String
  ) throws -> ResolvedExpression {
    .aggregate(
      ResolvedAggregate(
        function: call.function, source: source, isDistinct: call.isDistinct,
        type: try self.type(of: call.function, type, what, call.position)))
  }

  // MARK: Subqueries

  /// Resolves a subquery, then runs a closure while its variable is bound.
  private mutating func subquery<Result>(
    _ node: SubqueryNode, then body: (inout PredicateWalk) throws -> Result
  ) throws -> (ResolvedSubquery, Result) {
    let position = node.collection.position
    var conditions: [SubqueryNode] = [node]
    // A subquery over a subquery becomes one over the inner collection, with both conditions.
    while case .subquery(let inner) = conditions[conditions.count - 1].collection.kind {
      guard inner.path.isEmpty else {
        throw error("a subquery cannot start from the path of another one", at: position)
      }
      conditions.append(inner)
    }
    let source = conditions[conditions.count - 1].collection
    guard let (keys, resolver) = pathParts(of: source) else {
      _ = try resolve(source, as: .collection)
      throw error("SUBQUERY needs a to-many relationship", at: position)
    }
    let collection = try path(keys, as: .collection, position, resolver)
    guard case .object = collection.terminal, let last = collection.steps.last, last.isToMany,
      let destination = last.destinationEntity
    else {
      throw error(
        "SUBQUERY needs a path that ends in a to-many relationship, found \(collection.spelling)",
        at: position, repair: "name the relationship; keys of its objects follow the variable")
    }
    let depth = variables.count
    var resolved: [ResolvedPredicate] = []
    for condition in conditions.reversed() {
      variables.append((condition.variable, destination))
      resolved.append(try resolve(condition.predicate))
      if condition != node { variables.removeLast() }
    }
    let predicate = resolved.count == 1 ? resolved[0] : .and(resolved)
    let result = try body(&self)
    variables.removeLast()
    return (ResolvedSubquery(collection: collection, depth: depth, predicate: predicate), result)
  }

  /// The path after a subquery, starting at its variable, which was bound last.
  private func elementPath(of node: SubqueryNode) throws -> ResolvedPath {
    let resolver = pathResolver(fromDepth: variables.count - 1)
    return try path(node.path, as: .value, node.collection.position, resolver)
  }

  /// `ANY SUBQUERY(…).key == value` and similar: whether the subquery, with one more condition,
  /// finds anything. Nil if the side of the collection is not a subquery.
  mutating func comparisonOverSubquery(_ node: ComparisonNode) throws -> ResolvedPredicate? {
    let isDirect = node.modifier == .direct
    if case .subquery(let query) = node.right.kind, node.operator == .in, isDirect {
      variables.append(("", entity))
      let value = try side(node.left, as: .value)
      variables.removeLast()
      return try comparison(over: query, node) { _ in value }
    }
    guard case .subquery(let query) = node.left.kind, !isDirect || node.operator == .contains
    else { return nil }
    return try comparison(over: query, node) { try $0.besideSubquery(node.right) }
  }

  private mutating func comparison(
    over query: SubqueryNode, _ node: ComparisonNode,
    beside: (inout PredicateWalk) throws -> Side
  ) throws -> ResolvedPredicate {
    let symbol = node.modifier == .direct ? .equalTo : node.operator
    let (found, comparison) = try subquery(query) { walk in
      let left = Side(.path(try walk.elementPath(of: query)), at: query.collection.position)
      return try walk.comparison(left, symbol, beside(&walk), .direct, node.options)
    }
    return found.fulfils(predicate(comparison), node.modifier)
  }

  /// Resolves the other side of a comparison that moves into a subquery: the variable is not bound
  /// for it, but its level is taken, so that a nested subquery is one level deeper.
  mutating func besideSubquery(_ node: ExpressionNode) throws -> Side {
    let bound = variables.removeLast()
    variables.append(("", bound.entity))
    let side = try side(node, as: .value)
    variables[variables.count - 1] = bound
    return side
  }
}

extension ResolvedSubquery {
  /// Whether the objects meet an additional condition as the modifier requires.
  func fulfils(
    _ condition: ResolvedPredicate, _ modifier: ComparisonModifier
  ) -> ResolvedPredicate {
    switch modifier {
    case .direct, .any: finds(condition)
    case .all: .not(finds(.not(condition)))
    case .none: .not(finds(condition))
    }
  }

  /// Whether any object meets an additional condition.
  private func finds(_ condition: ResolvedPredicate) -> ResolvedPredicate {
    let narrowed = ResolvedSubquery(
      collection: collection, depth: depth, predicate: .and([predicate, condition]))
    let element = ResolvedPath(
      root: .variable(depth), rootEntity: collection.destinationEntity ?? collection.rootEntity,
      steps: [], terminal: .object, text: "")
    let count = ResolvedAggregate(
      function: .count, source: .subquery(narrowed, element), isDistinct: false, type: .integer64)
    return .comparison(ResolvedComparison(.aggregate(count), .greaterThan, .integer(0)))
  }
}

/// `ANY`, `ALL` and `NONE` applied to values computed from each object of a collection.
extension PredicateWalk {
  /// Turns a comparison whose left side computes a value from each object of a to-many relationship
  /// into a subquery with that condition. Nil if the left side is not computed, or not from a
  /// to-many relationship.
  mutating func comparisonOverElements(_ node: ComparisonNode) throws -> ResolvedPredicate? {
    guard node.modifier != .direct else { return nil }
    let position = node.left.position
    let depth = variables.count
    // A variable in a format cannot contain a space.
    let variable = "element \(depth)"
    let found = try located(at: position) {
      try node.left.overElements(named: variable, collection(at:))
    }
    guard let (collection, value) = found else { return nil }
    let resolver = pathResolver(from: collection.variable)
    let path = try path(collection.keys, as: .collection, position, resolver)
    guard let destination = path.steps.last?.destinationEntity else { return nil }
    variables.append((variable, destination))
    let first = try side(value, as: .value)
    let second = try besideSubquery(node.right)
    let comparison = try comparison(first, node.operator, second, .direct, node.options)
    variables.removeLast()
    return ResolvedSubquery(collection: path, depth: depth, predicate: .and([]))
      .fulfils(.comparison(comparison), node.modifier)
  }

  /// The collection along a path, up to its last to-many relationship.
  private func collection(at leaf: ExpressionNode) -> CollectionPath? {
    guard let (variable, keys) = leaf.pathParts, let resolver = pathResolver(from: variable) else {
      return nil
    }
    return resolver.toManyPlaces(in: keys).last
      .map { CollectionPath(variable: variable, keys: Array(keys[...$0])) }
  }
}
