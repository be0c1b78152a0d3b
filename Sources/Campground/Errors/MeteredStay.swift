/// A stay on a campsite with a meter, as errors report it.
public struct MeteredStay: Hashable, Sendable {
  /// The code of the reservation.
  public let code: String

  /// The date from which the guest was on the site.
  public let from: CalendarDate

  /// The date on which the guest left the site; nil while the guest is there.
  public let until: CalendarDate?

  /// Makes a metered stay.
  public init(code: String, from: CalendarDate, until: CalendarDate?) {
    self.code = code
    self.from = from
    self.until = until
  }
}

extension MeteredStay: CustomStringConvertible {
  /// `R-1 (2026-07-01 to 2026-07-03)`
  public var description: String {
    "\(code) (" + (until.map { "\(from) to \($0)" } ?? "since \(from)") + ")"
  }
}
