import ObjectGraph

/// Matching wishes with campsites.
extension Wish {
  /// The requirements for the campsite; the number of people is checked as on any booking.
  public var needs: SiteNeeds {
    var needs = party.needs
    needs.people = nil
    needs.type = siteType.flatMap(CampSiteType.init(rawValue:))
    needs.siteClass = siteClass?.name
    needs.loop = loop
    return needs
  }

  /// The wishes at a campground for arrivals in a range of days, except withdrawn ones, with
  /// everything that decides the status of their entries.
  ///
  /// The store is asked by date alone: an index finds future arrivals, while one by campground
  /// would scan every entry ever made.
  static func present(
    arriving days: ClosedRange<CalendarDate>, at campground: Campground,
    in context: ManagedObjectContext
  ) throws -> [Wish] {
    try context.fetch(
      Wish.self, where: "dateFrom >= %@ AND dateFrom <= %@ AND withdrawnAt == nil",
      days.lowerBound.midnightUTC, days.upperBound.midnightUTC,
      prefetching: ["entry.wishes.offers.reservation"]
    ).filter { $0.entry?.campground === campground }
  }

  /// Whether a campsite matches the wish, whether it is taken or not.
  ///
  /// An unknown limit does not meet a need that was named.
  func isMet(by site: CampSite) -> Bool {
    needs.unmet(by: site).isEmpty && party.needs.unmet(by: site, allowingUnknown: true).isEmpty
  }

  /// Copies the properties of a wish.
  func take(_ wish: WaitlistWish, in scratch: ManagedObjectContext) throws {
    siteClass = try wish.siteClass.map { try scratch.existing($0) }
    arrival = wish.dates.arrival
    departure = wish.dates.departure
    party = wish.party
    siteType = wish.type?.rawValue
    loop = try NameRule.line(wish.loop, of: "loop")
  }
}
