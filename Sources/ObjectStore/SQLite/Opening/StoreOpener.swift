import Foundation
import ObjectModel
import SQLite

/// Opens the database of a store, and makes its schema when it is new.
struct StoreOpener {
  let description: PersistentStoreDescription
  let model: ModelLayout
  let configuration: StoreConfiguration
  /// What copies a store into one in memory; nil for a new one.
  var fill: ((Connection) throws -> Void)?

  typealias Opened = (store: OpenStore, connection: Connection, metadata: StoreMetadata)

  /// - Throws: code 134080 when the file cannot be opened or is damaged, 134090 when another
  ///   process holds it, 134020 when it is a database of something else, 134100 when it was made
  ///   with another model, 134061 for a pragma that is none.
  func open() throws -> Opened {
    let file =
      description.isInMemory ? nil : try StoreFile(type: description.type, url: description.url)
    try file?.prepare(isReadOnly: description.isReadOnly)
    do {
      return try file.map { try open($0.path) } ?? openInMemory()
    } catch let error as SQLiteError {
      throw error.graphError(path: file?.path, isOpening: true)
    }
  }

  /// Starts with a copy: that of a database takes less time than its schema's making, and unlike
  /// one that SQLite takes over as an image it has no size of its own at which writing ends.
  private func openInMemory() throws -> Opened {
    let connection = try Connection(path: Connection.inMemory)
    try SQLFunctions.register(on: connection)
    let metadata: StoreMetadata
    let mapping: StoreMapping
    if let fill {
      try fill(connection)
      metadata = try StoreMetadata.change(in: connection, path: StoreType.nameInMemory) {
        $0.makeOwn(of: description.type)
      }
      mapping = StoreMapping(model: model, existingTables: try connection.tableNames())
    } else {
      let stores = model.emptyStores.value { EmptyStores(model) }
      metadata = try stores.copy(
        to: connection, model: model, configuration: configuration, type: description.type)
      mapping = StoreMapping(model: model, tables: stores.tables)
    }
    // Not a byte of it goes into files.
    try connection.execute("PRAGMA temp_store = MEMORY")
    try description.applyPragmas(to: connection)
    return try opened(connection, mapping, metadata, path: nil)
  }

  private func open(_ path: String) throws -> Opened {
    let connection = try description.connect(to: path, isReadOnly: description.isReadOnly)
    try connection.execute("PRAGMA synchronous = FULL")
    if !description.isReadOnly {
      guard !connection.isReadOnly else {
        throw ObjectGraphError(
          .persistentStoreOpen, "the store \(path) cannot be written",
          repair: "check the permissions of the file, or open the store read-only")
      }
      if try StoreCreation.isNeeded(on: connection) {
        try StoreCreation(model: model, configuration: configuration, type: description.type)
          .run(on: connection)
      }
      if description.pragmas["journal_mode"] == nil { try useLog(on: connection) }
    }
    try description.applyPragmas(to: connection)
    let tables = try connection.tableNames()
    guard tables.isSuperset(of: ["Z_METADATA", "Z_PRIMARYKEY"]) else {
      throw ObjectGraphError.noMetadata(in: path)
    }
    let metadata = try StoreMetadata(from: connection, path: path)
    if let type = metadata.plist[StoreMetadata.typeKey] as? String,
      type != description.type.rawValue
    {
      throw ObjectGraphError(
        .persistentStoreTypeMismatch, "the store \(path) says that it is of type \(type)",
        repair: "open it with that type")
    }
    let mapping = StoreMapping(model: model, existingTables: tables)
    try StoreCompatibility(
      connection: connection, mapping: mapping, configuration: configuration, metadata: metadata,
      path: path
    ).check()
    if !description.isReadOnly {
      // Whoever holds the write lock now keeps it from being done, until the next opening.
      try? ExternalFolder(storePath: path).removeLeftovers(
        ofStore: metadata.identifier, connection, mapping)
    }
    return try opened(connection, mapping, metadata, path: path)
  }

  private func opened(
    _ connection: Connection, _ mapping: StoreMapping, _ metadata: StoreMetadata, path: String?
  ) throws -> Opened {
    try SQLiteSchema.addPlaceholders(for: mapping, configuration, to: connection)
    let store = OpenStore(
      description: description, configuration: configuration, mapping: mapping,
      identity: StoreIdentity(identifier: metadata.identifier), path: path)
    return (store, connection, metadata)
  }

  // MARK: Settings

  /// Switches to the write-ahead log, which needs the file for a moment to itself and does not wait
  /// for that by its own.
  private func useLog(on connection: Connection) throws {
    let deadline = Date(timeIntervalSinceNow: max(description.timeout, 0))
    while true {
      do {
        if try connection.text("PRAGMA journal_mode") == "wal" { return }
        if try connection.text("PRAGMA journal_mode = WAL") == "wal" { return }
      } catch let error as SQLiteError where error.kind == .locked && Date() < deadline {
        usleep(5000)
        continue
      }
      // A file system without shared memory keeps its rollback journal.
      return
    }
  }
}

/// What an open store and all that reads and writes it have in common.
struct OpenStore: Sendable {
  let description: PersistentStoreDescription
  /// The entities that the store holds.
  let configuration: StoreConfiguration
  let mapping: StoreMapping
  /// The store's UUID, shared by the IDs of its objects.
  let identity: StoreIdentity
  /// The path of the file; nil for a store in memory.
  let path: String?
  /// Ends what is being asked, and refuses what is asked next, while it is set.
  let interruption = StoreInterruption()

  /// The path of the file, or what says that there is none.
  var name: String { path ?? StoreType.nameInMemory }

  func fileGoneError(_ code: ObjectGraphError.Code) -> ObjectGraphError {
    ObjectGraphError(
      code, "the file of the store \(name) was deleted, moved or replaced while it was open",
      repair: "put the file back, or remove the store from its coordinator and add it again; "
        + "unsaved changes are still there", details: ["NSFilePath": name])
  }
}
