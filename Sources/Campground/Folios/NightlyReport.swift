/// What the nightly routine did.
///
///     let report = try folios.runNightly()
///     print("\(report.linesPosted) lines, \(report.posted)")
public struct NightlyReport: Hashable, Sendable {
  /// The business day that it ran for.
  public let day: CalendarDate

  /// The codes of holds that expired.
  public internal(set) var expiredHolds: [String] = []

  /// The codes of reservations whose guests did not come.
  public internal(set) var noShows: [String] = []

  /// The codes of reservations whose guests are late, and whose sites are held for them.
  public internal(set) var late: [String] = []

  /// To whom of the waitlist the nights that became free were offered, in order.
  public internal(set) var offers: [WaitlistOffer] = []

  /// The number of lines that it wrote for those who are in the house.
  public internal(set) var linesPosted = 0

  /// What these lines add up to.
  public internal(set) var posted: Money

  /// What the no-shows were charged.
  public internal(set) var noShowCharges: Money

  /// The codes of stays in the house of which a night through tonight is still to be posted: the
  /// audit was for an earlier day, or that of tonight is closed.
  public internal(set) var waiting: [String] = []

  /// Whether it closed the day.
  public internal(set) var isDayClosed = false
}
