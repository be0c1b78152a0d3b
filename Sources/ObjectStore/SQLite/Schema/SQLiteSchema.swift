import ObjectModel
import SQLite

/// The statements that create the tables and indexes of a store, in Core Data's form and order.
struct SQLiteSchema {
  private let mapping: StoreMapping
  let heldTables: [TableMapping]
  let heldJoins: [JoinMapping]

  /// - Parameter configuration: the store's entities; tables of other hierarchies are omitted.
  init(mapping: StoreMapping, configuration: StoreConfiguration) {
    self.mapping = mapping
    heldTables = mapping.tables.filter {
      configuration.holdsHierarchy(of: $0.root, in: mapping.model)
    }
    heldJoins = mapping.joins.filter { configuration.holds($0, in: mapping.model) }
  }

  static let bookkeeping = [
    "CREATE TABLE Z_PRIMARYKEY "
      + "(Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
  ]

  var statements: [String] { tables + indexes + Self.bookkeeping }

  /// The statements that create the tables. Each hierarchy's table is followed by the join tables
  /// of its entities.
  var tables: [String] {
    heldTables.flatMap { table in
      [Self.create(table)]
        + heldJoins.filter { table.root.includes($0.ownerNumber) }.map(Self.create)
    }
  }

  /// Creates empty temporary tables for all other hierarchies, so that every query finds the tables
  /// it names.
  static func addPlaceholders(
    for mapping: StoreMapping, _ configuration: StoreConfiguration, to connection: Connection
  ) throws {
    guard !configuration.isWhole else { return }
    let model = mapping.model
    let missing =
      mapping.tables.filter { !configuration.holdsHierarchy(of: $0.root, in: model) }.map(create)
      + mapping.joins.filter { !configuration.holds($0, in: model) }.map(create)
    // They are in a temporary database that is never written to disk.
    try connection.execute("PRAGMA temp_store = MEMORY")
    for statement in missing {
      try connection.execute("CREATE TEMP\(statement.dropFirst("CREATE".count))")
    }
  }

  private static func create(_ table: TableMapping) -> String {
    var columns = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
    columns += table.columns.flatMap(\.definitions).map { "\($0.name) \($0.type)" }
    return "CREATE TABLE \(table.name) ( \(columns.joined(separator: ", ")) )"
  }

  private static func create(_ join: JoinMapping) -> String {
    let (source, destination) = (join.source.column, join.destination.column)
    let orders = [join.source, join.destination].compactMap(\.orderColumn)
      .map { "\($0) INTEGER, " }.joined()
    return "CREATE TABLE \(join.table) ( \(source) INTEGER, \(destination) INTEGER, \(orders)"
      + "PRIMARY KEY (\(source), \(destination)) )"
  }

  // MARK: Indexes

  /// The statements that create the indexes.
  var indexes: [String] {
    var names = IndexNames(taken: mapping.tables.map(\.name) + mapping.joins.map(\.table))
    for table in heldTables {
      for column in table.columns where column.property.kind == .toOne {
        names.addIndex("\(table.name)_\(column.name)_INDEX", on: table.name, "(\(column.name))")
      }
      if table.isPolymorphic {
        names.addIndex("\(table.name)_Z_ENT_INDEX", on: table.name, "(Z_ENT)")
      }
      for join in heldJoins where table.root.includes(join.ownerNumber) {
        names.addIndex(
          "\(join.table)_\(join.destination.column)_INDEX", on: join.table,
          "(\(join.destination.column), \(join.source.column))")
      }
    }
    let entities = heldTables.flatMap { mapping.model.hierarchy(of: $0.root) }
    for entity in entities { addFetchIndexes(of: entity, to: &names) }
    for entity in entities {
      for keys in entity.entity.uniquenessConstraints {
        names.addIndex(
          "Z_\(entity.name)_UNIQUE_\(keys.joined(separator: "_"))",
          on: mapping.table(of: entity).name,
          columns(keys.map { FetchIndexElementDescription($0) }, of: entity), isUnique: true)
      }
    }
    return names.statements
  }

  private func addFetchIndexes(of entity: EntityLayout, to names: inout IndexNames) {
    func add(_ name: String, _ elements: [FetchIndexElementDescription]) {
      names.addIndex(
        "Z_\(entity.name)_\(name)", on: mapping.table(of: entity).name,
        columns(elements, of: entity))
    }
    for index in entity.entity.indexes {
      add(index.name, index.elements)
      // Core Data creates a second index, named after the attribute, for an index with a single
      // ascending element.
      if index.elements.count == 1, index.elements[0].isAscending {
        add(index.elements[0].propertyName, index.elements)
      }
    }
    for property in entity.ownProperties where isIndexed(property, of: entity) {
      add(property.name, [FetchIndexElementDescription(property.name)])
    }
  }

  /// Whether a property has its own index. A sequence has one, because each save looks up the
  /// greatest number, unless the index of a constraint can be used.
  private func isIndexed(_ property: PropertyLayout, of entity: EntityLayout) -> Bool {
    if property.attribute?.isIndexed == true { return true }
    return property.isSequence
      && !entity.entity.uniquenessConstraints.contains { $0.first == property.name }
  }

  private func columns(
    _ elements: [FetchIndexElementDescription], of entity: EntityLayout
  ) -> String? {
    var columns: [String] = []
    for element in elements {
      guard let property = entity.property(element.propertyName),
        let column = mapping.column(of: property)
      else { return nil }
      columns.append("\(column.name) COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")")
    }
    return columns.isEmpty ? nil : "(\(columns.joined(separator: ", ")))"
  }
}

/// The indexes of a schema; duplicates under the same name are omitted.
private struct IndexNames {
  private(set) var statements: [String] = []
  /// Names in upper case, because SQLite's names are case-insensitive.
  private var columnsByName: [String: String]

  /// - Parameter taken: the names of the tables, from which index names must also differ.
  init(taken: [String]) {
    columnsByName = Dictionary(firstOf: taken.map { ($0, "") })
  }

  mutating func addIndex(
    _ name: String, on table: String, _ columns: String?, isUnique: Bool = false
  ) {
    guard let columns else { return }
    var unique = name
    var count = 0
    while let taken = columnsByName[unique.uppercased()] {
      if taken == columns { return }
      count += 1
      unique = "\(name)\(count)"
    }
    columnsByName[unique.uppercased()] = columns
    statements.append(
      "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(Self.quoted(unique)) ON \(table) \(columns)")
  }

  /// The name of a fetch index can be any text, unlike those of entities and properties.
  private static func quoted(_ name: String) -> String {
    let isPlain = name.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
    return isPlain ? name : "\"\(name.replacing("\"", with: "\"\""))\""
  }
}

extension Connection {
  func tableNames() throws -> Set<String> {
    try texts("SELECT name FROM main.sqlite_master WHERE type = 'table'")
  }
}
