import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The commands that show what is free.
  @CommandList<Session>
  static var aboutAvailability: [Self] {
    Command(
      "available", synonyms: ["vacancy", "free", "amps", "hookup", "rv", "tent", "cabin", "price"],
      "List free campsites with the price of the stay", .datesToSearch, .siteNeeds,
      .adults, .children, .discount, .flag("best", "only each site's cheapest dates"),
      .flag("why", "list the sites that are not free, with the reasons"),
      .flag("override", "include stays that the stay rules forbid"),
      details: """
        Without dates it searches tonight; a weekend means its nights to Sunday. Lists every free \
        campsite that meets the needs, the smallest that is large enough first, and favorites \
        before others. With between, every arrival date is tried. Sites with an expired hold count \
        as free. detail shade finds sites where \
        shade is anything but no.
        """,
      examples: [
        "available", "available weekend type rv",
        "available from 2026-07-01 nights 3 electricity 30 length 34 party 4",
        "available from 2026-07-01 nights 3 adults 2 children 3",
        "available nights 3 between 2026-07-01 and 2026-07-31 type cabin best",
        "available from 2026-07-01 to 2026-07-04 why",
        "available from 2026-07-01 nights 3 pets 2 detail \"Campfire Allowed=yes\"",
      ], answering: .openData
    ) { session, dates, needs, adults, children, discount, wantsBest, asksWhy, isOverriding in
      var party = Party(needs)
      try party.count(all: needs.people, by: "party", adults: adults, children: children)
      var needs = needs
      if adults != nil || children != nil { needs.people = party.people }
      var query = dates.query
      (query.needs, query.children) = (needs, party.children)
      (query.wantsBest, query.overridesRules) = (wantsBest, isOverriding)
      query.discount = discount?.objectID
      if let words = dates.words { session.warn(words, severity: .note) }
      return asksWhy ? try session.refusals(query) : try session.offers(query, to: party)
    }

    calendar
    month
  }
}

// MARK: Arguments

/// A search for free campsites by its dates alone, and the dates in words where they were not
/// written in full.
private typealias DatesToSearch = (query: AvailabilityQuery, words: String?)

extension Argument where Context == Session, Value == DatesToSearch {
  fileprivate static var datesToSearch: Self {
    .group(
      .option("from", .writtenDate, "arrival date; today by default"), .stayLengthOrNone,
      .option("between", .date, "earliest arrival date, for flexible dates"),
      .option("and", .writtenDate, "latest departure date, for flexible dates"), .presentDay
    ) { arrival, length, earliest, latest, today in
      if let earliest {
        guard arrival == nil else {
          throw ValueFault(
            "from and between cannot be given together", hint: "use only one of them",
            at: "between")
        }
        return (try flexible(length ?? .nights(1), from: earliest, to: latest), nil)
      }
      guard latest == nil else {
        throw ValueFault(
          "\"and\" goes with \"between\"", hint: "write between DATE and DATE", at: "and")
      }
      let first = arrival?.date ?? today
      var isWrittenOut = length != nil && arrival.map { !$0.phrase.isCounted } ?? false
      if case .departure(let day) = length, day.phrase.isCounted { isWrittenOut = false }
      let dates = try (length ?? arrival?.usualLength ?? .nights(1)).dates(from: first)
      return (AvailabilityQuery(dates), isWrittenOut ? nil : dates.words(byDay: false))
    }
  }

  private static func flexible(
    _ length: StayLength, from earliest: CalendarDate, to latest: WrittenDate?
  ) throws -> AvailabilityQuery {
    guard let latest else {
      throw ValueFault(
        "\"between\" needs \"and\" with the latest departure",
        hint: "write between \(earliest) and \(earliest.adding(months: 1))", at: "between")
    }
    guard case .nights(let nights) = length else {
      throw ValueFault(
        "flexible dates need a number of nights", hint: "write nights N instead of \(length.name)",
        at: length.name)
    }
    let window: StayDates
    do {
      window = try StayDates(arrival: earliest, departure: latest.date)
    } catch {
      throw ValueFault("\(error)", hint: latest.countingHint, at: "and")
    }
    return try AvailabilityQuery(nights: nights, within: window)
  }
}

extension Party {
  /// The party that a search describes.
  fileprivate init(_ needs: SiteNeeds) {
    self.init(
      vehicles: needs.vehicles, vehicleLength: needs.vehicleLength, pets: needs.pets,
      needsWater: needs.water == true, needsSewer: needs.sewer == true,
      needsAccess: needs.isAccessible == true)
    if case .amperes(let amperes) = needs.electricity { amperage = amperes }
  }
}

// MARK: Results

extension Session {
  fileprivate func offers(_ query: AvailabilityQuery, to party: Party) throws -> Answer {
    let offers = try availability.search(query)
    let room = try offers.isEmpty ? roomByMoving(query, for: party) : nil
    return .table(
      query.isFlexible ? dates(of: offers) : sites(of: offers),
      empty: room ?? "No matching campsite is free \(query.window); add why for the reasons")
  }

  private func sites(of offers: [SiteOffer]) -> ResultTable {
    Resource<Session, CampSite, CampSiteDraft>.campsites
      .table(offers.map(\.site), leavingOut: ["rate"])
      .adding(.number("price"), offers.map(price))
  }

  private func dates(of offers: [SiteOffer]) -> ResultTable {
    let columns: [ListColumn<SiteOffer>] = [
      .init("site") { .text($0.site.name) }, .init("from") { Cell($0.dates.arrival) },
      .init("to") { Cell($0.dates.departure) },
      .init("type", rank: .aside) { Cell($0.site.type ?? $0.site.typeName) },
      .init("electricity", rank: .aside) { .text($0.site.electricityWords) },
      .number("length") { Cell($0.site.maximumVehicleLength) },
      .number("party") { Cell($0.site.maximumPeople) },
      .number("price") { [self] in price(of: $0) },
    ]
    return columns.table(of: offers)
  }

  private func price(of offer: SiteOffer) -> Cell {
    if let fault = offer.priceFault { return .text("no price: \(fault)") }
    return offer.price.map(cell) ?? .null
  }

  /// A message that the class has room if other stays move, for a search that only asks for the
  /// class and the needs of a party.
  private func roomByMoving(_ query: AvailabilityQuery, for party: Party) throws -> String? {
    let needs = query.needs
    guard let name = needs.siteClass, !query.isFlexible, needs.type == nil, needs.loop == nil,
      needs.hasShade != true, needs.hasTentPad != true, needs.details.isEmpty
    else { return nil }
    let siteClass = try siteClasses.find(name)
    guard try availability.hasRoom(in: siteClass, for: party, query.window) else { return nil }
    return "No site of class \(name) is free \(query.window), but other stays can move: "
      + "reserve class \(CommandText.quoted(name)) makes room"
  }

  fileprivate func refusals(_ query: AvailabilityQuery) throws -> Answer {
    .storedRows(
      ResultTable(
        columns: [.init("site"), .init("reason")],
        rows: try availability.refusals(query).flatMap { refusal in
          refusal.reasons.map { [.text(refusal.site.name), .text("\($0)")] }
        }), empty: "No campsite is refused \(query.window)")
  }
}
