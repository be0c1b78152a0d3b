import CSQLite

/// A value as SQLite stores it: of a column, a parameter, or an argument or a result of a function.
public enum SQLiteValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension SQLiteValue {
  init(_ value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let bytes = UnsafeBufferPointer(
        start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
      self = .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_value_blob(value), count: Int(sqlite3_value_bytes(value)))
      self = .blob(Array(bytes))
    default: self = .null
    }
  }

  func give(to context: OpaquePointer) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .integer(let value): sqlite3_result_int64(context, value)
    case .real(let value): sqlite3_result_double(context, value)
    case .text(var value):
      value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          csqlite_result_text_copying(context, characters.baseAddress, Int32(bytes.count))
        }
      }
    case .blob(let value):
      value.withUnsafeBytes { bytes in
        csqlite_result_blob_copying(context, bytes.baseAddress, Int32(bytes.count))
      }
    }
  }
}

extension Statement {
  /// The value of a column of the current row.
  package func value(_ column: Int32) -> SQLiteValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(int64(column))
    case SQLITE_FLOAT: .real(double(column))
    case SQLITE_TEXT: .text(string(column) ?? "")
    case SQLITE_BLOB: .blob(Array(blobBytes(column)))
    default: .null
    }
  }

  /// Binds a value to a parameter; SQLite copies it.
  package func bind(_ index: Int32, _ value: SQLiteValue) {
    switch value {
    case .null: bindNull(index)
    case .integer(let number): bind(index, number)
    case .real(let number): bind(index, number)
    case .text(let text): bind(index, text)
    case .blob(let bytes): bytes.withUnsafeBytes { bindBlobCopying(index, $0) }
    }
  }

  /// Binds values to the parameters, starting with the first.
  package func bind(_ values: [SQLiteValue]) {
    for (index, value) in values.enumerated() { bind(Int32(index + 1), value) }
  }
}
