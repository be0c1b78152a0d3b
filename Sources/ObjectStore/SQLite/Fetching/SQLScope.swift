import ObjectModel

/// The FROM clause of a query or subquery: its table, and a JOIN for each to-one path used.
final class SQLScope {
  /// The expression for the primary key of the object at which paths start.
  let key: String

  private(set) var joins = ""
  /// The number of tables in the clause.
  var tableCount = 1
  /// The to-one paths that must lead to an object for the condition to be true.
  var neededSteps: Set<[ObjectIdentifier]> = []

  let table: TableMapping
  private let parent: SQLScope?
  /// The depth of the scope's subquery; nil for the query itself and under ANY.
  private let depth: Int?
  /// The aliases of the tables at the end of to-one paths, including the empty path.
  private(set) var aliases: [[ObjectIdentifier]: String] = [:]

  /// - Parameters:
  ///   - alias: the alias of the table; nil if only the keys of a join table are available so far.
  ///   - parent: the enclosing scope of a subquery; nil for a query.
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

  /// The scope in which a path starts.
  func scope(of root: ResolvedPath.Root) throws -> SQLScope {
    switch root {
    case .evaluated: return try parent?.scope(of: root) ?? self
    case .variable(let number):
      if depth == number { return self }
      guard let parent else {
        throw ObjectGraphError(.invalidArgument, "a variable is used outside its SUBQUERY")
      }
      return try parent.scope(of: root)
    }
  }

  /// Joins the table at the end of a to-one path.
  ///
  /// - Parameter key: the foreign key that refers to it.
  func join(_ table: TableMapping, as alias: String, at path: [ObjectIdentifier], on key: String) {
    let join = path.isEmpty || neededSteps.contains(path) ? "JOIN" : "LEFT JOIN"
    joins += " \(join) \(table.name) \(alias) ON \(alias).Z_PK = \(key)"
    tableCount += 1
    aliases[path] = alias
  }
}
