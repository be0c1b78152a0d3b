import Foundation
import ObjectGraph

/// The stored facts of stays.
extension StayBook {
  // MARK: Reading

  /// The rules with all their versions.
  func card(of reservation: Reservation) throws -> RateCard {
    let campground =
      try reservation.campground ?? refused(with: .gone("the campground of \(reservation.code)"))
    return try card(at: campground)
  }

  /// The revision of the rules under which new nights are agreed: that of the card that was read.
  func revision(at campground: Campground?) -> Int64 {
    guard let campground else { return 0 }
    return revisions[campground.objectID] ?? campground.rulesRevision
  }

  /// Everything that the stay's price depends on.
  func facts(of reservation: Reservation) throws -> StayFacts {
    reservation.facts(by: try card(of: reservation))
  }

  /// The present bill of a stay. The bill of a settled stay is what the ledger has, which later
  /// changes to rules do not affect.
  ///
  /// - Throws: `CampgroundError.invalidValue` for amounts that are too large.
  func bill(of reservation: Reservation) throws -> Bill {
    guard reservation.isSettled else { return try billByFacts(of: reservation) }
    let entries = try
      (reservation.folio == nil
      ? [] : Ledger.lines(about: reservation, in: context)).sorted { $0.comesBefore($1) }
    let currency = reservation.campground?.currency ?? .usd
    let lines = try BillGrouping.groups(of: entries, by: BillPosting.Key.init).compactMap { group in
      // A reversed line does not count.
      guard let last = group.last(where: \.stands) ?? group.last, var line = last.billLine
      else { return nil as Bill.Line? }
      line.amountMinor = try Balance.sum(group.lazy.map(\.amountMinor), currency)
      line.fact = last.fact?.place
      return line.amountMinor != 0 || last.stands && line.kind == .lodging ? line : nil
    }
    return try rethrowing(Bill(lines, in: currency)) {
      CampgroundError($0)
    }
  }

  /// The bill of a stay according to its facts.
  ///
  /// - Throws: `CampgroundError.invalidValue` for amounts that are too large.
  func billByFacts(of reservation: Reservation) throws -> Bill {
    try priced(facts(of: reservation), at: reservation)
  }

  /// The bill for facts under the rules of a reservation's campground.
  ///
  /// A change needs the same bill several times: for the state before, for what it records, posts
  /// and returns.
  ///
  /// - Throws: `CampgroundError.invalidValue` for amounts that are too large.
  func priced(_ facts: StayFacts, at reservation: Reservation) throws -> Bill {
    let card = try card(of: reservation)
    let campground = reservation.campground?.objectID
    let known = knownBills.last { $0.campground == campground && $0.facts == facts }
    if let known { return known.bill }
    let bill = try Bill.priced(facts, by: card)
    if knownBills.count == 4 { knownBills.removeFirst() }
    knownBills.append((campground, facts, bill))
    return bill
  }

  /// The current instant, with the business day.
  func moment(of reservation: Reservation) -> StayFacts.Moment {
    StayFacts.Moment(
      now, on: businessDay(of: reservation), in: reservation.campground?.timeZone ?? .gmt)
  }

  /// The nights of a stay on campsites, as they would be agreed now. Terms agreed at the desk for
  /// existing nights also apply to added ones; a night whose campsite does not change keeps the
  /// place it was booked on.
  func nights(
    of reservation: Reservation, on spans: [SiteSpan], like facts: StayFacts,
    under revision: Int64
  ) -> [StayFacts.Night] {
    let known = facts.nights
    let former = reservation.siteSpans
    return spans.flatMap { span in
      let place = BookedPlace(span.site, bookedBy: reservation.siteClass)
      return span.dates.nights.map { date in
        let near = known.last { $0.date <= date } ?? known.first
        let isForOthers = near?.priceCovers == .lodging
        let stays = near?.date == date && former.has(date, on: span.site)
        return StayFacts.Night(
          date, at: stays ? near?.place ?? place : place, agreedUnder: revision,
          agreedPriceMinor: priceOfAddedNights ?? (isForOthers ? near?.agreedPriceMinor : nil),
          agreedDiscount: near?.agreedDiscount)
      }
    }
  }

  // MARK: Changing

  /// Changes the nights of a stay; nights given up and fees are settled by the agreed terms.
  func give(
    _ reservation: Reservation, _ spans: [SiteSpan],
    because occasion: GivenUpLodging.Occasion = .changed
  ) throws {
    let card = try card(of: reservation)
    var facts = reservation.facts(by: card)
    let nights = nights(
      of: reservation, on: spans, like: facts, under: revision(at: reservation.campground))
    let (former, moment) = (facts.givenUp, moment(of: reservation))
    try facts.changed(to: nights, because: occasion, at: moment, by: card)
    if occasion == .leftEarly || facts.givenUp.count > former.count {
      remarks.keptUnder = facts.terms.words(
        for: facts.step(at: moment), of: reservation, occasion)
    }
    try write(facts, to: reservation, on: spans)
  }

  // MARK: Writing

  /// Stores the facts of a stay, and the resulting price.
  ///
  /// - Parameters:
  ///   - spans: the campsites of its present nights.
  ///   - agreesDeposit: whether to agree the deposit, too.
  func write(
    _ facts: StayFacts, to reservation: Reservation, on spans: [SiteSpan],
    agreesDeposit: Bool = false
  ) throws {
    try writeNights(of: facts, to: reservation, on: spans)
    if reservation.reservedUnder != facts.reservedUnder {
      reservation.reservedUnder = facts.reservedUnder
    }
    if reservation.reservedArrival != facts.reservedDates?.arrival {
      reservation.reservedArrival = facts.reservedDates?.arrival
    }
    if reservation.reservedDeparture != facts.reservedDates?.departure {
      reservation.reservedDeparture = facts.reservedDates?.departure
    }
    let notice = facts.noticeArrival
    if reservation.noticeDate != notice { reservation.noticeDate = notice }
    let givenUp = rows(for: facts.givenUp.count, among: reservation.givenUp, \.position) {
      GivenUpNights(context: $0)
    }
    for (place, row) in givenUp.enumerated() {
      if row.reservation == nil { row.reservation = reservation }
      row.take(facts.givenUp[place], at: place)
    }
    let fees = rows(for: facts.changeFees.count, among: reservation.changeFees, \.position) {
      ChangeFee(context: $0)
    }
    for (place, row) in fees.enumerated() where row.reservation == nil {
      row.reservation = reservation
      row.position = Int32(clamping: place)
      row.day = facts.changeFees[place].day
      row.amountMinor = facts.changeFees[place].amountMinor
    }
    try noteTotal(of: reservation, agreesDeposit: agreesDeposit)
  }

  /// Stores the present price of a stay.
  ///
  /// - Parameter agreesDeposit: whether to agree the deposit, too; before the stay is reserved, it
  ///   always is.
  func noteTotal(of reservation: Reservation, agreesDeposit: Bool = false) throws {
    let card = try card(of: reservation)
    let facts = reservation.facts(by: card)
    let bill = try priced(facts, at: reservation)
    reservation.take(bill)
    if reservation.isSettled { reservation.totalMinor = try self.bill(of: reservation).totalMinor }
    guard agreesDeposit || reservation.reservedUnder == nil, reservation.state?.isFinal == false
    else { return }
    let deposit = try rethrowing(Bill.deposit(for: facts, bill, by: card)) { CampgroundError($0) }
    if reservation.depositMinor != deposit { reservation.depositMinor = deposit }
  }

  /// Stores the campsites and terms of a stay's nights.
  func writeNights(
    of facts: StayFacts, to reservation: Reservation, on spans: [SiteSpan]
  ) throws {
    let known = reservation.segments.filter { !$0.isDeleted }
    let before = (known.filter { !$0.isGivenUp } + known.filter(\.isGivenUp))
      .compactMap { $0.span }
    func former(_ date: CalendarDate) -> (site: CampSite?, name: String?) {
      let span = before.first { $0.dates.contains(night: date) }
      return (span?.site, span?.name)
    }
    let calledOff = Set(facts.calledOffNights.map(\.date))
    let present = facts.nights + facts.calledOffNights
    var wanted =
      AgreedSpan.spans(of: present, isGivenUp: false) { date in
        let span = spans.span(on: date)
        return (span?.site, span?.name)
      }
      + AgreedSpan.spans(
        of: facts.formerNights.filter { !calledOff.contains($0.date) }, isGivenUp: true, on: former)
    var left: [StaySegment] = []
    for segment in known {
      if let index = wanted.firstIndex(where: { $0.isSame(as: segment) }) {
        wanted.remove(at: index)
      } else {
        left.append(segment)
      }
    }
    for agreed in wanted {
      let segment = left.popLast() ?? StaySegment(context: context)
      if segment.reservation == nil { segment.reservation = reservation }
      segment.take(
        agreed, in: try siteClass(agreed.first.place.siteClass, of: agreed.span, reservation))
    }
    for segment in left { context.delete(segment) }
    guard let dates = spans.dates, let last = spans.last?.site else { return }
    if reservation.dates != dates {
      (reservation.arrival, reservation.departure) = (dates.arrival, dates.departure)
    }
    if reservation.campSite !== last { reservation.campSite = last }
    if reservation.campground !== last.campground { reservation.campground = last.campground }
  }

  /// The class with an identifier, usually the booked one or that of the campsite.
  private func siteClass(
    _ id: ClassID?, of span: SiteSpan, _ reservation: Reservation
  ) throws -> SiteClass? {
    guard let id else { return nil }
    let near = [reservation.siteClass, span.site?.siteClass].compactMap { $0 }
    if let known = near.first(where: { ClassID($0) == id }) { return known }
    guard let campground = reservation.campground ?? span.site?.campground else { return nil }
    return try context.fetch(SiteClass.self, where: "campground == %@", campground).first {
      ClassID($0) == id
    }
  }

  private func rows<Fact: ManagedObject>(
    for count: Int, among known: Set<Fact>, _ position: (Fact) -> Int32,
    _ make: (ManagedObjectContext) -> Fact
  ) -> [Fact] {
    var rows = Reservation.inOrder(known, position)
    while rows.count > count { context.delete(rows.removeLast()) }
    while rows.count < count { rows.append(make(context)) }
    return rows
  }
}

extension Bill {
  /// The bill of a stay.
  ///
  /// - Throws: `CampgroundError.invalidValue` for amounts that are too large.
  static func priced(_ facts: StayFacts, by card: RateCard) throws(CampgroundError) -> Bill {
    try rethrowing(Bill(of: facts, by: card)) { CampgroundError($0) }
  }
}

extension Reservation {
  /// Stores the sums of its bill.
  func take(_ bill: Bill) {
    if totalMinor != bill.totalMinor { totalMinor = bill.totalMinor }
    let count = Int16(clamping: bill.unpricedNights.count)
    if unpricedNights != count { unpricedNights = count }
  }
}

extension StayFacts {
  /// Changes the nights of the stay like `change(to:because:at:by:)`.
  ///
  /// - Throws: `CampgroundError.invalidValue` for amounts that are too large.
  mutating func changed(
    to nights: [Night], because occasion: GivenUpLodging.Occasion, keeping agreedMinor: Int64 = 0,
    at moment: Moment, by card: RateCard
  ) throws(CampgroundError) {
    try rethrowing(
      change(to: nights, because: occasion, keeping: agreedMinor, at: moment, by: card)
    ) {
      CampgroundError($0)
    }
  }
}

extension CampgroundError {
  init(_ error: PricingError) {
    switch error {
    case .tooLarge(let currency): self = .invalidAmount(.overflow(currency))
    }
  }
}
