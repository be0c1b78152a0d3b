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
  /// `site 15 2026-07-01 to 2026-07-04 to Rivera (W-3) until 2026-06-15 12:15`
  public var description: String {
    "site \(site) \(dates) to \(camper) (\(entry))" + (heldUntil.map { " until \($0)" } ?? "")
  }
}
