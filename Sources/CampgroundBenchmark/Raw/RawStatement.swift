import CSQLite

/// A prepared statement that does only what a C program would do.
final class RawStatement {
  let handle: OpaquePointer
  private let database: RawDatabase

  init(_ database: RawDatabase, _ sql: String) throws {
    self.database = database
    handle = try database.prepare(sql)
  }

  deinit {
    sqlite3_finalize(handle)
  }

  func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(handle, index, value) }

  func bind(_ value: Double, at index: Int32) { sqlite3_bind_double(handle, index, value) }

  func bind(_ text: String, at index: Int32) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        _ = csqlite_bind_text_copying(handle, index, $0.baseAddress, UInt64($0.count))
      }
    }
  }

  func bindNull(at index: Int32) { sqlite3_bind_null(handle, index) }

  func bindOptional(_ value: Int64?, at index: Int32) {
    if let value { bind(value, at: index) } else { bindNull(at: index) }
  }

  func bindOptional(_ text: String?, at index: Int32) {
    if let text { bind(text, at: index) } else { bindNull(at: index) }
  }

  /// Binds a column of another statement's row.
  func bind(_ column: Int32, of row: RawStatement, at index: Int32) {
    sqlite3_bind_value(handle, index, sqlite3_column_value(row.handle, column))
  }

  func text(_ column: Int32) -> String {
    sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// Ends a statement whose remaining rows are not needed.
  func reset() { sqlite3_reset(handle) }

  /// Whether there is another row.
  func next() throws -> Bool {
    let result = sqlite3_step(handle)
    if result == SQLITE_ROW { return true }
    try database.check(result, SQLITE_DONE)
    sqlite3_reset(handle)
    return false
  }

  /// Runs a statement without rows.
  func run() throws {
    try database.check(sqlite3_step(handle), SQLITE_DONE)
    sqlite3_reset(handle)
  }

  /// Runs a statement that must change exactly one row.
  func runOnce() throws {
    try run()
    guard sqlite3_changes(database.handle) == 1 else {
      throw RawError(message: "a row was not changed")
    }
  }
}
