/// The reason why a text or three numbers do not make a calendar date.
public enum CalendarDateError: Error, Hashable, Sendable {
  /// The text is not a date in the form 2026-07-01.
  case notADate(String)
  /// The year lies outside 1...9999.
  case impossibleYear(Int)
  /// The month lies outside 1...12.
  case impossibleMonth(Int)
  /// The month has fewer days, in that year or in any.
  case impossibleDay(Int, month: Int, year: Int?, lastDay: Int)
}

extension CalendarDateError: CustomStringConvertible {
  /// The reason as a phrase that can follow a colon: "February 2026 has 28 days".
  public var description: String {
    switch self {
    case .notADate(let text):
      return "\"\(text)\" is not a date; use year-month-day, like 2026-07-01"
    case .impossibleYear(let year):
      return "the year must be from 0001 to 9999, not \(year)"
    case .impossibleMonth(let month):
      return "the month must be from 1 to 12, not \(month)"
    case .impossibleDay(let day, let month, let year, let lastDay):
      guard day > 0 else { return "the day must be at least 1, not \(day)" }
      let name = CalendarMonth.names.dropFirst(max(0, month - 1)).first ?? "month \(month) of"
      return name + (year.map { " \($0)" } ?? "") + " has \(lastDay) days"
    }
  }
}
