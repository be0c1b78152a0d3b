import Foundation
import ObjectGraph

/// The book of stays: books and changes them in a context that its owner saves or discards.
///
/// All services that make or change reservations use it, so that each rule is enforced in one
/// place.
final class StayBook {
  let scope: ServiceScope

  /// The context.
  var context: ManagedObjectContext { pen.context }

  /// The current instant, the same throughout a change.
  var now: Date { pen.now }

  /// Whether changed stays may break stay rules, which they record.
  var overridesRules = false

  /// Whether a stay whose dates or campsite change agrees all nights to come anew.
  var isRepricing = false

  /// The price of each night that a change adds, in minor units, instead of the rates and of what
  /// was agreed for the other nights; nil for none.
  var priceOfAddedNights: Int64?

  /// What the change of the present stay has to say.
  var remarks = StayChange.Remarks()

  /// The stays that the change moved within their class to make room, as they were before.
  var movedStays: [(stay: Reservation, from: String)] = []

  /// The nights of the stays that the change moved within their class; some may be free now.
  var vacatedNights: [Campground: Set<SiteNight>] = [:]

  /// The number of steps after which the search for room in a class gives up.
  var assignmentSteps = 100_000

  /// The waitlist entries whose offer failed in this change, and which are not offered its nights
  /// again.
  var passedOver: Set<ManagedObjectID> = []

  /// The nights of expired holds that this change ended, not yet offered to anyone.
  var lapsedNights: [Campground: Set<SiteNight>] = [:]

  private var cards: [ManagedObjectID: RateCard] = [:]

  /// The last bills of this change and the facts they were calculated from; the rules stay the same
  /// throughout.
  var knownBills: [(campground: ManagedObjectID?, facts: StayFacts, bill: Bill)] = []

  /// The revisions of the cards that were read, which may be later than the scratch pad's version
  /// of a campground.
  var revisions: [ManagedObjectID: Int64] = [:]

  /// Writes the posting that the ledger lines of this change belong to.
  let pen: PostingPen

  /// - Parameter action: the action that ledger lines record.
  convenience init(
    _ scope: ServiceScope, in scratch: ManagedObjectContext, for action: String = "desk"
  ) {
    self.init(scope, with: scope.pen(action, in: scratch))
  }

  init(_ scope: ServiceScope, with pen: PostingPen) {
    self.scope = scope
    self.pen = pen
  }

  // MARK: Booking

  /// Makes a reservation with a first status, and takes the nights if the status occupies them.
  ///
  /// - Parameters:
  ///   - status: draft, hold, requested or reserved.
  ///   - holdMinutes: how long a hold lasts; by default the campground's setting.
  /// - Throws: `CampgroundError.siteTaken`; `.noRoom` where a class has none; `.unfit` where the
  ///   party does not fit, and for a retired campsite; `.stayRuleBroken`; `.invalidValue` for a
  ///   stay that is too long, and for an invalid price; `.outOfRange`, `.gone`; `.refused` for a
  ///   class without campsites.
  func book(
    _ booking: Booking, as status: ReservationStatus, holdMinutes: Int? = nil
  ) throws -> Reservation {
    try ReservationService.check(booking.dates, for: booking.party)
    _ = try booking.price.map { try Self.minorUnits(ofNight: $0, at: booking.campground) }
    var booking = booking
    if let siteClass = booking.siteClass {
      booking.place = .siteClass(try context.current(siteClass))
    }
    let (spans, moves) = try placing(booking, as: status)
    let campground = try booking.campground.map { try context.current($0) }
    let setAside = try brokenRules(booking, on: spans, as: status)
    let reservation = Reservation(context: context)
    if let number = scope.placeholderNumber(of: Reservation.self) { reservation.number = number }
    reservation.state = status
    reservation.party = booking.party
    reservation.note = NameRule.optional(booking.note)
    reservation.camper = try booking.camper.map { try context.current($0) }
    reservation.campground = campground
    reservation.siteClass = booking.siteClass
    note(setAside, of: reservation)
    _ = try card(of: reservation)
    try choosePolicy(of: booking, for: reservation, spans)
    if status == .hold {
      reservation.holdExpiresAt = try holdEnd(holdMinutes, at: campground)
    }
    if status.occupiesNights {
      try make(moves)
      try occupy(spans, by: reservation)
    }
    try agree(on: booking, for: reservation, spans)
    return reservation
  }

  /// The instant at which a hold that begins now expires.
  ///
  /// - Throws: `CampgroundError.outOfRange`.
  func holdEnd(_ minutes: Int?, at campground: Campground?) throws(CampgroundError) -> Date {
    let minutes = minutes ?? Int(campground?.holdMinutes ?? 15)
    try RuleCheck.range(minutes, "minutes", 1...ReservationService.mostHoldMinutes)
    return now.addingTimeInterval(Double(minutes) * 60)
  }

  // MARK: Prices

  /// The rules of a campground with all their versions, read once.
  func card(at campground: Campground) throws -> RateCard {
    if let known = cards[campground.objectID] { return known }
    // The write transaction has read the campground itself, so its values are current.
    let isCurrent = scope.reach == .store && context !== scope.context
    let (card, revision) = try scope.rateCards.cardWithRevision(
      of: campground, in: context, isCurrent: isCurrent)
    cards[campground.objectID] = card
    revisions[campground.objectID] = revision
    return card
  }

  private func choosePolicy(
    of booking: Booking, for reservation: Reservation, _ spans: [SiteSpan]
  ) throws {
    switch booking.policy {
    case .chosen(let policy):
      reservation.policy = try context.current(policy, for: reservation).name
    case .without: reservation.policy = nil
    case nil:
      let revision = revision(at: reservation.campground)
      let facts = StayFacts(
        proposing: spans, of: reservation.siteClass, for: StayFacts.Party(), under: revision)
      reservation.policy = try card(of: reservation).policy(for: facts, reservedUnder: revision)?
        .name
    }
    reservation.policyRevision = revision(at: reservation.campground)
  }

  private func agree(
    on booking: Booking, for reservation: Reservation, _ spans: [SiteSpan]
  ) throws {
    let revision = revision(at: reservation.campground)
    let discount = try booking.discount.map { try context.current($0, for: reservation).name }
    let price = try booking.price.map {
      try Self.minorUnits(ofNight: $0, at: reservation.campground)
    }
    var facts = StayFacts(
      proposing: spans, of: reservation.siteClass, for: StayFacts.Party(reservation.party),
      discount: discount,
      priceMinor: price, under: revision)
    if reservation.state == .reserved { try reserve(&facts, of: reservation) }
    try write(facts, to: reservation, on: spans, agreesDeposit: true)
  }

  /// Marks a stay as reserved now, under the current rules.
  func reserve(_ facts: inout StayFacts, of reservation: Reservation) throws {
    note(.reserved, of: reservation)
    let revision = revision(at: reservation.campground)
    let card = try card(of: reservation)
    if let policy = reservation.policy, card.terms(of: policy, under: revision) != nil {
      reservation.policyRevision = revision
    }
    facts.reserve(
      at: now, revision: revision,
      under: reservation.policy.flatMap { card.terms(of: $0, under: reservation.policyRevision) })
  }

  // MARK: Changing

  /// Changes a reservation and returns the effect.
  func changing(
    _ reservation: Reservation, _ body: (Reservation) throws -> Void
  ) throws -> StayChange {
    let before = try StaySnapshot(reservation, of: self)
    remarks = .init()
    try body(reservation)
    if reservation.state == .reserved || reservation.state == .checkedIn {
      try post(reservation, through: CalendarDate(dayNumber: .min), reason: "the stay was changed")
    }
    var change = try before.change(to: reservation, of: self)
    change.remarks = remarks
    return change
  }

  /// The ledger page for lines that concern a reservation, on the business day.
  func page(of reservation: Reservation) -> LedgerPage {
    LedgerPage(of: reservation, on: businessDay(of: reservation), by: pen)
  }

  /// The business day at a reservation's campground.
  func businessDay(of reservation: Reservation) -> CalendarDate {
    reservation.campground?.businessDay(at: now) ?? today(reservation)
  }

  /// Today's calendar date at a reservation's campground.
  func today(_ reservation: Reservation) -> CalendarDate {
    CalendarDate(now, in: reservation.campground?.timeZone ?? .current)
  }
}

extension Reservation {
  /// The dates of the stay.
  ///
  /// - Throws: `CampgroundError.invalidValue` for the invalid dates of a damaged store.
  func checkedDates() throws(CampgroundError) -> StayDates {
    try rethrowing(
      StayDates(arrival: arrival, departure: departure), as: CampgroundError.invalidDates)
  }
}
