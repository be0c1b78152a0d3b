import Campground
import CommandKit
import Foundation
import Rendering

extension Command where Context == Session {
  /// The commands about waitlist entries and wishes.
  @CommandList<Session>
  static var aboutWaitlist: [Self] {
    Command(
      "waitlist add", synonyms: ["waiting list", "queue"], "Put a guest on the waitlist",
      .guestFirst, .wish, .anyway,
      details: """
        A phone number after the name adds a new guest. \
        When a suitable site becomes free, the longest waiting guest gets an offer: a hold for as \
        long as the campground's offers last, and a call to make (see waitlist calls). A guest \
        who does not take it keeps the place in line and is offered the next suitable site, but \
        not the same nights on the same site; after three missed offers the entry rests until \
        waitlist ask. If a suitable site is free already, the answer names it and nobody is put on \
        the list.
        """,
      examples: [
        "waitlist add Rivera from 2026-07-03 nights 2",
        "waitlist add Rivera from 2026-07-03 nights 2 type rv electricity 30 length 34 pets 1",
        "waitlist add \"Linda Green\" phone 559-555-0142 from 2026-07-13 nights 2 anyway",
      ]
    ) { session, guest, wish, isAnyway in
      try session.serve(guest) { camper in
        let entry = try session.waitlist.add(wish, for: camper, anyway: isAnyway)
        return session.answer(
          "Added \(camper.fullName) to the waitlist as \(entry.code) · \(wish.dates)", about: entry)
      }
    }

    Command(
      "waitlist wish", synonyms: ["other dates", "alternative dates", "flexible dates"],
      "Add another wish to a waitlist entry", .waiting, .wish, .anyway,
      details: """
        Wishes may overlap. They are offered in order; the first that can be met ends the wait. \
        The place in line stays the same.
        """,
      examples: ["waitlist wish W-3 from 2026-07-10 nights 2 type cabin"]
    ) { session, entry, wish, isAnyway in
      let added = try session.waitlist.addWish(wish, to: entry.code, anyway: isAnyway)
      return session.answer(
        "Added wish \(added.number) to \(entry.words) · \(wish.dates)", about: entry, added)
    }

    Command(
      "waitlist unwish", synonyms: ["remove dates"], "Remove a wish from a waitlist entry",
      .waiting,
      .required("wish", .integer(in: 1...32_767, "N", "number of the wish")),
      details: "An open offer for it goes to the next in line.",
      examples: ["waitlist unwish W-3 2"]
    ) { session, entry, number in
      let offers = try session.waitlist.withdrawWish(number, of: entry.code)
      return session.answer(
        "Removed wish \(number) of \(entry.words)", about: entry, offers: offers)
    }

    Command(
      "waitlist list", synonyms: ["waiting list", "standby"],
      "List the waitlist, the longest waiting first",
      .option("status", .oneOf(WaitlistStatus.self, "STATUS", "status")),
      details: """
        Without a status it lists entries that are waiting, offered or resting, with a row for \
        each wish.
        """,
      examples: ["waitlist list", "waitlist list status resting"], answering: .data
    ) { session, status in
      let wishes = try session.waitlist.entries(status).flatMap { entry in
        session.listedWishes(of: entry).map { (entry: entry, wish: Wish?.some($0)) }
      }
      return .table(
        session.namingWishes(session.waitColumns.table(of: wishes)),
        empty: status.map { "No waitlist entry is \($0.rawValue)" } ?? "Nobody is on the waitlist")
    }
    .inParts

    Command(
      "waitlist show", synonyms: ["place in line"], "Show a waitlist entry, its wishes and offers",
      .waiting,
      examples: ["waitlist show W-3"], answering: .data
    ) { session, entry in session.details(of: entry) }

    Command(
      "waitlist withdraw", synonyms: ["leave waitlist", "remove from waitlist"],
      "Take a guest off the waitlist", .waiting,
      details: "An open offer goes to the next in line.",
      examples: ["waitlist withdraw W-3"]
    ) { session, entry in
      let offers = try session.waitlist.withdraw(entry.code)
      return session.answer("Withdrew \(entry.words)", about: entry, offers: offers)
    }
  }
}

// MARK: Arguments

extension Argument where Context == Session {
  /// A waitlist entry.
  static var waiting: Argument<Session, WaitlistEntry> {
    .required(
      "code",
      .stored(.waiting, "CODE", "waitlist code", orElse: "waitlist add") {
        try $0.waitlist.find($1)
      })
  }

  /// A wish.
  fileprivate static var wish: Argument<Session, WaitlistWish> {
    .group(
      .stayDates, .party, .option("class", .siteClass, "site class"),
      .option("type", .siteType, "site type"), .option("loop", .loop)
    ) { dates, party, siteClass, type, loop in
      var wish = WaitlistWish(dates: dates, party: party)
      wish.siteClass = siteClass?.objectID
      wish.type = type
      wish.loop = loop
      return wish
    }
  }

  fileprivate static var anyway: Argument<Session, Bool> {
    .flag("anyway", "wait even if a suitable site is free")
  }
}

// MARK: Output

extension WaitlistEntry {
  /// `W-3 · Luis Rivera`
  var words: String { "\(code) · \(camper?.fullName ?? "")" }
}

extension Session {
  /// The answer about a waitlist entry, with the resulting offers.
  func answer(
    _ sentence: String, about entry: WaitlistEntry, _ wish: Wish? = nil,
    offers: [WaitlistOffer] = []
  ) -> Answer {
    .message(
      Self.text(sentence, with: offers),
      record: waitColumns.record(of: (entry, wish ?? listedWishes(of: entry).first)))
  }

  /// A table about wishes; people do not see the numbers of wishes unless an entry has several.
  func namingWishes(_ table: ResultTable) -> ResultTable {
    format.isForPrograms
      ? table
      : table.keepingColumns { table.columns[$0].name != "wish" || !table.isEmpty(column: $0) }
  }

  /// The status of an entry: in words for people, and for programs the word that commands take.
  private func statusCell(of entry: WaitlistEntry) -> Cell {
    let word = waitlist.status(of: entry).rawValue
    return .text(format.isForPrograms ? word : word.prefix(1).uppercased() + word.dropFirst())
  }

  /// The wishes of an entry to list: the fulfilled one, otherwise those that can still be
  /// fulfilled, otherwise all.
  fileprivate func listedWishes(of entry: WaitlistEntry) -> [Wish] {
    let now = clock.now
    if let taken = entry.offers.first(where: { $0.outcome(at: now) == .taken })?.wish {
      return [taken]
    }
    let wishes = entry.presentWishes
    let today = CalendarDate(now, in: entry.campground?.timeZone ?? .gmt)
    let open = entry.openOffer(at: now)?.wish
    let live = wishes.filter { $0.arrival >= today || $0 === open }
    return live.isEmpty ? wishes : live
  }

  /// The columns of an entry with one of its wishes.
  fileprivate var waitColumns: [ListColumn<(entry: WaitlistEntry, wish: Wish?)>] {
    let now = clock.now
    func hold(_ wish: Wish?) -> Reservation? {
      wish?.offers.first { $0.outcome(at: now) != .missed }?.reservation
    }
    return [
      .init("code") { .text($0.entry.code) }, .init("guest") { Cell($0.entry.camper?.fullName) },
      .number("wish") { Cell($0.wish?.distinctNumber) }, .init("from") { Cell($0.wish?.arrival) },
      .init("to") { Cell($0.wish?.departure) },
    ] + partyColumns { $0.wish?.party } + [
      .init("needs") { Cell($0.wish.flatMap(Self.needs)) },
      .init("status") { [self] in statusCell(of: $0.entry) },
      .init("site") { Cell(hold($0.wish)?.siteWords) },
      .init("until", rank: .aside) {
        Cell(Self.time(hold($0.wish)?.holdExpiresAt, at: $0.entry.campground))
      },
    ]
  }

  fileprivate func details(of entry: WaitlistEntry) -> Answer {
    let now = clock.now
    let missed = entry.missedOffers(at: now).count
    let wishes: [ListColumn<Wish>] =
      [
        .number("wish") { Cell($0.number) }, .init("from") { Cell($0.arrival) },
        .init("to") { Cell($0.departure) },
      ] + partyColumns { $0.party } + [.init("needs") { Cell(Self.needs(of: $0)) }]
    let offers: [ListColumn<Offer>] = [
      .init("hold") { Cell($0.reservation?.code) }, .number("wish") { Cell($0.wish?.number) },
      .init("site") { Cell($0.reservation?.siteWords) },
      .init("from") { Cell($0.reservation?.arrival) },
      .init("to") { Cell($0.reservation?.departure) },
      .init("called") { Cell(Self.time($0.calledAt, at: entry.campground)) },
      .init("outcome") { .text($0.outcome(at: now).rawValue) },
    ]
    return .details(
      [
        ("code", .text(entry.code)), ("guest", Cell(entry.camper?.fullName)),
        ("phone", Cell(entry.camper?.phoneNumber)),
        ("status", statusCell(of: entry)),
        ("since", Cell(Self.time(entry.createdAt, at: entry.campground))),
        ("offers missed", missed == 0 ? .null : Cell(missed)),
      ],
      lists: [
        ("wishes", wishes.table(of: entry.presentWishes)),
        ("offers", offers.table(of: entry.offers)),
      ].filter { !$0.1.rows.isEmpty })
  }

  /// An instant by a campground's wall clock.
  private static func time(_ instant: Date?, at campground: Campground?) -> String? {
    instant.map { "\(WallTime($0, in: campground?.timeZone ?? .gmt))" }
  }

  private static func needs(of wish: Wish) -> String? {
    let party = wish.party
    let needs = [
      wish.siteClass.map { "class \($0.name)" }, wish.siteType,
      party.vehicleLength.map { "\($0) ft" },
      party.vehicles.map { $0 == 1 ? "1 vehicle" : "\($0) vehicles" },
      wish.loop.map { "loop \($0)" }, needs(of: party),
    ].compactMap { $0 }
    return needs.isEmpty ? nil : needs.joined(separator: ", ")
  }
}
