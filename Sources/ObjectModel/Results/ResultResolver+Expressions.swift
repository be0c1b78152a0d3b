/// From what was asked for to expressions over rows and groups of rows.
extension ResultResolver {
  func resolve(_ property: FetchedProperty) throws -> ResolvedExpression {
    switch property {
    case .keyPath(let text):
      switch try FormatArguments.keyPath(text) {
      case .keyPath(let keys): return .path(try path(keys, text))
      case .selfObject: return .path(try path([], text))
      default:
        throw error(
          "\(text) is no property", key: text,
          repair: "fetch it under a name, with an ExpressionDescription")
      }
    case .expression(let name, let expression, _):
      if let defect = expression.defect { throw defect }
      do {
        return try resolve(expression.node)
      } catch var problem as ObjectGraphError {
        problem.message = "\(name): \(problem.message)"
        throw problem
      }
    }
  }

  private func path(_ keys: [String], _ text: String) throws -> ResolvedPath {
    do {
      return try PathResolver(entity: entity).resolve(keys, as: .value)
    } catch var problem {
      if let relationship = toManyStep(of: keys) {
        problem.repair =
          "fetch objects, or an expression over it such as \(relationship).@count"
      }
      throw problem
    }
  }

  /// The path up to the first to-many relationship among the keys.
  private func toManyStep(of keys: [String]) -> String? {
    var current: EntityDescription? = entity
    for (index, key) in keys.enumerated() {
      let relationship = current?.propertiesByName[key] as? RelationshipDescription
      guard let relationship else { return nil }
      if relationship.isToMany { return keys[...index].joined(separator: ".") }
      current = relationship.destinationEntity
    }
    return nil
  }

  private func resolve(_ node: ExpressionNode) throws -> ResolvedExpression {
    if let aggregate = try aggregate(node) { return .aggregate(aggregate) }
    switch node {
    case .negative(let operand) where try readsManyRows(operand):
      return .negative(try number(operand))
    case .arithmetic(let symbol, let left, let right)
    where try readsManyRows(left) || readsManyRows(right):
      return .arithmetic(symbol, try number(left), try number(right))
    default:
      var walk = PredicateWalk(entity: entity, positions: LeafPositions())
      return try walk.side(node, as: .value).expression
    }
  }

  /// An operand of arithmetic between aggregates.
  private func number(_ node: ExpressionNode) throws -> ResolvedExpression {
    let operand = try resolve(node)
    guard operand.type.map({ $0.family == .number }) ?? true else {
      throw error(
        "arithmetic needs numbers, \(FormatPrinter.text(of: node)) is none",
        repair: "calculate with numbers")
    }
    return operand
  }

  private func readsManyRows(_ node: ExpressionNode) throws -> Bool {
    if try aggregate(node) != nil { return true }
    switch node {
    case .negative(let operand): return try readsManyRows(operand)
    case .arithmetic(_, let left, let right):
      return try readsManyRows(left) || readsManyRows(right)
    default: return false
    }
  }

  // MARK: Aggregates

  /// An aggregate over the rows of the fetch; nil for anything else.
  private func aggregate(_ node: ExpressionNode) throws -> ResolvedAggregate? {
    switch node {
    case .function(let function, let arguments):
      guard let aggregate = function.aggregate, arguments.count == 1 else { return nil }
      if case .function(.distinct, let inner) = arguments[0], inner.count == 1 {
        return try self.aggregate(aggregate, of: inner[0], isDistinct: true)
      }
      return try self.aggregate(aggregate, of: arguments[0], isDistinct: false)
    case .collection(let symbol, .keyPath(let keys), let rest):
      return try self.aggregate(symbol.function, of: .keyPath(keys + rest), isDistinct: false)
    case .collection(let symbol, .selfObject, let rest):
      let values = rest.isEmpty ? ExpressionNode.selfObject : .keyPath(rest)
      return try self.aggregate(symbol.function, of: values, isDistinct: false)
    default: return nil
    }
  }

  private func aggregate(
    _ function: AggregateFunction, of node: ExpressionNode, isDistinct: Bool
  ) throws -> ResolvedAggregate? {
    switch node {
    // Of a to-many relationship's objects: a value of one row.
    case .keyPath(let keys) where toManyStep(of: keys) != nil: return nil
    case .collection, .subquery, .aggregate: return nil
    default: break
    }
    let values = try resolve(node)
    guard !values.readsManyRows else {
      throw error(
        "\(FormatPrinter.text(of: node)) is an aggregate already",
        repair: "aggregate the values of single objects")
    }
    guard let type = function.type(of: values.type ?? .undefined) else {
      throw error(
        "\(function.rawValue): has no result for \(FormatPrinter.text(of: node)), which is "
          + (values.type ?? .undefined).phrase,
        repair: "count it, or aggregate numbers, or the min: or max: of text and dates")
    }
    return ResolvedAggregate(
      function: function, source: .rows(values), isDistinct: isDistinct, type: type)
  }
}

extension CollectionOperator {
  fileprivate var function: AggregateFunction {
    switch self {
    case .count: .count
    case .sum: .sum
    case .minimum: .minimum
    case .maximum: .maximum
    case .average: .average
    }
  }
}

extension AggregateFunction {
  /// The type of the aggregate of values of a type; nil where there is none.
  fileprivate func type(of type: AttributeType) -> AttributeType? {
    switch (self, type.family) {
    case (.count, _): .integer64
    case (.standardDeviation, .number): .double
    case (.sum, .number):
      type == .decimal ? .decimal : type == .double || type == .float ? .double : .integer64
    case (.average, .number), (.median, .number): type == .decimal ? .decimal : .double
    case (.minimum, .number), (.maximum, .number), (.mode, .number): type
    case (.minimum, .text), (.maximum, .text), (.mode, .text): type
    case (.minimum, .date), (.maximum, .date), (.mode, .date): type
    default: nil
    }
  }
}

// MARK: What an expression reads

extension ResolvedExpression {
  /// Whether it has an aggregate over rows, and so one value for many of them.
  package var readsManyRows: Bool {
    switch self {
    case .aggregate(let aggregate):
      if case .rows = aggregate.source { true } else { false }
    case .negative(let operand), .cast(let operand, _): operand.readsManyRows
    case .arithmetic(_, let left, let right): left.readsManyRows || right.readsManyRows
    case .function(let call): call.arguments.contains(where: \.readsManyRows)
    case .list(let elements): elements.contains(where: \.readsManyRows)
    case .ternary(_, let one, let other, _): one.readsManyRows || other.readsManyRows
    case .constant, .path, .count: false
    }
  }

  /// The paths outside aggregates over rows.
  var rowPaths: [String] {
    switch self {
    case .constant: []
    case .path(let path), .count(let path): [path.groupName]
    case .aggregate(let aggregate):
      switch aggregate.source {
      case .rows: []
      case .values(let path): [path.groupName]
      case .subquery(let subquery, _): [subquery.collection.groupName]
      case .list(let elements): elements.flatMap(\.rowPaths)
      }
    case .negative(let operand), .cast(let operand, _): operand.rowPaths
    case .arithmetic(_, let left, let right): left.rowPaths + right.rowPaths
    case .function(let call): call.arguments.flatMap(\.rowPaths)
    case .list(let elements): elements.flatMap(\.rowPaths)
    case .ternary(let condition, let one, let other, _):
      condition.rowPaths + one.rowPaths + other.rowPaths
    }
  }
}

extension ResolvedPredicate {
  fileprivate var rowPaths: [String] {
    switch self {
    case .literal: []
    case .and(let children), .or(let children): children.flatMap(\.rowPaths)
    case .not(let child): child.rowPaths
    case .comparison(let comparison): comparison.left.rowPaths + comparison.right.rowPaths
    }
  }
}

extension ResolvedPath {
  /// The path as `propertiesToGroupBy` would name it.
  fileprivate var groupName: String {
    let names = steps.map(\.name)
    switch terminal {
    case .attribute(let attribute): return (names + [attribute.keyPath]).joined(separator: ".")
    case .toOne(let relationship), .toMany(let relationship):
      return (names + [relationship.name]).joined(separator: ".")
    case .object: return (names + ["objectID"]).joined(separator: ".")
    case .entityName: return (names + ["entity"]).joined(separator: ".")
    }
  }
}
