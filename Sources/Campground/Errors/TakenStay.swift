/// A reservation that stands in the way of another: its dates and its code.
public struct TakenStay: Sendable, Hashable {
  /// The dates of the stay.
  public let dates: StayDates

  /// The reservation's code, `R-1`.
  public let code: String

  /// Whether the campsite is booked by the day rather than by the night.
  public let isByDay: Bool

  /// Whether it was booked by class, so that it could move to another site of the class.
  public let isFloating: Bool

  /// Makes a taken stay.
  public init(
    dates: StayDates, code: String, isByDay: Bool = false, isFloating: Bool = false
  ) {
    self.dates = dates
    self.code = code
    self.isByDay = isByDay
    self.isFloating = isFloating
  }
}

extension TakenStay: CustomStringConvertible {
  /// The stay as `2026-07-01 to 2026-07-04 (R-1)`, by the day as `2026-07-01 · 1 day (R-1)`.
  public var description: String {
    "\(isByDay ? "\(dates.span(byDay: true)) · \(dates.length(byDay: true))" : "\(dates)") (\(code))"
  }
}
