extension LodgingPeriod {
  /// The text of a bill for the nights of a week or month: the rates with the dates, `Seasonal
  /// 2026-07-01 to 2026-08-01`.
  ///
  /// - Parameters:
  ///   - rates: the names of the rates; each is printed once.
  ///   - first: the first of these nights.
  ///   - last: the last of these nights.
  static func words(
    _ rates: [String], from first: CalendarDate, through last: CalendarDate
  ) -> String {
    var told: [String] = []
    for rate in rates where !told.contains(rate) { told.append(rate) }
    return "\(told.joined(separator: " / ")) \(first) to \(last.advanced(by: 1))"
  }
}
