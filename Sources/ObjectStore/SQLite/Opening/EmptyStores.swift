import ObjectModel
import SQLite

/// The new stores in memory of a model, each made once: copying one takes a hundredth of the time
/// that making it takes.
final class EmptyStores: @unchecked Sendable {
  // Sound: the connections are reached while `lock` is held, and only so.

  private struct Kind: Hashable {
    let type: StoreType
    let configuration: String
  }

  private struct Store: @unchecked Sendable {
    // Sound: the connection is reached under the lock, and nobody changes the values of the metadata.
    let connection: Connection
    let metadata: StoreMetadata
  }

  private let lock = Lock(())
  private var stores: [Kind: Store] = [:]

  /// Makes an empty database in memory a new store.
  ///
  /// - Returns: its metadata, with a UUID of its own.
  func copy(
    to connection: Connection, model: ModelLayout, configuration: StoreConfiguration,
    type: StoreType
  ) throws -> StoreMetadata {
    let kind = Kind(type: type, configuration: configuration.name)
    let store = try lock.withLock { _ in
      let store = try stores[kind] ?? make(kind, model: model, configuration: configuration)
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

  private func make(
    _ kind: Kind, model: ModelLayout, configuration: StoreConfiguration
  ) throws -> Store {
    let connection = try Connection(path: Connection.inMemory)
    try StoreCreation(model: model, configuration: configuration, type: kind.type)
      .run(on: connection)
    return Store(
      connection: connection,
      metadata: try StoreMetadata(from: connection, path: StoreType.nameInMemory))
  }
}
