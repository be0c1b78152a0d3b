import Campground

/// The days that a demo covers.
public struct DemoSpan: Sendable, Hashable {
  /// Today, whose morning has begun.
  public let day: CalendarDate

  /// The first arrival that the former program of the office knew; nil where there was none.
  let oldestArrival: CalendarDate?

  /// The first day with guests that this program knew.
  let firstArrival: CalendarDate

  /// The last day of arrival that is booked.
  let lastArrival: CalendarDate

  /// Makes a span around a day.
  ///
  /// - Parameters:
  ///   - past: how many days before it guests have stayed.
  ///   - imported: how many days before it the former program's first guests came; nil for none.
  ///   - future: how many days after it guests arrive.
  init(around day: CalendarDate, past: Int, imported: Int? = nil, future: Int) {
    self.day = day
    oldestArrival = imported.map { day.advanced(by: -$0) }
    firstArrival = day.advanced(by: -past)
    lastArrival = day.advanced(by: future)
  }

  /// The last two weeks, with some days before them in which the house fills, and the next eight
  /// weeks.
  public static func short(around day: CalendarDate) -> DemoSpan {
    DemoSpan(around: day, past: 18, future: 56)
  }

  /// The last two years, the first of which was imported from another program, and all that is
  /// booked.
  public static func whole(around day: CalendarDate) -> DemoSpan {
    DemoSpan(around: day, past: 366, imported: 731, future: 300)
  }

  /// Whether it leaves the earlier years out.
  var isShort: Bool { oldestArrival == nil }

  /// The most days that a stay is booked ahead.
  static let longestLead = 240

  /// The day on which the office opens its books.
  var opening: CalendarDate { firstArrival.advanced(by: -Self.longestLead - 1) }

  /// How many days before `day` a date is; negative after it.
  func daysBefore(_ date: CalendarDate) -> Int { date.distance(to: day) }
}
