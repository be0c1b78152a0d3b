import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The commands that list and show stays.
  @CommandList<Session>
  static var listsOfStays: [Self] {
    Command(
      "reservation list", synonyms: ["bookings"], "List reservations by arrival date",
      .option("status", .listedStatus),
      .option("site", .site),
      .option("guest", .camper.described(nil, placeholder: "CAMPER")),
      .option("from", .date, "only stays with nights on or after this date"), .partOfList,
      examples: [
        "reservation list status Reserved site 15", "reservation list from today limit 20",
      ], answering: .data
    ) { session, status, site, camper, first, part in
      let page = try session.reservations.list(
        status: status?.stored, takenBack: status == .takenBack, site: site, camper: camper,
        from: first, limit: part.limit(in: session), offset: part.offset)
      return .table(
        session.reservationTable(page.rows), empty: "No matching reservations",
        more: session.remainder(
          of: page, advice: first == nil ? "from today leaves out past stays" : nil))
    }

    Command(
      "reservation show", synonyms: ["stay details", "itinerary", "view booking"],
      "Show a reservation", .stay, examples: ["reservation show R-1"], answering: .data
    ) { session, stay in
      .details(
        session.record(of: stay) + Session.standing(of: try session.folios.balance(of: stay))
          + (try session.details(of: stay)),
        lists: [
          ("sites", Session.sitesTable(of: stay)), ("moves", Session.movesTable(of: stay)),
          ("payments", try session.paymentsTable(of: stay)),
        ])
    }
  }

  /// The commands about the guests of one day.
  @CommandList<Session>
  static var listsOfADay: [Self] {
    Command(
      "arrivals",
      synonyms: ["arriving", "arrives", "who arrives", "expected", "check-ins", "today"],
      "List a day's arrivals, today's by default",
      .day,
      details: """
        Today's list includes overdue arrivals. Guests changing sites are marked with the site \
        they come from.
        """,
      examples: ["arrivals", "arrivals 2026-07-04"], answering: .data
    ) { session, day in try session.arrivals(on: day) }
    .inParts

    Command(
      "departures",
      synonyms: ["departing", "leaving", "leaves", "who leaves", "check-outs", "today"],
      "List a day's departures, today's by default", .day,
      details: """
        Today's list includes overdue departures. Guests changing sites are marked with the site \
        they move to.
        """,
      examples: ["departures"], answering: .data
    ) { session, day in try session.departures(on: day) }
    .inParts

    Command(
      "inhouse", aliases: ["in house", "in-house"], synonyms: ["occupied", "who is here", "today"],
      "List the guests in house on a day, today by default", .day,
      examples: ["inhouse", "inhouse 2026-07-04", "inhouse limit 20 offset 20"], answering: .data
    ) { session, day in
      session.table(
        of: try session.reservations.inHouse(on: day).map { try Guest($0, on: day, in: session) },
        empty: "No guests in house on \(day)")
    }
    .inParts
  }
}

extension Argument where Context == Session, Value == CalendarDate {
  /// The day that a list covers; today by default.
  static var day: Self { .optional("date", .date) { try $0.today() } }
}

/// A stay in the list of a day.
private struct Guest {
  let stay: Reservation

  /// The site on the night listed.
  let site: String?

  /// The site that a guest moves from or to; nil without a change of site.
  let change: String?

  /// The balance of the bill.
  let balance: Balance

  @MainActor
  init(
    _ stay: Reservation, on night: CalendarDate, _ change: String? = nil, in session: Session
  ) throws {
    self.stay = stay
    site = stay.site(on: night).name
    self.change = change
    balance = try session.folios.balance(of: stay)
  }
}

// MARK: Rows

extension Session {
  /// The arrivals of a day, and the guests who come from another site.
  func arrivals(on day: CalendarDate) throws -> Answer {
    let coming = try reservations.arrivals(on: day).map {
      try Guest($0, on: $0.arrival, in: self)
    }
    let changing = try reservations.siteChanges(on: day).map {
      try Guest($0.stay, on: day, "from \($0.from.name ?? "")", in: self)
    }
    return table(
      of: coming + changing,
      with: [
        .init("phone", rank: .aside, isWhole: true) { Cell($0.stay.camper?.phoneNumber) },
        .number("length", rank: .aside) {
          Cell($0.stay.party.vehicleLength ?? $0.stay.camper?.rigLength.map(Int.init))
        },
      ], empty: "No arrivals on \(day)")
  }

  /// The departures of a day, and the guests who move to another site.
  func departures(on day: CalendarDate) throws -> Answer {
    let leaving = try reservations.departures(on: day).map {
      try Guest($0, on: $0.departure.advanced(by: -1), in: self)
    }
    let changing = try reservations.siteChanges(on: day).map {
      try Guest($0.stay, on: day.advanced(by: -1), "to \($0.to.name ?? "")", in: self)
    }
    return table(of: leaving + changing, empty: "No departures on \(day)")
  }

  /// Reservations by site, with a mark on overdue ones, followed by guests who change sites, with
  /// the site they move from or to.
  ///
  /// - Parameter further: the additional columns of this list.
  fileprivate func table(
    of guests: [Guest], with further: [ListColumn<Guest>] = [], empty: String
  ) -> Answer {
    let stays: [ListColumn<Guest>] = stayColumns(
      { $0.stay }, site: { Cell($0.site) }, isOfOneDay: true)
    let due: ListColumn<Guest> = .number("due") { Cell($0.balance.owed) }
    let overdue: ListColumn<Guest> = .init("overdue") { [self] in
      isOverdue($0.stay) ? .text("overdue") : .null
    }
    let change: ListColumn<Guest> = .init("change") { Cell($0.change) }
    let isChanging = guests.contains { $0.change != nil }
    let columns = stays + [due] + further + [overdue] + (isChanging ? [change] : [])
    return .table(columns.table(of: guests), empty: empty)
  }

  /// Whether the guest should have arrived or left by now.
  private func isOverdue(_ reservation: Reservation) -> Bool {
    let now = WallTime(clock.now, in: reservation.campground?.timeZone ?? .gmt)
    return reservation.isArrivalOverdue(on: now.date) || reservation.isDepartureOverdue(at: now)
  }

  // MARK: Details

  /// The further fields shown for a single stay.
  fileprivate func details(of stay: Reservation) throws -> Answer.Record {
    let (zone, party) = (stay.campground?.timeZone ?? .gmt, stay.party)
    let rules = stay.rulesSetAside.map(\.words)
    let deposit = try stay.depositMinor.flatMap { _ in
      Deposit(of: stay, paid: try folios.balance(of: stay).paid)
    }
    // For programs, a field has one name whatever its value.
    let isLapsed = stay.isLapsed(at: clock.now) && !format.isForPrograms
    return [
      ("class", Cell(stay.className)), ("promise", Cell(stay.promise.words)),
      ("vehicles", Cell(party.vehicles)), ("length", Cell(party.vehicleLength)),
      ("needs", Cell(Self.needs(of: party))), ("group", Cell(stay.group?.name)),
      ("price", Cell(stay.nightPrice)), ("discount", Cell(stay.discount)),
      ("policy", Cell(stay.policy)), ("deposit", Cell(deposit?.amount)),
      ("deposit due", Cell(deposit?.due)), ("deposit paid", Cell(deposit?.paid)),
      (
        isLapsed ? "hold ended" : "held until",
        Cell(stay.holdExpiresAt.map { "\(WallTime($0, in: zone))" })
      ),
      ("guaranteed", Cell(try guarantee(of: stay))),
      ("expected", Cell(stay.expectedAt.map { "\(WallTime($0, in: zone))" })),
      ("overdue", isOverdue(stay) ? .boolean(true) : .null), ("reason", Cell(stay.reason)),
      ("overridden", Cell(rules.isEmpty ? nil : rules.joined(separator: "\n"))),
      ("note", Cell(stay.note)), ("confirmation number", Cell(stay.confirmationNumber)),
    ]
  }

  /// What guarantees a reserved stay; nil if it is not guaranteed.
  private func guarantee(of stay: Reservation) throws -> String? {
    guard stay.state == .reserved else { return nil }
    if stay.isGuaranteed { return "by the desk" }
    return try reservations.isGuaranteed(stay) ? "first night paid" : nil
  }

  /// The sites of a stay that changes them, each with its dates; empty for a stay on one site.
  fileprivate static func sitesTable(of stay: Reservation) -> ResultTable {
    let columns: [ListColumn<SiteSpan>] = [
      .init("site") { Cell($0.name) }, .init("from") { Cell($0.dates.arrival) },
      .init("to") { Cell($0.dates.departure) },
      .number("nights", rank: .aside) { Cell($0.dates.nightCount) },
    ]
    let spans = stay.siteSpans
    return columns.table(of: spans.count > 1 ? spans : [])
  }

  /// The site changes of a stay, by hand or to make room within its class; empty for none.
  fileprivate static func movesTable(of stay: Reservation) -> ResultTable {
    let zone = stay.campground?.timeZone ?? .gmt
    let moves = stay.events.sorted { ($0.happenedAt, $0.number) < ($1.happenedAt, $1.number) }
      .compactMap { event in event.change(of: "campSite").map { (event.happenedAt, $0) } }
      .filter { $1.before != nil && $1.after != nil }
    return ResultTable(
      columns: [.init("at"), .init("from"), .init("to")],
      rows: moves.map { instant, site in
        [.text("\(WallTime(instant, in: zone))"), Cell(site.before), Cell(site.after)]
      })
  }
}

extension SitePromise {
  /// How firmly a stay booked by class is promised its site; nil if a site was booked.
  fileprivate var words: String? {
    switch self {
    case .floating: "floating"
    case .locked: "locked"
    case .chosen, .open: nil
    }
  }
}
