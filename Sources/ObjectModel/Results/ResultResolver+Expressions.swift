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
        return try PredicateResolver(entity: entity, allowsRows: true)
          .resolve(overRows(expression.node), positions: expression.positions)
      } catch var problem as ObjectGraphError {
        problem.message = "\(name): \(problem.message)"
        throw problem
      }
    }
  }

  private func path(_ keys: [String], _ text: String) throws -> ResolvedPath {
    do {
      return try PathResolver(entity: entity).resolve(keys, of: text, as: .value)
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

  /// A key path over the rows, `nights.@sum`, as the aggregate that it stands for.
  private func overRows(_ node: ExpressionNode) -> ExpressionNode {
    switch node {
    case .collection(let symbol, .keyPath(let keys), let rest)
    where toManyStep(of: keys + rest) == nil:
      .function(symbol.function, [.keyPath(keys + rest)])
    case .negative(let operand): .negative(overRows(operand))
    case .arithmetic(let symbol, let left, let right):
      .arithmetic(symbol, overRows(left), overRows(right))
    default: node
    }
  }
}

extension CollectionOperator {
  fileprivate var function: PredicateFunction {
    switch self {
    case .count: .count
    case .sum: .sum
    case .minimum: .minimum
    case .maximum: .maximum
    case .average: .average
    }
  }
}

// MARK: What an expression reads

extension ResolvedExpression {
  /// Whether it has an aggregate over rows, and so one value for many of them.
  package var readsManyRows: Bool {
    switch self {
    case .aggregate(let aggregate):
      switch aggregate.source {
      case .rows: true
      case .list(let elements): elements.contains(where: \.readsManyRows)
      case .values, .subquery: false
      }
    case .negative(let operand), .cast(let operand, _): operand.readsManyRows
    case .arithmetic(_, let left, let right): left.readsManyRows || right.readsManyRows
    case .function(let call): call.arguments.contains(where: \.readsManyRows)
    case .list(let elements): elements.contains(where: \.readsManyRows)
    case .ternary(let condition, let one, let other, _):
      condition.readsManyRows || one.readsManyRows || other.readsManyRows
    case .constant, .path, .count: false
    }
  }

  /// The paths outside aggregates over rows, and outside of what is one of the groups.
  func rowPaths(outside groups: [ResolvedExpression]) -> [String] {
    if groups.contains(where: { $0.isSame(as: self) }) { return [] }
    func paths(_ parts: ResolvedExpression...) -> [String] {
      parts.flatMap { $0.rowPaths(outside: groups) }
    }
    switch self {
    case .constant: return []
    case .path(let path), .count(let path): return [path.groupName]
    case .aggregate(let aggregate):
      switch aggregate.source {
      case .rows: return []
      case .values(let path): return [path.groupName]
      case .subquery(let subquery, _): return [subquery.collection.groupName]
      case .list(let elements): return elements.flatMap { paths($0) }
      }
    case .negative(let operand), .cast(let operand, _): return paths(operand)
    case .arithmetic(_, let left, let right): return paths(left, right)
    case .function(let call): return call.arguments.flatMap { paths($0) }
    case .list(let elements): return elements.flatMap { paths($0) }
    case .ternary(let condition, let one, let other, _):
      return condition.rowPaths(outside: groups) + paths(one, other)
    }
  }

  /// Whether it surely has the same value as another; conditions and subqueries are not compared.
  private func isSame(as other: ResolvedExpression) -> Bool {
    switch (self, other) {
    case (.constant(let left), .constant(let right)): left == right
    case (.path(let left), .path(let right)), (.count(let left), .count(let right)):
      left.groupName == right.groupName
    case (.negative(let left), .negative(let right)): left.isSame(as: right)
    case (.cast(let left, let type), .cast(let right, let otherType)):
      type == otherType && left.isSame(as: right)
    case (
      .arithmetic(let symbol, let left, let right), .arithmetic(let other, let first, let second)
    ):
      symbol == other && left.isSame(as: first) && right.isSame(as: second)
    case (.function(let left), .function(let right)):
      left.function == right.function && left.function != .random
        && left.arguments.elementsEqual(right.arguments) { $0.isSame(as: $1) }
    case (.aggregate(let left), .aggregate(let right)):
      if case .values(let first) = left.source, case .values(let second) = right.source {
        left.function == right.function && left.isDistinct == right.isDistinct
          && first.groupName == second.groupName
      } else {
        false
      }
    default: false
    }
  }
}

extension ResolvedPredicate {
  fileprivate var readsManyRows: Bool {
    switch self {
    case .literal, .search: false
    case .and(let children), .or(let children): children.contains(where: \.readsManyRows)
    case .not(let child): child.readsManyRows
    case .comparison(let comparison):
      comparison.left.readsManyRows || comparison.right.readsManyRows
    }
  }

  fileprivate func rowPaths(outside groups: [ResolvedExpression]) -> [String] {
    switch self {
    case .literal, .search: []
    case .and(let children), .or(let children):
      children.flatMap { $0.rowPaths(outside: groups) }
    case .not(let child): child.rowPaths(outside: groups)
    case .comparison(let comparison):
      comparison.left.rowPaths(outside: groups) + comparison.right.rowPaths(outside: groups)
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
