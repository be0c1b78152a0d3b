import Foundation

/// How full a campground is in a period, by type of campsite and in all.
public struct OccupancyReport: Hashable, Sendable {
  /// The campsites of one type, or all of them.
  public struct Row: Hashable, Sendable {
    /// The word of the type; nil for campsites without one, and for all together.
    public let type: String?
    let nights: SiteNights

    /// The nights of reserved, checked-in and checked-out stays, and those that were held for late
    /// guests.
    public var soldNights: Int { nights.sold }
    /// The nights on which campsites are closed.
    public var closedNights: Int { nights.closed }
    /// All nights of campsites that were not retired by then.
    public var allNights: Int { nights.all }
    /// All nights but those on which campsites are closed.
    public var availableNights: Int { nights.available }

    /// How many of a hundred available nights are sold, rounded half-up to two decimal places; nil
    /// where none is available.
    public var percentOfAvailable: Decimal? { Self.percent(soldNights, of: availableNights) }

    /// How many of a hundred nights of all are sold, rounded half-up to two decimal places; nil
    /// where there are none.
    public var percentOfAll: Decimal? { Self.percent(soldNights, of: allNights) }

    private static func percent(_ part: Int, of whole: Int) -> Decimal? {
      guard whole > 0 else { return nil }
      return Decimal((part * 20_000 + whole) / (2 * whole)) / 100
    }
  }

  /// The types of campsites by their words, campsites without one last.
  public let rows: [Row]

  /// All campsites.
  public let total: Row
}

extension ReportService {
  /// How full the campground is.
  ///
  /// - Throws: what the store reports.
  public func occupancy(_ period: ReportPeriod) throws -> OccupancyReport {
    let nights =
      try campground().map { try siteNights(period, at: $0, types(of: $0)) } ?? [:]
    return OccupancyReport(
      rows: nights.keys.sorted(by: Self.comesBefore).map {
        OccupancyReport.Row(type: $0, nights: nights[$0] ?? .init())
      },
      total: OccupancyReport.Row(type: nil, nights: nights.values.reduce(.init(), +)))
  }

  /// Whether a type stands before another one: by their words, none last.
  static func comesBefore(_ type: String?, _ other: String?) -> Bool {
    guard let type else { return false }
    return other.map { type < $0 } ?? true
  }
}
