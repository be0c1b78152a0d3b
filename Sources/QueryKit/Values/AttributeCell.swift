import Foundation
import ObjectGraph
import ObjectModel
import Rendering

extension Cell {
  /// Creates a cell that shows an attribute's value.
  ///
  /// Midnight UTC, which is how calendar dates are stored, is shown as `2026-07-01`; any other
  /// instant in ISO 8601, so that a predicate finds what is shown.
  ///
  /// - Parameter isDayNumber: whether an integer is a day number, to be shown as a date.
  package init(_ value: AttributeValue, _ style: CellStyle, isDayNumber: Bool = false) {
    switch value {
    case .null: self = .null
    case .integer(let number):
      let day = isDayNumber ? value.day : nil
      self = day.map { .text(DateLiteral.description(of: $0)) } ?? .integer(number)
    case .boolean(let isTrue): self = .boolean(isTrue)
    case .double(let number): self = .double(number)
    case .decimal(let number): self = .decimal(NSDecimalNumber(decimal: number).stringValue)
    case .string(let text): self = .text(text)
    case .date(let date): self = .text(DateLiteral.description(of: date))
    case .data(let data): self = style.data(data)
    case .uuid(let uuid): self = .text(uuid.uuidString)
    case .uri(let url): self = .text(url.absoluteString)
    case .objectID(let id): self = .text(id.uriRepresentation().absoluteString)
    case .list(let values): self = .list(values.map { Cell($0, style) })
    }
  }
}

extension AttributeValue {
  /// Midnight UTC of the day that an integer day number denotes; nil for other values.
  var day: Date? {
    guard case .integer(let number) = self else { return nil }
    return Date(timeIntervalSinceReferenceDate: Double(number) * 86_400)
  }
}

extension AttributeType {
  /// The alignment of the type's values in a column: trailing for numbers.
  var alignment: ResultTable.Alignment {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float: .trailing
    default: .leading
    }
  }
}
