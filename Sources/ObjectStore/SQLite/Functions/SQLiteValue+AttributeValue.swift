import Foundation
import ObjectModel
import SQLite

/// The values of attributes, as constants of queries and as values of functions.
extension SQLiteValue {
  /// The column value for a constant; nil if no column can hold it: nil itself, NaN, a decimal with
  /// more digits than a column can store, or a list.
  init?(_ value: AttributeValue) {
    switch value {
    case .integer(let number): self = .integer(number)
    case .boolean(let flag): self = .integer(flag ? 1 : 0)
    case .double(let number):
      if number.isNaN { return nil }
      self = .real(number)
    case .decimal:
      switch value.withStoredBytes({ StoredDecimal($0) }) {
      case .integer(let number): self = .integer(number)
      case .real(let number): self = .real(number)
      case nil: return nil
      }
    case .string(let text): self = .text(text)
    case .date(let date):
      if date.timeIntervalSinceReferenceDate.isNaN { return nil }
      self = .real(date.timeIntervalSinceReferenceDate)
    case .data(let data): self = .blob(Array(data))
    case .uuid(let uuid): self = .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) })
    case .uri(let url): self = .text(url.absoluteString)
    case .objectID(let id): self = .integer(id.reference)
    case .null, .list: return nil
    }
  }

  /// The result of a function: a decimal is text, and what no column can hold is NULL.
  init(result value: AttributeValue) {
    if case .decimal(let number) = value {
      self = number.isNaN ? .null : .text("\(number)")
    } else {
      self = SQLiteValue(value) ?? .null
    }
  }

  /// The value as nil, an integer, a double or, from text, a decimal.
  var number: AttributeValue {
    switch self {
    case .integer(let number): return .integer(number)
    case .real(let number): return .double(number)
    case .text(let digits):
      guard let decimal = Decimal(string: digits, locale: Row.posix), !decimal.isNaN else {
        return .null
      }
      return .decimal(decimal)
    case .null, .blob: return .null
    }
  }

  /// The value of an expression of a type; numbers keep their kind.
  func value(of type: AttributeType) -> AttributeValue {
    switch (type, self) {
    case (.string, .text(let text)): return .string(text)
    case (.uri, .text(let text)): return URL(string: text).map { .uri($0) } ?? .null
    case (.date, .real(let seconds)): return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.date, .integer(let seconds)):
      return .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case (.uuid, .blob(let bytes)):
      guard bytes.count == 16 else { return .null }
      return .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    case (.binaryData, .blob(let bytes)), (.transformable, .blob(let bytes)),
      (.composite, .blob(let bytes)):
      return .data(Data(bytes))
    case (.string, _), (.uri, _), (.date, _), (.uuid, _), (.binaryData, _): return .null
    default: return number
    }
  }

  var type: AttributeType {
    guard case .integer(let raw) = self else { return .undefined }
    return AttributeType(rawValue: Int(raw)) ?? .undefined
  }

  var isTrue: Bool { if case .integer(1) = self { true } else { false } }
}
