import ObjectGraph

/// What a stay that is changed was so far, as far as rules about stays want to know it.
///
/// A rule that was for the stay before is not asked again about a day of arrival or departure
/// that stays as it is. On another campsite the gaps beside the stay are new, and so is a rule
/// that was not for the former one.
public struct FormerStay: Sendable, Hashable {
  /// A campsite that the stay had nights on.
  struct Place: Sendable, Hashable {
    /// What it was booked on.
    let booked: BookedPlace
    /// The word of the campsite's type, where it is known.
    let siteType: String?
    let dates: StayDates
  }

  /// The dates of the whole stay so far.
  public let dates: StayDates

  /// The campsites so far, by date; at least one.
  let places: [Place]

  /// Whether the guest is here, so that no rule has a say about the arrival any more.
  public let hasArrived: Bool

  /// Makes what a stay was on a campsite.
  public init(_ dates: StayDates, on site: CampSite, hasArrived: Bool = false) {
    self.dates = dates
    places = [Place(booked: BookedPlace(site), siteType: site.type, dates: dates)]
    self.hasArrived = hasArrived
  }

  /// What a reservation is so far; nil while it keeps no nights from others, since the rules were
  /// not asked about it yet, or are asked anew.
  public init?(_ reservation: Reservation) {
    guard let state = reservation.state, state.occupiesNights, let dates = reservation.dates else {
      return nil
    }
    places = reservation.siteSpans.compactMap { span in
      span.site.map { site in
        Place(
          booked: BookedPlace(site, bookedBy: reservation.siteClass), siteType: site.type,
          dates: span.dates)
      }
    }
    guard !places.isEmpty else { return nil }
    self.dates = dates
    hasArrived = state == .checkedIn
  }

  /// Whether a rule was for the campsite of the arrival.
  func arrived(under rule: StayRuleTerms) -> Bool {
    places.first.map { rule.isFor($0.booked) } ?? false
  }

  /// Whether a rule was for the campsite of the departure.
  func departed(under rule: StayRuleTerms) -> Bool {
    places.last.map { rule.isFor($0.booked) } ?? false
  }
}
