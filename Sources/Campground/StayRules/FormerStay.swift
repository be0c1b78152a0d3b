import ObjectGraph

/// What a stay that is changed was so far, as far as rules about stays want to know it.
///
/// A rule that was for the stay before is not asked again about a day of arrival or departure
/// that stays as it is. On another campsite the gaps beside the stay are new, and so is a rule
/// that was not for the former one.
public struct FormerStay: Sendable, Hashable {
  /// The dates of the whole stay so far.
  public let dates: StayDates

  /// The dates on the campsite so far: all, or a part of a stay that changes the campsite.
  public let part: StayDates

  /// The campsite so far.
  public let siteID: ManagedObjectID

  /// The word of that campsite's type, where it is known.
  public let siteType: String?

  /// Whether the guest is here, so that no rule has a say about the arrival any more.
  public let hasArrived: Bool

  /// Makes what a stay was on a campsite.
  ///
  /// - Parameter part: the dates there of a stay that changes the campsite; by default all.
  public init(
    _ dates: StayDates, part: StayDates? = nil, on site: CampSite, hasArrived: Bool = false
  ) {
    self.dates = dates
    self.part = part ?? dates
    siteID = site.objectID
    siteType = site.type
    self.hasArrived = hasArrived
  }

  /// What a reservation is so far; nil while it keeps no nights from others, since the rules were
  /// not asked about it yet, or are asked anew.
  public init?(_ reservation: Reservation) {
    guard let state = reservation.state, state.occupiesNights, let dates = reservation.dates,
      let site = reservation.campSite
    else { return nil }
    self.init(
      StayChain(of: reservation).dates ?? dates, part: dates, on: site,
      hasArrived: state == .checkedIn)
  }
}
