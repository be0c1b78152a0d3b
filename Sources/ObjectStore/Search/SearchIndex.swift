import ObjectModel
import SQLite

/// The search index of a store's file: made when something is first searched, and then kept up to
/// date by each save within its own transaction.
///
/// Rows that others changed wait in a queue; the next save or search of ours takes them in.
final class SearchIndex {
  let connection: Connection
  private let mapping: StoreMapping

  /// Made when it is first needed, as only then the file's tables are known; nil in it where the model
  /// has nothing to search.
  private var known: SearchDefinition??

  /// The version of the file's schema at which the index was looked at last, and whether it fits.
  private var verified: (schema: Int64, isWhole: Bool)?

  init(connection: Connection, mapping: StoreMapping) {
    self.connection = connection
    self.mapping = mapping
  }

  // MARK: Being up to date

  /// The definition, when the index can be asked: it is whole and nothing waits.
  ///
  /// - Parameter mayWrite: whether it may be made, or brought up to date; that is left for another
  ///   time while somebody else writes, for whom it waits a moment only.
  func current(mayWrite: Bool) throws -> SearchDefinition? {
    guard let definition = try definition() else { return nil }
    if try isWhole(definition), try !isWaiting() { return definition }
    guard mayWrite, !connection.isInTransaction else { return nil }
    do {
      try connection.waiting(atMost: 200) {
        try connection.writeTransaction {
          if try isWhole(definition) { try takeQueue(definition) } else { try make(definition) }
        }
      }
    } catch let error as SQLiteError where error.kind == .locked {
      return nil
    }
    return definition
  }

  /// The definition, when the file has the index, if perhaps with something waiting.
  func existing() throws -> SearchDefinition? {
    guard let definition = try definition(), try isWhole(definition) else { return nil }
    return definition
  }

  /// How many entries a term has; at most the limit.
  func count(_ term: SearchTerm, in definition: SearchDefinition, limit: Int) throws -> Int {
    var count = 0
    for part in term.parts where count < limit {
      var values: [String] = []
      let source = definition.entries(of: part, term.reach, as: "t0") { value in
        values.append(value)
        return "?\(values.count)"
      }
      guard let source else { continue }
      let statement = try connection.statement(
        "SELECT count(*) FROM (SELECT 1 \(source) LIMIT \(limit))")
      for (index, value) in values.enumerated() { statement.bind(Int32(index + 1), value) }
      defer { statement.reset() }
      if try statement.step() { count += Int(statement.int64(0)) }
    }
    return min(count, limit)
  }

  /// Takes in what a save changed; inside its transaction.
  func update() throws {
    guard let definition = try definition(), try isWhole(definition), try isWaiting() else {
      return
    }
    try takeQueue(definition)
  }

  /// Makes the index anew from the rows.
  func rebuild() throws {
    guard let definition = try definition() else { return }
    verified = nil
    try connection.writeTransaction { try make(definition) }
  }

  private func definition() throws -> SearchDefinition? {
    if let known { return known }
    let statement = try connection.statement(
      "SELECT name FROM main.sqlite_master WHERE type = 'table'")
    var names: Set<String> = []
    while try statement.step() { names.insert(statement.string(0) ?? "") }
    let definition = try SearchDefinition(mapping: mapping, held: names)
    known = .some(definition)
    return definition
  }

  private func isWaiting() throws -> Bool {
    let statement = try connection.statement("SELECT 1 FROM \(SearchDefinition.queue) LIMIT 1")
    defer { statement.reset() }
    return try statement.step()
  }

  /// Whether the file has the tables and triggers of the definition, each as it has to be.
  private func isWhole(_ definition: SearchDefinition) throws -> Bool {
    let statement = try connection.statement("PRAGMA main.schema_version")
    defer { statement.reset() }
    let schema = try statement.step() ? statement.int64(0) : 0
    if let verified, verified.schema == schema { return verified.isWhole }
    var found: Set<String> = []
    let list = try Statement(
      connection: connection,
      sql: "SELECT sql FROM main.sqlite_master WHERE \(SearchDefinition.namesCondition)")
    while try list.step() { found.insert(list.string(0) ?? "") }
    var isWhole = found == Set(definition.statements)
    if isWhole {
      isWhole =
        try connection.text("SELECT STAMP FROM \(SearchDefinition.state)") == definition.stamp
    }
    verified = (schema, isWhole)
    return isWhole
  }

  // MARK: Making

  private func make(_ definition: SearchDefinition) throws {
    try dropAll()
    let indexes = definition.statements.filter { $0.hasPrefix("CREATE INDEX") }
    for statement in definition.statements where !indexes.contains(statement) {
      try connection.execute(statement)
    }
    let staging = "temp.OG_SEARCHSTAGING"
    try connection.execute("DROP TABLE IF EXISTS \(staging)")
    try connection.execute("CREATE TABLE \(staging) (FIELD INTEGER, WORD VARCHAR, KEY INTEGER)")
    try fill(staging, by: definition)
    // In the order of the table a row goes to its end, many times faster than between others.
    try connection.execute(
      "INSERT INTO \(SearchDefinition.words) SELECT FIELD, WORD, KEY FROM \(staging) "
        + "ORDER BY FIELD, WORD, KEY")
    try connection.execute("DROP TABLE \(staging)")
    // Made at once it is sorted, which takes less than to keep it in order row by row.
    for statement in indexes { try connection.execute(statement) }
    let state = try Statement(
      connection: connection, sql: "INSERT INTO \(SearchDefinition.state) (STAMP) VALUES (?)")
    state.bind(1, definition.stamp)
    try state.run()
  }

  private func fill(_ staging: String, by definition: SearchDefinition) throws {
    let text = try Statement(
      connection: connection,
      sql: "INSERT INTO \(SearchDefinition.texts) (FIELD, KEY, TEXT, WORDS) VALUES (?, ?, ?, ?)")
    let word = try Statement(
      connection: connection, sql: "INSERT INTO \(staging) (FIELD, WORD, KEY) VALUES (?, ?, ?)")
    for table in definition.tables {
      let rows = try Statement(
        connection: connection, sql: "SELECT \(table.columns) FROM \(table.name) ORDER BY Z_PK")
      while try rows.step() {
        let key = rows.int64(0)
        for (index, field) in table.fields.enumerated() {
          guard let found = field.text(of: rows, column: Int32(index + 2)) else { continue }
          for each in found.words {
            word.bind(1, Int64(field.number))
            word.bind(2, each)
            word.bind(3, key)
            try word.run()
          }
          text.bind(1, Int64(field.number))
          text.bind(2, key)
          text.bind(3, found.text)
          text.bind(4, found.joinedWords)
          try text.run()
        }
      }
    }
  }

  private func dropAll() throws {
    connection.clearStatements()
    verified = nil
    let list = try Statement(
      connection: connection,
      sql: "SELECT type, name FROM main.sqlite_master WHERE \(SearchDefinition.namesCondition) "
        + "AND type IN ('table', 'trigger') ORDER BY type DESC")
    var drops: [String] = []
    while try list.step() {
      drops.append("DROP \(list.string(0) ?? "") \"\(list.string(1) ?? "")\"")
    }
    for drop in drops { try connection.execute(drop) }
  }

  private func takeQueue(_ definition: SearchDefinition) throws {
    let list = try connection.statement(
      "SELECT DISTINCT ROOT, KEY FROM \(SearchDefinition.queue) ORDER BY ROOT, KEY")
    var waiting: [Int64: [Int64]] = [:]
    while try list.step() { waiting[list.int64(0), default: []].append(list.int64(1)) }
    try connection.execute("DELETE FROM \(SearchDefinition.queue)")
    for table in definition.tables {
      guard let keys = waiting[Int64(table.rootNumber)] else { continue }
      try SearchIndexUpdate(of: table, connection: connection).run(keys)
    }
  }
}
