import CSQLite

/// An SQLite error: its result code, its message, and the statement.
package struct SQLiteError: Error, Sendable, CustomStringConvertible {
  /// The extended result code, such as SQLITE_CONSTRAINT_UNIQUE.
  package let extendedCode: Int32
  package let message: String
  package let sql: String?

  /// The primary result code, such as SQLITE_BUSY.
  package var code: Int32 { extendedCode & 0xff }

  package init(extendedCode: Int32, message: String, sql: String? = nil) {
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
  }

  package var description: String {
    sql.map { "\(message) (\(extendedCode)) in: \($0)" } ?? "\(message) (\(extendedCode))"
  }
}
