import Foundation
import ObjectModel
import SQLite

/// Keeps everybody else from writing to a store's file while its content is made anew beside it, and
/// then puts the new content in its place.
///
/// The lock is SQLite's own, so that programs that know nothing of migrations wait for it, too, and a
/// process that dies leaves nothing locked.
final class MigrationLock {
  /// Reads what is in the store, as it is for as long as the lock is held.
  let connection: Connection
  private let path: String

  /// - Throws: code 134090 when another process holds the lock for too long; it may be migrating.
  init(path: String, busyTimeout: Int32) throws {
    self.path = path
    connection = try Connection(path: path, busyTimeout: busyTimeout)
    guard !connection.isReadOnly else {
      throw ObjectGraphError(
        .persistentStoreOpen, "the store \(path) cannot be written, so it cannot be migrated",
        repair: "check the permissions of the file, or open a copy of it",
        details: ["NSFilePath": path, "NSSQLiteErrorDomain": 8])
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

  /// Lets others write again; does nothing when they can already.
  func release() {
    if connection.isInTransaction { try? connection.execute("ROLLBACK") }
  }

  /// Puts the content of another database in the store's place, in one transaction, and gives the lock
  /// up.
  ///
  /// Whoever has the store open reads the old content or the new one.
  ///
  /// - Returns: whether it did; somebody else may have written between the end of the lock and the
  ///   beginning of the copy, and then the store is as that one left it.
  func replaceContent(by new: Connection) throws -> Bool {
    let target = try Connection(path: path, busyTimeout: connection.busyTimeout)
    // What the target knows of the file from now on is compared with what it then finds.
    _ = try target.integer("SELECT count(*) FROM sqlite_master")
    let version = target.contentVersion
    release()
    let isReplaced = try target.copy(from: new) { target.contentVersion == version }
    if isReplaced { try? target.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    return isReplaced
  }
}
