extension StayDates {
  /// The dates with their length, `2026-07-01 to 2026-07-04 · 3 nights`; of a site that is let by
  /// the day, from the first through the last one, `2026-07-01 · 1 day`.
  public func words(byDay isByDay: Bool) -> String {
    let count = nightCount
    guard isByDay else { return "\(self) · \(count == 1 ? "1 night" : "\(count) nights")" }
    guard count > 1 else { return "\(arrival) · 1 day" }
    return "\(arrival) to \(departure.advanced(by: -1)) · \(count) days"
  }
}
