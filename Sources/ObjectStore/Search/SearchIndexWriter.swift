import ObjectModel
import SQLite

/// Brings what the search index has of objects of a table up to date.
struct SearchIndexWriter {
  private let table: SearchDefinition.Table
  private let row: Statement
  private let next: Statement
  private let insert: Statement
  private let delete: Statement

  init(of table: SearchDefinition.Table, connection: Connection) throws {
    self.table = table
    let columns = (["Z_PK", "Z_ENT"] + table.fields.map(\.column)).joined(separator: ", ")
    let rows = "SELECT \(columns) FROM \(table.name) WHERE Z_PK"
    row = try connection.statement("\(rows) = ?")
    next = try connection.statement("\(rows) > ? ORDER BY Z_PK LIMIT ?")
    let places = table.fields.map { _ in ", ?" }.joined()
    insert = try connection.statement(
      "INSERT OR REPLACE INTO \(table.index) "
        + "(rowid, \(table.fields.map(\.indexColumn).joined(separator: ", "))) VALUES (?\(places))")
    delete = try connection.statement("DELETE FROM \(table.index) WHERE rowid = ?")
  }

  func write(_ keys: [Int64]) throws {
    for key in keys {
      row.bind(1, key)
      defer { row.reset() }
      guard try !row.step() || !insertTexts(of: row) else { continue }
      delete.bind(1, key)
      try delete.run()
    }
  }

  /// Writes the rows that follow a key.
  ///
  /// - Returns: the key of the last one; nil when there are no more.
  func write(after key: Int64, limit: Int) throws -> Int64? {
    next.bind(1, key)
    next.bind(2, Int64(limit))
    defer { next.reset() }
    var (last, count) = (key, 0)
    while try next.step() {
      (last, count) = (next.int64(0), count + 1)
      _ = try insertTexts(of: next)
    }
    return count < limit ? nil : last
  }

  /// - Returns: false for a row without any words.
  private func insertTexts(of row: Statement) throws -> Bool {
    var isAny = false
    insert.bind(1, row.int64(0))
    for (index, field) in table.fields.enumerated() {
      let column = Int32(index + 2)
      guard let text = field.text(of: row, column: column) else {
        insert.bindNull(column)
        continue
      }
      insert.bind(column, SearchDefinition.content(of: text))
      isAny = true
    }
    if isAny { try insert.run() }
    return isAny
  }
}

extension SearchDefinition.Field {
  /// What is indexed of the row that a statement stands at; nil where nothing is.
  fileprivate func text(of row: Statement, column: Int32) -> SearchText? {
    guard layout.includes(Int(truncatingIfNeeded: row.int64(1))), let value = row.string(column)
    else { return nil }
    let text = SearchText(value, style: style)
    return text.words.isEmpty ? nil : text
  }
}
