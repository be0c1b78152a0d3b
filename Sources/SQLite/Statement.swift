import CSQLite

/// A prepared statement: bind, step, and read the columns of the current row.
///
/// Columns count from 0 and parameters from 1, as in SQLite.
package final class Statement {
  @usableFromInline package let handle: OpaquePointer
  private let connection: Unmanaged<Connection>
  package let sql: String

  /// Prepares the first statement of the text.
  package init(connection: Connection, sql: String, isPersistent: Bool = false) throws {
    var prepared: OpaquePointer?
    let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let result = sqlite3_prepare_v3(connection.handle, sql, -1, flags, &prepared, nil)
    guard result == SQLITE_OK else { throw connection.error(result, sql: sql) }
    guard let prepared else {
      throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "no statement", sql: sql)
    }
    handle = prepared
    // Not retained: the connection's cache owns statements, and a retained one would be a cycle.
    self.connection = .passUnretained(connection)
    self.sql = sql
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Steps to the next row; returns false at the end, where the statement is reset.
  @inlinable
  package func step() throws -> Bool {
    if bindingFailure != SQLITE_OK { throw refusal() }
    let result = sqlite3_step(handle)
    if result == SQLITE_ROW { return true }
    if result == SQLITE_DONE {
      sqlite3_reset(handle)
      return false
    }
    throw failure(result)
  }

  /// Runs a statement that returns no row.
  @inlinable
  package func run() throws {
    if bindingFailure != SQLITE_OK { throw refusal() }
    let result = sqlite3_step(handle)
    sqlite3_reset(handle)
    guard result == SQLITE_DONE || result == SQLITE_ROW else { throw failure(result) }
  }

  /// Resets the statement so that it can run again; bindings are kept.
  @inlinable
  package func reset() {
    bindingFailure = SQLITE_OK
    sqlite3_reset(handle)
  }

  @usableFromInline
  package func failure(_ result: Int32) -> SQLiteError {
    let database = connection.takeUnretainedValue()
    let failure = database.error(result, sql: sql)
    sqlite3_reset(handle)
    return failure
  }

  // MARK: Binding

  /// The first failed binding since the last reset. The statement then does not run, because it
  /// would use the previous values.
  // Exclusivity need not be checked at run time: one thread uses a statement, and sets this in one
  // step.
  @exclusivity(unchecked) @usableFromInline var bindingFailure = SQLITE_OK

  @inlinable @inline(__always)
  func note(_ result: Int32) {
    if result != SQLITE_OK, bindingFailure == SQLITE_OK { bindingFailure = result }
  }

  @usableFromInline
  func refusal() -> SQLiteError {
    defer { bindingFailure = SQLITE_OK }
    sqlite3_reset(handle)
    return SQLiteError(
      extendedCode: bindingFailure, message: String(cString: sqlite3_errstr(bindingFailure)),
      sql: sql)
  }

  @inlinable @inline(__always)
  package func bindNull(_ index: Int32) {
    note(sqlite3_bind_null(handle, index))
  }

  @inlinable @inline(__always)
  package func bind(_ index: Int32, _ value: Int64) {
    note(sqlite3_bind_int64(handle, index, value))
  }

  @inlinable @inline(__always)
  package func bind(_ index: Int32, _ value: Double) {
    note(sqlite3_bind_double(handle, index, value))
  }

  /// Binds text, which SQLite copies.
  package func bind(_ index: Int32, _ value: String) {
    var value = value
    value.withUTF8 { bytes in
      bindTextCopying(index, UnsafeRawBufferPointer(bytes))
    }
  }

  /// Binds UTF-8 text, which SQLite copies.
  package func bindTextCopying(_ index: Int32, _ bytes: UnsafeRawBufferPointer) {
    // An empty buffer may have a nil address, which SQLite would bind as NULL.
    guard let base = bytes.baseAddress, !bytes.isEmpty else {
      note(csqlite_bind_text_copying(handle, index, "", 0))
      return
    }
    note(
      csqlite_bind_text_copying(
        handle, index, base.assumingMemoryBound(to: CChar.self),
        UInt64(truncatingIfNeeded: bytes.count)))
  }

  /// Binds bytes, which SQLite copies.
  package func bindBlobCopying(_ index: Int32, _ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else {
      note(sqlite3_bind_zeroblob(handle, index, 0))
      return
    }
    note(csqlite_bind_blob_copying(handle, index, base, UInt64(truncatingIfNeeded: bytes.count)))
  }

  /// Binds UTF-8 text that stays in place until the statement has been stepped and reset.
  @inlinable @inline(__always)
  package func bindTextInPlace(_ index: Int32, _ base: UnsafeRawPointer, _ count: Int) {
    note(
      sqlite3_bind_text64(
        handle, index, base.assumingMemoryBound(to: CChar.self), UInt64(truncatingIfNeeded: count),
        nil,
        UInt8(SQLITE_UTF8)))
  }

  /// Binds bytes that stay in place until the statement has been stepped and reset.
  @inlinable @inline(__always)
  package func bindBlobInPlace(_ index: Int32, _ base: UnsafeRawPointer, _ count: Int) {
    note(sqlite3_bind_blob64(handle, index, base, UInt64(truncatingIfNeeded: count), nil))
  }

  // MARK: The current row

  @inlinable
  package var columnCount: Int32 { sqlite3_column_count(handle) }

  @inlinable @inline(__always)
  package func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  @inlinable
  package func isInteger(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_INTEGER
  }

  @inlinable
  package func isReal(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_FLOAT
  }

  @inlinable @inline(__always)
  package func int64(_ column: Int32) -> Int64 {
    sqlite3_column_int64(handle, column)
  }

  @inlinable @inline(__always)
  package func double(_ column: Int32) -> Double {
    sqlite3_column_double(handle, column)
  }

  /// The column as a string, or nil if it is NULL.
  package func string(_ column: Int32) -> String? {
    guard let text = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  /// The column's UTF-8 bytes, valid until the next step, or nil if it is NULL.
  @inlinable @inline(__always)
  package func textBytes(_ column: Int32) -> UnsafeRawBufferPointer? {
    guard let text = sqlite3_column_text(handle, column) else { return nil }
    return UnsafeRawBufferPointer(
      start: text, count: Int(sqlite3_column_bytes(handle, column)))
  }

  /// The column's bytes, valid until the next step; empty for NULL and for an empty blob.
  @inlinable
  package func blobBytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }
}
