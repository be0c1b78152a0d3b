import CSQLite

/// Copying whole databases.
extension Connection {
  /// Replaces this database with a snapshot of another one.
  ///
  /// Other connections may have this database open; to them, the new content appears as if written
  /// in one transaction. They may have the other one open too, and write to it.
  ///
  /// - Parameters:
  ///   - isWanted: called once no other connection can write to this database; if it returns false,
  ///     the database is unchanged.
  ///   - check: called between pieces of the content; if it throws, the database is unchanged.
  /// - Returns: whether the content was replaced.
  @discardableResult
  package func copy(
    from source: Connection, if isWanted: () -> Bool = { true },
    checking check: () throws -> Void = {}
  ) throws -> Bool {
    // One snapshot for all pieces: otherwise each write to the other database would make the copy
    // start again.
    try source.readTransaction {
      _ = try source.integer("SELECT count(*) FROM main.sqlite_master")
      guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
        throw error(sqlite3_errcode(handle), sql: nil)
      }
      return try run(backup, isWanted, check)
    }
  }

  private func run(
    _ backup: OpaquePointer, _ isWanted: () -> Bool, _ check: () throws -> Void
  ) throws -> Bool {
    // A step of zero pages takes the write lock.
    var result = step(backup, pages: 0)
    let isGoing = result == SQLITE_OK && isWanted()
    do {
      while isGoing, result == SQLITE_OK {
        try check()
        result = step(backup, pages: Self.pagesAtOnce)
      }
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    let finished = sqlite3_backup_finish(backup)
    if result == SQLITE_OK, !isGoing { return false }
    guard result == SQLITE_DONE else { throw error(result, sql: nil) }
    guard finished == SQLITE_OK else { throw error(finished, sql: nil) }
    return isGoing
  }

  /// 8 MB, which takes some hundredths of a second.
  private static let pagesAtOnce: Int32 = 2_000

  /// Performs a step of a copy. It retries until the busy timeout, because SQLite's backup does not
  /// always wait for locks itself.
  private func step(_ backup: OpaquePointer, pages: Int32) -> Int32 {
    let end = ContinuousClock.now + .milliseconds(Int(busyTimeout))
    var result = sqlite3_backup_step(backup, pages)
    while result == SQLITE_BUSY || result == SQLITE_LOCKED, ContinuousClock.now < end {
      sqlite3_sleep(20)
      result = sqlite3_backup_step(backup, pages)
    }
    return result
  }

  /// Copies the database into a file that does not exist or is empty.
  package func copy(toPath path: String) throws {
    try run("VACUUM INTO ?", .text(path))
  }

  /// Empties the database, even if it is damaged; other connections find it empty.
  package func resetDatabase() throws {
    _ = csqlite_config_flag(handle, SQLITE_DBCONFIG_RESET_DATABASE, 1)
    defer { _ = csqlite_config_flag(handle, SQLITE_DBCONFIG_RESET_DATABASE, 0) }
    try execute("VACUUM")
  }

  /// What SQLite finds wrong with the file, its tables and their indexes; it reads all of them.
  ///
  /// - Parameter most: the most faults to report.
  package func integrityFaults(most: Int) throws -> [String] {
    let found = try rows("PRAGMA integrity_check(\(most))") { $0.string(0) ?? "" }
    return found == ["ok"] ? [] : found
  }
}

/// Detecting changes by other connections.
extension Connection {
  /// A number that changes when this connection writes, and when it finds at the start of a
  /// transaction that another connection has written. It does not execute a statement.
  @inlinable package var contentVersion: UInt32 {
    var version: UInt32 = 0
    // A database without a file has no version, and no other connections.
    _ = sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }
}
