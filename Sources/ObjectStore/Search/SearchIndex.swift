import ObjectModel
import SQLite

/// The search index of a store's file: made when something is first searched, a step at a time, and
/// then kept up to date by each save within its own transaction.
///
/// The file says how far the making is, so that whoever writes next can go on with it; until the end
/// nobody asks the index. Rows that others changed wait in a queue; the next save or search of ours
/// takes them in.
final class SearchIndex {
  let connection: Connection
  private let mapping: StoreMapping

  /// Made when it is first needed, as only then the file's tables are known; nil in it where the
  /// model has nothing to search.
  private var known: SearchDefinition??

  /// The version of the file's schema at which the index was looked at last, and whether it fits.
  private var verified: (schema: Int64, fits: Bool)?

  /// What a step takes about a tenth of a second for.
  private static let rowsInAStep = 1000

  init(connection: Connection, mapping: StoreMapping) {
    self.connection = connection
    self.mapping = mapping
  }

  // MARK: Being up to date

  /// The definition, when the index can be asked: it is whole and nothing waits.
  ///
  /// - Parameter isDemanding: whether one that cannot be asked is to be made so first.
  /// - Throws: `OldSearchIndex` then.
  func current(isDemanding: Bool) throws -> SearchDefinition? {
    if let definition = try existing(), try !isWaiting() { return definition }
    if isDemanding, try definition() != nil { throw OldSearchIndex() }
    return nil
  }

  /// Takes in what waits, outside of a transaction; that is left for another time while somebody
  /// else writes, for whom it waits a moment only.
  func takeWaiting() throws {
    guard let definition = try existing(), try isWaiting() else { return }
    do {
      try connection.waiting(atMost: 200) {
        try connection.writeTransaction { try takeQueue(definition) }
      }
    } catch let error as SQLiteError where error.kind == .locked {}
  }

  /// The definition, when the file has the index, if perhaps with something waiting.
  func existing() throws -> SearchDefinition? {
    guard let definition = try definition(), try isWhole(definition) else { return nil }
    return definition
  }

  /// How many objects a term is found in, part by part; at most the limit.
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

  /// Takes in what a save changed; inside its transaction.
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

  /// How far the making is: a place among the tables, and the last key that was read there; nil where
  /// the file has no index, or one of another definition.
  private func place(in definition: SearchDefinition) throws -> (table: Int, key: Int64)? {
    guard try fits(definition) else { return nil }
    let state = try connection.statement(
      "SELECT PLACE, KEY FROM \(SearchDefinition.state) WHERE STAMP = ?")
    state.bind(1, definition.stamp)
    defer { state.reset() }
    return try state.step() ? (Int(state.int64(0)), state.int64(1)) : nil
  }

  /// Whether the file has the tables and triggers of the definition, each as it has to be.
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

  /// Begins to make the index anew from the rows, whatever there is.
  func beginAnew() throws {
    guard let definition = try definition() else { return }
    try connection.writeTransaction { try begin(definition) }
  }

  /// Makes the index, or goes on making it, by one step: a transaction that holds the write lock for
  /// a moment only, so that others write in between. The triggers, which are there from the first
  /// step on, note what they change.
  ///
  /// - Parameter isPatient: whether it waits for others who write, and fails if they take too long;
  ///   else it is left for another time.
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
    // FTS5 drops no table whose own tables are damaged: without it all are plain ones.
    try connection.execute(
      "PRAGMA writable_schema = ON; DELETE FROM main.sqlite_master "
        + "WHERE \(SearchDefinition.namesCondition) AND sql LIKE 'CREATE VIRTUAL%'; "
        + "PRAGMA writable_schema = RESET")
    for kind in ["trigger", "table"] {
      let drops = try connection.texts(
        "SELECT 'DROP \(kind) \"' || name || '\"' FROM main.sqlite_master "
          + "WHERE \(SearchDefinition.namesCondition) AND type = '\(kind)'")
      for drop in drops { try connection.execute(drop) }
    }
    for statement in definition.statements { try connection.execute(statement) }
    let state = try Statement(
      connection: connection,
      sql: "INSERT INTO \(SearchDefinition.state) (STAMP, PLACE, KEY) VALUES (?, 0, ?)")
    state.bind(1, definition.stamp)
    state.bind(2, .min)
    try state.run()
  }
}

/// The index that a search wants is not there yet, or rows wait for being taken in.
struct OldSearchIndex: Error {}
