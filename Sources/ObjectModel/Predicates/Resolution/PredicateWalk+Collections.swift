/// Collections: aggregates, subqueries, and comparisons over what a subquery finds.
extension PredicateWalk {
  /// `collection.keys.@sum` and its relatives.
  mutating func aggregate(
    _ symbol: CollectionOperator, of collection: ExpressionNode, then keys: [String],
    _ position: Int?
  ) throws -> ResolvedExpression {
    let function = AggregateFunction(symbol)
    if case .subquery(var node) = collection.kind {
      node.path += keys
      return .aggregate(try aggregate(function, overSubquery: node, isDistinct: false))
    }
    guard let (start, root) = pathParts(of: collection) else {
      _ = try resolve(collection, as: .collection)
      throw error("\(symbol.rawValue) needs a to-many relationship", at: position)
    }
    if symbol == .count, keys.isEmpty { return .count(try path(start, as: .count, position, root)) }
    let path = try path(start + keys, as: .collection, position, root)
    return .aggregate(try aggregate(function, of: path, isDistinct: false, position))
  }

  /// An aggregate that is written as a function: of a path, a subquery, a list, or all rows.
  mutating func aggregate(
    _ function: AggregateFunction, _ arguments: [ExpressionNode]
  ) throws -> ResolvedExpression {
    let position = arguments.first?.position
    var arguments = arguments
    var isDistinct = false
    if arguments.count == 1, case .function(.distinct, let inner) = arguments[0].kind {
      isDistinct = true
      arguments = inner
    }
    if arguments.count == 1 {
      switch arguments[0].kind {
      case .subquery(let node):
        return .aggregate(try aggregate(function, overSubquery: node, isDistinct: isDistinct))
      case .aggregate(let elements): arguments = elements
      case .constant(.list(let values)):
        return .aggregate(
          try aggregate(function, values.map { .constant($0) }, isDistinct: isDistinct, position))
      default:
        return try aggregate(function, single: arguments[0], isDistinct: isDistinct)
      }
    }
    var elements: [ResolvedExpression] = []
    for argument in arguments { elements.append(try resolve(argument, as: .value)) }
    return .aggregate(try aggregate(function, elements, isDistinct: isDistinct, position))
  }

  private mutating func aggregate(
    _ function: AggregateFunction, single argument: ExpressionNode, isDistinct: Bool
  ) throws -> ResolvedExpression {
    let position = argument.position
    let operand = try side(argument, as: .collection)
    if case .path(let path) = operand.expression, path.toManyStep != nil {
      return .aggregate(try aggregate(function, of: path, isDistinct: isDistinct, position))
    }
    guard allowsRows else {
      throw error(
        "\(function.rawValue) of a single value, \(operand.description), counts over rows",
        at: position,
        repair: "name a path over a to-many relationship, or use it in propertiesToFetch or "
          + "havingPredicate", key: operand.key)
    }
    guard variables.isEmpty else {
      throw error("an aggregate over rows cannot stand in a subquery", at: position)
    }
    try checkNesting(function, [operand.expression], position)
    let type = try type(of: function, operand.type, operand.description, position)
    return .aggregate(
      ResolvedAggregate(
        function: function, source: .rows(operand.expression), isDistinct: isDistinct, type: type))
  }

  private func aggregate(
    _ function: AggregateFunction, of path: ResolvedPath, isDistinct: Bool, _ position: Int?
  ) throws -> ResolvedAggregate {
    guard path.toManyStep != nil else {
      throw error(
        "\(function.rawValue) needs a path over a to-many relationship, \(path.spelling) is none",
        at: position)
    }
    let type = try type(of: function, path.type, path.spelling, position)
    return ResolvedAggregate(
      function: function, source: .values(path), isDistinct: isDistinct, type: type)
  }

  private func aggregate(
    _ function: AggregateFunction, _ elements: [ResolvedExpression], isDistinct: Bool,
    _ position: Int?
  ) throws -> ResolvedAggregate {
    guard !elements.isEmpty else {
      throw error("\(function.rawValue) of an empty list", at: position, repair: "give it values")
    }
    try checkNesting(function, elements, position)
    let common = try commonType(elements, at: position)
    let type = try type(of: function, common, "the list", position)
    return ResolvedAggregate(
      function: function, source: .list(elements.map { $0.fitting(common) }),
      isDistinct: isDistinct, type: type)
  }

  /// - Throws: for an aggregate of what is an aggregate over rows itself.
  private func checkNesting(
    _ function: AggregateFunction, _ elements: [ResolvedExpression], _ position: Int?
  ) throws {
    guard elements.contains(where: \.readsManyRows) else { return }
    throw error(
      "\(function.rawValue) cannot be taken of what is one value for many rows already",
      at: position,
      repair: "fetch the inner aggregate, and work with its values")
  }

  private mutating func aggregate(
    _ function: AggregateFunction, overSubquery node: SubqueryNode, isDistinct: Bool
  ) throws -> ResolvedAggregate {
    let position = node.collection.position
    let (subquery, element) = try subquery(node) { walk, _ in
      try walk.path(node.path, as: .value, position, walk.innermost)
    }
    let type = try type(of: function, element.type, node.path.last ?? "the subquery", position)
    return ResolvedAggregate(
      function: function, source: .subquery(subquery, element), isDistinct: isDistinct, type: type)
  }

  // MARK: Subqueries

  /// Resolves a subquery, then what is asked of its objects while its variable is bound.
  private mutating func subquery<Result>(
    _ node: SubqueryNode, then body: (inout PredicateWalk, ResolvedPredicate) throws -> Result
  ) throws -> (ResolvedSubquery, Result) {
    let position = node.collection.position
    var conditions: [SubqueryNode] = [node]
    // A subquery of a subquery is one over the inner collection with both conditions.
    while case .subquery(let inner) = conditions[conditions.count - 1].collection.kind {
      guard inner.path.isEmpty else {
        throw error("a subquery cannot go on from the path of another one", at: position)
      }
      conditions.append(inner)
    }
    let source = conditions[conditions.count - 1].collection
    guard let (keys, root) = pathParts(of: source) else {
      _ = try resolve(source, as: .collection)
      throw error("SUBQUERY needs a to-many relationship", at: position)
    }
    let collection = try path(keys, as: .collection, position, root)
    guard case .object = collection.terminal, let last = collection.steps.last, last.isToMany,
      let destination = last.destinationEntity
    else {
      throw error(
        "SUBQUERY needs a path that ends in a to-many relationship, \(collection.spelling) does not",
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
    let result = try body(&self, predicate)
    variables.removeLast()
    return (ResolvedSubquery(collection: collection, depth: depth, predicate: predicate), result)
  }

  /// The root of paths from the variable that was bound last.
  var innermost: (ResolvedPath.Root, EntityDescription)? {
    variables.last.map { (.variable(variables.count - 1), $0.entity) }
  }

  /// `ANY SUBQUERY(…).key == value` and its relatives: whether the subquery with one condition more
  /// finds something. Nil when there is no subquery on the side of the collection.
  mutating func comparisonOverSubquery(_ node: ComparisonNode) throws -> ResolvedPredicate? {
    let isMembership = node.operator == .in && node.modifier == .direct
    if case .subquery(let subquery) = node.right.kind, isMembership {
      return try membership(of: node.left, in: subquery, node)
    }
    guard case .subquery(let query) = node.left.kind,
      node.modifier != .direct || node.operator == .contains
    else { return nil }
    let position = query.collection.position
    let contains = node.modifier == .direct
    let (found, comparison) = try subquery(query) { walk, _ in
      let path = try walk.path(query.path, as: .value, position, walk.innermost)
      let left = Side(expression: .path(path), type: path.type, position: position)
      let right = try walk.besideSubquery(node.right)
      return try walk.comparison(
        left, contains ? .equal : node.operator, right, .direct, node.options)
    }
    return found.fulfils(predicate(comparison), node.modifier)
  }

  private mutating func membership(
    of value: ExpressionNode, in query: SubqueryNode, _ node: ComparisonNode
  ) throws -> ResolvedPredicate {
    variables.append(("", entity))
    let right = try side(value, as: .value)
    variables.removeLast()
    let position = query.collection.position
    let (found, comparison) = try subquery(query) { walk, _ in
      let path = try walk.path(query.path, as: .value, position, walk.innermost)
      let left = Side(expression: .path(path), type: path.type, position: position)
      return try walk.comparison(left, .equal, right, .direct, node.options)
    }
    return found.finds(predicate(comparison))
  }

  /// The other side of a comparison that moves into a subquery: the variable is not bound for it,
  /// but its place is taken, so that a subquery in it counts one level more.
  mutating func besideSubquery(_ node: ExpressionNode) throws -> Side {
    let bound = variables.removeLast()
    variables.append(("", bound.entity))
    let side = try side(node, as: .value)
    variables[variables.count - 1] = bound
    return side
  }
}

extension ResolvedSubquery {
  /// Whether as many objects as a modifier says fulfil one condition more.
  func fulfils(
    _ condition: ResolvedPredicate, _ modifier: ComparisonModifier
  ) -> ResolvedPredicate {
    switch modifier {
    case .direct, .any: finds(condition)
    case .all: .not(finds(.not(condition)))
    case .none: .not(finds(condition))
    }
  }

  /// Whether an object fulfils one condition more.
  fileprivate func finds(_ condition: ResolvedPredicate) -> ResolvedPredicate {
    let narrowed = ResolvedSubquery(
      collection: collection, depth: depth, predicate: .and([predicate, condition]))
    let element = ResolvedPath(
      root: .variable(depth),
      rootEntity: collection.steps.last?.destinationEntity
        ?? collection.rootEntity, steps: [], terminal: .object, text: "")
    let count = ResolvedAggregate(
      function: .count, source: .subquery(narrowed, element), isDistinct: false, type: .integer64)
    return .comparison(ResolvedComparison(.aggregate(count), .greaterThan, .integer(0)))
  }
}
