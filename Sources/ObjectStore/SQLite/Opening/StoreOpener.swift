import Foundation
import ObjectModel
import SQLite

/// Opens a store's database, and creates its schema if it is new.
struct StoreOpener {
  let settings: StoreSettings
  let model: ModelLayout
  let configuration: StoreConfiguration
  /// Copies a store into an in-memory one; nil for a new store.
  var fill: ((Connection) throws -> Void)?

  typealias Opened = (store: OpenStore, connection: Connection, metadata: StoreMetadata)

  /// - Throws: code 134080 if the file cannot be opened or is damaged, 134090 if another process
  ///   holds its lock, 134020 if it is an unrelated database, 134100 if it was created with another
  ///   model, 134061 for an invalid pragma.
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

  /// Starts with a copy: copying a database is faster than creating its schema and, unlike a
  /// deserialized image, the copy has no size limit.
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
      mapping = StoreMapping(model: model, mapped: stores.tables)
    }
    // No data may be written to files.
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
          details: .init((.filePath, path), (.sqliteResultCode, 8)))
      }
      if try StoreCreation.isNeeded(on: connection) {
        try StoreCreation(model: model, configuration: configuration, type: settings.type)
          .run(on: connection)
      }
    }
    let (metadata, compatibility) = try version(of: connection, path)
    // A file that is rejected must be unchanged, including its journal.
    try compatibility.check()
    if !settings.isReadOnly, settings.pragmas["journal_mode"] == nil {
      try useLog(on: connection)
    }
    try settings.applyPragmas(to: connection)
    let mapping = compatibility.mapping
    if !settings.isReadOnly {
      // If another connection holds the write lock, this is left for the next opening.
      try? ExternalFolder(storePath: path).removeLeftovers(
        ofStore: metadata.identifier, connection, mapping)
    }
    return try opened(connection, mapping, metadata, path: path)
  }

  /// The store's metadata, and its comparison with the model.
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
        .persistentStoreTypeMismatch, "the store \(path) is of type \(type)",
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

  /// Switches to the write-ahead log, for which SQLite needs the file exclusively for a moment and
  /// does not wait by itself.
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
      // On a file system without shared memory, the rollback journal stays.
      return
    }
  }
}

/// What all sessions of an open store share.
struct OpenStore: Sendable {
  let settings: StoreSettings
  /// The entities that the store holds.
  let configuration: StoreConfiguration
  let mapping: StoreMapping
  /// The store's UUID, shared by the IDs of its objects.
  let identity: StoreIdentity
  /// The path of the file; nil for an in-memory store.
  let path: String?
  /// Detects that the file has been migrated; nil for an in-memory store.
  let versionGuard: VersionGuard?
  /// While it is set, running requests are interrupted and new ones fail.
  let interruption = StoreInterruption()

  /// The path of the file, or a phrase for an in-memory store.
  var name: String { path ?? StoreType.nameInMemory }

  /// Code 134070: the primary key of a row leaves no room for the store's number.
  var keyBeyondRange: ObjectGraphError {
    ObjectGraphError(
      .persistentStoreOperation,
      "a row of the store \(settings.url.path) has a primary key beyond 2^48 - 1",
      repair: "give the row a smaller key")
  }

  func fileGoneError(_ code: ObjectGraphError.Code) -> ObjectGraphError {
    ObjectGraphError(
      code, "the file of the store \(name) was deleted, moved or replaced while it was open",
      repair: "put the file back, or remove the store from its coordinator and add it again; "
        + "unsaved changes are kept", details: .init(.filePath, name))
  }
}

extension StoreSettings {
  /// Opens a connection to the store's file, and registers the SQL functions.
  func connect(to path: String, isReadOnly: Bool) throws -> Connection {
    let connection = try Connection(
      path: path, isReadOnly: isReadOnly,
      uri: isReadOnly && leavesNoTrace ? TracelessFile(path: path).uri : nil,
      busyTimeout: busyTimeout)
    try SQLFunctions.register(on: connection)
    // 64 MB, of which a small file uses only as much as its size.
    try connection.execute("PRAGMA cache_size = -65536")
    return connection
  }

  /// Applies the description's pragmas, ordered by name.
  ///
  /// - Parameter isReader: whether the connection only reads, so that pragmas stored in the file
  ///   are skipped.
  /// - Throws: code 134061 for an invalid pragma.
  func applyPragmas(to connection: Connection, isReader: Bool = false) throws {
    func isPlain(_ text: String) -> Bool {
      !text.isEmpty
        && text.allSatisfy { "_-".contains($0) || $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    for (name, value) in pragmas.sorted(by: { $0.key < $1.key }) {
      guard isPlain(name), isPlain(value) else {
        throw ObjectGraphError(
          .invalidArgument, "\(name) = \(value) is not a pragma",
          repair: "give names and values of letters, digits, - and _")
      }
      do {
        try connection.execute("PRAGMA \(name) = \(value)")
      } catch let error as SQLiteError where isReader && error.kind == .readOnly {}
    }
  }
}
