import Foundation

/// A cancellation policy as a value: what is kept, refunded and charged when a stay is canceled.
///
///     let terms = CancellationTerms(policy)
///     print(terms.noticeDays(at: clock.now, before: arrival, in: campground.timeZone))
public struct CancellationTerms: Hashable, Sendable {
  /// The share of the lodging that is kept.
  public enum Kept: Hashable, Sendable {
    /// Nothing.
    case nothing
    /// The price of this many nights from the first.
    case nights(Int)
    /// A percentage, from 0 to 100; at 100 the nights stay on the bill unchanged.
    case percent(Decimal)

    /// The whole price.
    public static let everything = Kept.percent(100)
  }

  /// What is kept and charged for a range of days of notice.
  public struct Step: Hashable, Sendable {
    /// The days of notice.
    public var days: NoticeDays
    /// The share of the lodging that is kept.
    public var keeps: Kept
    /// The cancellation fee, in minor units.
    public var feeMinor: Int64

    /// Makes a step.
    public init(_ days: NoticeDays, keeps: Kept, feeMinor: Int64 = 0) {
      self.days = days
      self.keeps = keeps
      self.feeMinor = feeMinor
    }
  }

  /// The currency of the amounts.
  public let currency: Currency

  /// The steps, ordered by their days.
  public let steps: [Step]

  /// The minute of the day, in the campground's time zone, from which the day no longer counts as a
  /// day of notice: 1020 for 17:00; 0 for midnight, the end of the day.
  public let cutOffMinute: Int

  /// The grace period in minutes after booking, within which everything is refunded.
  public let graceMinutes: Int

  /// The fee for new dates that share no night with the old ones, in minor units.
  public let changeFeeMinor: Int64

  /// Makes terms.
  public init(
    steps: [Step], currency: Currency, cutOffMinute: Int = 0, graceMinutes: Int = 0,
    changeFeeMinor: Int64 = 0
  ) {
    self.steps = steps.sorted { $0.days.from < $1.days.from }
    self.currency = currency
    self.cutOffMinute = cutOffMinute
    self.graceMinutes = graceMinutes
    self.changeFeeMinor = changeFeeMinor
  }

  /// The number of days of notice at an instant, at least 0.
  ///
  /// Days are counted from the campground's calendar date to the arrival. From the cut-off on, by
  /// local wall-clock time, the present day no longer counts.
  public func noticeDays(
    at instant: Date, before arrival: CalendarDate, in zone: TimeZone
  ) -> Int {
    let today = CalendarDate(instant, in: zone)
    let wall = instant.timeIntervalSinceReferenceDate + Double(zone.secondsFromGMT(for: instant))
    let seconds = wall - today.midnightUTC.timeIntervalSinceReferenceDate
    let isLate = cutOffMinute > 0 && seconds >= Double(cutOffMinute) * 60
    return max(0, today.distance(to: arrival) - (isLate ? 1 : 0))
  }

  /// Whether an instant lies within the grace period after the stay became reserved. An instant
  /// before the reservation, which a clock set back can produce, does not.
  func isWithinGrace(_ instant: Date, since reservedAt: Date) -> Bool {
    let elapsed = instant.timeIntervalSince(reservedAt)
    return graceMinutes > 0 && elapsed >= 0 && elapsed <= Double(graceMinutes) * 60
  }

  /// The fee for changing the dates: zero while the old and the new dates share a night.
  public func changeFee(from old: StayDates, to new: StayDates) -> Money {
    Money(minorUnits: old.overlaps(new) ? 0 : changeFeeMinor, currency)
  }

  /// The step that covers a number of days of notice.
  ///
  /// A saved policy has one for each number. If a damaged policy has none, the first step, the
  /// strictest, applies.
  package func step(for days: Int) -> Step? {
    steps.first { $0.days.contains(days) } ?? steps.first
  }
}

extension CancellationTerms.Kept: CustomStringConvertible {
  /// The share as a clerk writes it: `all`, `nothing`, `nights 1`, `50%`.
  public var description: String {
    switch self {
    case .nothing, .nights(0): "nothing"
    case .nights(let count): "nights \(count)"
    case .percent(let percent): percent == 100 ? "all" : "\(percent)%"
    }
  }
}
