/// The days that a report covers, both ends included.
public struct ReportPeriod: Sendable, Hashable {
  /// The most days, a hundred years.
  public static let mostDays = 36_525

  /// The first day.
  public let first: CalendarDate

  /// The last day, which is not before the first.
  public let last: CalendarDate

  /// Makes a period from its first and last days.
  ///
  /// - Throws: `CampgroundError.invalidValue` for dates in reverse order, and `.outOfRange` for
  ///   more than `mostDays` days.
  public init(from first: CalendarDate, through last: CalendarDate) throws(CampgroundError) {
    guard first <= last else { throw .datesInReverse(from: first, through: last) }
    try RuleCheck.range(
      first.distance(to: last) + 1, "the number of days", 1...Self.mostDays)
    self.first = first
    self.last = last
  }

  /// The days in order.
  public var days: ClosedRange<CalendarDate> { first...last }

  /// The number of days, at least 1.
  public var dayCount: Int { first.distance(to: last) + 1 }

  /// The day after the last one.
  var end: CalendarDate { last.advanced(by: 1) }

  /// The number of nights between an arrival and a departure that fall into the period.
  func nightCount(from arrival: CalendarDate, to departure: CalendarDate) -> Int {
    max(0, max(first, arrival).distance(to: min(end, departure)))
  }
}
