import ObjectGraph

extension StayRule {
  /// The rule as a value.
  var listed: StayRuleBook.Rule {
    StayRuleBook.Rule(name, kind, value.map(Int.init), for: scope)
  }
}

extension StayRuleBook {
  /// Reads the active stay rules of a campground, by name, and their seasons, in two fetches.
  public init(of campground: Campground, in context: ManagedObjectContext) throws {
    self.init(
      try context.fetch(
        StayRule.self, where: "campground == %@ AND isActive == YES AND endRevision == %@",
        campground, Int64.max, by: ["name"], prefetching: ["season"]
      ).map(\.listed))
  }
}

extension StayPart {
  /// Makes the nights on a campsite.
  ///
  /// - Parameter siteClass: the booked class; nil where the campsite was booked.
  public init(_ dates: StayDates, on site: CampSite, bookedBy siteClass: SiteClass? = nil) {
    self.init(
      dates, at: BookedPlace(site, bookedBy: siteClass), byDay: site.siteType == .dayUse)
  }
}

extension FormerStay {
  /// Makes the former stay of a reservation; nil while it occupies no nights, because the rules
  /// have not been checked yet or will be checked again.
  init?(_ reservation: Reservation) {
    guard let state = reservation.state, state.occupiesNights else { return nil }
    let parts = reservation.siteSpans.compactMap { span in
      span.site.map { StayPart(span.dates, on: $0, bookedBy: reservation.siteClass) }
    }
    self.init(parts, hasArrived: state == .checkedIn)
  }
}
