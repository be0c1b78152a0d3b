import Foundation

/// One pass of a resolver over a syntax tree.
///
/// It throws untyped to keep the frames of its recursion small.
struct PredicateWalk {
  /// An expression, with the information needed by the comparison around it.
  struct Side {
    var expression: ResolvedExpression
    /// Nil for a nil value, which can have any type.
    var type: AttributeType?
    /// The position of its start in the format string.
    let position: Int?

    init(_ expression: ResolvedExpression, at position: Int?) {
      self.expression = expression
      type = expression.type
      self.position = position
    }
  }

  let entity: EntityDescription

  /// The value of `now()`.
  let now: Date

  /// Whether aggregates may be computed over the rows of a fetch.
  let allowsRows: Bool

  /// The number of comparisons so far, including those in subqueries.
  var conditionCount = 0

  /// The variables of the enclosing subqueries, outermost first, and the entities of their objects.
  var variables: [(name: String, entity: EntityDescription)] = []

  mutating func resolve(_ node: PredicateNode) throws -> ResolvedPredicate {
    switch node.kind {
    case .literal(let value): return .literal(value)
    case .block:
      throw error(
        "a block cannot be evaluated by a store", at: nil,
        repair: "fetch without it, and filter the objects that were fetched")
    case .and(let children): return conjunction(try resolve(children))
    case .or(let children): return alternatives(try resolve(children))
    case .not(let child): return .not(try resolve(child))
    case .comparison(let comparison): return try resolve(comparison)
    }
  }

  private mutating func resolve(_ children: [PredicateNode]) throws -> [ResolvedPredicate] {
    var resolved: [ResolvedPredicate] = []
    for child in children { resolved.append(try resolve(child)) }
    return resolved
  }

  private mutating func resolve(_ node: ComparisonNode) throws -> ResolvedPredicate {
    conditionCount += 1
    if node.options.contains(.wordBased) { return try search(node) }
    if let overSubquery = try comparisonOverSubquery(node) { return overSubquery }
    if let overElements = try comparisonOverElements(node) { return overElements }
    let comparison = try plain(node)
    if let isTrue = try located(at: node.left.position, { try comparison.isTrueOfKnownText() }) {
      return .literal(isTrue)
    }
    return predicate(comparison)
  }

  private mutating func plain(_ node: ComparisonNode) throws -> ResolvedComparison {
    let isCollection = node.modifier != .direct || node.operator == .contains
    let left = try side(node.left, as: isCollection ? .collection : .value)
    let isDirectIn = node.modifier == .direct && node.operator == .in
    let right = try side(node.right, as: isDirectIn ? .collection : .value)

    if isDirectIn, right.hasToManyStep {
      return try comparison(right, .equalTo, left, .any, node.options)
    }
    guard node.modifier == .direct else {
      guard left.hasToManyStep else {
        throw error(
          "ANY, ALL and NONE need a path through a to-many relationship on their left side",
          at: left.position, repair: "leave the modifier out for a single value")
      }
      return try comparison(left, node.operator, right, node.modifier, node.options)
    }
    // For a list, CONTAINS is IN with the sides swapped.
    if node.operator == .contains, left.isList {
      return try comparison(right, .in, left, .direct, node.options)
    }
    if left.hasToManyStep {
      guard case .object? = left.expression.path?.terminal else {
        return try toManyOutOfPlace(node.left, left.position)
      }
      return try comparison(left, .equalTo, right, .any, node.options)
    }
    return try comparison(left, node.operator, right, .direct, node.options)
  }

  /// Throws the error that the path would throw as a single value.
  private func toManyOutOfPlace(
    _ node: ExpressionNode, _ position: Int?
  ) throws -> ResolvedComparison {
    if let (keys, resolver) = pathParts(of: node) {
      _ = try path(keys, as: .value, position, resolver)
    }
    throw error("a to-many relationship has no single value", at: position)
  }

  func comparison(
    _ left: Side, _ symbol: ComparisonOperator, _ right: Side, _ modifier: ComparisonModifier,
    _ options: ComparisonOptions
  ) throws -> ResolvedComparison {
    var (left, right) = (left, right)
    if left.isList {
      throw error(
        "a list can only be used on the right side of IN and BETWEEN", at: left.position)
    }
    switch symbol {
    case .in, .between:
      right = try list(right, for: symbol, matching: left)
    default:
      if right.isList {
        throw error(
          "a list can only be used on the right side of IN and BETWEEN", at: right.position,
          repair: "use IN")
      }
      // Two incompatible sides are reported at the constant, if there is one, else at the right
      // side.
      if case .constant = left.expression { left = try converted(left, matching: right) }
      right = try converted(right, matching: left)
    }
    try check(symbol, options, left, right)
    return try located(at: right.position) {
      try ResolvedComparison(
        left: left.expression, operator: symbol, right: right.expression, modifier: modifier,
        options: options)
    }
  }

  /// The list on the right side of `IN` or `BETWEEN`, with each element checked against the left
  /// side.
  private func list(
    _ side: Side, for symbol: ComparisonOperator, matching left: Side
  ) throws -> Side {
    let elements: [ResolvedExpression]
    switch side.expression {
    case .constant(.list(let values)): elements = values.map(ResolvedExpression.constant)
    case .list(let expressions): elements = expressions
    default:
      throw error(
        "\(symbol.spelling) needs a list on its right side", at: side.position,
        repair: symbol == .between
          ? "write {1, 5}"
          : side.type == .string && left.type == .string
            ? "for part of a string, write text CONTAINS part"
            : "write {1, 2, 3} or pass an array for %@")
    }
    if symbol == .between, elements.count != 2 {
      throw error(
        "BETWEEN needs exactly two bounds, found \(elements.count)", at: side.position,
        repair: "write {lowest, highest}; both are included")
    }
    var resolved: [ResolvedExpression] = []
    var type: AttributeType?
    for element in elements {
      // A nil in the list matches nothing.
      if symbol == .in, case .constant(.null) = element { continue }
      let fitting = try converted(Side(element, at: side.position), matching: left)
      resolved.append(fitting.expression)
      type = type ?? fitting.type
    }
    let values = resolved.compactMap(\.constantValue)
    var list = Side(
      values.count == resolved.count ? .constant(.list(values)) : .list(resolved),
      at: side.position)
    list.type = type
    return list
  }

  func error(
    _ message: String, at position: Int?, repair: String? = nil, key: String? = nil,
    value: AttributeValue? = nil
  ) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, message, repair: repair, entityName: entity.name, key: key, value: value,
      position: position)
  }
}

extension PredicateWalk.Side {
  var isList: Bool {
    switch expression {
    case .list, .constant(.list): true
    default: false
    }
  }

  var hasToManyStep: Bool { expression.path?.toManyStep != nil }
}

/// Composite attributes, which have no value of their own, and are nil if all their elements are.
extension PredicateWalk {
  /// A comparison in the form that is evaluated: a comparison of a composite with nil applies to
  /// its elements.
  func predicate(_ comparison: ResolvedComparison) -> ResolvedPredicate {
    guard let path = comparison.composite else { return .comparison(comparison) }
    guard comparison.modifier != .direct, let many = path.toManySteps?.upperBound else {
      return path.isNilComposite(comparison.operator)
    }
    let depth = variables.count
    let last = path.steps[many]
    let element = ResolvedPath(
      root: .variable(depth), rootEntity: last.destinationEntity ?? path.rootEntity,
      steps: Array(path.steps[(many + 1)...]), terminal: path.terminal, text: path.text)
    let collection = ResolvedPath(
      root: path.root, rootEntity: path.rootEntity, steps: Array(path.steps[...many]),
      terminal: .object, text: path.steps[...many].map(\.name).joined(separator: "."))
    return ResolvedSubquery(collection: collection, depth: depth, predicate: .and([]))
      .fulfils(element.isNilComposite(comparison.operator), comparison.modifier)
  }

  /// - Throws: if the value is a composite, where a single value is needed.
  func checkSingle(_ type: AttributeType?, at position: Int?) throws {
    guard type == .composite else { return }
    throw error(
      "a composite has no single value", at: position, repair: "name one of its elements")
  }
}
