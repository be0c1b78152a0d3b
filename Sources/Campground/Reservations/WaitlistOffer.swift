/// A campsite that became free and is held for somebody who waited for it.
public struct WaitlistOffer: Hashable, Sendable {
  /// The code of the place on the waitlist, `W-3`.
  public let entry: String
  /// The number of the wish that it fulfils; nil where there is only one.
  public let wish: Int?
  /// The name of who waited.
  public let camper: String
  /// The name of the campsite; of a hold on several ones, their names with the days of changing.
  public let site: String
  /// The dates.
  public let dates: StayDates
  /// When the offer ends, as the campground's wall clock shows it.
  public let heldUntil: WallTime?
}

extension WaitlistOffer: CustomStringConvertible {
  /// `Rivera (W-3) · site 15 · 2026-07-01 to 2026-07-04 · until 2026-06-16 12:00`; where there are
  /// several wishes, `Rivera (W-3, wish 2) · …`.
  public var description: String {
    "\(camper) (\(entry)\(wish.map { ", wish \($0)" } ?? "")) · site \(site) · \(dates)"
      + (heldUntil.map { " · until \($0)" } ?? "")
  }
}

extension WaitlistOffer {
  /// What a hold offers to whom; nil for one whose offer is incomplete.
  init?(_ hold: Reservation, for wish: Wish) {
    guard let entry = wish.entry, let dates = hold.dates else { return nil }
    self.entry = entry.code
    self.wish = wish.distinctNumber
    camper = entry.camper?.fullName ?? ""
    site = hold.siteWords ?? ""
    self.dates = dates
    heldUntil = hold.holdExpiresAt.map { WallTime($0, in: entry.campground?.timeZone ?? .gmt) }
  }
}
