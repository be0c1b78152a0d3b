import CSQLite

/// Whole databases.
extension Connection {
  /// Makes this database a copy of another one, as that is at one moment.
  ///
  /// Others may have this one open: they find the new content as if it had been written in one
  /// transaction.
  ///
  /// - Parameter isWanted: asked once nobody else can write to this database any more; where it says
  ///   no, the database stays as it is.
  /// - Returns: whether it is a copy now.
  @discardableResult
  package func copy(
    from source: Connection, if isWanted: () -> Bool = { true }
  ) throws -> Bool {
    guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
      throw error(sqlite3_errcode(handle), sql: nil)
    }
    // A step of no pages takes the write lock.
    var result = step(backup, pages: 0)
    let isGoing = result == SQLITE_OK && isWanted()
    if isGoing { result = step(backup, pages: -1) }
    let finished = sqlite3_backup_finish(backup)
    if result == SQLITE_OK, !isGoing { return false }
    guard result == SQLITE_DONE else { throw error(result, sql: nil) }
    guard finished == SQLITE_OK else { throw error(finished, sql: nil) }
    return isGoing
  }

  /// Takes a step of a copy, which waits for locks as long as the connection would, but not always by
  /// itself.
  private func step(_ backup: OpaquePointer, pages: Int32) -> Int32 {
    let end = ContinuousClock.now + .milliseconds(Int(busyTimeout))
    var result = sqlite3_backup_step(backup, pages)
    while result == SQLITE_BUSY || result == SQLITE_LOCKED, ContinuousClock.now < end {
      sqlite3_sleep(20)
      result = sqlite3_backup_step(backup, pages)
    }
    return result
  }

  /// Writes a copy of the database into a file that is missing or empty.
  package func copy(toPath path: String) throws {
    let statement = try Statement(connection: self, sql: "VACUUM INTO ?")
    statement.bind(1, path)
    try statement.run()
  }

  /// Makes the database empty, however damaged it is; others that have it open find it empty.
  package func resetDatabase() throws {
    _ = csqlite_config_flag(handle, SQLITE_DBCONFIG_RESET_DATABASE, 1)
    defer { _ = csqlite_config_flag(handle, SQLITE_DBCONFIG_RESET_DATABASE, 0) }
    try execute("VACUUM")
  }
}

/// What others write.
extension Connection {
  /// A number that changes when this connection writes, and when it finds, beginning to read or to write,
  /// that another one has written; it costs no statement.
  @inlinable package var contentVersion: UInt32 {
    var version: UInt32 = 0
    // Without a file there is none, and nobody else.
    _ = sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }
}
