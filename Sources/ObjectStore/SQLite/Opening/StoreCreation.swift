import ObjectModel
import SQLite

/// Creates a new store in an empty database.
struct StoreCreation {
  let model: ModelLayout
  let configuration: StoreConfiguration
  let type: StoreType

  /// Does nothing if another process was faster.
  func run(on connection: Connection) throws {
    try connection.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = 2")
    try connection.writeTransaction {
      // The second process to get the lock finds the store already created.
      guard try Self.isNeeded(on: connection) else { return }
      let schema = SQLiteSchema(mapping: StoreMapping(model: model), configuration: configuration)
      for statement in schema.statements { try connection.execute(statement) }
      try fill(connection)
      try StoreMetadata(model: model.contents, configuration: configuration.name, type: type)
        .write(to: connection)
    }
  }

  /// Whether the database is empty.
  static func isNeeded(on connection: Connection) throws -> Bool {
    try connection.integer("SELECT count(*) FROM sqlite_master") == 0
  }

  /// Writes the model's information, except for the metadata.
  func fill(_ connection: Connection) throws {
    let insert = try Statement(
      connection: connection,
      sql: "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)")
    for entity in model.entities where configuration.holdsHierarchy(of: entity, in: model) {
      insert.bind(1, Int64(entity.number))
      insert.bind(2, entity.name)
      insert.bind(3, Int64(entity.superNumber))
      try insert.run()
    }
    // The model is embedded in the store, so that any tool can open it without a model file.
    try connection.run(
      "INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)", .blob(model.archived()))
  }
}

/// A model's new in-memory stores, each created once: copying one takes a hundredth of the time of
/// creating it.
final class EmptyStores: @unchecked Sendable {
  // Sound: the connections are accessed only under `lock`.

  private struct Store: @unchecked Sendable {
    // Sound: the connection is accessed only under the lock, and the metadata's values do not
    // change.
    let connection: Connection
    let metadata: StoreMetadata
  }

  /// The tables, which all the stores share.
  let tables: MappedTables
  private let lock = Lock(())
  /// By type and configuration.
  private var stores: [[String]: Store] = [:]

  init(_ model: ModelLayout) { tables = MappedTables(model: model) }

  /// Creates a new store in an empty in-memory database.
  ///
  /// - Returns: its metadata, with a new UUID.
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
    // Encoding the whole property list again would take as long as everything else.
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
