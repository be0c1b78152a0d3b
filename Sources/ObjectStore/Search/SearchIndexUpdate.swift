import ObjectModel
import SQLite

/// Brings what the search index has of some objects of a table up to date.
struct SearchIndexUpdate {
  private let table: SearchDefinition.Table
  private let row: Statement
  private let known: Statement
  private let textWrite: Statement
  private let textDelete: Statement
  private let wordInsert: Statement
  private let wordDelete: Statement

  /// A word of an object.
  private struct Entry: Comparable {
    let field: Int64
    let word: String
    let key: Int64

    static func < (left: Entry, right: Entry) -> Bool {
      (left.field, left.word, left.key) < (right.field, right.word, right.key)
    }
  }

  init(of table: SearchDefinition.Table, connection: Connection) throws {
    let (texts, words) = (SearchDefinition.texts, SearchDefinition.words)
    self.table = table
    row = try connection.statement("SELECT \(table.columns) FROM \(table.name) WHERE Z_PK = ?")
    known = try connection.statement(
      "SELECT FIELD, TEXT, WORDS FROM \(texts) WHERE KEY = ? AND FIELD BETWEEN ? AND ?")
    textWrite = try connection.statement(
      "INSERT OR REPLACE INTO \(texts) (FIELD, KEY, TEXT, WORDS) VALUES (?, ?, ?, ?)")
    textDelete = try connection.statement("DELETE FROM \(texts) WHERE FIELD = ? AND KEY = ?")
    wordInsert = try connection.statement(
      "INSERT OR IGNORE INTO \(words) (FIELD, WORD, KEY) VALUES (?, ?, ?)")
    wordDelete = try connection.statement(
      "DELETE FROM \(words) WHERE FIELD = ? AND WORD = ? AND KEY = ?")
  }

  func run(_ keys: [Int64]) throws {
    var (removed, added): ([Entry], [Entry]) = ([], [])
    for key in keys { try follow(key, &removed, &added) }
    // In the order of the table, neighbours are written one after the other.
    removed.sort()
    added.sort()
    for entry in removed { try write(entry, by: wordDelete) }
    for entry in added { try write(entry, by: wordInsert) }
  }

  private func follow(_ key: Int64, _ removed: inout [Entry], _ added: inout [Entry]) throws {
    let old = try knownTexts(of: key)
    row.bind(1, key)
    defer { row.reset() }
    let isThere = try row.step()
    for (index, field) in table.fields.enumerated() {
      let number = Int64(field.number)
      let new = isThere ? field.text(of: row, column: Int32(index + 2)) : nil
      let words = new?.joinedWords
      guard old[number]?.text != new?.text || old[number]?.words != words else { continue }
      let oldWords = Set((old[number]?.words ?? "").split(separator: " ").map(String.init))
      for word in oldWords where new?.words.contains(word) != true {
        removed.append(Entry(field: number, word: word, key: key))
      }
      for word in new?.words ?? [] where !oldWords.contains(word) {
        added.append(Entry(field: number, word: word, key: key))
      }
      let statement = new == nil ? textDelete : textWrite
      statement.bind(1, number)
      statement.bind(2, key)
      if let new, let words {
        statement.bind(3, new.text)
        statement.bind(4, words)
      }
      try statement.run()
    }
  }

  private func knownTexts(of key: Int64) throws -> [Int64: (text: String, words: String)] {
    known.bind(1, key)
    known.bind(2, Int64(table.fields.first?.number ?? 0))
    known.bind(3, Int64(table.fields.last?.number ?? 0))
    var texts: [Int64: (text: String, words: String)] = [:]
    while try known.step() {
      texts[known.int64(0)] = (known.string(1) ?? "", known.string(2) ?? "")
    }
    return texts
  }

  private func write(_ entry: Entry, by statement: Statement) throws {
    statement.bind(1, entry.field)
    statement.bind(2, entry.word)
    statement.bind(3, entry.key)
    try statement.run()
  }
}

extension SearchDefinition.Table {
  /// What is read of a row: its key, its entity and the values of its fields.
  var columns: String { (["Z_PK", "Z_ENT"] + fields.map(\.column)).joined(separator: ", ") }
}

extension SearchDefinition.Field {
  /// What is indexed of the row that a statement of `columns` stands at; nil where nothing is.
  func text(of row: Statement, column: Int32) -> SearchText? {
    guard layout.includes(Int(truncatingIfNeeded: row.int64(1))), !row.isNull(column),
      let value = row.string(column)
    else { return nil }
    let text = SearchText(value, style: style)
    return text.words.isEmpty ? nil : text
  }
}

extension SearchText {
  var joinedWords: String { words.joined(separator: " ") }
}
