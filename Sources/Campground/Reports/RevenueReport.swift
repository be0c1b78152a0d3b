import Foundation

/// What the nights of a period brought in, by type of campsite and in all.
public struct RevenueReport: Hashable, Sendable {
  /// The campsites of one type, or all of them.
  public struct Row: Hashable, Sendable {
    /// The word of the type; nil for campsites without one, and for all together.
    public let type: String?
    /// The nights of reserved, checked-in and checked-out stays, and those that were held for late
    /// guests.
    public let soldNights: Int
    /// All nights but those on which campsites are closed.
    public let availableNights: Int
    /// Posted lodging less discounts and allowances, without tax, fees and what is kept of
    /// unused nights.
    public let revenue: Money

    /// The average daily rate: the revenue of a night sold, rounded half-up; nil where none is.
    public var averageDailyRate: Money? { share(of: soldNights) }

    /// The revenue of a night that was available, rounded half-up; nil where none was.
    public var revenuePerAvailableNight: Money? { share(of: availableNights) }

    private func share(of nights: Int) -> Money? {
      guard nights > 0, let units = try? revenue.minorUnits() else { return nil }
      let (each, rest) = units.magnitude.quotientAndRemainder(dividingBy: UInt64(nights))
      let rounded = Int64(clamping: each + (2 * rest >= UInt64(nights) ? 1 : 0))
      return Money(minorUnits: units < 0 ? -rounded : rounded, revenue.currency)
    }
  }

  /// The types of campsites by their words, campsites without one last.
  public let rows: [Row]

  /// All campsites.
  public let total: Row
}

extension ReportService {
  /// What the nights brought in.
  ///
  /// A line of the ledger counts by the night that it is for, and where that night is spent; an
  /// allowance by the day on which it was given. What was reversed does not count. An imported
  /// stay that came has a total and no lines: its total is its lodging, shared over its nights, the
  /// first ones a cent more where it does not come out even.
  ///
  /// - Throws: `CampgroundError.invalidAmount` for sums beyond 64 bits, and what the store reports.
  public func revenue(_ period: ReportPeriod) throws -> RevenueReport {
    guard let campground = try campground() else {
      return RevenueReport(rows: [], total: Self.row(nil, .init(), 0, .usd))
    }
    let sites = try types(of: campground)
    let nights = try siteNights(period, at: campground, sites)
    let lodging = try lodging(period, at: campground, sites)
    let types = Set(nights.keys).union(lodging.keys).sorted(by: Self.comesBefore)
    let currency = campground.currency
    return RevenueReport(
      rows: types.map { Self.row($0, nights[$0] ?? .init(), lodging[$0] ?? 0, currency) },
      total: Self.row(
        nil, nights.values.reduce(.init(), +), try Balance.sum(lodging.values, currency), currency))
  }

  private static func row(
    _ type: String?, _ nights: SiteNights, _ units: Int64, _ currency: Currency
  ) -> RevenueReport.Row {
    RevenueReport.Row(
      type: type, soldNights: nights.sold, availableNights: nights.available,
      revenue: Money(minorUnits: units, currency))
  }
}
