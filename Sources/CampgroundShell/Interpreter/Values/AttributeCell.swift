import Campground
import Foundation
import ObjectGraph
import Rendering

extension Cell {
  /// An attribute as the store has it.
  ///
  /// A date that is midnight UTC, as calendar dates are stored, shows as 2026-07-01, any other
  /// instant in ISO 8601; bytes show in base 64.
  init(_ value: AttributeValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .boolean(let isTrue): self = .boolean(isTrue)
    case .double(let number): self = .double(number)
    case .decimal(let number): self = .decimal(NSDecimalNumber(decimal: number).stringValue)
    case .string(let text): self = .text(text)
    case .date(let date): self = .text(Self.text(of: date))
    case .data(let data): self = .text(data.base64EncodedString())
    case .uuid(let uuid): self = .text(uuid.uuidString)
    case .uri(let url): self = .text(url.absoluteString)
    case .objectID(let id): self = .text(id.uriRepresentation().absoluteString)
    case .list(let values): self = .list(values.map(Cell.init))
    }
  }

  /// An attribute as the store has it, one that counts days as a date.
  init(_ value: AttributeValue, isDayNumber: Bool) {
    if isDayNumber, case .integer(let number) = value, let day = Int32(exactly: number) {
      self.init(CalendarDate(dayNumber: day))
    } else {
      self.init(value)
    }
  }

  /// A calendar date, or null.
  init(_ date: CalendarDate?) {
    self = date.map { .text("\($0)") } ?? .null
  }

  /// A text, or null.
  init(_ text: String?) {
    self = text.map { .text($0) } ?? .null
  }

  private static func text(of date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    // The years 1 to 9999; outside of them a calendar has nothing readable to say.
    guard seconds >= -63_113_904_000, seconds < 252_423_993_600 else {
      return "\(seconds) s after 2001-01-01"
    }
    if seconds.truncatingRemainder(dividingBy: 86_400) == 0 {
      return "\(CalendarDate(midnightUTC: date))"
    }
    let isWhole = seconds == seconds.rounded()
    return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
  }
}

extension AttributeType {
  /// On which side of a column its values stand.
  var alignment: ResultTable.Alignment {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float: .trailing
    default: .leading
    }
  }
}
