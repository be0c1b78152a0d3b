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
      try fill(connection)
      try StoreMetadata(model: model.contents, configuration: configuration.name, type: type)
        .write(to: connection)
    }
  }

  /// Whether there is nothing in a database yet.
  static func isNeeded(on connection: Connection) throws -> Bool {
    try connection.integer("SELECT count(*) FROM sqlite_master") == 0
  }

  /// Writes what a store says of its model, but for the metadata.
  func fill(_ connection: Connection) throws {
    try insertPrimaryKeys(on: connection)
    try insertModel(on: connection)
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

/// The new stores in memory of a model, each made once: copying one takes a hundredth of the time
/// that making it takes.
final class EmptyStores: @unchecked Sendable {
  // Sound: the connections are reached while `lock` is held, and only so.

  private struct Store: @unchecked Sendable {
    // Sound: the connection is reached under the lock, and nobody changes the values of the metadata.
    let connection: Connection
    let metadata: StoreMetadata
  }

  /// The tables that all of them have.
  let tables: MappedTables
  private let lock = Lock(())
  /// By their type and configuration.
  private var stores: [[String]: Store] = [:]

  init(_ model: ModelLayout) { tables = MappedTables(model: model) }

  /// Makes an empty database in memory a new store.
  ///
  /// - Returns: its metadata, with a UUID of its own.
  func copy(
    to connection: Connection, model: ModelLayout, configuration: StoreConfiguration,
    type: StoreType
  ) throws -> StoreMetadata {
    let kind = [type.rawValue, configuration.name]
    let store = try lock.withLock { _ in
      let creation = StoreCreation(model: model, configuration: configuration, type: type)
      let store = try stores[kind] ?? make(creation)
      stores[kind] = store
      try connection.copy(from: store.connection)
      return store
    }
    var metadata = store.metadata
    metadata.makeOwn(of: type)
    // To make the whole property list anew would take as long as all the rest.
    try metadata.writeIdentifier(to: connection)
    return metadata
  }

  private func make(_ creation: StoreCreation) throws -> Store {
    let connection = try Connection(path: Connection.inMemory)
    try creation.run(on: connection)
    return Store(
      connection: connection,
      metadata: try StoreMetadata(from: connection, path: StoreType.nameInMemory))
  }
}
