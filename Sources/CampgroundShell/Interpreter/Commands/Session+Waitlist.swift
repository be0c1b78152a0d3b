import Campground
import ObjectGraph
import Rendering

/// The commands about the waitlist.
extension Session {
  func addToWaitlist(_ command: ParsedCommand) throws -> Answer {
    var wish = WaitlistWish(try camper(command), dates: try stayDates(of: command))
    wish.people = command[.party] ?? 1
    wish.type = command[.type].flatMap(CampSiteType.init(rawValue:))
    wish.amperage = command[.electricity].flatMap { Int($0) }
    wish.vehicleLength = command[.length]
    wish.loop = command[.loop]
    wish.vehicles = command[.vehicles]
    wish.pets = command[.petCount] ?? 0
    wish.needsWater = command.has(.water)
    wish.needsSewer = command.has(.sewer)
    wish.needsAccess = command.has(.accessible)
    let entry: WaitlistEntry
    do {
      entry = try waitlist.add(wish, anyway: command.has(.anyway))
    } catch let error as CampgroundError {
      guard case .waitlist(.sitesFree(let sites, let dates)) = error, let site = sites.first else {
        throw error
      }
      let camper = CommandText.quoted(wish.camper.fullName)
      throw Diagnostic(
        "\(error)",
        hint: "\"anyway\" lets them wait all the same; this books it: "
          + "reserve \(CommandText.quoted(site)) for \(camper) from \(dates.arrival) "
          + "nights \(dates.nightCount)",
        file: command.text.file, at: command.text.range)
    }
    return .message(
      "\(entry.camper?.fullName ?? "") waits as \(entry.code) · \(wish.dates)",
      record: record(of: entry))
  }

  func listWaitlist(_ command: ParsedCommand) throws -> Answer {
    let entries = try waitlist.entries(command[.status].flatMap(WaitlistStatus.init(rawValue:)))
    return .table(
      ResultTable(
        columns: Self.waitlistColumns, rows: entries.map { record(of: $0).map(\.value) }),
      asides: ["party", "until"], empty: "Nobody waits")
  }

  func withdraw(_ command: ParsedCommand) throws -> Answer {
    let entry = try waitlistEntry(command)
    let offers = try waitlist.withdraw(entry.code)
    return .message(
      Self.text("Withdrew \(entry.code) · \(entry.camper?.fullName ?? "")", with: offers),
      record: record(of: entry))
  }

  func acceptOffer(_ command: ParsedCommand) throws -> Answer {
    let change = try waitlist.accept(waitlistEntry(command).code)
    return .message(
      "Reserved \(change.code) · \(change.after)" + (change.deposit.map { "\n  \($0)" } ?? ""),
      record: record(of: try reservations.find(change.code)))
  }

  func offerWhatIsFree() throws -> Answer {
    let columns: [ResultTable.Column] = [
      .init("code"), .init("camper"), .init("site"), .init("from"), .init("to"), .init("until"),
    ]
    let rows = try waitlist.offer().map { offer -> [Cell] in
      [
        .text(offer.entry), .text(offer.camper), .text(offer.site), Cell(offer.dates.arrival),
        Cell(offer.dates.departure), Cell(offer.heldUntil.map { "\($0)" }),
      ]
    }
    return .table(
      ResultTable(columns: columns, rows: rows), empty: "Nothing is free for those who wait")
  }

  // MARK: Parts

  /// A sentence with the offers that came of a command, a line each.
  static func text(_ sentence: String, with offers: [WaitlistOffer]) -> String {
    ([sentence] + offers.map { "  offered to \($0)" }).joined(separator: "\n")
  }

  private func waitlistEntry(_ command: ParsedCommand) throws -> WaitlistEntry {
    try find(.waiting, of: command, among: .waiting, orElse: "waitlist add") {
      try waitlist.find($0)
    }
  }

  private static let waitlistColumns: [ResultTable.Column] = [
    .init("code"), .init("camper"), .init("from"), .init("to"), .number("party"), .init("needs"),
    .init("status"), .init("site"), .init("until"),
  ]

  private func record(of entry: WaitlistEntry) -> Answer.Record {
    let offer = entry.status == .offered ? entry.offer : nil
    let zone = entry.campground?.timeZone ?? .gmt
    let values: [Cell] = [
      .text(entry.code), Cell(entry.camper?.fullName), Cell(entry.arrival), Cell(entry.departure),
      Cell(entry.partySize), Cell(Self.needs(of: entry)), .text(entry.status.rawValue),
      Cell(offer?.siteName), Cell(offer?.holdExpiresAt.map { "\(WallTime($0, in: zone))" }),
    ]
    return zip(Self.waitlistColumns, values).map { ($0.name, $1) }
  }

  private static func needs(of entry: WaitlistEntry) -> String? {
    let needs = [
      entry.siteType, entry.vehicleLength.map { "\($0) ft" },
      entry.vehicleCount.map { $0 == 1 ? "1 vehicle" : "\($0) vehicles" },
      entry.loop.map { "loop \($0)" }, needs(of: entry.party),
      entry.petCount == 0 ? nil : entry.petCount == 1 ? "1 pet" : "\(entry.petCount) pets",
    ].compactMap { $0 }
    return needs.isEmpty ? nil : needs.joined(separator: ", ")
  }
}
