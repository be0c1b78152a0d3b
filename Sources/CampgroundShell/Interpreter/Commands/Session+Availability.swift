import Campground
import CommandKit
import Rendering

/// The commands that tell what is free.
extension Session {
  func listAvailableCampSites(_ command: ParsedCommand) throws -> Answer {
    let query = try availabilityQuery(of: command)
    let dates = query.window
    guard !command.has(.why) else { return try listRefusals(query) }
    let offers = try availability.search(query)
    let room = try offers.isEmpty ? roomByMoving(query, command) : nil
    let empty = room ?? "No such campsite is free \(dates); add why for the reasons"
    guard query.isFlexible else {
      return .table(
        ResultTable(
          columns: Self.siteColumns.dropLast() + [.number("price")],
          rows: offers.map { offer in
            record(of: offer.site).dropLast().map(\.value) + [price(of: offer)]
          }), asides: Self.siteAsides, empty: empty)
    }
    return .table(
      ResultTable(
        columns: [
          .init("site"), .init("from"), .init("to"), .init("type"), .init("electricity"),
          .number("length"), .number("people"), .number("price"),
        ],
        rows: offers.map { offer in
          [
            .text(offer.site.name), Cell(offer.dates.arrival), Cell(offer.dates.departure),
            Cell(offer.site.type ?? offer.site.typeName),
            .text(Self.electricity(of: offer.site)), Cell(offer.site.maximumVehicleLength),
            Cell(offer.site.maximumPeople), price(of: offer),
          ]
        }), asides: ["electricity", "type"], empty: empty)
  }

  /// That a class has room once others move, where only the class and what a party has are asked for.
  private func roomByMoving(
    _ query: AvailabilityQuery, _ command: ParsedCommand
  ) throws -> String? {
    let others = ["type", "loop", "shade", "tent-pad", "detail"]
    guard command[.siteClass] != nil, !query.isFlexible,
      !others.contains(where: { command.arguments[$0] != nil })
    else { return nil }
    let siteClass = try siteClass(command)
    let party = try party(of: command, .people)
    guard try availability.hasRoom(in: siteClass, for: party, query.window) else { return nil }
    return "No site of class \(siteClass.name) is free \(query.window), but others can move: "
      + "reserve class \(CommandText.quoted(siteClass.name)) finds room"
  }

  private func price(of offer: SiteOffer) -> Cell {
    if let fault = offer.priceFault { return .text("\(Reservation.noPrice): \(fault)") }
    guard offer.price == nil, !format.isForPrograms else { return Cell(offer.price) }
    return .text(Reservation.noPrice)
  }

  private func listRefusals(_ query: AvailabilityQuery) throws -> Answer {
    let refusals = try availability.refusals(query)
    return .storedRows(
      ResultTable(
        columns: [.init("site"), .init("reason")],
        rows: refusals.flatMap { refusal in
          refusal.reasons.map { [.text(refusal.site.name), .text("\($0)")] }
        }))
  }

  /// What `available` asks.
  private func availabilityQuery(of command: ParsedCommand) throws -> AvailabilityQuery {
    let party = try party(of: command, .people)
    var needs = try siteNeeds(of: command)
    if command[.adults] != nil || command[.children] != nil { needs.people = party.people }
    var query = try availabilityQuery(of: command, needs: needs)
    query.children = party.children
    query.discount = try offeredDiscount(of: command)?.objectID
    return query
  }

  private func availabilityQuery(
    of command: ParsedCommand, needs: SiteNeeds
  ) throws -> AvailabilityQuery {
    let isOverridden = command.has(.overriding)
    guard let earliest = command[.between] else {
      guard command[.and] == nil else {
        throw command.diagnostic(
          "\"and\" goes with \"between\"", hint: "write between DATE and DATE",
          at: ParameterKey<CalendarDate>.and)
      }
      return AvailabilityQuery(
        try stayDates(of: command), needs: needs, overridingRules: isOverridden)
    }
    guard let latest = command[.and] else {
      throw command.diagnostic(
        "\"between\" needs \"and\" with the latest departure",
        hint: "write between \(earliest) and \(earliest.adding(months: 1))",
        at: ParameterKey<CalendarDate>.between)
    }
    guard let nights = command[.nights] else {
      let given = command[.months] == nil ? "to" : "months"
      throw command.diagnostic(
        "flexible dates need a number of nights", hint: "write nights N instead of \(given)",
        at: ParameterKey<Int>(given))
    }
    do {
      return try AvailabilityQuery(
        nights: nights, within: StayDates(arrival: earliest, departure: latest), needs: needs,
        best: command.has(.best), overridingRules: isOverridden)
    } catch let error as StayDatesError {
      throw command.diagnostic("\(error)", at: ParameterKey<CalendarDate>.and)
    }
  }

  // MARK: The calendar

  func showCalendar(_ command: ParsedCommand) throws -> Answer {
    let first = try command[.from] ?? today()
    let calendar = try availability.calendar(
      from: first, days: command[.days] ?? 14, needs: siteNeeds(of: command))
    let rows = calendar.rows.flatMap { site, cells in
      zip(calendar.days, cells).map { day, cell -> [Cell] in
        [
          .text(site.name), Cell(day), .text(Self.word(for: cell.state)), Cell(cell.occupant),
          .boolean(cell.begins), .boolean(cell.ends),
        ]
      }
    }
    let table = ResultTable(
      columns: [
        .init("site"), .init("date"), .init("state"), .init("occupant"), .init("arrives"),
        .init("departs"),
      ], rows: rows)
    guard !calendar.rows.isEmpty else {
      return .table(table, empty: "No such campsites")
    }
    return .drawing(Self.grid(of: calendar), table: table)
  }

  private static func grid(of calendar: OccupancyCalendar) -> DayGrid {
    DayGrid(
      corner: "site",
      days: calendar.days.map { day in
        DayGrid.Day(
          period: "\(CalendarMonth(of: day).name) \(day.year)",
          number: day.day < 10 ? "0\(day.day)" : "\(day.day)", name: heading(of: day.weekday))
      },
      rows: calendar.rows.map { site, cells in
        (site.name, cells.map { mark(of: $0, byDay: site.siteType == .dayUse) })
      },
      legend: OccupancyCalendar.State.allCases.map { state in
        (DayGrid.Mark(letter(for: state), tone(of: state)), word(for: state))
      } + [
        (DayGrid.Mark(">", .plain), "arrives"), (DayGrid.Mark("<", .plain), "departs"),
        (DayGrid.Mark("/", .plain), "departs, the next arrives"),
      ]
        + (calendar.rows.contains { $0.site.siteType == .dayUse }
          ? [(DayGrid.Mark("|", .plain), "for the day")] : []))
  }

  /// The weekday's two letters, in capitals for the nights of the weekend.
  private static func heading(of weekday: Weekday) -> String {
    let letters = "\(weekday)".prefix(2)
    return Weekdays.weekend.covers(weekday)
      ? letters.uppercased() : letters.prefix(1).uppercased() + letters.suffix(1)
  }

  private static func mark(
    of cell: OccupancyCalendar.Cell, byDay isByDay: Bool
  ) -> DayGrid.Mark {
    let edge =
      switch (cell.ends, cell.begins) {
      case (true, true): isByDay ? "|" : "/"
      case (true, false): "<"
      case (false, true): ">"
      case (false, false): ""
      }
    return DayGrid.Mark(edge: edge, letter(for: cell.state), tone(of: cell.state))
  }

  private static func letter(for state: OccupancyCalendar.State) -> String {
    switch state {
    case .free: "."
    case .reserved: "R"
    case .inHouse: "C"
    case .left: "o"
    case .held: "H"
    case .closed: "B"
    case .retired: "x"
    }
  }

  private static func word(for state: OccupancyCalendar.State) -> String {
    switch state {
    case .free: "free"
    case .reserved: "reserved"
    case .inHouse: "in house"
    case .left: "left"
    case .held: "hold"
    case .closed: "closed"
    case .retired: "not let"
    }
  }

  private static func tone(of state: OccupancyCalendar.State) -> Tone {
    switch state {
    case .free, .left: .quiet
    case .reserved: .good
    case .inHouse: .active
    case .held: .pending
    case .closed, .retired: .barred
    }
  }

  // MARK: The month

  func showMonth(_ command: ParsedCommand) throws -> Answer {
    let month = try month(of: command)
    let days = try availability.summaries(of: month)
    let table = ResultTable(
      columns: [
        .init("date"), .number("free"), .number("taken"), .number("closed"), .number("arrivals"),
        .number("departures"),
      ],
      rows: days.map { day in
        [
          Cell(day.date), Cell(day.free), Cell(day.taken), Cell(day.closed), Cell(day.arrivals),
          Cell(day.departures),
        ]
      })
    guard let first = days.first else { return .table(table, empty: "No campsites yet") }
    let blanks = Array(repeating: WeekGrid.Day?.none, count: first.date.weekday.rawValue - 1)
    let name = try campgrounds.current()?.name ?? ""
    return .drawing(
      WeekGrid(
        title: "\(month.name) \(first.date.year) · \(name)",
        headings: Weekday.allCases.map(Self.heading),
        days: blanks + days.map(Self.day)), table: table)
  }

  private func month(of command: ParsedCommand) throws -> CalendarMonth {
    guard let text = command[.month] else { return CalendarMonth(of: try today()) }
    guard let month = CalendarMonth(text) else {
      throw command.diagnostic(
        "month expects a month, not \"\(text)\"", hint: "write it as year-month, like 2026-07",
        at: ParameterKey<String>.month)
    }
    return month
  }

  private static func day(_ day: DaySummary) -> WeekGrid.Day {
    let comings = day.arrivals > 0 ? "+\(day.arrivals)" : ""
    let goings = day.departures > 0 ? "-\(day.departures)" : ""
    let moves = [comings, goings].filter { !$0.isEmpty }.joined(separator: " ")
    return WeekGrid.Day(
      number: "\(day.date.day)",
      lines: [
        (
          day.free == 0 ? "full" : "\(day.free) free", day.free == 0 ? "full" : "\(day.free)",
          day.free == 0 ? .barred : .plain
        ), (moves, comings + goings, .quiet),
      ])
  }
}
