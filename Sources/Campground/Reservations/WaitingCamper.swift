/// Somebody on the waitlist whose wish a change came before.
public struct WaitingCamper: Hashable, Sendable {
  /// The code of the place on the waitlist, `W-3`.
  public let entry: String
  /// The number of the wish; nil where there is only one.
  public let wish: Int?
  /// The name of who waits.
  public let camper: String
  /// The name of the campsite that could have been theirs.
  public let site: String
  /// The wished dates.
  public let dates: StayDates
}

extension WaitingCamper: CustomStringConvertible {
  /// `Rivera (W-1) · site 15 · 2026-07-01 to 2026-07-04`; where there are several wishes,
  /// `Rivera (W-1, wish 2) · …`.
  public var description: String {
    "\(camper) (\(entry)\(wish.map { ", wish \($0)" } ?? "")) · site \(site) · \(dates)"
  }
}
