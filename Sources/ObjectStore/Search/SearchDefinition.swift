import ObjectModel

/// The search index of a store: for each table with searchable fields, an FTS5 table of their
/// words, and triggers that record which rows change.
///
/// The words are those of `SearchText`; SQLite's tokenizer only splits them at spaces. A row has
/// its object's key and a column for each field. In addition to its words, each value is stored as
/// one long word, so that a single index finds values, their beginnings and their words.
///
/// The tables and triggers are separate from Core Data's, which ignores them. The triggers are
/// plain SQL and fire for every writer, so that changes by programs unaware of the index are also
/// recorded.
struct SearchDefinition {
  struct Field {
    /// The column of the FTS5 table.
    let indexColumn: String
    let layout: EntityLayout
    let column: String
    let style: SearchStyle
  }

  struct Table {
    let name: String
    let rootNumber: Int
    var fields: [Field]

    /// The FTS5 table.
    var index: String { "OG_SEARCHWORDS\(rootNumber)" }

    /// The statement that inserts rows into the FTS5 table, except those without any words.
    ///
    /// - Parameter condition: selects the rows of the table.
    func insertion(where condition: String) -> String {
      let names = fields.map(\.indexColumn)
      let words = fields.map { field in
        "CASE WHEN Z_ENT BETWEEN \(field.layout.number) AND \(field.layout.lastNumber) "
          + "THEN \(SearchDefinition.words)(\(field.column), "
          + "'\(field.style.text.replacing("'", with: "''"))') END AS \(field.indexColumn)"
      }
      let isAny = names.map { "\($0) IS NOT NULL" }.joined(separator: " OR ")
      // Otherwise, the condition would compute the words again.
      return "WITH found AS MATERIALIZED (SELECT Z_PK, \(words.joined(separator: ", ")) "
        + "FROM \(name) WHERE \(condition)) "
        + "INSERT OR REPLACE INTO \(index) (rowid, \(names.joined(separator: ", "))) "
        + "SELECT * FROM found WHERE \(isAny)"
    }
  }

  private(set) var tables: [Table] = []
  private var places: [ObjectIdentifier: (index: String, column: String)] = [:]

  /// A string that changes if the same rows would be indexed differently.
  private(set) var stamp = "5"

  /// - Parameter held: the names of the tables in the store's file.
  /// - Returns: nil for a model with nothing to search.
  init?(mapping: StoreMapping, held: Set<String>) throws {
    for root in mapping.model.roots {
      for source in try root.entity.searchFields() {
        guard let entity = source.attribute.declaringEntity,
          let layout = mapping.model.layout(of: entity),
          let column = mapping.column(of: source.attribute),
          places[ObjectIdentifier(source.attribute)] == nil
        else { continue }
        let name = mapping.table(of: layout).name
        guard held.contains(name) else { continue }
        let field = Field(
          indexColumn: "F\(places.count + 1)", layout: layout, column: column.name,
          style: source.style)
        let place = tables.firstIndex { $0.name == name } ?? tables.count
        if place == tables.count {
          tables.append(Table(name: name, rootNumber: layout.rootNumber, fields: []))
        }
        tables[place].fields.append(field)
        places[ObjectIdentifier(source.attribute)] = (tables[place].index, field.indexColumn)
        stamp +=
          "\n\(field.indexColumn) \(layout.name) \(layout.number) \(column.name) "
          + source.style.text
      }
    }
    if tables.isEmpty { return nil }
  }

  // MARK: Names

  /// Whether a table belongs to a search index, including FTS5's internal tables.
  static func isOwn(table: String) -> Bool { table.hasPrefix("OG_SEARCH") }

  static let queue = "OG_SEARCHQUEUE"
  static let state = "OG_SEARCHSTATE"

  /// `(value, style)`, a function: the FTS5 content for a value; NULL if it has no words.
  static let words = "OBJECTGRAPH_SEARCHWORDS"

  /// The condition that a name in SQLite's schema belongs to the index.
  static let namesCondition = "name LIKE 'OG\\_SEARCH%' ESCAPE '\\'"

  // MARK: The schema

  /// The statements that create the empty index.
  var statements: [String] {
    [
      "CREATE TABLE \(Self.queue) (ROOT INTEGER, KEY INTEGER)",
      "CREATE TABLE \(Self.state) (STAMP VARCHAR, PLACE INTEGER, KEY INTEGER)",
    ] + tables.flatMap { [words(of: $0)] + triggers(of: $0) }
  }

  /// The schema after the index has been created; FTS5 creates tables of its own.
  var schema: Set<String> {
    Set(statements).union(
      tables.flatMap { table in
        ["data", "idx", "content", "config"].map { "\(table.index)_\($0)" }
      })
  }

  private func words(of table: Table) -> String {
    let columns = table.fields.map(\.indexColumn).joined(separator: ", ")
    return "CREATE VIRTUAL TABLE \(table.index) USING fts5(\(columns), tokenize = 'ascii', "
      + "detail = column, columnsize = 0)"
  }

  private func triggers(of table: Table) -> [String] {
    let (name, root) = (table.name, table.rootNumber)
    let columns = ["Z_PK", "Z_ENT"] + table.fields.map(\.column)
    let differs = columns.map { "old.\($0) IS NOT new.\($0)" }.joined(separator: " OR ")
    let new = "INSERT INTO \(Self.queue) (ROOT, KEY) VALUES (\(root), new.Z_PK);"
    let old = "INSERT INTO \(Self.queue) (ROOT, KEY) VALUES (\(root), old.Z_PK);"
    // A new row without any text need not be recorded.
    let isAny = table.fields.map { "new.\($0.column) IS NOT NULL" }.joined(separator: " OR ")
    return [
      "CREATE TRIGGER OG_SEARCH_\(name)_INSERT AFTER INSERT ON \(name) WHEN \(isAny) "
        + "BEGIN \(new) END",
      "CREATE TRIGGER OG_SEARCH_\(name)_UPDATE AFTER UPDATE OF \(columns.joined(separator: ", ")) "
        + "ON \(name) WHEN \(differs) BEGIN \(old) \(new) END",
      "CREATE TRIGGER OG_SEARCH_\(name)_DELETE AFTER DELETE ON \(name) BEGIN \(old) END",
    ]
  }
}

/// Words as FTS5 terms.
extension SearchDefinition {
  /// The start of the long word for a whole value, and its replacement for spaces. Both are
  /// private-use characters that no word contains.
  static let valueMark = "\u{E001}"
  private static let space = "\u{E000}"

  /// The FTS5 content for a value.
  static func content(of text: SearchText) -> String {
    ([value(text.text)] + text.words).joined(separator: " ")
  }

  private static func value(_ text: String) -> String {
    valueMark + text.replacing(" ", with: space)
  }

  /// The FTS5 table to query for a part of a term, and the query; nil if none of the fields are
  /// indexed.
  func match(
    _ part: SearchTerm.Part, _ rank: SearchRank
  ) -> (index: String, text: String)? {
    guard let (index, columns) = columns(of: part.fields) else { return nil }
    let word = rank == .words ? part.wanted : Self.value(part.wanted)
    let filter = columns.joined(separator: " ")
    return (index, "{\(filter)} : \"\(word)\"\(rank == .exact ? "" : " *")")
  }

  /// The columns for fields of one object; nil if none of them are indexed.
  func columns(of fields: [SearchField]) -> (index: String, columns: [String])? {
    let known = fields.compactMap { places[ObjectIdentifier($0.attribute)] }
    guard let index = known.first?.index else { return nil }
    return (index, Set(known.map(\.column)).sorted())
  }
}
