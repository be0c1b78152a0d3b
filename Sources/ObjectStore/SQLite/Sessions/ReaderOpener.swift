import Foundation
import ObjectModel
import SQLite

/// Opens connections to a store's file that read beside the one that writes: what a write-ahead log
/// allows.
struct ReaderOpener: Sendable {
  private let path: String
  private let description: PersistentStoreDescription
  private let mapping: StoreMapping
  private let configuration: StoreConfiguration
  private let identity: StoreIdentity
  private let interruption: StoreInterruption

  /// The file that the writing connection has open.
  private let file: FileIdentity

  /// - Returns: nil for a store that has one connection only: one in memory or without a write-ahead
  ///   log, or whose file the writing connection keeps to itself.
  init?(
    beside writer: StoreOpener.Opened, _ description: PersistentStoreDescription,
    _ configuration: StoreConfiguration, identity: StoreIdentity, interruption: StoreInterruption
  ) throws {
    let connection = writer.connection
    guard let path = writer.path, try connection.text("PRAGMA journal_mode") == "wal",
      try connection.text("PRAGMA locking_mode") == "normal", !connection.isFileGone,
      let file = FileIdentity(path: path)
    else { return nil }
    self.file = file
    self.path = path
    self.description = description
    mapping = writer.mapping
    self.configuration = configuration
    self.identity = identity
    self.interruption = interruption
  }

  /// - Returns: nil when the file was deleted, moved or replaced since the store was opened.
  func open() throws -> SQLiteSession? {
    guard FileIdentity(path: path) == file else { return nil }
    let connection = try Connection(
      path: path, isReadOnly: true, busyTimeout: description.busyTimeout)
    guard FileIdentity(path: path) == file else { return nil }
    connection.keepLogOnClose()
    try SQLFunctions.register(on: connection)
    try StorePragmas(description.pragmas).applyForReading(to: connection)
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
