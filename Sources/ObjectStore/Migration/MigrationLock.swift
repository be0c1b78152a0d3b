import Foundation
import ObjectModel
import SQLite

/// Keeps all other connections from writing to a store while its new content is created in another
/// file, and then replaces the store's content.
///
/// It is SQLite's own lock, so that programs that know nothing of migrations also wait for it, and
/// a process that dies leaves no lock behind.
final class MigrationLock {
  /// Reads the store's content, which cannot change while the lock is held.
  let connection: Connection
  private let path: String

  /// - Throws: code 134090 if another process, which may be migrating, holds the lock for too long.
  init(path: String, busyTimeout: Int32) throws {
    self.path = path
    connection = try Connection(path: path, busyTimeout: busyTimeout)
    guard !connection.isReadOnly else {
      throw ObjectGraphError(
        .persistentStoreOpen, "the store \(path) cannot be written to, so it cannot be migrated",
        repair: "check the permissions of the file, or open a copy of it",
        details: .init((.filePath, path), (.sqliteResultCode, 8)))
    }
    try SQLFunctions.register(on: connection)
    do {
      try connection.execute("BEGIN IMMEDIATE")
    } catch let error as SQLiteError where error.kind == .locked {
      throw ObjectGraphError(
        .persistentStoreTimeout,
        "the store \(path) is being written or migrated by another process",
        repair: "wait until the other process is done, or end it, and try again")
    }
  }

  deinit { release() }

  /// Releases the lock, if it is still held.
  func release() {
    if connection.isInTransaction { try? connection.execute("ROLLBACK") }
  }

  /// Releases the lock, and replaces the store's content with that of another database, in one
  /// transaction.
  ///
  /// Other connections read either the old content or the new.
  ///
  /// - Parameter check: called between pieces of the content; if it throws, the store is unchanged.
  /// - Returns: false if another connection wrote between the release of the lock and the start of
  ///   the copy; the store then keeps that connection's changes.
  func replaceContent(
    by new: Connection, checking check: () throws -> Void = {}
  ) throws -> Bool {
    let target = try Connection(path: path, busyTimeout: connection.busyTimeout)
    // Read the file's version now; the copy goes ahead only if it has not changed since.
    _ = try target.integer("SELECT count(*) FROM sqlite_master")
    let version = target.contentVersion
    release()
    let isReplaced = try target.copy(
      from: new, if: { target.contentVersion == version }, checking: check)
    if isReplaced { try? target.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    return isReplaced
  }
}
