import ObjectModel

extension SQLCompiler {
  /// The destinations of a to-many relationship, for use in a subquery.
  struct Source {
    /// The key of the object that owns the relationship.
    let owner: SQLValue
    /// The first table.
    let table: String
    /// The condition that links the rows to their owner.
    var condition: String
    let scope: SQLScope

    /// The FROM and WHERE clauses, with the joins needed so far by paths in the subquery.
    var clause: String { "FROM \(from) WHERE \(condition)" }
    fileprivate var from: String { table + scope.joins }
  }

  /// The rows to which the to-many steps of a path lead, one for each route, and the remaining
  /// to-one steps.
  ///
  /// - Parameter depth: the depth of the subquery; nil under ANY, ALL and NONE.
  func source(
    of path: ResolvedPath, in parent: SQLScope, depth: Int? = nil
  ) throws -> (rows: Source, rest: ArraySlice<RelationshipDescription>) {
    guard let many = path.toManySteps else {
      throw ObjectGraphError(
        .invalidArgument, "\(path.text) contains no to-many relationship", key: path.text)
    }
    let steps = path.steps[many]
    let owner = try value(
      over: path.steps[..<many.lowerBound], to: .object, in: try parent.scope(of: path.root))
    var source = try source(
      of: path.steps[many.lowerBound], owner: owner, in: parent, depth: depth)
    var rest = steps.dropFirst()
    while let place = rest.firstIndex(where: \.isToMany) {
      let key = try value(over: rest[..<place], to: .object, in: source.scope)
      let next = try self.source(of: rest[place], owner: key, in: parent, depth: depth)
      next.scope.tableCount += source.scope.tableCount
      try checkJoins(of: next.scope, steps[...place])
      source = Source(
        owner: owner, table: "\(source.from) JOIN \(next.table) ON \(next.condition)",
        condition: source.condition, scope: next.scope)
      rest = rest[(place + 1)...]
    }
    return (source, path.steps[(many.upperBound + 1)...])
  }

  private func source(
    of relationship: RelationshipDescription, owner: SQLValue, in parent: SQLScope, depth: Int?
  ) throws -> Source {
    let table = try mapping.destinationTable(of: relationship)
    guard let pairs = mapping.pairs(of: relationship) else {
      throw StoreMapping.foreign(relationship)
    }
    let alias = nextAlias()
    return Source(
      owner: owner, table: "\(pairs.table) \(alias)",
      condition: "\(alias).\(pairs.source.column) = \(owner.text)",
      scope: SQLScope(
        key: "\(alias).\(pairs.destination.column)", alias: pairs.foreignKey == nil ? nil : alias,
        table: table, in: parent, depth: depth))
  }

  /// A condition on the objects of a to-many relationship, as a subquery that can use the index of
  /// the foreign key.
  func condition(
    overCollection comparison: ResolvedComparison, in scope: SQLScope
  ) throws -> String {
    guard case .path(let path) = comparison.left else {
      throw ObjectGraphError(
        .invalidArgument, "ANY, ALL and NONE need a path through a to-many relationship")
    }
    let (source, rest) = try source(of: path, in: scope)
    let isAll = comparison.modifier == .all
    let terms = Terms(comparison)
    if !isAll, comparison.needsLeftSide {
      source.scope.neededSteps = SQLScope.beginnings(of: [rest])
    }
    let left = try value(over: rest, to: path.terminal, in: source.scope)
    let text = try self.condition(
      terms, .value(left.folded(terms.folding)), isExact: isAll, in: scope)
    let condition = isAll ? "NOT (\(text))" : text
    let exists = "EXISTS (SELECT 1 \(source.clause) AND \(condition))"
    return comparison.modifier == .any ? exists : "NOT \(exists)"
  }
}
