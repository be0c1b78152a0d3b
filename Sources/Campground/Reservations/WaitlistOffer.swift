/// A campsite that became free and is held for a waitlisted camper, or could have been.
public struct WaitlistOffer: Hashable, Sendable {
  /// The code of the waitlist entry, `W-3`.
  public let entry: String
  /// The number of the wish that it fulfills; nil where there is only one.
  public let wish: Int?
  /// The name of the camper.
  public let camper: String
  /// The name of the campsite; for a hold on several, their names with the dates of the changes.
  public let site: String
  /// The dates.
  public let dates: StayDates
  /// When the offer expires, by the campground's wall clock; nil where the campsite is not held.
  public let heldUntil: WallTime?
}

extension WaitlistOffer: CustomStringConvertible {
  /// `Rivera (W-3) · site 15 · 2026-07-01 to 2026-07-04 · until 2026-06-16 12:00`; for an entry
  /// with several wishes, `Rivera (W-3, wish 2) · …`.
  public var description: String {
    "\(camper) (\(entry)\(wish.map { ", wish \($0)" } ?? "")) · site \(site) · \(dates)"
      + (heldUntil.map { " · until \($0)" } ?? "")
  }
}

extension WaitlistOffer {
  /// The offer made by a hold; nil where the offer is incomplete.
  init?(_ hold: Reservation, for wish: Wish) {
    guard let entry = wish.entry, let dates = hold.dates else { return nil }
    self.init(
      of: hold.siteWords ?? "", dates, to: entry, for: wish,
      until: hold.holdExpiresAt.map { WallTime($0, in: entry.campground?.timeZone ?? .gmt) })
  }

  init(
    of site: String, _ dates: StayDates, to entry: WaitlistEntry, for wish: Wish,
    until end: WallTime? = nil
  ) {
    self.init(
      entry: entry.code, wish: wish.distinctNumber, camper: entry.camper?.fullName ?? "",
      site: site, dates: dates, heldUntil: end)
  }
}
