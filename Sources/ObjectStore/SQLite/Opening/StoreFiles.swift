import Foundation
import ObjectModel
import SQLite

/// The file of a store that is dealt with as a whole, without a model and without being opened as a
/// store.
struct StoreFiles {
  private let file: StoreFile

  /// For how many milliseconds a lock of another connection is waited for.
  private static let busyTimeout: Int32 = 10_000

  /// - Throws: code 134000 for a type that has no files, 134080 when the URL does not name a file.
  init(type: StoreType, url: URL) throws {
    guard type == .sqlite else {
      throw ObjectGraphError(
        .persistentStoreInvalidType, "a store of type \(type.rawValue) has no file",
        repair: "use .sqlite")
    }
    file = try StoreFile(url: url)
  }

  /// Whether there is anything at the URL.
  var exists: Bool { FileManager.default.fileExists(atPath: file.path) }

  // MARK: Metadata

  func metadata() throws -> [String: any Sendable] {
    try connected(isReadOnly: true) { connection in
      connection.keepLogOnClose()
      try requireStore(connection)
      return try StoreMetadata(from: connection, path: file.path).values
    }
  }

  func setMetadata(_ values: [String: any Sendable]) throws {
    try StoreMetadata.check(values)
    try change { $0.replaceFacts(values) }
  }

  /// Makes the file, which is a copy, a store of its own.
  func makeOwn(of type: StoreType) throws { try change { $0.makeOwn(of: type) } }

  private func change(_ body: (inout StoreMetadata) -> Void) throws {
    try connected(isReadOnly: false) { connection in
      try requireStore(connection)
      try connection.writeTransaction {
        var metadata = try StoreMetadata(from: connection, path: file.path)
        body(&metadata)
        try metadata.write(to: connection)
      }
    }
  }

  private func requireStore(_ connection: Connection) throws {
    let known = try connection.integer(
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'Z_METADATA'")
    guard known == 0 else { return }
    let isEmpty = try connection.integer("SELECT count(*) FROM sqlite_master") == 0
    throw isEmpty
      ? ObjectGraphError(
        .persistentStoreOpen, "there is no store in \(file.path): the file is empty",
        repair: "add the store to a coordinator first")
      : ObjectGraphError(
        .persistentStoreIncompatibleSchema,
        "\(file.path) is a SQLite database but not a store: it has no metadata",
        repair: "check the path; the file was left as it is")
  }

  // MARK: Whole files

  /// Makes an empty database of the store; others that have it open find it empty.
  func destroy() throws {
    guard exists else { return }
    try connected(isReadOnly: false) { connection in
      do {
        // Only what is a store, or was one, is destroyed.
        if try connection.integer("SELECT count(*) FROM sqlite_master") == 0 { return }
        try requireStore(connection)
      } catch let error as SQLiteError where error.kind == .damaged {}
      try connection.resetDatabase()
      ExternalFolder(storePath: file.path).removeFiles()
    }
  }

  /// Puts a copy of another store in the place of this one, as it is at one moment.
  func replace(by other: StoreFiles) throws {
    guard file.path != other.file.path else {
      throw ObjectGraphError(
        .invalidArgument, "the store \(file.path) cannot be replaced by itself",
        repair: "give the URL of another store")
    }
    let isNew = !exists
    do {
      try other.connected(isReadOnly: true) { source in
        source.keepLogOnClose()
        try other.requireStore(source)
        try file.prepare(isReadOnly: false)
        try ExternalFolder(storePath: other.file.path).copyFiles(
          to: ExternalFolder(storePath: file.path)
        ) {
          try connected(isReadOnly: false) { try $0.copy(from: source) }
        }
      }
    } catch {
      if isNew { erase() }
      throw error
    }
  }

  /// Makes a file for a store that must not be there yet.
  func prepareNew() throws {
    guard !exists else {
      throw ObjectGraphError(
        .persistentStoreOpen, "there is something at \(file.path) already",
        repair: "destroy that store first, or choose another place")
    }
    try file.prepare(isReadOnly: false)
  }

  /// Deletes the files of a store that this process has just made and nobody else knows.
  func erase() {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(file.path + suffix) }
  }

  private func connected<Result>(
    isReadOnly: Bool, _ body: (Connection) throws -> Result
  ) throws -> Result {
    do {
      // What is not there is not made.
      try file.prepare(isReadOnly: true)
      return try body(
        Connection(path: file.path, isReadOnly: isReadOnly, busyTimeout: Self.busyTimeout))
    } catch let error as SQLiteError {
      throw error.graphError(path: file.path, isOpening: true)
    }
  }
}
