import Campground
import CommandKit
import ObjectGraph
import Rendering

/// The commands about who waits, and for what.
extension Session {
  func addToWaitlist(_ command: ParsedCommand) throws -> Answer {
    let camper = try camper(command)
    let wish = try waitlistWish(of: command)
    let entry = try waitlist.add(wish, for: camper, anyway: command.has(.anyway))
    return .message(
      "\(camper.fullName) waits as \(entry.code) · \(wish.dates)", record: record(of: entry))
  }

  func addWish(_ command: ParsedCommand) throws -> Answer {
    let entry = try waitlistEntry(command)
    let wish = try waitlistWish(of: command)
    let added = try waitlist.addWish(wish, to: entry.code, anyway: command.has(.anyway))
    return .message(
      "Added wish \(added.number) to \(entry.code) · \(entry.camper?.fullName ?? "") · "
        + "\(wish.dates)",
      record: record(of: entry, added))
  }

  func withdrawWish(_ command: ParsedCommand) throws -> Answer {
    let entry = try waitlistEntry(command)
    let number = try command.require(.wish)
    let offers = try waitlist.withdrawWish(number, of: entry.code)
    return .message(
      Self.text(
        "Took wish \(number) from \(entry.code) · \(entry.camper?.fullName ?? "")", with: offers),
      record: record(of: entry))
  }

  func listWaitlist(_ command: ParsedCommand) throws -> Answer {
    let status = command[.status].flatMap(WaitlistStatus.init(rawValue:))
    let entries = try waitlist.entries(status)
    let rows = entries.flatMap { entry in
      listedWishes(of: entry).map { record(of: entry, $0).map(\.value) }
    }
    return .table(
      namingWishes(ResultTable(columns: waitlistColumns, rows: rows)),
      asides: ["party", "until"],
      empty: status.map { "Nobody on the waitlist is \($0.rawValue)" } ?? "Nobody waits")
  }

  func showWaitlistEntry(_ command: ParsedCommand) throws -> Answer {
    let entry = try waitlistEntry(command)
    let zone = entry.campground?.timeZone ?? .gmt
    let now = clock.now
    let missed = entry.missedOffers(at: now).count
    let record: Answer.Record = [
      ("code", .text(entry.code)), ("camper", Cell(entry.camper?.fullName)),
      ("phone", Cell(entry.camper?.phoneNumber)),
      ("status", .text(waitlist.status(of: entry).rawValue)),
      ("since", .text("\(WallTime(entry.createdAt, in: zone))")),
      ("offers missed", missed == 0 ? .null : Cell(missed)),
    ]
    let wishes = entry.presentWishes.map { wish -> [Cell] in
      [
        Cell(wish.number), Cell(wish.arrival), Cell(wish.departure),
      ] + partyCells(of: wish.party) + [Cell(Self.needs(of: wish))]
    }
    let offers = entry.offers.map { offer -> [Cell] in
      let hold = offer.reservation
      return [
        Cell(hold?.code), Cell(offer.wish?.number), Cell(hold?.siteWords), Cell(hold?.arrival),
        Cell(hold?.departure), Cell(offer.calledAt.map { "\(WallTime($0, in: zone))" }),
        .text(offer.outcome(at: now).rawValue),
      ]
    }
    return .details(
      record,
      lists: [
        (
          "wishes",
          ResultTable(
            columns: [.number("wish"), .init("from"), .init("to")] + partyColumns
              + [.init("needs")], rows: wishes)
        ),
        (
          "offers",
          ResultTable(
            columns: [
              .init("hold"), .number("wish"), .init("site"), .init("from"), .init("to"),
              .init("called"), .init("outcome"),
            ], rows: offers)
        ),
      ].filter { !$0.1.rows.isEmpty })
  }

  func withdraw(_ command: ParsedCommand) throws -> Answer {
    let entry = try waitlistEntry(command)
    let offers = try waitlist.withdraw(entry.code)
    return .message(
      Self.text("Withdrew \(entry.code) · \(entry.camper?.fullName ?? "")", with: offers),
      record: record(of: entry))
  }

  // MARK: Parts

  func waitlistEntry(_ command: ParsedCommand) throws -> WaitlistEntry {
    try find(.waiting, of: command, among: .waiting, orElse: "waitlist add") {
      try waitlist.find($0)
    }
  }

  private func waitlistWish(of command: ParsedCommand) throws -> WaitlistWish {
    var wish = WaitlistWish(dates: try stayDates(of: command))
    wish.party = try party(of: command)
    wish.siteClass = command[.siteClass] == nil ? nil : try siteClass(command).objectID
    wish.type = command[.type].flatMap(CampSiteType.init(rawValue:))
    wish.loop = command[.loop]
    return wish
  }

  /// The wishes of an entry that a list shows: what it got, else what it can still get, else all
  /// that it wished.
  private func listedWishes(of entry: WaitlistEntry) -> [Wish] {
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

  private var waitlistColumns: [ResultTable.Column] {
    [.init("code"), .init("camper"), .number("wish"), .init("from"), .init("to")] + partyColumns
      + [.init("needs"), .init("status"), .init("site"), .init("until")]
  }

  /// An entry with one of its wishes, by default the first that a list shows.
  func record(of entry: WaitlistEntry, _ wish: Wish? = nil) -> Answer.Record {
    let wish = wish ?? listedWishes(of: entry).first
    let now = clock.now
    let zone = entry.campground?.timeZone ?? .gmt
    let offer = wish?.offers.first { $0.outcome(at: now) != .missed }
    let until = offer?.reservation?.holdExpiresAt
    let wished: [Cell] = [
      .text(entry.code), Cell(entry.camper?.fullName), Cell(wish?.distinctNumber),
      Cell(wish?.arrival), Cell(wish?.departure),
    ]
    let standing: [Cell] = [
      Cell(wish.flatMap(Self.needs)), .text(waitlist.status(of: entry).rawValue),
      Cell(offer?.reservation?.siteWords), Cell(until.map { "\(WallTime($0, in: zone))" }),
    ]
    let values = wished + partyCells(of: wish?.party) + standing
    return zip(waitlistColumns, values).map { ($0.name, $1) }
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
