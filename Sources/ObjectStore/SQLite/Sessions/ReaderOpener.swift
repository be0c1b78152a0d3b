import Foundation
import ObjectModel
import SQLite

/// Opens connections to a store's file that read beside the one that writes: what a write-ahead log
/// allows.
struct ReaderOpener: Sendable {
  let path: String
  let busyTimeout: Int32
  let pragmas: StorePragmas
  let mapping: StoreMapping
  let configuration: StoreConfiguration
  let identity: StoreIdentity
  let interruption: StoreInterruption

  /// The file that the writing connection has open.
  private let file: FileIdentity

  /// - Returns: nil for a file that has one connection only: one without a write-ahead log, or which
  ///   the writing connection keeps to itself.
  init?(
    beside connection: Connection, path: String, description: PersistentStoreDescription,
    mapping: StoreMapping, configuration: StoreConfiguration, identity: StoreIdentity,
    interruption: StoreInterruption
  ) throws {
    guard try connection.text("PRAGMA journal_mode") == "wal",
      try connection.text("PRAGMA locking_mode") == "normal", !connection.isFileGone,
      let file = FileIdentity(path: path)
    else { return nil }
    self.file = file
    self.path = path
    busyTimeout = description.busyTimeout
    pragmas = StorePragmas(description.pragmas)
    self.mapping = mapping
    self.configuration = configuration
    self.identity = identity
    self.interruption = interruption
  }

  /// - Returns: nil when the file was deleted, moved or replaced since the store was opened.
  func open() throws -> SQLiteSession? {
    guard FileIdentity(path: path) == file else { return nil }
    let connection = try Connection(path: path, isReadOnly: true, busyTimeout: busyTimeout)
    guard FileIdentity(path: path) == file else { return nil }
    connection.keepLogOnClose()
    try SQLFunctions.register(on: connection)
    try pragmas.applyForReading(to: connection)
    try SQLiteSchema.addPlaceholders(for: mapping, configuration, to: connection)
    connection.obey(interruption)
    return SQLiteSession(connection: connection, mapping: mapping, identity: identity)
  }
}

/// Which file a path names.
struct FileIdentity: Sendable, Equatable {
  private let device: dev_t
  private let number: ino_t

  /// - Returns: nil when there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}

extension Connection {
  func obey(_ interruption: StoreInterruption) {
    setStandingInterruption(Interruption { interruption.isSet })
  }
}
