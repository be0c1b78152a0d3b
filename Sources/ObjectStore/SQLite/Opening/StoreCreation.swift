import ObjectModel
import SQLite

/// Makes an empty database a new store.
struct StoreCreation {
  let model: ModelLayout
  let configuration: StoreConfiguration
  let type: StoreType

  /// Does nothing where somebody else was faster.
  func run(on connection: Connection) throws {
    try connection.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = 2")
    try connection.writeTransaction {
      // Whoever got the lock second finds the store made.
      guard try Self.isNeeded(on: connection) else { return }
      let schema = SQLiteSchema(mapping: StoreMapping(model: model), configuration: configuration)
      for statement in schema.statements { try connection.execute(statement) }
      try insertPrimaryKeys(on: connection)
      try StoreMetadata(model: model.contents, configuration: configuration.name, type: type)
        .write(to: connection)
      try insertModel(on: connection)
    }
  }

  /// Whether there is nothing in a database yet.
  static func isNeeded(on connection: Connection) throws -> Bool {
    try connection.integer("SELECT count(*) FROM sqlite_master") == 0
  }

  private func insertPrimaryKeys(on connection: Connection) throws {
    let insert = try Statement(
      connection: connection,
      sql: "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)")
    for entity in model.entities where configuration.holdsHierarchy(of: entity, in: model) {
      insert.bind(1, Int64(entity.number))
      insert.bind(2, entity.name)
      insert.bind(3, Int64(entity.superNumber))
      try insert.run()
    }
  }

  /// The model travels with the store, so that any tool opens it without a model file.
  private func insertModel(on connection: Connection) throws {
    let insert = try Statement(
      connection: connection, sql: "INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)")
    let content = try model.contents.archivedForStore()
    content.withUnsafeBytes { insert.bindBlobCopying(1, $0) }
    try insert.run()
  }
}
