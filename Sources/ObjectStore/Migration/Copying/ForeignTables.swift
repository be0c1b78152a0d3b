import ObjectModel
import SQLite

/// The tables of a store that do not belong to its model: Core Data's persistent history, and
/// tables added by an application. They are copied unchanged, apart from the entity numbers in the
/// history, along with their indexes, views and triggers.
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
    let tables = try foreignTables()
    for (name, sql) in tables {
      // A virtual table creates its shadow tables, which are then filled like the others.
      if try !connection.tableNames().contains(name) { try connection.execute(sql) }
    }
    for (name, sql) in tables where !Self.isVirtual(sql) { try copyRows(of: name) }
    try copySequences(of: tables.map(\.name))
    if copy.oldTables.contains("ACHANGE") { try renumberHistory() }
  }

  private static let firstHistoryEntity = 16_000

  private func foreignTables() throws -> [(name: String, sql: String)] {
    let known = Set(
      copy.source.tables.map(\.name) + copy.source.joins.map(\.table)
        + ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"])
    let tables = try connection.rows(
      """
      SELECT name, sql FROM \(old).sqlite_master WHERE type = 'table' AND sql IS NOT NULL \
      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC, rowid
      """
    ) { (name: $0.string(0) ?? "", sql: $0.string(1) ?? "") }
    return tables.filter { name, _ in
      !known.contains(name) && !SearchDefinition.isOwn(table: name)
    }
  }

  private static func isVirtual(_ sql: String) -> Bool {
    sql.uppercased().hasPrefix("CREATE VIRTUAL")
  }

  /// Rows keep their rowids, which full-text indexes, among others, refer to.
  private func copyRows(of table: String) throws {
    let name = quoted(table)
    let columns = try connection.texts(
      "SELECT name FROM pragma_table_info('\(literal(table))', '\(old)')")
    let taken = Set(columns.map { $0.lowercased() })
    let hasRowid = (try? connection.integer("SELECT rowid FROM \(old).\(name) LIMIT 1")) != nil
    let rowid = hasRowid ? ["rowid", "_rowid_", "oid"].first { !taken.contains($0) } : nil
    let names = ((rowid.map { [$0] } ?? []) + columns.map(quoted)).joined(separator: ", ")
    try connection.execute(
      """
      DELETE FROM main.\(name);
      INSERT INTO main.\(name) (\(names)) SELECT \(names) FROM \(old).\(name)
      """)
  }

  /// The last keys assigned, which may belong to deleted rows.
  private func copySequences(of tables: [String]) throws {
    guard copy.oldTables.contains("sqlite_sequence"),
      try connection.tableNames().contains("sqlite_sequence")
    else { return }
    for table in tables {
      try connection.execute(
        """
        DELETE FROM main.sqlite_sequence WHERE name = '\(literal(table))';
        INSERT INTO main.sqlite_sequence SELECT * FROM \(old).sqlite_sequence \
        WHERE name = '\(literal(table))'
        """)
    }
  }

  /// Creates the application's indexes, views and triggers; those that name a removed column or
  /// table are dropped.
  ///
  /// Call this last, so that triggers do not fire for the migration's own changes.
  func copyObjects() throws {
    let known = try connection.texts("SELECT name FROM main.sqlite_master")
    let tables = Set(try foreignTables().map(\.name))
    let objects = try connection.rows(
      """
      SELECT name, tbl_name, sql, type = 'index' FROM \(old).sqlite_master \
      WHERE type IN ('index', 'view', 'trigger') AND sql IS NOT NULL ORDER BY rowid
      """
    ) { ($0.string(0) ?? "", $0.string(1) ?? "", $0.string(2) ?? "", $0.int64(3) != 0) }
    for (name, table, sql, isIndex) in objects
    where !known.contains(name) && !SearchDefinition.isOwn(table: name) {
      // Indexes of the model itself, whose names start with Z, come from the new version.
      if isIndex, !tables.contains(table), name.hasPrefix("Z") { continue }
      try? connection.execute(sql)
    }
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
    try connection.execute("UPDATE main.ACHANGE SET ZENTITY = \(number)")
  }

  private func literal(_ text: String) -> String { text.replacing("'", with: "''") }

  private func quoted(_ name: String) -> String {
    "\"\(name.replacing("\"", with: "\"\""))\""
  }
}
