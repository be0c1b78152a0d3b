/// A month of the calendar, written as `2026-07`.
public struct CalendarMonth: Sendable, Hashable {
  /// The first day.
  public let firstDay: CalendarDate

  /// Makes the month that a date belongs to.
  public init(of date: CalendarDate) {
    firstDay = date.advanced(by: 1 - date.day)
  }

  /// Reads a month written as `2026-07`; nil for any other text and for a month that does not
  /// exist.
  public init?(_ text: String) {
    guard let date = try? CalendarDate(parsing: text + "-01") else { return nil }
    firstDay = date
  }

  /// The dates from the first through the last.
  public var days: Range<CalendarDate> { firstDay..<firstDay.adding(months: 1) }

  /// The name of the month in English, `July`.
  public var name: String { Self.names[firstDay.month - 1] }

  /// The English names of the months from January on.
  package static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

extension CalendarMonth: CustomStringConvertible {
  /// The month as `2026-07`.
  public var description: String { String("\(firstDay)".dropLast(3)) }
}
