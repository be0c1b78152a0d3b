import CSQLite

/// Whole databases.
extension Connection {
  /// Makes this database a copy of another one, as that is at one moment.
  ///
  /// Others may have this one open: they find the new content as if it had been written in one
  /// transaction.
  package func copy(from source: Connection) throws {
    guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
      throw error(sqlite3_errcode(handle), sql: nil)
    }
    var result = sqlite3_backup_step(backup, -1)
    var waits = 0
    while result == SQLITE_BUSY || result == SQLITE_LOCKED, waits < 200 {
      sqlite3_sleep(50)
      waits += 1
      result = sqlite3_backup_step(backup, -1)
    }
    let finished = sqlite3_backup_finish(backup)
    guard result == SQLITE_DONE else { throw error(result, sql: nil) }
    guard finished == SQLITE_OK else { throw error(finished, sql: nil) }
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
