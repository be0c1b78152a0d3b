import CSQLite
import Foundation

/// The plain sqlite3 C API without any layer around it: the limit that the engine is measured
/// against.
///
/// It works on a store that the engine created, so that both sides have the same schema.
final class RawDatabase {
  let handle: OpaquePointer

  init(path: String) throws {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else {
      throw RawError(message: "cannot open \(path)")
    }
    handle = opened
    try execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-65536")
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw error(sql) }
  }

  func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    guard
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        == SQLITE_OK, let statement
    else { throw error(sql) }
    return statement
  }

  /// The integer result of a query with one row and one column.
  func integer(_ sql: String) throws -> Int64 {
    let statement = try prepare(sql)
    defer { sqlite3_finalize(statement) }
    try check(sqlite3_step(statement), SQLITE_ROW)
    return sqlite3_column_int64(statement, 0)
  }

  func check(_ result: Int32, _ expected: Int32) throws {
    guard result == expected else { throw error("step") }
  }

  private func error(_ what: String) -> RawError {
    RawError(message: "\(what): \(String(cString: sqlite3_errmsg(handle)))")
  }
}

struct RawError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }
}
