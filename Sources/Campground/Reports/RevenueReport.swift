import Foundation

/// The lodging revenue of a period, by type of campsite or another grouping, and in total: what was posted, and what is
/// on the books. The two count different things and never mix.
public struct RevenueReport: Hashable, Sendable {
  /// The campsites of one label, a month, or all of them.
  public struct Row: Hashable, Sendable {
    /// The type as stored, the name of the class, site or loop, or the month as `2026-07`; nil for
    /// campsites without one, and for the total.
    public let label: String?

    /// The nights posted on the business days of the period.
    public let postedNights: Int
    /// Their lodging less discounts, as posted along with them.
    public let posted: Money
    /// What else was posted on these days: allowances, reversals and later differences.
    public let corrections: Money
    /// All site-nights less the closed ones of the days posted so far.
    public let availableToDate: Int

    /// The nights of reserved, checked-in and checked-out stays, and nights held for late arrivals.
    public let soldNights: Int
    /// The nights of these that have a price.
    public let pricedNights: Int
    /// The lodging of these nights less discounts and allowances, as the bills have it.
    public let booked: Money
    /// All site-nights less the closed ones.
    public let availableNights: Int

    /// The average daily rate to date: the lodging posted per night posted, rounded half-up; nil
    /// where none was posted.
    public var averageDailyRate: Money? { Self.share(of: posted, postedNights) }

    /// What was posted, corrections included, per available site-night of the days posted so far,
    /// rounded half-up; nil where none was available.
    public var revenuePerAvailableNight: Money? {
      (try? posted + corrections).flatMap { Self.share(of: $0, availableToDate) }
    }

    /// The lodging on the books per night with a price, rounded half-up; nil where there is none.
    public var bookedDailyRate: Money? { Self.share(of: booked, pricedNights) }

    /// The lodging on the books per available site-night, rounded half-up; nil where none was
    /// available.
    public var bookedPerAvailableNight: Money? { Self.share(of: booked, availableNights) }

    private static func share(of whole: Money, _ nights: Int) -> Money? {
      guard nights > 0, let units = try? whole.minorUnits() else { return nil }
      let (each, rest) = units.magnitude.quotientAndRemainder(dividingBy: UInt64(nights))
      let rounded = Int64(clamping: each + (2 * rest >= UInt64(nights) ? 1 : 0))
      return Money(minorUnits: units < 0 ? -rounded : rounded, whole.currency)
    }
  }

  /// The rows by label, numbers by their value; campsites without a label come last.
  public let rows: [Row]

  /// All campsites.
  public let total: Row

  /// The last of the days posted so far; nil where none is.
  public let postedThrough: CalendarDate?
}

extension ReportService {
  /// The lodging revenue.
  ///
  /// The days posted so far are those of the period before today, and any day up to the last night
  /// posted.
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums beyond 64 bits, and store errors.
  public func revenue(
    _ period: ReportPeriod, by grouping: ReportGrouping = .type
  ) throws -> RevenueReport {
    guard let campground = try campground() else {
      return RevenueReport(
        rows: [], total: Self.row(nil, .init(), .init(), .init(), .init(), .usd),
        postedThrough: nil)
    }
    let places = try places(of: campground, by: grouping, over: period)
    let ledger = try ledgerNights(period, at: campground)
    let moved = try moved(period, places)
    let (posted, lastNight) = try posted(period, ledger, at: campground, places, moved)
    let booked = try booked(period, ledger, at: campground, places, moved)
    let nights = try siteNights(period, at: campground, places)
    let yesterday = scope.today(at: campground).advanced(by: -1)
    let through = min(period.last, max(yesterday, lastNight ?? yesterday))
    let toDate =
      through < period.first
      ? [:]
      : through == period.last
        ? nights
        : try siteNights(ReportPeriod(from: period.first, through: through), at: campground, places)
    let found = labels(
      places, over: period,
      found: [nights.keys.map { $0 }, posted.keys.map { $0 }, booked.keys.map { $0 }].joined())
    let currency = campground.currency
    let rows = found.map { label in
      Self.row(
        label, posted[label] ?? .init(), toDate[label] ?? .init(), booked[label] ?? .init(),
        nights[label] ?? .init(), currency)
    }
    return try RevenueReport(
      rows: rows, total: Self.total(of: rows, currency),
      postedThrough: through < period.first ? nil : through)
  }

  private static func row(
    _ label: String?, _ posted: PostedLodging, _ toDate: SiteNights, _ booked: BookedLodging,
    _ nights: SiteNights, _ currency: Currency
  ) -> RevenueReport.Row {
    RevenueReport.Row(
      label: label, postedNights: posted.nights, posted: Money(minorUnits: posted.units, currency),
      corrections: Money(minorUnits: posted.corrections, currency),
      availableToDate: toDate.available, soldNights: nights.sold, pricedNights: booked.nights,
      booked: Money(minorUnits: booked.units, currency), availableNights: nights.available)
  }

  private static func total(
    of rows: [RevenueReport.Row], _ currency: Currency
  ) throws -> RevenueReport.Row {
    func count(_ figure: KeyPath<RevenueReport.Row, Int>) -> Int {
      rows.reduce(0) { $0 + $1[keyPath: figure] }
    }
    func sum(_ figure: KeyPath<RevenueReport.Row, Money>) throws -> Money {
      Money(
        minorUnits: try Balance.sum(rows.map { try $0[keyPath: figure].minorUnits() }, currency),
        currency)
    }
    return RevenueReport.Row(
      label: nil, postedNights: count(\.postedNights), posted: try sum(\.posted),
      corrections: try sum(\.corrections), availableToDate: count(\.availableToDate),
      soldNights: count(\.soldNights), pricedNights: count(\.pricedNights),
      booked: try sum(\.booked), availableNights: count(\.availableNights))
  }
}
