/// The week or the month of a stay that a night was priced by.
///
/// Each night keeps its own part of the price, so that a stay that ends in the middle of a month is
/// settled to the cent; bills show the nights of a period as one line.
public struct RatePeriod: Hashable, Sendable {
  /// Whether it is a week or a month.
  public let kind: RateKind

  /// Its first night; of the days of a month that are left over, the first of them.
  public let start: CalendarDate

  /// Makes a period.
  public init(kind: RateKind, start: CalendarDate) {
    self.kind = kind
    self.start = start
  }

  /// What a bill calls nights of it: the rates with the dates, `Seasonal 2026-07-01 to 2026-08-01`.
  ///
  /// - Parameters:
  ///   - first: the first of these nights; by default that of the period.
  ///   - last: the last of these nights.
  func words(
    _ rates: [String], from first: CalendarDate? = nil, through last: CalendarDate
  ) -> String {
    "\(rates.joined(separator: " / ")) \(first ?? start) to \(last.advanced(by: 1))"
  }

  /// What a bill calls charges of one period; nil for other charges, and for none.
  ///
  /// - Parameter texts: the words of the lines; by default those of the charges.
  static func words(for charges: [StayCharge], _ texts: [String]? = nil) -> String? {
    let nights = charges.map { CalendarDate(midnightUTC: $0.day) }
    guard let period = charges.first?.period, let first = nights.min(), let last = nights.max()
    else { return nil }
    var rates: [String] = []
    for text in texts ?? charges.map(\.text) where !rates.contains(text) { rates.append(text) }
    return period.words(rates, from: first, through: last)
  }
}
