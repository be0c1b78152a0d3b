import ObjectModel
import SQLite

/// The tables of a store that are no part of its model: the history that Core Data keeps, and what an
/// application added. They are copied as they are, but for entity numbers in the history.
struct ForeignTables {
  let copy: SchemaCopy
  let connection: Connection

  private var old: String { SchemaCopy.oldSchema }

  func copyAll() throws {
    try connection.execute(
      """
      INSERT INTO main.Z_PRIMARYKEY \
      SELECT * FROM \(old).Z_PRIMARYKEY WHERE Z_ENT >= \(Self.firstHistoryEntity)
      """)
    for (name, sql) in try foreignTables() {
      // The tables of a virtual one come with it.
      guard try !connection.tableNames().contains(name) else { continue }
      try connection.execute(sql)
      try connection.execute(
        "INSERT INTO main.\(quoted(name)) SELECT * FROM \(old).\(quoted(name))")
      for index in try indexes(of: name) { try connection.execute(index) }
    }
    if copy.oldTables.contains("ACHANGE") { try renumberHistory() }
  }

  private static let firstHistoryEntity = 16_000

  private func foreignTables() throws -> [(name: String, sql: String)] {
    let known = Set(
      copy.source.tables.map(\.name) + copy.source.joins.map(\.table)
        + ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"])
    let statement = try Statement(
      connection: connection,
      sql: """
        SELECT name, sql FROM \(old).sqlite_master WHERE type = 'table' AND sql IS NOT NULL \
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC, rowid
        """)
    var tables: [(name: String, sql: String)] = []
    while try statement.step() {
      let (name, sql) = (statement.string(0) ?? "", statement.string(1) ?? "")
      if !known.contains(name), !SearchDefinition.isOwn(table: name) { tables.append((name, sql)) }
    }
    return tables
  }

  private func indexes(of table: String) throws -> [String] {
    let statement = try Statement(
      connection: connection,
      sql: """
        SELECT sql FROM \(old).sqlite_master \
        WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL
        """)
    statement.bind(1, table)
    var indexes: [String] = []
    while try statement.step() { indexes.append(statement.string(0) ?? "") }
    return indexes
  }

  private func renumberHistory() throws {
    let numbers = copy.source.model.roots.flatMap { copy.numbers(below: $0) }
    let gone = numbers.filter { $0.new == nil }.map { "\($0.old)" }
    if !gone.isEmpty {
      try connection.execute(
        "DELETE FROM main.ACHANGE WHERE ZENTITY IN (\(gone.joined(separator: ", ")))")
    }
    let number = SchemaCopy.renumbered("ZENTITY", numbers)
    guard number != "ZENTITY" else { return }
    try connection.execute("UPDATE main.ACHANGE SET ZENTITY = \(number.text)")
  }

  private func quoted(_ name: String) -> String {
    "\"\(name.replacing("\"", with: "\"\""))\""
  }
}
