import Campground
import Foundation

/// A time as the command line has it, `2026-07-01T09:00`: what a clock on some wall shows.
struct WallTimeArgument: Equatable {
  private let date: CalendarDate
  private let seconds: Int

  /// Reads a date, which alone is its midnight, with hours and minutes, and seconds if need
  /// be; nil for anything else.
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

  /// The instant at which clocks in the zone show it; one that they skip is as long after midnight,
  /// and of one that they show twice it is the first.
  func instant(in zone: TimeZone) -> Date? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar.date(
      from: DateComponents(
        year: date.year, month: date.month, day: date.day, hour: seconds / 3_600,
        minute: seconds / 60 % 60, second: seconds % 60))
  }
}
