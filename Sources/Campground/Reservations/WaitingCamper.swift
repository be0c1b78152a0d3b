/// A waitlisted camper who could have had nights that a change took.
public struct WaitingCamper: Hashable, Sendable {
  /// The code of the waitlist entry, `W-3`.
  public let entry: String
  /// The number of the wish; nil where there is only one.
  public let wish: Int?
  /// The name of the camper.
  public let camper: String
  /// The name of the campsite that the camper could have had.
  public let site: String
  /// The desired dates.
  public let dates: StayDates
}

extension WaitingCamper: CustomStringConvertible {
  /// `Rivera (W-1) · site 15 · 2026-07-01 to 2026-07-04`; for an entry with several wishes, `Rivera
  /// (W-1, wish 2) · …`.
  public var description: String {
    "\(camper) (\(entry)\(wish.map { ", wish \($0)" } ?? "")) · site \(site) · \(dates)"
  }
}
