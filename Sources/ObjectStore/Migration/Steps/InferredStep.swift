import Foundation
import ObjectModel
import SQLite

/// Copies the rows of a store to a new store of another version, by SQL.
struct InferredStep {
  let difference: ModelDifference
  let destination: ModelLayout
  let configuration: String?
  let type: StoreType
  let progress: (Double) throws -> Void
  let interruption: () -> Bool

  /// - Parameters:
  ///   - path: the old store.
  ///   - newPath: an empty file.
  ///   - folder: the old store's folder of external data.
  func run(from path: String, to newPath: String, folder: ExternalFolder) throws {
    let connection = try Connection(path: newPath)
    try SQLFunctions.register(on: connection)
    try ExternalDataConversion.register(on: connection, folder: folder)
    try connection.run("ATTACH ? AS \(SchemaCopy.oldSchema)", .text(path))
    try takeForm(of: path, connection)
    connection.standingInterruption = interruption
    // BEGIN IMMEDIATE would also lock the old store for writing.
    try connection.execute("BEGIN")
    try copy(connection, path)
    try connection.execute("COMMIT")
  }

  /// Until the copy is complete, nothing else uses the file, so durability does not matter.
  private func takeForm(of path: String, _ connection: Connection) throws {
    let old = SchemaCopy.oldSchema
    for pragma in ["page_size", "auto_vacuum", "user_version", "application_id"] {
      let value = try connection.integer("PRAGMA \(old).\(pragma)") ?? 0
      try connection.execute("PRAGMA main.\(pragma) = \(value)")
    }
    try connection.execute(
      """
      PRAGMA main.journal_mode = OFF; PRAGMA main.synchronous = OFF;
      PRAGMA main.cache_size = -65536; PRAGMA temp_store = MEMORY
      """)
  }

  private func copy(_ connection: Connection, _ path: String) throws {
    let source = try ModelLayout.forCopying(difference.source)
    let held = try StoreConfiguration(name: configuration, model: destination)
    let oldTables = try connection.texts(
      "SELECT name FROM \(SchemaCopy.oldSchema).sqlite_master WHERE type = 'table'")
    let oldMapping = StoreMapping(model: source, existingTables: oldTables)
    let mapping = StoreMapping(model: destination)
    let schema = SQLiteSchema(mapping: mapping, configuration: held)
    for statement in schema.tables + SQLiteSchema.bookkeeping { try connection.execute(statement) }
    try StoreCreation(model: destination, configuration: held, type: type).fill(connection)
    try metadata(of: connection, path).write(to: connection)
    let copy = SchemaCopy(
      difference: difference, source: oldMapping, destination: mapping, schema: schema,
      oldTables: oldTables)
    let statements = copy.statements
    for (index, (sql, parameters)) in statements.enumerated() {
      try progress(Double(index) / Double(statements.count + 1))
      let statement = try Statement(connection: connection, sql: sql)
      statement.bind(parameters)
      try statement.run()
    }
    let foreign = ForeignTables(copy: copy, connection: connection)
    try foreign.copyAll()
    try connection.execute(schema.indexes.joined(separator: ";\n"), orExplain: mapping)
    try DerivationRefresh(difference, connection, mapping, held, path: path).run()
    try foreign.copyObjects()
    try progress(1)
  }

  /// The old store's metadata with the version of the new model.
  private func metadata(of connection: Connection, _ path: String) throws -> StoreMetadata {
    var metadata = try StoreMetadata(
      from: connection, path: path, schema: SchemaCopy.oldSchema)
    metadata.takeVersion(
      of: StoreMetadata(
        model: difference.destination.contents,
        configuration: configuration ?? ManagedObjectModel.defaultConfigurationName, type: type))
    return metadata
  }
}

extension Connection {
  /// Creates a store's indexes.
  ///
  /// - Throws: code 134111 if rows violate a uniqueness constraint, naming them.
  fileprivate func execute(_ indexes: String, orExplain mapping: StoreMapping) throws {
    do {
      try execute(indexes)
    } catch let error as SQLiteError where error.kind == .notUnique {
      let found = try mapping.model.entities.flatMap { entity in
        try entity.entity.uniquenessConstraints.compactMap {
          try twins(of: entity, by: $0, mapping)
        }
      }
      throw ObjectGraphError(
        .migrationConstraintViolation,
        "objects of the store share values that must be unique in the new version of the model: "
          + (found.isEmpty ? error.message : found.joined(separator: "; ")),
        repair: "make them different before the migration, or give a mapping model that does",
        details: .init(.sqliteMessage, error.message))
    }
  }

  /// The first objects with duplicate values for a constraint, as `Tag.name: p1, p3`.
  private func twins(
    of entity: EntityLayout, by keys: [String], _ mapping: StoreMapping
  ) throws -> String? {
    let columns = keys.compactMap { entity.property($0)?.description }
      .compactMap { mapping.column(of: $0)?.name }
    guard columns.count == keys.count else { return nil }
    let (table, names) = (mapping.table(of: entity).name, columns.joined(separator: ", "))
    let objects = try integers(
      """
      SELECT Z_PK FROM \(table) WHERE (\(names)) IN (
        SELECT \(names) FROM \(table)
        WHERE \(columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND "))
        GROUP BY \(names) HAVING count(*) > 1)
      ORDER BY Z_PK LIMIT \(MigrationReport.greatestObjectCount)
      """)
    guard !objects.isEmpty else { return nil }
    return "\(entity.name).\(keys.joined(separator: "+")): "
      + objects.map { "p\($0)" }.joined(separator: ", ")
  }
}
