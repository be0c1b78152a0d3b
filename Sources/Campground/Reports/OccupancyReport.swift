import Foundation

/// The occupancy of a campground in a period, by type of campsite or another grouping, and in total.
public struct OccupancyReport: Hashable, Sendable {
  /// The campsites of one label, a month, or all of them.
  public struct Row: Hashable, Sendable {
    /// The type as stored, the name of the class, site or loop, or the month as `2026-07`; nil for
    /// campsites without one, and for the total.
    public let label: String?
    let nights: SiteNights

    /// The nights of reserved, checked-in and checked-out stays, and nights held for late arrivals.
    public var soldNights: Int { nights.sold }
    /// The nights on which campsites were closed.
    public var closedNights: Int { nights.closed }
    /// All site-nights, except those of retired campsites.
    public var allNights: Int { nights.all }
    /// All site-nights less the closed ones.
    public var availableNights: Int { nights.available }

    /// The percentage of available nights sold, rounded half-up to two decimal places; nil where
    /// none is available.
    public var percentOfAvailable: Decimal? { Self.percent(soldNights, of: availableNights) }

    /// The percentage of all nights sold, rounded half-up to two decimal places; nil where there
    /// are none.
    public var percentOfAll: Decimal? { Self.percent(soldNights, of: allNights) }

    private static func percent(_ part: Int, of whole: Int) -> Decimal? {
      guard whole > 0 else { return nil }
      return Decimal((part * 20_000 + whole) / (2 * whole)) / 100
    }
  }

  /// The rows by label, numbers by their value; campsites without a label come last.
  public let rows: [Row]

  /// All campsites.
  public let total: Row
}

extension ReportService {
  /// The occupancy of the campground.
  ///
  /// - Throws: store errors.
  public func occupancy(
    _ period: ReportPeriod, by grouping: ReportGrouping = .type
  ) throws -> OccupancyReport {
    guard let campground = try campground() else {
      return OccupancyReport(rows: [], total: OccupancyReport.Row(label: nil, nights: .init()))
    }
    let places = try places(of: campground, by: grouping, over: period)
    let nights = try siteNights(period, at: campground, places)
    return OccupancyReport(
      rows: labels(places, over: period, found: nights.keys).map {
        OccupancyReport.Row(label: $0, nights: nights[$0] ?? .init())
      },
      total: OccupancyReport.Row(label: nil, nights: nights.values.reduce(.init(), +)))
  }
}
