import ObjectModel
import SQLite

/// The value of a parameter in an SQL statement.
///
/// Its description is an SQL literal, in which long text and bytes are abbreviated.
public typealias SQLParameter = SQLiteValue

extension SQLiteValue {
  /// SQLite's storage class of the value: `null`, `integer`, `real`, `text` or `blob`.
  public var typeName: String {
    switch self {
    case .null: "null"
    case .integer: "integer"
    case .real: "real"
    case .text: "text"
    case .blob: "blob"
    }
  }
}

extension SQLiteValue: CustomStringConvertible {
  private static let greatestTextLength = 200
  private static let greatestByteCount = 32

  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text):
      "'\(text.prefix(Self.greatestTextLength).replacing("'", with: "''"))"
        + (text.count > Self.greatestTextLength ? "…' (\(text.count) characters)" : "'")
    case .blob(let bytes):
      "x'\(bytes.prefix(Self.greatestByteCount).hexadecimal())"
        + (bytes.count > Self.greatestByteCount ? "…' (\(bytes.count) bytes)" : "'")
    }
  }
}
