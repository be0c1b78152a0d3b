/// What a run of the night audit did.
///
///     let report = try folios.runNightly()
///     print("\(report.linesPosted) lines, \(report.posted)")
public struct NightlyReport: Hashable, Sendable {
  /// The audited business day.
  public let day: CalendarDate

  /// The codes of expired holds.
  public internal(set) var expiredHolds: [String] = []

  /// The codes of no-shows.
  public internal(set) var noShows: [String] = []

  /// The codes of late arrivals whose sites are held.
  public internal(set) var late: [String] = []

  /// The offers made to the waitlist for freed nights, in order.
  public internal(set) var offers: [WaitlistOffer] = []

  /// The number of lines posted for guests in house.
  public internal(set) var linesPosted = 0

  /// The sum of these lines.
  public internal(set) var posted: Money

  /// The charges of the no-shows.
  public internal(set) var noShowCharges: Money

  /// The codes of stays in house with an unposted night through tonight, because the audit was for
  /// an earlier day or tonight's day is closed.
  public internal(set) var waiting: [String] = []

  /// The codes of stays in house, or held for late guests, with nights through the day that no rate
  /// prices.
  public internal(set) var unpriced: [String] = []

  /// Whether the day was closed.
  public internal(set) var isDayClosed = false
}
