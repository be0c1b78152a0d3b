import ObjectModel
import SQLite

/// The search index of a store's file: created in steps after the first search, and then kept up to
/// date by each save, in the save's transaction.
///
/// The progress of its creation is recorded in the file, so that any writer can continue; until it
/// is complete, it is not used. Changes by other programs are queued; the engine's next save or
/// search processes them.
final class SearchIndex {
  let connection: Connection
  private let mapping: StoreMapping

  /// Created when it is first needed, because only then are the file's tables known; the inner
  /// value is nil if the model has nothing to search.
  private var known: SearchDefinition??

  /// The version of the file's schema when the index was last checked, and whether it matched.
  private var verified: (schema: Int64, fits: Bool)?

  /// The number of rows for which a step takes about a tenth of a second.
  private static let rowsInAStep = 1000

  init(connection: Connection, mapping: StoreMapping) {
    self.connection = connection
    self.mapping = mapping
  }

  // MARK: Being up to date

  /// The definition, if the index can be used: it is complete and the queue is empty.
  ///
  /// - Parameter isDemanding: whether to throw if it cannot be used, so that it is updated first.
  /// - Throws: `OldSearchIndex` in that case.
  func current(isDemanding: Bool) throws -> SearchDefinition? {
    if let definition = try existing(), try !isWaiting() { return definition }
    if isDemanding, try definition() != nil { throw OldSearchIndex() }
    return nil
  }

  /// Processes the queue, outside a transaction; if another connection is writing, it waits only
  /// briefly and leaves the work for later.
  func takeWaiting() throws {
    guard let definition = try existing(), try isWaiting() else { return }
    do {
      try connection.waiting(atMost: 200) {
        try connection.writeTransaction { try takeQueue(definition) }
      }
    } catch let error as SQLiteError where error.kind == .locked {}
  }

  /// The definition, if the file has a complete index, possibly with a queue.
  func existing() throws -> SearchDefinition? {
    guard let definition = try definition(), try isWhole(definition) else { return nil }
    return definition
  }

  /// The number of objects found for a term, counted by part; at most the limit.
  func count(_ term: SearchTerm, in definition: SearchDefinition, limit: Int) throws -> Int {
    var count = 0
    for part in term.parts where count < limit {
      guard let (index, text) = definition.match(part, term.rank) else { continue }
      let statement = try connection.statement(
        "SELECT count(*) FROM (SELECT 1 FROM \(index) WHERE \(index) MATCH ? LIMIT \(limit))")
      statement.bind(1, text)
      defer { statement.reset() }
      if try statement.step() { count += Int(statement.int64(0)) }
    }
    return min(count, limit)
  }

  /// Processes the changes of a save, in its transaction.
  func update() throws {
    guard let definition = try definition(), try place(in: definition) != nil, try isWaiting()
    else { return }
    try takeQueue(definition)
  }

  private func definition() throws -> SearchDefinition? {
    if let known { return known }
    let definition = try SearchDefinition(mapping: mapping, held: connection.tableNames())
    known = .some(definition)
    return definition
  }

  private func isWaiting() throws -> Bool {
    try connection.integer("SELECT 1 FROM \(SearchDefinition.queue) LIMIT 1") != nil
  }

  private func takeQueue(_ definition: SearchDefinition) throws {
    for table in definition.tables {
      let keys = "(SELECT KEY FROM \(SearchDefinition.queue) WHERE ROOT = \(table.rootNumber))"
      try connection.statement("DELETE FROM \(table.index) WHERE rowid IN \(keys)").run()
      try connection.statement(table.insertion(where: "Z_PK IN \(keys)")).run()
    }
    try connection.execute("DELETE FROM \(SearchDefinition.queue)")
  }

  // MARK: Making

  private func isWhole(_ definition: SearchDefinition) throws -> Bool {
    try place(in: definition).map { $0.table == definition.tables.count } ?? false
  }

  /// The progress of the index's creation: the index of a table, and the last key that was read in
  /// it; nil if the file has no index, or one with another definition.
  private func place(in definition: SearchDefinition) throws -> (table: Int, key: Int64)? {
    guard try fits(definition) else { return nil }
    let state = try connection.statement(
      "SELECT PLACE, KEY FROM \(SearchDefinition.state) WHERE STAMP = ?")
    state.bind(1, definition.stamp)
    defer { state.reset() }
    return try state.step() ? (Int(state.int64(0)), state.int64(1)) : nil
  }

  /// Whether the file's tables and triggers match the definition.
  private func fits(_ definition: SearchDefinition) throws -> Bool {
    let schema = try connection.integer("PRAGMA main.schema_version") ?? 0
    if let verified, verified.schema == schema { return verified.fits }
    let found = try connection.texts(
      "SELECT iif(sql LIKE 'CREATE TABLE ''OG%', name, sql) FROM main.sqlite_master "
        + "WHERE \(SearchDefinition.namesCondition) AND sql > ''")
    let fits = found == definition.schema
    verified = (schema, fits)
    return fits
  }

  /// Starts to rebuild the index from the rows.
  func beginAnew() throws {
    guard let definition = try definition() else { return }
    try connection.writeTransaction { try begin(definition) }
  }

  /// Performs one step of creating the index: a short transaction, so that others can write in
  /// between. The triggers exist from the first step on, and record changes.
  ///
  /// - Parameter isPatient: whether to wait for other writers, and throw if they take too long;
  ///   otherwise, the step is left for later.
  /// - Returns: whether there is more to do now.
  func advance(isPatient: Bool) throws -> Bool {
    guard let definition = try definition(), !connection.isInTransaction,
      try !isWhole(definition)
    else { return false }
    do {
      try connection.waiting(atMost: isPatient ? connection.busyTimeout : 200) {
        try connection.writeTransaction { try step(definition) }
      }
    } catch let error as SQLiteError where error.kind == .locked && !isPatient {
      return false
    }
    return try !isWhole(definition)
  }

  private func step(_ definition: SearchDefinition) throws {
    guard let place = try place(in: definition) else { return try begin(definition) }
    guard place.table < definition.tables.count else { return }
    let table = definition.tables[place.table]
    let last = try connection.integer(
      "SELECT Z_PK FROM \(table.name) WHERE Z_PK > ? ORDER BY Z_PK "
        + "LIMIT 1 OFFSET \(Self.rowsInAStep - 1)", place.key)
    let rows = try connection.statement(table.insertion(where: "Z_PK > ? AND Z_PK <= ?"))
    rows.bind(1, place.key)
    rows.bind(2, last ?? .max)
    try rows.run()
    let state = try connection.statement("UPDATE \(SearchDefinition.state) SET PLACE = ?, KEY = ?")
    state.bind(1, Int64(last == nil ? place.table + 1 : place.table))
    state.bind(2, last ?? .min)
    try state.run()
  }

  private func begin(_ definition: SearchDefinition) throws {
    connection.clearStatements()
    // FTS5 cannot drop a table whose internal tables are damaged, so turn them into ordinary ones.
    try connection.execute("PRAGMA writable_schema = ON")
    do {
      defer { try? connection.execute("PRAGMA writable_schema = RESET") }
      try connection.execute(
        "DELETE FROM main.sqlite_master "
          + "WHERE \(SearchDefinition.namesCondition) AND sql LIKE 'CREATE VIRTUAL%'")
    }
    for kind in ["trigger", "table"] {
      let drops = try connection.texts(
        "SELECT 'DROP \(kind) \"' || name || '\"' FROM main.sqlite_master "
          + "WHERE \(SearchDefinition.namesCondition) AND type = '\(kind)'")
      for drop in drops { try connection.execute(drop) }
    }
    for statement in definition.statements { try connection.execute(statement) }
    try connection.run(
      "INSERT INTO \(SearchDefinition.state) (STAMP, PLACE, KEY) VALUES (?, 0, ?)",
      .text(definition.stamp), .integer(.min))
  }
}

/// Thrown if the index for a search does not exist yet, or its queue is not empty.
struct OldSearchIndex: Error {}
