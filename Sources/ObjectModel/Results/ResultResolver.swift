/// Checks the parts of a fetch request other than its predicate against an entity.
package struct ResultResolver {
  let entity: EntityDescription
  private(set) var plan = ResultPlan()
  /// The stand-ins for the columns under HAVING and in the sort order.
  private var stands: [PropertyDescription] { plan.columns.map(\.stand) }
  private var known: [FetchedProperty: Int] = [:]

  package init(entity: EntityDescription) {
    self.entity = entity
  }

  /// - Parameter properties: nil for all attributes or, if there are groups, for all groups.
  /// - Throws: `invalidArgument` for unknown names, to-many relationships, columns that are neither
  ///   aggregates nor among the groups, and sorts and conditions by anything else.
  package static func resolve(
    _ properties: [FetchedProperty]?, groupedBy groups: [FetchedProperty] = [],
    having: FetchPredicate? = nil, isDistinct: Bool = false,
    sortedBy sorts: [FetchSortDescriptor] = [], entity: EntityDescription
  ) throws -> ResultPlan {
    var resolver = ResultResolver(entity: entity)
    try resolver.add(
      properties?.isEmpty == false
        ? properties ?? [] : groups.isEmpty ? resolver.allAttributes : groups)
    resolver.plan.isDistinct = isDistinct
    try resolver.group(by: groups)
    try resolver.check(groups)
    try resolver.require(having)
    try resolver.sort(by: sorts)
    return resolver.plan
  }

  /// A plan with a single column, the objects' IDs.
  package static func identifiers(
    sortedBy sorts: [ResolvedSortDescriptor], entity: EntityDescription
  ) throws -> ResultPlan {
    var resolver = ResultResolver(entity: entity)
    try resolver.add([.keyPath("objectID")])
    resolver.plan.sorts = sorts
    return resolver.plan
  }

  private var allAttributes: [FetchedProperty] {
    entity.propertiesByName.values
      .filter { $0 is AttributeDescription && !$0.isTransient }
      .map(\.name).sorted().map(FetchedProperty.keyPath)
  }

  // MARK: Columns

  private mutating func add(_ properties: [FetchedProperty]) throws {
    for property in properties {
      guard !plan.shapes.contains(where: { $0.name == property.key }) else {
        guard known[property] == nil else { continue }
        throw error(
          "two values are fetched under the name \(property.key)", key: property.key,
          repair: "give the expression another name")
      }
      guard !property.key.isEmpty else {
        throw error("an expression has no name", repair: "give the ExpressionDescription one")
      }
      let expression = try resolve(property)
      known[property] = plan.columns.count
      plan.shapes.append((property.key, try shape(of: expression, property)))
    }
  }

  private mutating func shape(
    of expression: ResolvedExpression, _ property: FetchedProperty
  ) throws -> ResultPlan.Shape {
    if let (path, composite) = expression.composite {
      return shape(of: composite, at: path, under: property.key)
    }
    var wanted = AttributeType.undefined
    if case .expression(_, _, let type) = property { wanted = type }
    if wanted != .undefined, let own = expression.type, own != .undefined,
      wanted.family != own.family, own.family != .any
    {
      throw error(
        "\(property.key) returns \(own.phrase), not \(wanted.phrase)", key: property.key,
        repair: "leave its expressionResultType undefined, or CAST the expression")
    }
    return .column(append(expression, wanted, property.key))
  }

  private mutating func shape(
    of composite: CompositeAttributeDescription, at path: ResolvedPath, under name: String
  ) -> ResultPlan.Shape {
    .composite(
      composite.elements.map { element in
        let path = path.ending(in: element)
        let name = "\(name).\(element.name)"
        if let nested = element as? CompositeAttributeDescription {
          return (element.name, shape(of: nested, at: path, under: name))
        }
        return (element.name, .column(append(.path(path), .undefined, name)))
      })
  }

  private mutating func append(
    _ expression: ResolvedExpression, _ wanted: AttributeType, _ name: String
  ) -> Int {
    var stand: PropertyDescription = AttributeDescription(name, expression.type ?? .undefined)
    if case .path(let path) = expression, path.type == .objectID {
      let relationship = RelationshipDescription(
        name: name, destination: "", inverse: nil, maxCount: 1)
      relationship.destinationEntity = path.destinationEntity
      stand = relationship
    }
    plan.columns.append(
      ResultPlan.Column(expression: expression, stand: stand, wantedType: wanted, name: name))
    return plan.columns.count - 1
  }

  // MARK: Groups

  private mutating func group(by groups: [FetchedProperty]) throws {
    plan.isGrouped =
      !groups.isEmpty || plan.columns.contains { $0.expression.readsManyRows }
    for property in groups {
      let expression = try resolve(property)
      guard !expression.readsManyRows else {
        throw error(
          "\(property.key) is an aggregate, and results cannot be grouped by it", key: property.key,
          repair: "group by attributes, and fetch the aggregate")
      }
      if let (path, composite) = expression.composite {
        plan.groups += composite.leaves.map { .path(path.ending(in: $0)) }
      } else {
        plan.groups.append(expression)
      }
    }
  }

  /// Checks that each column has one value in each group, and that values are comparable where
  /// necessary.
  private func check(_ groups: [FetchedProperty]) throws {
    if plan.isGrouped { try checkColumns(in: groups) }
    let compared = plan.groups + (plan.isDistinct ? plan.columns.map(\.expression) : [])
    for case .path(let path) in compared
    where path.attribute?.allowsExternalBinaryDataStorage == true {
      throw error(
        "\(path.text) may be stored in external files, which cannot be compared", key: path.text,
        repair: "leave it out of groups and of distinct results")
    }
  }

  private func checkColumns(in groups: [FetchedProperty]) throws {
    // A condition or subquery used for grouping is recognized only by its text.
    let given = Set(groups.map(\.expression))
    let whole = Set(known.filter { given.contains($0.key.expression) }.map(\.value))
    for (index, column) in plan.columns.enumerated() where !whole.contains(index) {
      let paths = ResolvedNode.expression(column.expression).rowPaths(outside: plan.groups)
      guard let path = paths.first else { continue }
      // A group by year(arrival) contains many arrivals, of which a store would return an arbitrary
      // one.
      let group = groups.first { group in
        let expression = try? resolve(group)
        return expression.map {
          ResolvedNode.expression($0).rowPaths(outside: []).contains(path)
        } ?? false
      }
      let reason =
        group.map { "\(path) is grouped only through \($0.expression)" }
        ?? "\(path) is neither an aggregate nor in propertiesToGroupBy"
      throw error(
        "\(column.name) has no single value in a group: \(reason)", key: column.name,
        repair: "add \"\(path)\" to propertiesToGroupBy, or fetch its min: or max:")
    }
  }

  // MARK: Having and the order

  /// An entity whose properties are the keys of the dictionaries.
  private var results: EntityDescription {
    let results = EntityDescription(name: entity.name ?? "")
    results.properties = stands
    return results
  }

  private mutating func require(_ having: FetchPredicate?) throws {
    guard let having else { return }
    guard !plan.groups.isEmpty else {
      throw error(
        "havingPredicate applies to groups, but propertiesToGroupBy names none",
        repair: "use predicate for single objects, or set propertiesToGroupBy")
    }
    if let defect = having.defect { throw defect }
    let names = stands.map(\.name)
    plan.having = try ObjectGraphError.passing {
      try PredicateResolver(entity: results).resolve(having.node.naming(Set(names)))
    } changed: {
      $0.message = "havingPredicate: \($0.message)"
      $0.repair =
        "it can use the keys of the dictionaries: "
        + names.map { "$\($0)" }.joined(separator: ", ")
    }
  }

  private mutating func sort(by sorts: [FetchSortDescriptor]) throws {
    let results = results
    for sort in sorts {
      if let stand = stands.first(where: { $0.name == sort.key }) {
        plan.sorts.append(try ResolvedSortDescriptor(sort, standingFor: stand, of: results))
        continue
      }
      guard plan.isOfRows else {
        throw error(
          "the results are not objects, and have no value \(sort.key)", key: sort.key,
          repair: "sort by \(stands.map(\.name).joined(separator: ", "))")
      }
      plan.sorts += try ResolvedSortOrder([sort], entity: entity).descriptors
    }
  }

  func error(_ message: String, key: String? = nil, repair: String) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, message, repair: repair, entityName: entity.name, key: key)
  }
}

extension FetchedProperty {
  /// The expression to fetch, regardless of its name.
  fileprivate var expression: FetchExpression {
    switch self {
    case .keyPath(let path): FetchExpression(forKeyPath: path)
    case .expression(_, let expression, _): expression
    }
  }
}

extension ResolvedSortDescriptor {
  /// A sort by a column, whose name may contain dots and so is not a key path.
  fileprivate init(
    _ sort: FetchSortDescriptor, standingFor stand: PropertyDescription,
    of results: EntityDescription
  ) throws {
    let terminal: ResolvedPath.Terminal =
      switch stand {
      case let relationship as RelationshipDescription: .toOne(relationship)
      case let attribute as AttributeDescription: .attribute(attribute)
      default: .object
      }
    let path = ResolvedPath(
      root: .evaluated, rootEntity: results, steps: [], terminal: terminal, text: stand.name)
    try self.init(sort, by: sort.storeComparison(), at: path)
  }
}

/// The names of a dictionary's values in a condition on groups: `$count`, `count`,
/// `camper.fullName`.
extension PredicateNode {
  /// The tree with each variable and key path that is one of the names replaced by that single key.
  func naming(_ names: Set<String>) throws -> PredicateNode {
    try replacing { node in
      let name: String
      switch node.kind {
      case .variable(let variable): name = variable
      case .keyPath(let keys) where !keys.isEmpty: name = keys.joined(separator: ".")
      case .function(let function, _) where function.aggregate == nil: return nil
      case .function, .collection, .subquery, .keyPath:
        throw ObjectGraphError(
          .invalidArgument,
          "\(FormatPrinter.text(of: node)) cannot be used in a condition on groups",
          repair: "fetch it under a name, and write $NAME")
      default: return nil
      }
      return names.contains(name) ? node.with(.keyPath([name])) : node
    }
  }
}
