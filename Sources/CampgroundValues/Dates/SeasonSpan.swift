/// The dates of a season as a value: from one month and day through another, every year or in one
/// year only, and across New Year where the end precedes the beginning.
///
///     let winter = try SeasonSpan(from: .init(month: 10, day: 15), through: .init(month: 4, day: 15))
///     winter.contains(try CalendarDate(parsing: "2027-01-01"))      // true
public struct SeasonSpan: Hashable, Sendable, Codable {
  /// A day that recurs each year.
  public struct YearDay: Hashable, Sendable, Comparable, Codable {
    /// The month, from 1.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Makes a day; the season checks whether it exists.
    public init(month: Int, day: Int) {
      self.month = month
      self.day = day
    }

    /// Whether the first day comes earlier in a year.
    public static func < (left: Self, right: Self) -> Bool {
      (left.month, left.day) < (right.month, right.day)
    }
  }

  /// The first night.
  public let first: YearDay

  /// The last night.
  public let last: YearDay

  /// The year in which it begins; nil for every year.
  public let year: Int?

  /// Makes the dates of a season. February 29 is allowed where no year is given, and means the end
  /// of February in other years.
  ///
  /// - Throws: `CalendarDateError` for a day that does not exist in that year, or in any.
  public init(
    from first: YearDay, through last: YearDay, year: Int? = nil
  ) throws(CalendarDateError) {
    let lastYear = year.map { last < first ? $0 + 1 : $0 }
    for (day, year) in [(first, year), (last, lastYear)] {
      // 2000 was a leap year.
      _ = try CalendarDate(year: year ?? 2_000, month: day.month, day: day.day)
    }
    self.init(unchecked: first, last, year)
  }

  /// Makes dates that have been checked before.
  package init(unchecked first: YearDay, _ last: YearDay, _ year: Int?) {
    self.first = first
    self.last = last
    self.year = year
  }

  /// Whether the season crosses New Year.
  public var wrapsTheYear: Bool { last < first }

  /// Whether the night that begins on this date belongs to the season.
  public func contains(_ date: CalendarDate) -> Bool {
    let (year, month, day) = date.components
    let yearDay = YearDay(month: month, day: day)
    let isBehindStart = first <= yearDay
    let isBeforeEnd = yearDay <= last
    guard let start = self.year else {
      return wrapsTheYear ? isBehindStart || isBeforeEnd : isBehindStart && isBeforeEnd
    }
    guard wrapsTheYear else { return year == start && isBehindStart && isBeforeEnd }
    return (year == start && isBehindStart) || (year == start + 1 && isBeforeEnd)
  }
}

extension SeasonSpan.YearDay: CustomStringConvertible {
  /// The day as `06-01`.
  public var description: String {
    (month < 10 ? "0" : "") + "\(month)-" + (day < 10 ? "0" : "") + "\(day)"
  }
}

extension SeasonSpan: CustomStringConvertible {
  /// The first night as `06-01`, or `2026-06-01` for a season of one year.
  public var firstText: String { year.map { "\($0)-\(first)" } ?? "\(first)" }

  /// The last night as `08-31`, or `2026-08-31` for a season of one year.
  public var lastText: String {
    year.map { "\(wrapsTheYear ? $0 + 1 : $0)-\(last)" } ?? "\(last)"
  }

  /// The dates as `06-01 to 08-31`, or `2026-06-01 to 2026-08-31` for a season of one year.
  public var description: String { "\(firstText) to \(lastText)" }
}
