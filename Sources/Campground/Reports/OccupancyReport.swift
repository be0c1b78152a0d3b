import Foundation

/// The occupancy of a campground in a period, by type of campsite and in total.
public struct OccupancyReport: Hashable, Sendable {
  /// The campsites of one type, or all of them.
  public struct Row: Hashable, Sendable {
    /// The type as stored; nil for campsites without one, and for the total.
    public let type: String?
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

  /// The types of campsites in alphabetical order; campsites without one come last.
  public let rows: [Row]

  /// All campsites.
  public let total: Row
}

extension ReportService {
  /// The occupancy of the campground.
  ///
  /// - Throws: store errors.
  public func occupancy(_ period: ReportPeriod) throws -> OccupancyReport {
    let nights =
      try campground().map { try siteNights(period, at: $0, types(of: $0)) } ?? [:]
    return OccupancyReport(
      rows: nights.keys.sorted(by: Self.comesBefore).map {
        OccupancyReport.Row(type: $0, nights: nights[$0] ?? .init())
      },
      total: OccupancyReport.Row(type: nil, nights: nights.values.reduce(.init(), +)))
  }

  /// Whether one type sorts before another: alphabetically, with none last.
  static func comesBefore(_ type: String?, _ other: String?) -> Bool {
    guard let type else { return false }
    return other.map { type < $0 } ?? true
  }
}
