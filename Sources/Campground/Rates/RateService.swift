import Foundation
import ObjectGraph

/// Manages prices: seasons, rates, discounts, fees, taxes and deposits; quotes the price of a stay.
///
///     let rates = RateService(managedObjectContext: stack.mainContext, storeStack: stack)
///     let summer = try rates.addSeason(
///       "Summer", try SeasonSpan(from: .init(month: 6, day: 1), through: .init(month: 8, day: 31)))
///     try rates.addRate("Summer", RatePlan(amount: 60, for: ScopePlan(season: summer)))
///     try rates.addTax("Lodging tax", TaxPlan(percent: 12.35))
///     let quote = try rates.quote(site, dates: dates, party: Party(adults: 2))
///
/// Changes apply to future bookings: what was agreed with guests stays as it is, except for taxes,
/// which apply by the date of the night.
public final class RateService: Service {
  // MARK: Quotes

  /// The price of a stay on a campsite.
  ///
  /// - Throws: as `quote(_:dates:party:discount:price:siteChanges:)` for a place.
  public func quote(
    _ site: CampSite, dates: StayDates, party: Party = Party(), discount: Discount? = nil,
    price: Decimal? = nil, siteChanges: [SiteChange] = []
  ) throws -> Quote {
    try quote(
      .site(site), dates: dates, party: party, discount: discount, price: price,
      siteChanges: siteChanges)
  }

  /// The price of a stay on a campsite, or in a class whichever campsite it is assigned.
  ///
  /// - Parameters:
  ///   - price: an agreed price per night that replaces the rates.
  ///   - siteChanges: the campsites that the guest moves to during the stay.
  /// - Throws: `CampgroundError.invalidValue` for a stay that is too long, and for a price that is
  ///   negative, too precise or too large; `.outOfRange`; `.refused` for a site change outside the
  ///   stay, out of order or to the same campsite, and for any in a class.
  public func quote(
    _ place: Booking.Place, dates: StayDates, party: Party = Party(), discount: Discount? = nil,
    price: Decimal? = nil, siteChanges: [SiteChange] = []
  ) throws -> Quote {
    try ReservationService.check(dates, for: party)
    let (facts, card) = try proposal(
      of: place, dates, for: party, discount, price: price, siteChanges: siteChanges)
    let bill = try Bill.priced(facts, by: card)
    let deposit = try rethrowing(Bill.deposit(for: facts, bill, by: card)) { CampgroundError($0) }
    return Quote(
      bill: bill, price: StayPrice(of: bill, nights: facts.nights.count, byDay: place.isByDay),
      depositMinor: deposit.map { min($0, bill.totalMinor) })
  }

  /// How each night of a proposed stay gets its price, in order, and from which rates.
  ///
  /// - Throws: as `quote(_:dates:party:discount:price:siteChanges:)`.
  public func pricedNights(
    on place: Booking.Place, dates: StayDates, price: Decimal? = nil,
    siteChanges: [SiteChange] = []
  ) throws -> [PricedNight] {
    try ReservationService.check(dates, for: Party())
    let (facts, card) = try proposal(of: place, dates, price: price, siteChanges: siteChanges)
    return try rethrowing(card.pricedNights(of: facts.nights)) { CampgroundError($0) }
  }

  /// The facts of a proposed stay, and the current rules.
  private func proposal(
    of place: Booking.Place, _ dates: StayDates, for party: Party = Party(),
    _ discount: Discount? = nil, price: Decimal? = nil, siteChanges: [SiteChange]
  ) throws -> (StayFacts, RateCard) {
    var booking = Booking(place, for: nil, dates: dates)
    booking.siteChanges = siteChanges
    let nightPrice = try price.map { try StayBook.minorUnits(ofNight: $0, at: booking.campground) }
    let campground =
      try booking.campground ?? refused(with: .gone("the campground of \(place.name)"))
    let book = StayBook(scope, in: managedObjectContext)
    let facts = StayFacts(
      proposing: try booking.quotedSpans(), of: booking.siteClass,
      for: StayFacts.Party(party), discount: discount?.name, priceMinor: nightPrice,
      under: book.revision(at: campground))
    return (facts, try book.card(at: campground))
  }

  // MARK: Seasons

  /// The seasons, by name.
  public func seasons() throws -> [Season] { try scope.rules(in: managedObjectContext) }

  /// The season with a name, regardless of case if no other season has the same name in another
  /// case.
  ///
  /// - Throws: `CampgroundError.unknown`, which lists the known names.
  public func findSeason(_ name: String) throws -> Season { try scope.findRule(name) }

  /// Adds a season.
  ///
  /// - Throws: `CampgroundError.invalidValue` for an empty name, and `.nameTaken`.
  @discardableResult
  public func addSeason(_ name: String, _ span: SeasonSpan) throws -> Season {
    try scope.addRule(name, Season.init(context:)) { season, _ in season.take(span) }
  }

  /// Changes a season; nil leaves a value unchanged.
  ///
  /// - Throws: `CampgroundError.invalidValue` for an empty name, `.nameTaken` and `.gone`.
  @discardableResult
  public func edit(
    _ season: Season, name: String? = nil, span: SeasonSpan? = nil
  ) throws -> Season {
    try scope.editRule(season, name: name) { season, _ in
      if let span { season.take(span) }
    }
  }

  // MARK: Rates

  /// The rates by kind; within a kind, in order of precedence.
  public func rates() throws -> [Rate] {
    let rates = try scope.rules(Rate.self, in: managedObjectContext).map { ($0, $0.listed) }
    return RateKind.allCases.flatMap { kind in
      rates.filter { $0.1.kind == kind }.sorted { $0.1.precedes($1.1) }.map(\.0)
    }
  }

  /// The rate with a name, regardless of case if no other rate has the same name in another case.
  ///
  /// - Throws: `CampgroundError.unknown`, which lists the known names.
  public func findRate(_ name: String) throws -> Rate { try scope.findRule(name) }

  /// Adds a rate.
  ///
  /// - Throws: `CampgroundError.invalidValue` for an empty name, for a price that is negative, too
  ///   precise or too large, and for a weekly or monthly rate for some weekdays; `.nameTaken`;
  ///   `.outOfRange` for a rank; what the nights and places throw, as for fees.
  @discardableResult
  public func addRate(_ name: String, _ plan: RatePlan) throws -> Rate {
    try scope.add(name, plan, Rate.init(context:))
  }
}

extension Season {
  /// Sets the dates.
  func take(_ span: SeasonSpan) {
    startMonth = Int16(clamping: span.first.month)
    startDay = Int16(clamping: span.first.day)
    endMonth = Int16(clamping: span.last.month)
    endDay = Int16(clamping: span.last.day)
    year = span.year.map { Int16(clamping: $0) }
  }
}

extension RateService {
  /// The rules of the campground with all their versions; nil in a store without a campground.
  ///
  /// - Throws: as `RateCard.init(of:in:)`.
  public func rateCard() throws -> RateCard? {
    try scope.campground(in: managedObjectContext).map {
      try scope.rateCards.card(of: $0, in: managedObjectContext)
    }
  }
}
