import ObjectModel

extension SQLCompiler {
  /// The rows that a to-many relationship leads to, as the FROM clause of a subquery.
  struct Source {
    /// The table at the bottom.
    let table: String
    /// Ties the rows to their owner.
    let condition: String
    let scope: SQLScope

    /// With the joins that the paths in the subquery needed so far.
    var from: String { table + scope.joins }
  }

  /// - Parameters:
  ///   - owner: the expression of the owner's key.
  ///   - parent: the scope around the subquery.
  ///   - depth: of the SUBQUERY whose variable the rows are.
  func source(
    of relationship: RelationshipDescription, owner: String, in parent: SQLScope,
    depth: Int? = nil
  ) throws -> Source {
    let table = try mapping.destinationTable(of: relationship)
    let alias = nextAlias()
    if let side = mapping.join(of: relationship) {
      return Source(
        table: "\(side.table) \(alias)", condition: "\(alias).\(side.sourceColumn) = \(owner)",
        scope: SQLScope(
          key: "\(alias).\(side.destinationColumn)", alias: nil, table: table, in: parent,
          depth: depth))
    }
    guard let inverse = relationship.inverseRelationship else {
      throw StoreMapping.foreign(relationship)
    }
    let column = try mapping.columnName(of: inverse)
    return Source(
      table: "\(table.name) \(alias)", condition: "\(alias).\(column) = \(owner)",
      scope: SQLScope(
        key: "\(alias).Z_PK", alias: alias, table: table, in: parent, depth: depth))
  }

  /// The rows that steps lead to, one for each way there; the first and the last of them are to-many.
  func source(
    of steps: ArraySlice<RelationshipDescription>, owner: String, in parent: SQLScope,
    depth: Int? = nil
  ) throws -> Source {
    guard let first = steps.first else {
      throw ObjectGraphError(.invalidArgument, "a collection needs a to-many relationship")
    }
    var source = try source(of: first, owner: owner, in: parent, depth: depth)
    var rest = steps.dropFirst()
    while let many = rest.firstIndex(where: \.isToMany) {
      let key = try key(of: rest[..<many], in: source.scope)
      let next = try self.source(of: rest[many], owner: key, in: parent, depth: depth)
      next.scope.goesOn(from: source.scope)
      try checkJoins(of: next.scope, steps[...many])
      source = Source(
        table: "\(source.from) JOIN \(next.table) ON \(next.condition)",
        condition: source.condition, scope: next.scope)
      rest = rest[(many + 1)...]
    }
    return source
  }

  /// A condition over the objects of a to-many relationship, as a subquery that can use the
  /// index of the foreign key.
  func condition(
    overCollection comparison: ResolvedComparison, in scope: SQLScope
  ) throws -> String {
    guard case .path(let path) = comparison.left, let many = path.toManySteps else {
      throw ObjectGraphError(
        .invalidArgument, "ANY, ALL and NONE need a path over a to-many relationship")
    }
    let owner = try key(of: path.steps[..<many.lowerBound], in: try scope.scope(of: path.root))
    let source = try source(of: path.steps[many], owner: owner, in: scope)
    let isAll = comparison.modifier == .all
    let terms = Terms(comparison)
    let rest = path.steps[(many.upperBound + 1)...]
    if !isAll, comparison.needsLeftSide {
      source.scope.neededSteps = SQLScope.beginnings(of: [rest])
    }
    let left = try value(over: rest, to: path.terminal, in: source.scope)
    let text = try holds(terms, .value(left.folded(terms.folding)), isExact: isAll, in: scope)
    let condition = isAll ? "NOT (\(text))" : text
    let exists =
      "EXISTS (SELECT 1 FROM \(source.from) WHERE \(source.condition) AND \(condition))"
    return comparison.modifier == .any ? exists : "NOT \(exists)"
  }
}
