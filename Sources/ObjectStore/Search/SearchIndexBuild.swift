import ObjectModel
import SQLite

/// The making of a search index from the rows, in steps.
///
/// Each step that writes is a transaction of its own, which holds the write lock for a moment only,
/// so that others write in between: the triggers, which are there from the first step on, note what
/// they change. Until the last step the state has the mark of the maker, and nobody asks the index.
/// Whoever ends in the middle leaves it so, and the next maker begins anew.
final class SearchIndexBuild {
  private enum Step {
    case begin
    case read(table: Int, after: Int64)
    case copy(after: Entry?)
    case finish
  }

  private struct Entry {
    let field: Int64
    let word: String
    let key: Int64
  }

  private struct Text {
    let field: Int64
    let key: Int64
    let text: SearchText
  }

  /// Somebody else has begun to make the index.
  struct Taken: Error {}

  private let definition: SearchDefinition
  private let connection: Connection
  private(set) var mark = SearchIndexMark()
  private var step = Step.begin

  /// What a step takes about a tenth of a second for.
  private static let rowsInAStep = 1000
  private static let wordsInAStep = 20_000

  /// Words wait there: in the order of the index's table a row goes to its end, many times faster
  /// than between others, and without writing pages again and again.
  private static let staging = "temp.OG_SEARCHSTAGING"

  init(_ definition: SearchDefinition, connection: Connection) {
    self.definition = definition
    self.connection = connection
  }

  deinit {
    mark.end()
    try? connection.execute("DROP TABLE IF EXISTS \(Self.staging)")
  }

  var hasBegun: Bool { if case .begin = step { false } else { true } }

  /// - Returns: whether there is more to do.
  /// - Throws: `Taken`, and what SQLite reports; a step that failed because of a
  ///   lock can be tried again.
  func advance() throws -> Bool {
    switch step {
    case .begin:
      try begin()
      step = .read(table: 0, after: .min)
    case .read(let table, let key):
      step = try read(table, after: key)
    case .copy(let entry):
      let last = try copyWords(after: entry)
      step = last.map { .copy(after: $0) } ?? .finish
    case .finish:
      try finish()
      return false
    }
    return true
  }

  /// Writes what goes with the maker's being a step further.
  private func write(_ body: () throws -> Void) throws {
    let next = mark.next
    try connection.writeTransaction {
      let state = try Statement(
        connection: connection,
        sql: "UPDATE \(SearchDefinition.state) SET STAMP = ? WHERE STAMP = ?")
      state.bind(1, next.text)
      state.bind(2, mark.text)
      try state.run()
      guard connection.changes == 1 else { throw Taken() }
      try body()
    }
    mark = next
  }

  // MARK: The steps

  private func begin() throws {
    try connection.execute("DROP TABLE IF EXISTS \(Self.staging)")
    try connection.writeTransaction {
      try dropAll()
      for statement in definition.statements where !SearchDefinition.isIndex(statement) {
        try connection.execute(statement)
      }
      let state = try Statement(
        connection: connection, sql: "INSERT INTO \(SearchDefinition.state) (STAMP) VALUES (?)")
      state.bind(1, mark.text)
      try state.run()
    }
    try connection.execute(
      "CREATE TABLE \(Self.staging) (FIELD INTEGER, WORD VARCHAR, KEY INTEGER, "
        + "PRIMARY KEY (FIELD, WORD, KEY)) WITHOUT ROWID")
  }

  private func dropAll() throws {
    connection.clearStatements()
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

  /// Reads without a lock; what others write meanwhile waits in the queue.
  private func read(_ index: Int, after key: Int64) throws -> Step {
    guard index < definition.tables.count else { return .copy(after: nil) }
    let table = definition.tables[index]
    let rows = try Statement(
      connection: connection,
      sql: "SELECT \(table.columns) FROM \(table.name) WHERE Z_PK > ? ORDER BY Z_PK "
        + "LIMIT \(Self.rowsInAStep)")
    rows.bind(1, key)
    var found: [Text] = []
    var (count, last) = (0, key)
    while try rows.step() {
      (count, last) = (count + 1, rows.int64(0))
      for (place, field) in table.fields.enumerated() {
        guard let text = field.text(of: rows, column: Int32(place + 2)) else { continue }
        found.append(Text(field: Int64(field.number), key: last, text: text))
      }
    }
    try write { try insert(found) }
    try stage(found)
    return count < Self.rowsInAStep
      ? .read(table: index + 1, after: .min) : .read(table: index, after: last)
  }

  private func insert(_ texts: [Text]) throws {
    let insert = try Statement(
      connection: connection,
      sql: "INSERT INTO \(SearchDefinition.texts) (FIELD, KEY, TEXT, WORDS) VALUES (?, ?, ?, ?)")
    for each in texts {
      insert.bind(1, each.field)
      insert.bind(2, each.key)
      insert.bind(3, each.text.text)
      insert.bind(4, each.text.joinedWords)
      try insert.run()
    }
  }

  private func stage(_ texts: [Text]) throws {
    let insert = try Statement(
      connection: connection,
      sql: "INSERT OR IGNORE INTO \(Self.staging) (FIELD, WORD, KEY) VALUES (?, ?, ?)")
    try connection.execute("BEGIN")
    do {
      for each in texts {
        for word in each.text.words {
          insert.bind(1, each.field)
          insert.bind(2, word)
          insert.bind(3, each.key)
          try insert.run()
        }
      }
      try connection.execute("COMMIT")
    } catch {
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      throw error
    }
  }

  /// - Returns: the last entry that was copied; nil at the end.
  private func copyWords(after entry: Entry?) throws -> Entry? {
    let start = entry ?? Entry(field: .min, word: "", key: .min)
    let place = try Statement(
      connection: connection,
      sql: "SELECT FIELD, WORD, KEY FROM \(Self.staging) WHERE (FIELD, WORD, KEY) > (?, ?, ?) "
        + "ORDER BY FIELD, WORD, KEY LIMIT 1 OFFSET \(Self.wordsInAStep - 1)")
    bind(start, to: place, 1)
    let end =
      try place.step()
      ? Entry(field: place.int64(0), word: place.string(1) ?? "", key: place.int64(2)) : nil
    place.reset()
    try write {
      let copy = try Statement(
        connection: connection,
        sql: "INSERT INTO \(SearchDefinition.words) (FIELD, WORD, KEY) "
          + "SELECT FIELD, WORD, KEY FROM \(Self.staging) WHERE (FIELD, WORD, KEY) > (?, ?, ?) "
          + (end == nil ? "" : "AND (FIELD, WORD, KEY) <= (?, ?, ?) ")
          + "ORDER BY FIELD, WORD, KEY")
      bind(start, to: copy, 1)
      if let end { bind(end, to: copy, 4) }
      try copy.run()
    }
    return end
  }

  private func bind(_ entry: Entry, to statement: Statement, _ first: Int32) {
    statement.bind(first, entry.field)
    statement.bind(first + 1, entry.word)
    statement.bind(first + 2, entry.key)
  }

  private func finish() throws {
    try write {
      // Made at once it is sorted, which takes less than to keep it in order row by row.
      for statement in definition.statements where SearchDefinition.isIndex(statement) {
        try connection.execute(statement)
      }
      let state = try Statement(
        connection: connection, sql: "UPDATE \(SearchDefinition.state) SET STAMP = ?")
      state.bind(1, definition.stamp)
      try state.run()
    }
  }
}
