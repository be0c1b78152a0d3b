import ObjectModel

extension SQLCompiler {
  /// The rows that a to-many relationship leads to, as the FROM clause of a subquery.
  struct Source {
    let from: String
    /// Ties the rows to their owner.
    let condition: String
    /// The alias of the destination's table; nil when only the join table is read.
    let alias: String?
    /// The expression of the destination's key.
    let key: String
  }

  /// - Parameters:
  ///   - owner: the expression of the owner's key.
  ///   - needsRows: whether the destinations' own columns are needed, and not their keys alone.
  func source(
    of relationship: RelationshipDescription, owner: String, needsRows: Bool
  ) throws -> Source {
    guard let side = mapping.join(of: relationship) else {
      guard let inverse = relationship.inverseRelationship else {
        throw StoreMapping.foreign(relationship)
      }
      let table = try mapping.destinationTable(of: relationship)
      let column = try mapping.columnName(of: inverse)
      let alias = nextAlias()
      return Source(
        from: "\(table.name) \(alias)", condition: "\(alias).\(column) = \(owner)", alias: alias,
        key: "\(alias).Z_PK")
    }
    let join = nextAlias()
    let condition = "\(join).\(side.sourceColumn) = \(owner)"
    let key = "\(join).\(side.destinationColumn)"
    guard needsRows else {
      return Source(from: "\(side.table) \(join)", condition: condition, alias: nil, key: key)
    }
    let table = try mapping.destinationTable(of: relationship)
    let alias = nextAlias()
    return Source(
      from: "\(side.table) \(join) JOIN \(table.name) \(alias) ON \(alias).Z_PK = \(key)",
      condition: condition, alias: alias, key: "\(alias).Z_PK")
  }

  /// A condition over the objects of a to-many relationship, as a subquery that can use the index of
  /// the foreign key.
  func condition(
    overCollection comparison: ResolvedComparison, in scope: SQLScope
  ) throws -> String {
    guard case .path(let path) = comparison.left, let many = path.toManyStep else {
      throw ObjectGraphError(
        .invalidArgument, "ANY, ALL and NONE need a path over a to-many relationship")
    }
    let owner = try key(of: path.steps[..<many], rootKey: "\(scope.root).Z_PK", in: scope)
    let rest = path.steps[(many + 1)...]
    var readsKeysAlone = false
    if case .object = path.terminal, rest.isEmpty { readsKeysAlone = true }
    let source = try source(of: path.steps[many], owner: owner, needsRows: !readsKeysAlone)

    let inner = SQLScope(root: source.alias ?? "")
    let isAll = comparison.modifier == .all
    let text = try holds(comparison, isExact: isAll, rightScope: scope) { folding in
      let column = try self.column(over: rest, to: path.terminal, rootKey: source.key, in: inner)
      return .text(self.folded(column, folding), canBeNull: column != source.key)
    }
    let condition = isAll ? "NOT (\(text))" : text
    let exists =
      "EXISTS (SELECT 1 FROM \(source.from)\(inner.joins) WHERE \(source.condition) AND \(condition))"
    return comparison.modifier == .any ? exists : "NOT \(exists)"
  }
}
