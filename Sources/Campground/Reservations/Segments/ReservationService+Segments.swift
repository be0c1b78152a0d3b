import ObjectGraph

/// Stays on several campsites, one after the other.
///
///     try service.split("R-1", on: july3, to: other)      // on the other campsite from July 3 on
///     try service.move("R-1", to: other)                  // all remaining nights on the other one
extension ReservationService {
  /// Moves a stay to another campsite from a date until its next change of sites.
  ///
  /// For a guest in house, only nights from today on can change. Nights keep their agreed price
  /// where the other campsite has the same one.
  ///
  /// - Throws: `CampgroundError.refused` for a date without a night of the stay before and after
  ///   it, for the present campsite or one at another campground, for past nights, and for a stay
  ///   that has ended; `.unknown`; `.siteTaken`, `.stayRuleBroken`; `.unfit` where the party does
  ///   not fit.
  @discardableResult
  public func split(
    _ code: String, on date: CalendarDate, to site: CampSite, overridingRules: Bool = false
  ) throws -> StayChange {
    try change(code, overridingRules: overridingRules) {
      try $0.split($1, on: date, to: $0.context.current(site))
    }
  }

  /// The stays whose guests change campsites on a day, with the former and the new campsite, by the
  /// new one.
  public func siteChanges(
    on day: CalendarDate
  ) throws -> [(stay: Reservation, from: SiteSpan, to: SiteSpan)] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let stays = try managedObjectContext.fetch(
      StaySegment.self,
      where: "dateFrom == %@ AND isGivenUp == NO AND reservation.campground == %@ "
        + "AND reservation.dateFrom < %@ AND reservation.status IN %@", day.midnightUTC, campground,
      day.midnightUTC, ReservationStatus.sold.map(\.rawValue),
      prefetching: ["reservation.segments.campSite"]
    ).compactMap(\.reservation)
    return Self.sorted(stays) { $0.site(on: day) }.compactMap { stay in
      let spans = stay.siteSpans
      // A segment also begins where only the price or the discount changes; a span does not.
      guard let to = spans.first(where: { $0.dates.arrival == day }),
        let from = spans.first(where: { $0.dates.departure == day })
      else { return nil }
      return (stay, from, to)
    }
  }
}
