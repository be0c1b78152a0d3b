import ObjectGraph

/// What is wished, beside the campsites that there are.
extension Wish {
  /// What the campsite must have; the number of people is checked as on any booking.
  public var needs: SiteNeeds {
    var needs = party.needs
    needs.people = nil
    needs.type = siteType.flatMap(CampSiteType.init(rawValue:))
    needs.siteClass = siteClass?.name
    needs.loop = loop
    return needs
  }

  /// The wishes at a campground for arrivals on some days, but those that were withdrawn, with what
  /// tells where their entries stand.
  ///
  /// The dates alone are asked of the store: an index leads to those to come, while one by the
  /// campground would lead through all that ever waited.
  static func present(
    arriving days: ClosedRange<CalendarDate>, at campground: Campground,
    in context: ManagedObjectContext
  ) throws -> [Wish] {
    let request = Wish.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "dateFrom >= %@ AND dateFrom <= %@ AND withdrawnAt == nil",
      days.lowerBound.midnightUTC, days.upperBound.midnightUTC)
    request.relationshipKeyPathsForPrefetching = ["entry.wishes.offers.reservation"]
    return try context.fetch(request).filter { $0.entry?.campground === campground }
  }

  /// Whether a campsite is one that is wished, no matter who has it at present.
  ///
  /// A limit that is not known does not meet a need that was named.
  func isMet(by site: CampSite) -> Bool {
    needs.unmet(by: site).isEmpty && party.needs.unmet(by: site, allowingUnknown: true).isEmpty
  }

  /// Takes down what is wished.
  func take(_ wish: WaitlistWish, in scratch: ManagedObjectContext) throws {
    siteClass = try wish.siteClass.map { try scratch.existing($0) }
    dateFrom = wish.dates.arrival.midnightUTC
    dateTo = wish.dates.departure.midnightUTC
    party = wish.party
    siteType = wish.type?.rawValue
    loop = try NameRule.line(wish.loop, of: "loop")
  }
}
