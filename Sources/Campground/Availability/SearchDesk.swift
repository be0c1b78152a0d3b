import Foundation
import ObjectGraph

/// One search: the query with the rules and prices it needs.
struct SearchDesk {
  private let query: AvailabilityQuery
  private let campground: Campground
  private let service: AvailabilityService
  private let book: StayRuleBook
  private let card: RateCard
  private let revision: Int64
  private let discount: String?
  private let today: CalendarDate
  private let now: Date

  init(
    _ query: AvailabilityQuery, at campground: Campground, in service: AvailabilityService
  ) throws {
    try refuse(
      unless: query.nights <= ReservationService.mostNights,
      with: .stayTooLong(nights: query.nights, most: ReservationService.mostNights))
    try query.needs.features.check()
    self.query = query
    self.campground = campground
    self.service = service
    let context = service.managedObjectContext
    book = try StayRuleBook(of: campground, in: context)
    let stays = StayBook(service.scope, in: context)
    card = try stays.card(at: campground)
    revision = stays.revision(at: campground)
    discount = try query.discount.map { id in
      let discount: Discount = try context.existing(id)
      return discount.name
    }
    now = service.scope.clock.now
    today = service.scope.today(at: campground)
  }

  /// Whether individual nights have to be checked.
  var needsNights: Bool {
    query.isFlexible || (!query.overridesRules && book.longestForbiddenGap > 0)
  }

  // MARK: Offers

  /// The offers for fixed dates where neighboring stays do not matter.
  func offersOfFreeSites() throws -> [SiteOffer] {
    let dates = query.window
    let sites = try service.sites(
      matching: FreeNights.predicates(dates, at: campground, now: now) + query.needs.predicates())
    return sites.compactMap { site in
      let stay = ProposedStay(StayPart(dates, on: site), bookedOn: today)
      guard query.overridesRules || book.violations(of: stay).isEmpty else { return nil }
      return offer(site, dates)
    }
  }

  /// The offers based on taken nights, which are read once for all arrivals.
  func offersByNights() throws -> [SiteOffer] {
    let taken = try takenNights()
    let choices = query.choices
    // A campsite that retires within the window may still be booked for its beginning.
    let sites = try service.sites(
      matching: [FetchPredicate(format: "campground == %@", campground)]
        + query.needs.predicates())
    return sites.flatMap { site in
      choices.compactMap { dates -> SiteOffer? in
        guard site.isLet(dates), taken.isFree(site, dates),
          violations(of: dates, on: site, taken).isEmpty
        else { return nil }
        return offer(site, dates)
      }
    }
  }

  /// The offers in display order; only the best of each campsite if the query asks for it.
  func sorted(_ offers: [SiteOffer]) -> [SiteOffer] {
    var seen: Set<ManagedObjectID> = []
    let sorted = offers.map { (offer: $0, fit: SiteFit($0.site, for: query.needs)) }
      .sorted { left, right in
        if left.offer.site !== right.offer.site { return left.fit < right.fit }
        return Self.precedes(left.offer, right.offer)
      }
      .map(\.offer)
    return query.wantsBest ? sorted.filter { seen.insert($0.site.objectID).inserted } : sorted
  }

  /// Those with a price for every night come first, then those with some, then those with none;
  /// among equals the cheapest, then the earliest.
  private static func precedes(_ left: SiteOffer, _ right: SiteOffer) -> Bool {
    func key(_ offer: SiteOffer) -> (Int, Int, Decimal) {
      guard let price = offer.price, let total = price.total else { return (2, 0, 0) }
      return (price.isPartial ? 1 : 0, price.unpricedNights, total.amount)
    }
    let (one, other) = (key(left), key(right))
    return one != other ? one < other : left.dates.arrival < right.dates.arrival
  }

  private func offer(_ site: CampSite, _ dates: StayDates) -> SiteOffer {
    let needs = query.needs
    let facts = StayFacts(
      proposing: [SiteSpan(dates, on: site)],
      for: StayFacts.Party(
        adults: max(0, (needs.people ?? 1) - query.children), children: query.children,
        vehicles: needs.vehicles ?? 0, pets: needs.pets),
      discount: discount, under: revision)
    do {
      let bill = try Bill.priced(facts, by: card)
      return SiteOffer(
        site: site, dates: dates,
        price: StayPrice(
          of: bill, nights: dates.nightCount, byDay: site.siteType == .dayUse))
    } catch {
      // One site that cannot be priced must not hide all the others.
      return SiteOffer(site: site, dates: dates, price: nil, priceFault: error)
    }
  }

  // MARK: Refusals

  /// The campsites without any dates to offer, each with every reason.
  func refusals() throws -> [SiteRefusal] {
    let taken = try takenNights()
    let choices = query.choices
    let sites = try service.sites(
      matching: [FetchPredicate(format: "campground == %@", campground)])
    return try sites.compactMap { site in
      var reasons: [SiteRefusal.Reason] = query.needs.unmet(by: site).map { .unfit($0) }
      var isOffered = false
      for dates in choices {
        let found = try self.reasons(against: dates, on: site, taken)
        isOffered = isOffered || found.isEmpty
        for reason in found where !reasons.contains(reason) { reasons.append(reason) }
      }
      let isUnfit = !query.needs.unmet(by: site).isEmpty
      return isOffered && !isUnfit ? nil : SiteRefusal(site: site, reasons: reasons)
    }
  }

  private func reasons(
    against dates: StayDates, on site: CampSite, _ taken: TakenNights
  ) throws -> [SiteRefusal.Reason] {
    if let retired = site.retirement, !site.isLet(dates) { return [.retired(retired)] }
    let stays = try taken.stays(in: dates, on: site)
    guard stays.isEmpty else { return stays.map { .taken($0) } }
    return violations(of: dates, on: site, taken).map { .rule($0) }
  }

  // MARK: Helpers

  private func takenNights() throws -> TakenNights {
    let margin = book.longestForbiddenGap + 1
    let window = query.window
    return try TakenNights(
      window.arrival.advanced(by: -margin)..<window.departure.advanced(by: margin),
      at: campground, now: now, in: service.managedObjectContext)
  }

  private func violations(
    of dates: StayDates, on site: CampSite, _ taken: TakenNights
  ) -> [StayRuleViolation] {
    guard !query.overridesRules else { return [] }
    return book.violations(
      of: taken.proposal(
        dates, on: site, bookedOn: today, lookingAround: book.longestForbiddenGap))
  }
}
