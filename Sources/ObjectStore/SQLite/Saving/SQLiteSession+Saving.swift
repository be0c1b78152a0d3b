import ObjectModel
import SQLite

/// Reads and writes of a save other than its own rows, in its transaction.
extension SQLiteSession {
  /// The keys of the rows whose relationship leads to a row.
  func sources(of relationship: PropertyLayout, destination: Int64) throws -> [Int64] {
    guard let pairs = relationship.relationship.flatMap(mapping.pairs) else { return [] }
    let (from, to) = (pairs.source.column, pairs.destination.column)
    return try connection.integers(
      "SELECT \(from) FROM \(pairs.table) WHERE \(to) = ? AND \(from) IS NOT NULL",
      destination - base
    ).map(key(ofStored:))
  }

  /// Writes one attribute of a row, without changing its version.
  func write(_ row: Row, _ property: PropertyLayout, _ layout: EntityLayout) throws {
    guard let column = mapping.column(of: property) else { return }
    let statement = try connection.statement(
      "UPDATE \(mapping.table(of: layout).name) SET \(column.name) = ? WHERE Z_PK = ?")
    try RowBinder(layout: layout, properties: [property], firstParameter: 1)
      .bind(row, to: statement, keys: TemporaryKeys())
    statement.bind(2, row.key - base)
    try statement.run()
  }

  // MARK: External files

  /// The properties of an entity's table whose data may be stored externally: those of all entities
  /// in the hierarchy, because the row may be of a subentity of the one that is known.
  func externals(of layout: EntityLayout) -> [PropertyLayout] {
    mapping.table(of: layout).columns.map(\.property).filter { $0.kind == .externalData }
  }

  /// The external files to which a stored row refers, by property index.
  func externalNames(
    of key: Int64, _ layout: EntityLayout, _ properties: [PropertyLayout]
  ) throws -> [Int: String] {
    var names: [Int: String] = [:]
    let table = mapping.table(of: layout).name
    for property in properties {
      guard let column = mapping.column(of: property)?.name else { continue }
      let statement = try connection.statement(
        "SELECT \(column) FROM \(table) WHERE Z_PK = ? AND length(\(column)) = 38")
      statement.bind(1, key - base)
      defer { statement.reset() }
      if try statement.step() {
        names[property.index] = ExternalData(statement.blobBytes(0)).fileName
      }
    }
    return names
  }
}
