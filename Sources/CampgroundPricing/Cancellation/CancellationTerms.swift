import Foundation

/// A cancellation policy as a value: what is kept, given back and charged
/// when a stay is canceled.
///
///     let terms = CancellationTerms(policy)
///     print(terms.noticeDays(at: clock.now, before: arrival, in: campground.timeZone))
public struct CancellationTerms: Hashable, Sendable {
  /// What is kept of the price of the nights.
  public enum Kept: Hashable, Sendable {
    /// Nothing.
    case nothing
    /// The price of so many first nights.
    case nights(Int)
    /// A percentage, from 0 to 100; the nights stay on the bill as they are for 100.
    case percent(Decimal)

    /// The whole price.
    public static let everything = Kept.percent(100)
  }

  /// What is kept with so many days of notice.
  public struct Step: Hashable, Sendable {
    /// The days of notice.
    public var days: NoticeDays
    /// What is kept of the price of the nights.
    public var keeps: Kept
    /// What canceling costs, in minor units.
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

  /// The steps, by their days.
  public let steps: [Step]

  /// The minute of the day, at the campground, from which a day of notice is over: 1020 for 17:00,
  /// 0 for midnight, the end of the day.
  public let cutOffMinute: Int

  /// For how many minutes after booking everything is refunded.
  public let graceMinutes: Int

  /// What a change to dates without a common night costs, in minor units.
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

  /// The terms of a stay for which none were agreed: all is refunded but what is not refundable.
  public static func withoutPolicy(_ currency: Currency) -> CancellationTerms {
    CancellationTerms(
      steps: [Step(NoticeDays(from: 0, through: nil), keeps: .nothing)], currency: currency)
  }

  /// How many days of notice there are at an instant.
  ///
  /// They are counted from the campground's calendar date to the arrival; from the cut-off on, by
  /// the clock on the wall, the day counts no more. Never below 0.
  public func noticeDays(
    at instant: Date, before arrival: CalendarDate, in zone: TimeZone
  ) -> Int {
    let today = CalendarDate(instant, in: zone)
    let wall = instant.timeIntervalSinceReferenceDate + Double(zone.secondsFromGMT(for: instant))
    let seconds = wall - today.midnightUTC.timeIntervalSinceReferenceDate
    let isLate = cutOffMinute > 0 && seconds >= Double(cutOffMinute) * 60
    return max(0, today.distance(to: arrival) - (isLate ? 1 : 0))
  }

  /// Whether an instant is within the minutes of grace after a stay became reserved. An instant
  /// before that, as a clock that was set back tells, is not.
  func isWithinGrace(_ instant: Date, since reservedAt: Date) -> Bool {
    let elapsed = instant.timeIntervalSince(reservedAt)
    return graceMinutes > 0 && elapsed >= 0 && elapsed <= Double(graceMinutes) * 60
  }

  /// What a change of the dates costs: nothing while old and new ones share a night.
  public func changeFee(from old: StayDates, to new: StayDates) -> Money {
    Money(minorUnits: old.overlaps(new) ? 0 : changeFeeMinor, currency)
  }

  /// The step for so many days of notice.
  ///
  /// Saved policies have one for each number; of a damaged one the strictest, the first, is taken.
  package func step(for days: Int) -> Step? {
    steps.first { $0.days.contains(days) } ?? steps.first
  }
}

extension CancellationTerms.Kept: CustomStringConvertible {
  /// What is kept as a clerk writes it: `all`, `nothing`, `nights 1`, `50%`.
  public var description: String {
    switch self {
    case .nothing, .nights(0): "nothing"
    case .nights(let count): "nights \(count)"
    case .percent(let percent): percent == 100 ? "all" : "\(percent)%"
    }
  }
}
