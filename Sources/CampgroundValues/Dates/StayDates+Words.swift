extension StayDates {
  /// The dates with their weekdays and their length, `Wed 2026-07-01 to Sat 2026-07-04 · 3 nights`;
  /// for a site booked by the day, the first and last days, `Wed 2026-07-01 · 1 day`.
  public func words(byDay isByDay: Bool) -> String {
    let last = isByDay ? departure.advanced(by: -1) : departure
    let span = last == arrival ? arrival.words : "\(arrival.words) to \(last.words)"
    return "\(span) · \(length(byDay: isByDay))"
  }

  /// The length alone, `3 nights`.
  public func length(byDay isByDay: Bool) -> String {
    let unit = isByDay ? "day" : "night"
    return nightCount == 1 ? "1 \(unit)" : "\(nightCount) \(unit)s"
  }

  /// The dates alone, `2026-07-01 to 2026-07-04`; for a site booked by the day, the first and last
  /// days, `2026-07-01`.
  public func span(byDay isByDay: Bool) -> String {
    guard isByDay else { return "\(self)" }
    return nightCount > 1 ? "\(arrival) to \(departure.advanced(by: -1))" : "\(arrival)"
  }
}

extension CalendarDate {
  /// The date with its weekday, `Wed 2026-07-01`.
  public var words: String { "\(weekday.shortName) \(self)" }
}
