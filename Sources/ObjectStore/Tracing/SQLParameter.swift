/// The value of a parameter of an SQL statement, as SQLite sees it.
///
/// Its description is the value as it would be written in SQL, long text and bytes cut short.
public enum SQLParameter: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// What SQLite calls the value's storage class: `null`, `integer`, `real`, `text` or `blob`.
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

extension SQLParameter: CustomStringConvertible {
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
      "x'\(Self.hexadecimal(bytes.prefix(Self.greatestByteCount)))"
        + (bytes.count > Self.greatestByteCount ? "…' (\(bytes.count) bytes)" : "'")
    }
  }

  private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

extension SQLParameter {
  init(_ binding: SQLBinding) {
    switch binding {
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .text(text)
    case .textBytes(let bytes): self = .text(String(decoding: bytes, as: UTF8.self))
    case .blob(let bytes): self = .blob(bytes)
    }
  }
}
