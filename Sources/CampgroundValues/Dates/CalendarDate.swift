import Foundation

/// A day of the proleptic Gregorian calendar, without a time of day and without a time zone.
///
/// A stay is counted in calendar dates of the campground's zone, so a night is one night even if
/// the clocks change during it. The value is one `Int32`, the number of days since 2001-01-01,
/// which is also how the store keeps a night; comparing and hashing cost no more than for an
/// integer.
public struct CalendarDate: Sendable, Hashable, Comparable {
  /// The days since 2001-01-01, negative before it.
  public let dayNumber: Int32

  /// Makes the date `dayNumber` days after 2001-01-01.
  public init(dayNumber: Int32) {
    self.dayNumber = dayNumber
  }

  /// Makes a date from its parts.
  ///
  /// - Throws: `CalendarDateError` when the year is outside 1...9999, the month does not exist, or
  ///   the month has no such day; the text of the error names the reason.
  public init(year: Int, month: Int, day: Int) throws(CalendarDateError) {
    guard (1...9999).contains(year) else { throw .impossibleYear(year) }
    guard (1...12).contains(month) else { throw .impossibleMonth(month) }
    let last = Self.lastDay(ofMonth: month, year: year)
    guard (1...last).contains(day) else {
      throw .impossibleDay(day, month: month, year: year, lastDay: last)
    }
    self.init(dayNumber: Int32(clamping: Self.days(year: year, month: month, day: day)))
  }

  /// The year, month from 1 to 12 and day from 1 of this date.
  public var components: (year: Int, month: Int, day: Int) {
    // Years are taken to begin on March 1, so that the leap day is the last day of its year and
    // month lengths follow one linear formula (Howard Hinnant, "chrono-compatible algorithms").
    let shifted = Int(dayNumber) + Self.marchEpochOffset
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The year, for instance 2026.
  public var year: Int { components.year }

  /// The month, 1 for January to 12 for December.
  public var month: Int { components.month }

  /// The day of the month, from 1.
  public var day: Int { components.day }

  /// The day of the week.
  public var weekday: Weekday {
    // 2001-01-01 was a Monday.
    let index = ((Int(dayNumber) % 7) + 7) % 7
    return Weekday(rawValue: index + 1) ?? .monday
  }

  /// Whether the first date lies before the second.
  public static func < (left: Self, right: Self) -> Bool {
    left.dayNumber < right.dayNumber
  }

  /// The number of the last day of a month, 28 to 31.
  public static func lastDay(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2:
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      return isLeap ? 29 : 28
    case 4, 6, 9, 11:
      return 30
    default:
      return 31
    }
  }

  /// The days between 0000-03-01, where the arithmetic starts, and 2001-01-01.
  private static let marchEpochOffset = 730_791

  private static func days(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - marchEpochOffset
  }
}

extension CalendarDate: Strideable {
  /// The date that lies `days` later, or earlier when negative.
  ///
  /// Stops at the first and last dates that an `Int32` of days can represent, some 5.8 million
  /// years away.
  public func advanced(by days: Int) -> CalendarDate {
    let (sum, overflow) = Int(dayNumber).addingReportingOverflow(days)
    guard !overflow else { return CalendarDate(dayNumber: days < 0 ? .min : .max) }
    return CalendarDate(dayNumber: Int32(clamping: sum))
  }

  /// The number of days from this date to the other, negative when the other lies before it.
  public func distance(to other: CalendarDate) -> Int {
    Int(other.dayNumber) - Int(dayNumber)
  }

  /// The same day of the month `months` later, or the last day of that month when it is shorter.
  ///
  /// Series stay anchored when each member is counted from the first: January 31 plus one month
  /// is February 28, plus two months is March 31.
  public func adding(months: Int) -> CalendarDate {
    let (year, month, day) = components
    // Far beyond the range of dates; keeps the sum below from overflowing.
    let bounded = min(max(months, -200_000_000), 200_000_000)
    let count = year * 12 + (month - 1) + bounded
    let newYear = count >= 0 ? count / 12 : (count - 11) / 12
    let newMonth = count - newYear * 12 + 1
    let newDay = min(day, Self.lastDay(ofMonth: newMonth, year: newYear))
    let number = Self.days(year: newYear, month: newMonth, day: newDay)
    return CalendarDate(dayNumber: Int32(clamping: number))
  }
}
