import Campground
import CommandKit
import ObjectGraph
import Rendering

/// The commands that book stays and show them.
extension Session {
  func reserve(_ command: ParsedCommand) throws -> Answer {
    try book(command, as: .reserved, done: "Reserved")
  }

  func hold(_ command: ParsedCommand) throws -> Answer {
    try book(command, as: .hold, done: "Held")
  }

  func request(_ command: ParsedCommand) throws -> Answer {
    try book(command, as: .requested, done: "Noted the request")
  }

  func draft(_ command: ParsedCommand) throws -> Answer {
    try book(command, as: .draft, done: "Noted the draft")
  }

  private func book(
    _ command: ParsedCommand, as status: ReservationStatus, done: String
  ) throws -> Answer {
    var booking = Booking(
      try place(command), for: try camper(command, .guest), dates: try stayDates(of: command),
      party: try party(of: command), note: command[.note])
    booking.discount = try offeredDiscount(of: command)
    booking.policy = try chosenPolicy(of: command)
    booking.price = command[.price]
    booking.overridesRules = command.has(.overriding)
    booking.siteChanges = try siteChanges(of: command)
    if let plan = try series(of: command) {
      return try reserve(
        booking, months: command[.months], plan, dryRun: command.has(.dryRun))
    }
    let call = { (service: ReservationService) in
      try service.book(booking, as: status, minutes: command[.minutes])
    }
    guard !command.has(.dryRun) else { return answer(previewing: [try reservations.preview(call)]) }
    let made = try call(reservations)
    let deposit = made.deposit.map { "\n  \($0)" } ?? ""
    return .message(
      ([
        "\(done) \(made.code) · \(made.after)" + deposit
      ] + (made.after.total == nil ? ["  \(Self.priceHint(for: made))"] : [])
        + (made.moves.map { "\($0)" } + Self.waitlistLines(of: made)).map { "  \($0)" }).joined(
          separator: "\n"),
      record: format.isForPrograms ? try record(of: made) : [])
  }

  /// How far a campsite of the class that was booked is promised; nothing where a campsite was booked.
  private func promiseCell(of reservation: Reservation) -> Cell {
    switch reservation.promise {
    case .floating: .text("floating")
    case .locked: .text("locked")
    case .chosen, .open: .null
    }
  }

  /// How a stay without a price gets one.
  private static func priceHint(for made: StayChange) -> String {
    let unit = made.after.isByDay ? "day" : "night"
    return "\"reservation edit \(made.code) price AMOUNT\" gives each \(unit) a price"
  }

  func listReservations(_ command: ParsedCommand) throws -> Answer {
    let (limit, offset) = part(command)
    let page = try reservations.list(
      status: command[.status].flatMap(ReservationStatus.init(rawValue:)),
      site: command[.site] == nil ? nil : try campSite(command),
      camper: command[.camper] == nil ? nil : try camper(command),
      from: command[.from], limit: limit, offset: offset)
    let advice = command[.from] == nil ? "from today leaves out what is past" : nil
    return .table(
      reservationTable(page.rows), empty: "No such reservations",
      more: Self.remainder(of: page, advice: advice))
  }

  func showReservation(_ command: ParsedCommand) throws -> Answer {
    let reservation = try reservation(command)
    let zone = reservation.campground?.timeZone ?? .gmt
    let party = reservation.party
    let rules = reservation.rulesSetAside.map(\.words)
    let deposit = try reservation.depositMinor.flatMap { _ in
      Deposit(of: reservation, paid: try folios.balance(of: reservation).paid)
    }
    let more: Answer.Record = [
      ("class", Cell(reservation.className)), ("promise", promiseCell(of: reservation)),
      ("vehicles", Cell(party.vehicles)), ("length", Cell(party.vehicleLength)),
      ("needs", Cell(Self.needs(of: party))),
      ("group", Cell(reservation.group?.name)),
      ("price", Cell(reservation.nightPrice)), ("discount", Cell(reservation.discount)),
      ("policy", Cell(reservation.policy)),
      ("deposit", Cell(deposit?.amount)), ("deposit due", Cell(deposit?.due)),
      ("deposit paid", Cell(deposit?.paid)),
      (
        // For programs a field has one name, whatever its value.
        reservation.isLapsed(at: clock.now) && !format.isForPrograms ? "hold ended" : "held until",
        Cell(reservation.holdExpiresAt.map { "\(WallTime($0, in: zone))" })
      ),
      ("guaranteed", try guarantee(of: reservation)),
      ("expected", Cell(reservation.expectedAt.map { "\(WallTime($0, in: zone))" })),
      ("overdue", isOverdue(reservation) ? .boolean(true) : .null),
      ("reason", Cell(reservation.reason)),
      ("overridden", Cell(rules.isEmpty ? nil : rules.joined(separator: "\n"))),
      ("note", Cell(reservation.note)),
    ]
    return .details(
      record(of: reservation) + more,
      lists: [
        ("sites", sitesTable(of: reservation)), ("moves", movesTable(of: reservation)),
        ("payments", try paymentsTable(of: reservation)),
      ])
  }

  /// By what a stay is guaranteed whose guest is to come; null where it is not.
  private func guarantee(of reservation: Reservation) throws -> Cell {
    guard reservation.state == .reserved else { return .null }
    if reservation.isGuaranteed { return .text("by the desk") }
    return try reservations.isGuaranteed(reservation) ? .text("first night paid") : .null
  }

  /// The campsites of a stay; of one that asks for a class and has none yet nothing.
  private func siteCell(of reservation: Reservation) -> Cell {
    reservation.promise == .open ? .null : Cell(reservation.siteWords)
  }

  /// What a stay costs; of one without a price, for people, that.
  private func totalCell(of reservation: Reservation) -> Cell {
    if format.isForPrograms || !reservation.lacksPrice { return Cell(reservation.total) }
    return .text(Reservation.noPrice)
  }

  /// The stay that `from` with `nights`, `months` or `to` describes.
  func stayDates(of command: ParsedCommand) throws(Diagnostic) -> StayDates {
    let arrival = try command.require(.from)
    do {
      if let departure: CalendarDate = command[.to] {
        return try StayDates(arrival: arrival, departure: departure)
      }
      if let months = command[.months] { return try StayDates(arrival: arrival, months: months) }
      return try StayDates(arrival: arrival, nights: try command.require(.nights))
    } catch let error as StayDatesError {
      let count: ParameterKey<Int> = command[.months] == nil ? .nights : .months
      throw command.arguments["to"] == nil
        ? command.diagnostic("\(error)", at: count)
        : command.diagnostic(
          "\(error)", hint: Self.hint(aboutCounted: .to, in: command),
          at: ParameterKey<CalendarDate>.to)
    } catch {
      throw Diagnostic(error, about: command.text)
    }
  }

  /// Reminds of it that a date such as friday was counted from today.
  private static func hint(
    aboutCounted key: ParameterKey<CalendarDate>, in command: ParsedCommand
  ) -> String? {
    let word = command.text.tokens.first { $0.range == command.arguments[key.name]?.range }?.text
    guard let word, let date = command[key], word != "\(date)" else { return nil }
    return "\"\(word)\" is counted from today"
  }

  // MARK: A day

  func listArrivals(_ command: ParsedCommand) throws -> Answer {
    let day = try command[.date] ?? today()
    return .table(
      dayTable(try reservations.arrivals(on: day), changing: try changesFrom(on: day), on: day) {
        $0.arrival
      },
      empty: "Nobody arrives on \(day)")
  }

  func listDepartures(_ command: ParsedCommand) throws -> Answer {
    let day = try command[.date] ?? today()
    return .table(
      dayTable(
        try reservations.departures(on: day), changing: try changesTo(on: day),
        on: day.advanced(by: -1)
      ) {
        $0.departure.advanced(by: -1)
      },
      empty: "Nobody leaves on \(day)")
  }

  func listInHouse(_ command: ParsedCommand) throws -> Answer {
    let day = try command[.date] ?? today()
    return .table(
      dayTable(try reservations.inHouse(on: day), on: day) { _ in day },
      empty: "Nobody is here on \(day)")
  }

  /// Whether a guest should have come, or left, and did not.
  private func isOverdue(_ reservation: Reservation) -> Bool {
    let now = WallTime(clock.now, in: reservation.campground?.timeZone ?? .gmt)
    return reservation.isArrivalOverdue(on: now.date) || reservation.isDepartureOverdue(at: now)
  }

  // MARK: As rows

  private var reservationColumns: [ResultTable.Column] {
    [
      .init("code"), .init("site"), .init("camper"), .init("from"), .init("to"),
      .number("nights", isAside: true),
    ] + partyColumns + [.init("status"), .number("total")]
  }

  func reservationTable(
    _ reservations: [Reservation], leavingOut names: String...
  ) -> ResultTable {
    let hidden = names + (names.contains("party") ? partyColumns.map(\.name) : [])
    return ResultTable(
      columns: reservationColumns.filter { !hidden.contains($0.name) },
      rows: reservations.map { reservation in
        record(of: reservation).filter { !hidden.contains($0.name) }.map(\.value)
      })
  }

  /// Reservations by site, those marked that are overdue; behind them those whose guests change the
  /// site, with where they come from or go to.
  ///
  /// - Parameter night: the one whose site is told.
  private func dayTable(
    _ reservations: [Reservation], changing: [(stay: Reservation, mark: String)] = [],
    on day: CalendarDate, siteOn night: (Reservation) -> CalendarDate
  ) -> ResultTable {
    var columns: [ResultTable.Column] =
      [
        .init("site"), .init("code"), .init("camper"), .init("from"), .init("to"),
        .number("nights", isAside: true),
      ] + partyColumns + [.init("status"), .init("overdue")]
    if !changing.isEmpty { columns.append(.init("change")) }
    let rows =
      reservations.map { (stay: $0, site: $0.site(on: night($0)).name, mark: String?.none) }
      + changing.map { (stay: $0.stay, site: $0.stay.site(on: day).name, mark: $0.mark) }
    return ResultTable(
      columns: columns,
      rows: rows.map { reservation, site, mark in
        let stay: [Cell] = [
          Cell(site), .text(reservation.code), Cell(reservation.camper?.fullName),
          Cell(reservation.arrival), Cell(reservation.departure), Cell(reservation.numberOfNights),
        ]
        let cells =
          stay + partyCells(of: reservation.party) + [
            .text(reservation.status), isOverdue(reservation) ? .text("overdue") : .null,
          ]
        return changing.isEmpty ? cells : cells + [Cell(mark)]
      })
  }

  /// A stay that was booked.
  private func record(of made: StayChange) throws -> Answer.Record {
    record(of: try reservations.find(made.code)) + Self.cells(of: made.deposit)
  }

  func record(of reservation: Reservation) -> Answer.Record {
    let stay: [Cell] = [
      .text(reservation.code), siteCell(of: reservation), Cell(reservation.camper?.fullName),
      Cell(reservation.arrival), Cell(reservation.departure), Cell(reservation.numberOfNights),
    ]
    let values =
      stay + partyCells(of: reservation.party) + [
        .text(reservation.status), totalCell(of: reservation),
      ]
    return zip(reservationColumns, values).map { ($0.name, $1) }
  }
}
