/// A campsite that became free and is held for somebody who waited for it.
public struct WaitlistOffer: Hashable, Sendable {
  /// The code of the place on the waitlist, `W-3`.
  public let entry: String
  /// The name of who waited.
  public let camper: String
  /// The name of the campsite.
  public let site: String
  /// The dates.
  public let dates: StayDates
  /// When the offer ends, as the campground's wall clock shows it.
  public let heldUntil: WallTime?
}

extension WaitlistOffer: CustomStringConvertible {
  /// `Rivera (W-3) · site 15 · 2026-07-01 to 2026-07-04 · until 2026-06-15 12:15`
  public var description: String {
    "\(camper) (\(entry)) · site \(site) · \(dates)"
      + (heldUntil.map { " · until \($0)" } ?? "")
  }
}
