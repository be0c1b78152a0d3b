import Foundation

/// A date and time of day as a wall clock shows it.
public struct WallTime: Sendable, Hashable {
  /// The date.
  public let date: CalendarDate

  /// The minute of the day, from 0 to 1439.
  public let minute: Int

  /// Makes a date and time of day.
  ///
  /// - Parameter minute: the minute of the day, clamped to 0 through 1439.
  public init(_ date: CalendarDate, minute: Int) {
    self.date = date
    self.minute = min(max(minute, 0), 1_439)
  }

  /// Makes the wall-clock time in a time zone at an instant.
  public init(_ instant: Date, in timeZone: TimeZone) {
    date = CalendarDate(instant, in: timeZone)
    let local =
      instant.timeIntervalSinceReferenceDate + Double(timeZone.secondsFromGMT(for: instant))
    let seconds = local - date.midnightUTC.timeIntervalSinceReferenceDate
    // An instant outside the range of dates has no meaningful minute.
    minute = seconds.isFinite ? Int(min(max(seconds, 0), 86_399)) / 60 : 0
  }
}

extension WallTime {
  /// The instant of this wall-clock time in a time zone. A time skipped when clocks go forward
  /// gives the instant of the change; a time repeated when they go back gives the first of the two.
  public func instant(in timeZone: TimeZone) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let (year, month, day) = date.components
    let components = DateComponents(
      year: year, month: month, day: day, hour: minute / 60, minute: minute % 60)
    // The components of a valid date always make an instant.
    return calendar.date(from: components) ?? date.midnightUTC
  }
}

extension WallTime: Comparable {
  public static func < (left: Self, right: Self) -> Bool {
    (left.date, left.minute) < (right.date, right.minute)
  }
}

extension WallTime: CustomStringConvertible {
  /// `2026-07-01 09:05`
  public var description: String { "\(date) \(TimeOfDay(minute: minute))" }
}
