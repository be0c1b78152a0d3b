import Foundation
import ObjectModel
import SQLite

/// Opens connections to a store's file that read beside the one that writes: what a write-ahead log
/// allows.
struct ReaderOpener: Sendable {
  private let store: OpenStore
  private let path: String
  /// The file that the writing connection has open.
  private let file: FileIdentity

  /// - Returns: nil for a store that has one connection only: one in memory or without a write-ahead
  ///   log, or whose file the writing connection keeps to itself.
  init?(beside writer: Connection, of store: OpenStore) throws {
    guard let path = store.path, try writer.text("PRAGMA journal_mode") == "wal",
      try writer.text("PRAGMA locking_mode") == "normal", !writer.isFileGone,
      let file = FileIdentity(path: path)
    else { return nil }
    self.store = store
    self.path = path
    self.file = file
  }

  /// Whether the file was deleted, moved or replaced since the store was opened.
  var isFileGone: Bool { FileIdentity(path: path) != file }

  /// - Returns: nil when the file is gone.
  func open() throws -> SQLiteSession? {
    guard !isFileGone else { return nil }
    let connection = try Connection(
      path: path, isReadOnly: true, busyTimeout: store.description.busyTimeout)
    guard !isFileGone else { return nil }
    connection.keepLogOnClose()
    try SQLFunctions.register(on: connection)
    try connection.execute(PersistentStoreDescription.cacheSizePragma)
    try store.description.applyPragmas(to: connection, isReader: true)
    try SQLiteSchema.addPlaceholders(for: store.mapping, store.configuration, to: connection)
    return SQLiteSession(connection: connection, store: store)
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
