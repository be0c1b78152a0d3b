import Campground
import Foundation

/// A wall-clock time on the command line: `2026-07-01T09:00`.
struct WallTimeArgument: Equatable {
  /// The calendar date.
  let date: CalendarDate
  private let seconds: Int

  /// Reads a date with an optional time of hours, minutes and, if needed, seconds; a date alone
  /// means its midnight. Nil for anything else.
  init?(_ text: String) {
    let pattern = #/([0-9-]{10})(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?)?/#
    guard let match = text.wholeMatch(of: pattern),
      let date = try? CalendarDate(parsing: String(match.1))
    else { return nil }
    let parts = [match.2, match.3, match.4].map { Int($0 ?? "0") ?? 0 }
    guard parts[0] < 24, parts[1] < 60, parts[2] < 60 else { return nil }
    self.date = date
    seconds = (parts[0] * 60 + parts[1]) * 60 + parts[2]
  }

  /// The instant of this wall-clock time in a zone. A time that clocks skip is counted from
  /// midnight; of a time that they show twice, it is the first.
  func instant(in zone: TimeZone) -> Date? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar.date(
      from: DateComponents(
        year: date.year, month: date.month, day: date.day, hour: seconds / 3_600,
        minute: seconds / 60 % 60, second: seconds % 60))
  }
}
