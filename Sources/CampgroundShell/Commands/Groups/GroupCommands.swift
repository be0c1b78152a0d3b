import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The commands about groups that share a bill.
  ///
  /// `group` alone is the verb of queries over groups of objects: it takes an entity, and no entity
  /// has the name of one of these verbs.
  @CommandList<Session>
  static var aboutGroups: [Self] {
    Command(
      "group book", synonyms: ["group booking", "group reserve", "scouts"],
      "Book several campsites on one bill",
      .required("name", .text("NAME", "group name")), .places, .booking, .dryRun,
      details: """
        It books all the sites or none. With class and count the best free sites of the class are \
        assigned. The party is the one on each site.
        """,
      examples: [
        "group book \"Scout troop 7\" sites 1,2,3 for Rivera from 2026-07-01 nights 3 party 6",
        "group book \"Rally\" class \"RV 50A\" count 4 for Rivera from 2026-07-01 nights 3",
      ]
    ) { session, name, places, terms, isTrial in
      try terms(places, in: session, dryRun: isTrial) { bookings in
        try session.book(for: name, dryRun: isTrial) { try $0.bookGroup(name, bookings) }
      }
    }

    Command(
      "group add", synonyms: ["more sites", "add site"], "Book more campsites on a group's bill",
      .wholeGroup, .places, .booking, .dryRun,
      examples: ["group add \"Scout troop 7\" sites 4 for Rivera from 2026-07-02 nights 2"]
    ) { session, group, places, terms, isTrial in
      let name = group.name
      return try terms(places, in: session, dryRun: isTrial) { bookings in
        try session.book(for: name, dryRun: isTrial) { try $0.add(bookings, toGroup: name) }
      }
    }

    Command(
      "group join", synonyms: ["combine bills", "link stays"],
      "Add a reservation to a group's bill", .joining,
      refuses: "a reservation with charges or payments",
      examples: ["group join R-9 to \"Scout troop 7\""]
    ) { session, joining in
      let (stay, group) = joining
      try session.reservations.join(stay.code, group: group.name)
      return try session.details(of: group)
    }

    Command(
      "group leave", synonyms: ["separate bill", "unlink stay"],
      "Take a reservation off its group's bill", .stay,
      refuses: "a reservation with charges or payments",
      examples: ["group leave R-9"]
    ) { session, stay in
      let group = stay.group?.name
      try session.reservations.leaveGroup(stay.code)
      let isLast = try group.map { name in
        try !session.reservations.groups().contains { $0.name == name }
      }
      let last = isLast == true ? "; it was the last of group \(group ?? ""), which is deleted" : ""
      return .message(
        "\(stay.code) now has its own bill\(last)", record: session.record(of: stay))
    }

    chargeGroup
    payForGroup

    changing(
      "group checkin", synonyms: ["group arrival"], "Check a group in, or undo its check-in",
      .wholeGroup, .checkIn,
      details: """
        It checks in all the group's reservations or none; check in guests who arrive on another \
        day one by one. undo undoes the last check-in for everyone it checked in.
        """,
      examples: ["group checkin \"Scout troop 7\"", "group checkin \"Scout troop 7\" undo"],
      done: "Checked in"
    ) { service, group, checkIn in
      switch checkIn {
      case .checkIn(let isEarly, let isOverriding):
        try service.checkInGroup(group.name, early: isEarly, overridingRules: isOverriding)
      case .undo: try service.undoGroupCheckIn(group.name)
      }
    }

    Command(
      "group checkout", synonyms: ["group departure"], "Check a group out, or undo its check-out",
      .wholeGroup, .checkOut, .dryRun,
      details: """
        It checks out all the group's guests in house or none, and shows what each owes. undo \
        undoes the last check-out for everyone it checked out.
        """,
      examples: ["group checkout \"Scout troop 7\"", "group checkout \"Scout troop 7\" undo"]
    ) { session, group, step, isTrial in
      try session.carryOut("Checked out", dryRun: isTrial) { service in
        switch step {
        case .undo: try service.undoGroupCheckOut(group.name)
        case .checkOut(let leavesUnpriced):
          try service.checkOutGroup(group.name, leavingUnpriced: leavesUnpriced || session.isAsked)
        }
      }
    }

    Command(
      "group list", synonyms: ["group bookings", "rallies"], "List the groups", answering: .data
    ) { session in
      let groups = try session.reservations.groups().map { group in
        (group: group, balance: try session.folios.balance(of: group))
      }
      return .table(
        session.groupColumns(
          tellingIfBooked: session.format.isForPrograms
            || groups.contains { $0.balance.notBooked.amount != 0 }
        ).table(of: groups), empty: "No groups yet")
    }
    .inParts

    Command(
      "group show", synonyms: ["rooming list"], "Show a group with its stays and its bill",
      .wholeGroup,
      examples: ["group show \"Scout troop 7\""], answering: .data
    ) { session, group in try session.details(of: group) }

    changing(
      "group cancel", synonyms: ["cancel event"], "Cancel a group's coming stays",
      .wholeGroup, .reason,
      details: "Guests in house stay. Cancel a single site like any reservation.",
      examples: ["group cancel \"Scout troop 7\" reason rain"], done: "Canceled"
    ) { try $0.cancelGroup($1.name, reason: $2) }
  }
}

// MARK: Arguments

extension ValueType where Context == Session, Value == ReservationGroup {
  /// A group.
  fileprivate static var group: Self {
    stored(.group, "NAME", "group name", orElse: "group book") {
      try $0.reservations.group($1)
    }
  }
}

extension Argument where Context == Session {
  /// The group of a command.
  static var wholeGroup: Argument<Session, ReservationGroup> { .required("group", .group) }

  /// A stay and the group that it joins, `R-9 to Scouts`, also given the other way round.
  fileprivate static var joining: Argument<Session, (Reservation, ReservationGroup)> {
    typealias Joining = Argument<Session, (Reservation, ReservationGroup)>
    let turned = Joining.group(
      .required("code", .group), .requiredOption("to", .reservation)
    ) { ($1, $0) }
    return Joining.group(.stay, .requiredOption("to", .group)) { ($0, $1) }.orElse(turned)
  }

  /// Several sites, or a number of sites of a class.
  fileprivate static var places: Argument<Session, [Booking.Place]> {
    .group(
      .oneOf(
        Argument<Session, [CampSite]?>.option("sites", .sites)
          .map { $0.map { $0.map(Booking.Place.site) } },
        Argument<Session, SiteClass?>.option(
          "class", .siteClass, "class, instead of sites; the best free sites are assigned"
        ).map { $0.map { [Booking.Place.siteClass($0)] } }),
      .option("count", .integer(in: 1...1_000), "number of sites of the class; 1 by default")
    ) { places, count in
      guard let count else { return places }
      guard let place = places.first, case .siteClass = place else {
        throw ValueFault(
          "count goes with class", hint: "list the sites, or name a class", at: "count")
      }
      return Array(repeating: place, count: count)
    }
  }
}

// MARK: Actions and output

extension Session {
  /// Books stays on a group's bill.
  fileprivate func book(
    for group: String, dryRun isTrial: Bool,
    _ call: (ReservationService) throws -> [StayChange]
  ) throws -> Answer {
    guard !isTrial else { return answer(previewing: try reservations.preview(call)) }
    let made = try call(reservations)
    return try details(of: reservations.group(group), after: made)
  }

  fileprivate func details(
    of group: ReservationGroup, after changes: [StayChange] = []
  ) throws -> Answer {
    .details(
      try record(of: group),
      lists: [("stays", reservationTable(group.stays))]
        + Self.moveLists(of: changes) + Self.waitlistLists(of: changes))
  }

  /// A group with its bill.
  func record(of group: ReservationGroup) throws -> Answer.Record {
    [
      ("group", .text(group.name)), ("bill", Cell(group.folio?.code)),
      ("payer", Cell(group.folio?.payer?.fullName)),
    ] + Self.record(of: try folios.balance(of: group))
  }

  fileprivate func groupColumns(
    tellingIfBooked tellsIfBooked: Bool
  ) -> [ListColumn<(group: ReservationGroup, balance: Balance)>] {
    [
      .init("group") { .text($0.group.name) },
      .init("bill", rank: .aside) { Cell($0.group.folio?.code) },
      .init("payer", rank: tellsIfBooked ? .aside : .first) {
        Cell($0.group.folio?.payer?.fullName)
      },
      .init("from") { Cell($0.group.sharers.map(\.arrival).min()) },
      .init("to") { Cell($0.group.sharers.map(\.departure).max()) },
      .number("stays", rank: tellsIfBooked ? .aside : .first) { Cell($0.group.sharers.count) },
      .number("due") { Cell($0.balance.owed) }, .number("credit") { Cell($0.balance.credit) },
    ] + (tellsIfBooked ? [.number("if booked") { Self.cellIfBooked(of: $0.balance) }] : [])
  }
}
