import Foundation

/// A moment as a clock on the wall shows it: a calendar date and a minute of the day.
public struct WallTime: Sendable, Hashable {
  /// The date.
  public let date: CalendarDate

  /// The minute of the day, from 0 to 1439.
  public let minute: Int

  /// Makes a time of a day.
  ///
  /// - Parameter minute: the minute of the day, brought into the range from 0 to 1439.
  public init(_ date: CalendarDate, minute: Int) {
    self.date = date
    self.minute = min(max(minute, 0), 1_439)
  }

  /// Makes the time that a clock in a time zone shows at an instant.
  public init(_ instant: Date, in timeZone: TimeZone) {
    date = CalendarDate(instant, in: timeZone)
    let local =
      instant.timeIntervalSinceReferenceDate + Double(timeZone.secondsFromGMT(for: instant))
    let seconds = local - date.midnightUTC.timeIntervalSinceReferenceDate
    // An instant beyond the range of dates has no minute worth telling.
    minute = seconds.isFinite ? Int(min(max(seconds, 0), 86_399)) / 60 : 0
  }
}

extension WallTime {
  /// The instant at which a clock in a time zone shows it; where clocks go forward over it, that of
  /// the change, and where they go back over it, the first of both.
  public func instant(in timeZone: TimeZone) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let (year, month, day) = date.components
    let components = DateComponents(
      year: year, month: month, day: day, hour: minute / 60, minute: minute % 60)
    // Components of a date of the calendar make one.
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
