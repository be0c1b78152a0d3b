import Foundation
import ObjectModel
import SQLite

/// The constants of queries.
extension SQLParameter {
  func bind(to statement: Statement, _ parameter: Int32) {
    switch self {
    case .null: statement.bindNull(parameter)
    case .integer(let number): statement.bind(parameter, number)
    case .real(let number): statement.bind(parameter, number)
    case .text(let text): statement.bind(parameter, text)
    case .blob(let bytes): bytes.withUnsafeBytes { statement.bindBlobCopying(parameter, $0) }
    }
  }

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
}
