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
          .resolve(overRows(expression.node))
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
  fileprivate var readsManyRows: Bool {
    switch self {
    case .literal, .search: false
    case .and(let children), .or(let children): children.contains(where: \.readsManyRows)
    case .not(let child): child.readsManyRows
    case .comparison(let comparison):
      comparison.left.readsManyRows || comparison.right.readsManyRows
    }
  }

  fileprivate var rowPaths: [String] {
    switch self {
    case .literal, .search: []
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
