import ObjectModel

/// The FROM clause of a query or subquery: what it reads, and a JOIN for each to-one path used.
final class SQLScope {
  /// The expression of the primary key of the object that the paths start from.
  let key: String

  private(set) var joins = ""
  /// How many tables the clause has.
  var tableCount = 1
  /// The to-one paths without which no row of the scope fulfils its condition.
  var neededSteps: Set<[ObjectIdentifier]> = []

  let table: TableMapping
  private let parent: SQLScope?
  /// The depth of the subquery that the scope is of; nil for the query itself and under ANY.
  private let depth: Int?
  /// Those of the tables at the end of to-one paths, the empty one included.
  private(set) var aliases: [[ObjectIdentifier]: String] = [:]

  /// - Parameters:
  ///   - alias: of the table; nil when only the keys of a join table are at hand so far.
  ///   - parent: the scope around a subquery; nil for the scope of a query.
  init(
    key: String, alias: String?, table: TableMapping, in parent: SQLScope? = nil,
    depth: Int? = nil
  ) {
    self.key = key
    self.table = table
    self.parent = parent
    self.depth = depth
    aliases[[]] = alias
  }

  /// The scope in which the steps of a path start.
  func scope(of root: ResolvedPath.Root) throws -> SQLScope {
    switch root {
    case .evaluated: return try parent?.scope(of: root) ?? self
    case .variable(let number):
      if depth == number { return self }
      guard let parent else {
        throw ObjectGraphError(.invalidArgument, "a variable stands outside its SUBQUERY")
      }
      return try parent.scope(of: root)
    }
  }

  /// Joins the table at the end of a to-one path.
  ///
  /// - Parameter key: the foreign key that leads there.
  func join(_ table: TableMapping, as alias: String, at path: [ObjectIdentifier], on key: String) {
    let join = path.isEmpty || neededSteps.contains(path) ? "JOIN" : "LEFT JOIN"
    joins += " \(join) \(table.name) \(alias) ON \(alias).Z_PK = \(key)"
    tableCount += 1
    aliases[path] = alias
  }
}

extension StoreMapping {
  /// The table of a relationship's destination.
  func destinationTable(of relationship: RelationshipDescription) throws -> TableMapping {
    guard let entity = relationship.destinationEntity, let layout = model.layout(of: entity) else {
      throw Self.foreign(relationship)
    }
    return table(of: layout)
  }

  /// The column of the number of the entity of the object that a path leads to; nil where that is
  /// known.
  func entityColumn(at path: ResolvedPath, from table: TableMapping) -> String? {
    switch path.terminal {
    case .object where path.steps.isEmpty: table.isPolymorphic ? "Z_ENT" : nil
    case .toOne(let relationship): column(of: relationship)?.entityColumn
    default: nil
    }
  }

  /// The column of a property that a predicate names.
  func columnName(of description: PropertyDescription) throws -> String {
    guard let column = column(of: description) else { throw Self.foreign(description) }
    return column.name
  }

  /// Transient properties, and properties of a model that the store was not opened with.
  static func foreign(_ property: PropertyDescription) -> ObjectGraphError {
    let isTransient =
      (property as? RelationshipDescription)?.isEffectivelyTransient ?? property.isTransient
    return ObjectGraphError(
      .invalidArgument,
      isTransient
        ? "\(property.name) is transient, so a store cannot search or sort by it"
        : "the store has no \(property.name)",
      repair: isTransient
        ? "fetch first and filter the objects" : "use the model of the store",
      entityName: property.entity?.name, key: property.name)
  }
}
