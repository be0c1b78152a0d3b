/// The dates of a season as a value: from one day of the year through another, both included.
///
///     let winter = SeasonDates(startMonth: 10, startDay: 15, endMonth: 4, endDay: 15)
///     winter.contains(try CalendarDate(parsing: "2027-01-01"))        // true
public struct SeasonDates: Sendable, Hashable {
  /// The day of the year on which it begins, as month times 100 plus day.
  private let start: Int

  /// The last day, likewise; it lies in the next year when it comes before the first.
  private let end: Int

  /// The year in which it begins, for a season of one year; nil for one of every year.
  public let year: Int?

  /// Makes the dates; one that reaches over New Year ends on an earlier day than it begins.
  public init(startMonth: Int, startDay: Int, endMonth: Int, endDay: Int, year: Int? = nil) {
    start = startMonth * 100 + startDay
    end = endMonth * 100 + endDay
    self.year = year
  }

  /// Whether it reaches over New Year.
  public var wraps: Bool { end < start }

  /// Whether the date, or the night that begins on it, belongs to the season.
  public func contains(_ date: CalendarDate) -> Bool {
    let (year, month, day) = date.components
    let position = month * 100 + day
    guard wraps else {
      return (start...end).contains(position) && (self.year ?? year) == year
    }
    if position >= start { return (self.year ?? year) == year }
    return position <= end && (self.year ?? year - 1) == year - 1
  }
}

extension Season {
  /// The dates as a value.
  public var dates: SeasonDates {
    SeasonDates(
      startMonth: Int(startMonth), startDay: Int(startDay), endMonth: Int(endMonth),
      endDay: Int(endDay), year: year.map { Int($0) })
  }

  /// Whether the date, or the night that begins on it, belongs to the season.
  public func contains(_ date: CalendarDate) -> Bool { dates.contains(date) }
}
