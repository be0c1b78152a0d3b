import ObjectModel

/// What the search index of a store is made of: its fields, its tables, and the triggers that note
/// which rows change.
///
/// The tables and triggers are beside those of Core Data, which does not look at them. The triggers
/// are plain SQL and fire for every writer, so that a program that knows nothing of the index still
/// leaves word of what it changed.
struct SearchDefinition {
  struct Field {
    let number: Int
    let layout: EntityLayout
    let column: String
    let attribute: AttributeDescription
    let style: SearchStyle
  }

  struct Table {
    let name: String
    let rootNumber: Int
    var fields: [Field]
  }

  private(set) var tables: [Table] = []
  private var numbers: [ObjectIdentifier: Int] = [:]

  /// What becomes another text when the same rows would be indexed otherwise.
  private(set) var stamp = "4"

  /// - Parameter held: the names of the tables that are in the store's file.
  /// - Returns: nil for a model without anything to search.
  init?(mapping: StoreMapping, held: Set<String>) throws {
    var count = 0
    for root in mapping.model.entities where root.number == root.rootNumber {
      for source in try root.entity.searchFields() {
        guard let entity = source.attribute.declaringEntity,
          let layout = mapping.model.layout(of: entity),
          let column = mapping.column(of: source.attribute),
          numbers[ObjectIdentifier(source.attribute)] == nil
        else { continue }
        let table = mapping.table(of: layout)
        guard held.contains(table.name) else { continue }
        count += 1
        numbers[ObjectIdentifier(source.attribute)] = count
        let field = Field(
          number: count, layout: layout, column: column.name, attribute: source.attribute,
          style: source.style)
        if let index = tables.firstIndex(where: { $0.name == table.name }) {
          tables[index].fields.append(field)
        } else {
          tables.append(
            Table(name: table.name, rootNumber: layout.rootNumber, fields: [field]))
        }
        stamp += "\n\(count) \(layout.name) \(layout.number) \(column.name) \(source.style.text)"
      }
    }
    if tables.isEmpty { return nil }
  }

  /// The number of an attribute's field, or nil when the store's index has none.
  func number(of attribute: AttributeDescription) -> Int? { numbers[ObjectIdentifier(attribute)] }

  // MARK: Names

  static let texts = "OG_SEARCHTEXT"
  static let words = "OG_SEARCHWORD"
  static let queue = "OG_SEARCHQUEUE"
  static let state = "OG_SEARCHSTATE"

  /// The condition on names of SQLite's schema that they are the index's.
  static let namesCondition = "name LIKE 'OG\\_SEARCH%' ESCAPE '\\'"

  // MARK: The schema

  /// The statements that make the index, empty.
  var statements: [String] { Self.storage + tables.flatMap { triggers(of: $0) } }

  /// A value's normalised text is kept with its words, which tell what to take away when
  /// it changes. The texts of an object lie side by side, for those that look through
  /// one object after the other.
  private static let storage = [
    "CREATE TABLE \(texts) (FIELD INTEGER, KEY INTEGER, TEXT VARCHAR, WORDS VARCHAR, "
      + "PRIMARY KEY (KEY, FIELD)) WITHOUT ROWID",
    "CREATE INDEX \(texts)_INDEX ON \(texts) (FIELD, TEXT)",
    "CREATE TABLE \(words) (FIELD INTEGER, WORD VARCHAR, KEY INTEGER, "
      + "PRIMARY KEY (FIELD, WORD, KEY)) WITHOUT ROWID",
    "CREATE TABLE \(queue) (ROOT INTEGER, KEY INTEGER)",
    "CREATE TABLE \(state) (STAMP VARCHAR)",
  ]

  /// Whether a statement makes what is quicker made of rows that are there.
  static func isIndex(_ statement: String) -> Bool { statement.hasPrefix("CREATE INDEX") }

  private func triggers(of table: Table) -> [String] {
    let (name, root) = (table.name, table.rootNumber)
    let columns = ["Z_PK", "Z_ENT"] + table.fields.map(\.column)
    let differs = columns.map { "old.\($0) IS NOT new.\($0)" }.joined(separator: " OR ")
    let new = "INSERT INTO \(Self.queue) (ROOT, KEY) VALUES (\(root), new.Z_PK);"
    let old = "INSERT INTO \(Self.queue) (ROOT, KEY) VALUES (\(root), old.Z_PK);"
    // Of a new row without any text there is nothing to note.
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

extension AttributeDescription {
  /// The entity that declares the attribute, or the composite one around it.
  var declaringEntity: EntityDescription? { entity ?? composite?.declaringEntity }
}
