import Foundation

/// The lodging revenue of a period, by type of campsite and in total.
public struct RevenueReport: Hashable, Sendable {
  /// The campsites of one type, or all of them.
  public struct Row: Hashable, Sendable {
    /// The type as stored; nil for campsites without one, and for the total.
    public let type: String?
    /// The nights of reserved, checked-in and checked-out stays, and nights held for late arrivals.
    public let soldNights: Int
    /// All site-nights less the closed ones.
    public let availableNights: Int
    /// Posted lodging less discounts and allowances, without tax, fees and money kept for unused
    /// nights.
    public let revenue: Money

    /// The average daily rate: revenue per night sold, rounded half-up; nil where none was sold.
    public var averageDailyRate: Money? { share(of: soldNights) }

    /// Revenue per available site-night, rounded half-up; nil where none was available.
    public var revenuePerAvailableNight: Money? { share(of: availableNights) }

    private func share(of nights: Int) -> Money? {
      guard nights > 0, let units = try? revenue.minorUnits() else { return nil }
      let (each, rest) = units.magnitude.quotientAndRemainder(dividingBy: UInt64(nights))
      let rounded = Int64(clamping: each + (2 * rest >= UInt64(nights) ? 1 : 0))
      return Money(minorUnits: units < 0 ? -rounded : rounded, revenue.currency)
    }
  }

  /// The types of campsites in alphabetical order; campsites without one come last.
  public let rows: [Row]

  /// All campsites.
  public let total: Row
}

extension ReportService {
  /// The lodging revenue.
  ///
  /// A ledger line counts on its night, and for the campsite on which that night was spent; an
  /// allowance counts on the day it was given. Reversed lines do not count. An imported stay that
  /// arrived has a total but no lines: the total is its lodging, shared equally over its nights,
  /// the first ones a minor unit more where it does not divide evenly.
  ///
  /// - Throws: `CampgroundError.invalidAmount` for sums beyond 64 bits, and store errors.
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
