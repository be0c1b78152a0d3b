import Foundation
import ObjectModel
import SQLite

/// Opens the database of a store, and makes its schema when it is new.
struct StoreOpener {
  let settings: StoreSettings
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
      settings.isInMemory ? nil : try StoreFile(type: settings.type, url: settings.url)
    try file?.prepare(isReadOnly: settings.isReadOnly)
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
        $0.makeOwn(of: settings.type)
      }
      mapping = StoreMapping(model: model, existingTables: try connection.tableNames())
    } else {
      let stores = model.emptyStores.value { EmptyStores(model) }
      metadata = try stores.copy(
        to: connection, model: model, configuration: configuration, type: settings.type)
      mapping = StoreMapping(model: model, tables: stores.tables)
    }
    // Not a byte of it goes into files.
    try connection.execute("PRAGMA temp_store = MEMORY")
    try settings.applyPragmas(to: connection)
    return try opened(connection, mapping, metadata, path: nil)
  }

  private func open(_ path: String) throws -> Opened {
    let connection = try settings.connect(to: path, isReadOnly: settings.isReadOnly)
    try connection.execute("PRAGMA synchronous = FULL")
    if !settings.isReadOnly {
      guard !connection.isReadOnly else {
        throw ObjectGraphError(
          .persistentStoreOpen, "the store \(path) cannot be written",
          repair: "check the permissions of the file, or open the store read-only",
          details: ["NSFilePath": path, "NSSQLiteErrorDomain": 8])
      }
      if try StoreCreation.isNeeded(on: connection) {
        try StoreCreation(model: model, configuration: configuration, type: settings.type)
          .run(on: connection)
      }
    }
    let (metadata, compatibility) = try version(of: connection, path)
    // A file that is refused stays as it was, its journal included.
    try compatibility.check()
    if !settings.isReadOnly, settings.pragmas["journal_mode"] == nil {
      try useLog(on: connection)
    }
    try settings.applyPragmas(to: connection)
    let mapping = compatibility.mapping
    if !settings.isReadOnly {
      // Whoever holds the write lock now keeps it from being done, until the next opening.
      try? ExternalFolder(storePath: path).removeLeftovers(
        ofStore: metadata.identifier, connection, mapping)
    }
    return try opened(connection, mapping, metadata, path: path)
  }

  /// What a store says of itself, and how that compares with the model.
  private func version(
    of connection: Connection, _ path: String
  ) throws -> (StoreMetadata, StoreCompatibility) {
    let tables = try connection.tableNames()
    guard tables.isSuperset(of: ["Z_METADATA", "Z_PRIMARYKEY"]) else {
      throw ObjectGraphError.noMetadata(in: path)
    }
    let metadata = try StoreMetadata(from: connection, path: path)
    if let type = metadata.plist[StoreMetadata.typeKey] as? String,
      type != settings.type.rawValue
    {
      throw ObjectGraphError(
        .persistentStoreTypeMismatch, "the store \(path) says that it is of type \(type)",
        repair: "open it with that type")
    }
    let compatibility = StoreCompatibility(
      connection: connection, mapping: StoreMapping(model: model, existingTables: tables),
      configuration: configuration, metadata: metadata, path: path)
    return (metadata, compatibility)
  }

  private func opened(
    _ connection: Connection, _ mapping: StoreMapping, _ metadata: StoreMetadata, path: String?
  ) throws -> Opened {
    try SQLiteSchema.addPlaceholders(for: mapping, configuration, to: connection)
    let store = OpenStore(
      settings: settings, configuration: configuration, mapping: mapping,
      identity: StoreIdentity(identifier: metadata.identifier), path: path,
      versionGuard: try path.map { try VersionGuard(connection, metadata, path: $0) })
    return (store, connection, metadata)
  }

  // MARK: Settings

  /// Switches to the write-ahead log, which needs the file for a moment to itself and does not wait
  /// for that by its own.
  private func useLog(on connection: Connection) throws {
    let deadline = Date(timeIntervalSinceNow: max(settings.timeout, 0))
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
  let settings: StoreSettings
  /// The entities that the store holds.
  let configuration: StoreConfiguration
  let mapping: StoreMapping
  /// The store's UUID, shared by the IDs of its objects.
  let identity: StoreIdentity
  /// The path of the file; nil for a store in memory.
  let path: String?
  /// Notices that the file was migrated; nil for a store in memory.
  let versionGuard: VersionGuard?
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
