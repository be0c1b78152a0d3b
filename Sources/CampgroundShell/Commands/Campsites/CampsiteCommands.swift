import Campground
import CommandKit
import Foundation
import Rendering

extension Resource where Context == Session, Object == CampSite, Plan == CampSiteDraft {
  /// Campsites.
  static var campsites: Self {
    Resource(
      "campsite", called: "site", .site, fields: fields,
      name: { $0.name }, newPlan: { CampSiteDraft() }, all: { try $0.campSites.getCampSites() },
      add: { (try $0.add($1, as: $2), "") },
      edit: { session, site, name, draft, _ in
        let changed = try session.campSites.edit(
          site, name: name, features: draft.features, siteClass: draft.siteClass, rate: draft.rate,
          forgetting: draft.forgotten, isFavorite: draft.isFavorite)
        if draft.forgotten.contains(.rate) { try session.noteNightsWithoutPrice(on: changed) }
        let unfit = try session.campSites.unfitStays(on: changed).map { stay, lacks in
          "\n  does not fit \(stay.code) · it \(lacks.map { "\($0)" }.joined(separator: "; it "))"
        }
        return (changed, unfit.joined())
      }, delete: { try $0.campSites.delete($1) }
    )
    .with {
      $0.label = ("SITE", "number or name")
      $0.lists = { try $0.lists(about: $1) }
      $0.addSeveral = { session, list, draft in
        let names = try SiteNames.names(in: list)
        guard names.count > 1 else { return nil }
        return try session.desk.together {
          let sites = try names.map { try session.add($0, as: draft) }
          return .messages(
            "Added \(sites.count) sites · \(list)",
            records: sites.map { Self.campsites.record(of: $0) })
        }
      }
      $0.several = (.sites, { session, body in try session.desk.together(body) })
    }
  }

  private static var fields: [Field<Session, CampSite, CampSiteDraft>] {
    [
      .value(clearable: "loop", .loop) { $0.features.loop = $1 ?? "" }
        .shown(in: .aside) { Cell($0.loop) },
      .value(clearable: "class", .siteClass, "site class") {
        $0.siteClass = $1.map(TermChoice.chosen) ?? .without
      }
      .shown { Cell($0.siteClass?.name) },
      .value(clearable: "type", .siteType) {
        $0.features.type = $1
        $0.forget(.type, unless: $1)
      }
      .shown { Cell($0.type ?? $0.typeName) },
      .value("electricity", .electricity, nil, \.features.electricity)
        .shown { .text($0.electricityWords) },
      .value("water", .boolean, "water hookup") { $0.features.water = $1 }
        .shown(in: .aside) { .boolean($0.water) },
      .value("sewer", .boolean, "sewer hookup") { $0.features.sewer = $1 }
        .shown(in: .aside) { .boolean($0.sewer) },
      .value(clearable: "length", .integer(in: 1...1_000, "FEET", "longest vehicle, in feet")) {
        $0.features.vehicleLength = $1
        $0.forget(.vehicleLength, unless: $1)
      }
      .shown(isNumber: true) { Cell($0.maximumVehicleLength) },
      .value(clearable: "party", .integer(in: 1...10_000, "N", "largest party")) {
        $0.features.people = $1
        $0.forget(.people, unless: $1)
      }
      .shown(isNumber: true) { Cell($0.maximumPeople) },
      .value(clearable: "vehicles", .integer(in: 0...1_000, "N", "most vehicles")) {
        $0.features.vehicles = $1
        $0.forget(.vehicles, unless: $1)
      }
      .shown(isNumber: true, in: .aside) { Cell($0.maximumVehicles) },
      .value("pets", .boolean, "pets allowed; no by default") {
        $0.features.petsAllowed = $1
      }
      .shown(in: .aside) { .boolean($0.petsAllowed) },
      .value("accessible", .boolean, "wheelchair access") { $0.features.isAccessible = $1 }
        .shown(in: .aside) { .boolean($0.isAccessible) },
      .value(clearable: "rate", .money("AMOUNT", "the site's own price a night, before all rates"))
      {
        $0.rate = $1
        $0.forget(.rate, unless: $1)
      }
      .shown(isNumber: true) { Cell($0.rate) },
      .value("shade", .boolean, "shaded") { $0.features.hasShade = $1 }
        .shown(in: .detail) { $0.hasShade ? .boolean(true) : .null },
      .value("tent-pad", .boolean, "has a tent pad") { $0.features.hasTentPad = $1 }
        .shown(in: .detail) { $0.hasTentPad ? .boolean(true) : .null },
      .value(clearable: "driveway", .text("WORDS", "driveway, such as back-in")) {
        $0.features.driveway = $1 ?? ""
      }
      .shown(in: .detail) { Cell($0.driveway) },
      .value(clearable: "location", .siteLocation) {
        $0.features.location = $1
        $0.forget(.location, unless: $1)
      }
      .shown(in: .detail) { Cell($0.location.map { "\($0)" }) },
      .value("favorite", .boolean, "listed first") { $0.isFavorite = $1 }
        .shown(in: .detail) { $0.isFavorite ? .boolean(true) : .null },
      .shown("retired", in: .detail) { Cell($0.retirement) },
      .value(clearable: "note", .text("TEXT", "any remark")) {
        $0.features.note = $1 ?? ""
      }
      .shown(in: .detail) { Cell($0.note) },
    ]
  }

  /// The features that a search may ask for.
  fileprivate static var needs: [Field<Session, CampSite, CampSiteDraft>] {
    let fields = fields
    return [
      "type", "electricity", "water", "sewer", "length", "party", "vehicles", "loop", "accessible",
      "shade", "tent-pad",
    ].compactMap { name in fields.first { $0.name == name } }
  }
}

/// The values that a command gives for a campsite; nil leaves a value unchanged.
struct CampSiteDraft {
  var features = CampSiteFeatures()
  var forgotten: Set<CampSiteLimit> = []
  var siteClass: TermChoice<SiteClass>?
  var rate: Decimal?
  var isFavorite: Bool?

  /// Marks a property to be cleared, unless there is a new value.
  mutating func forget(_ limit: CampSiteLimit, unless value: Any?) {
    if value == nil { forgotten.insert(limit) }
  }
}

// MARK: Commands

extension Resource where Context == Session, Object == CampSite, Plan == CampSiteDraft {
  /// The commands about campsites.
  @CommandList<Session>
  var commands: [Command<Session>] {
    addCommand.explained(
      synonyms: ["amps", "hookup", "rv", "tent", "cabin", "pad"],
      details: """
        Electricity is none, yes, or the amps of the strongest outlet. Add several sites that \
        are alike by their numbers: 1-40, or A1-A12,B3. What a night costs comes from rate add; \
        only a site with a price of its own needs a rate here.
        """,
      examples: [
        "campsite add 15 type rv electricity 50A water yes length 40",
        "campsite add 20-29,35 type rv electricity 30A",
        "campsite add 17 class \"RV 50A\" type rv electricity 50 length 40",
        "campsite add 16 type tent tent-pad yes shade yes location \"37.7456, -119.5936\"",
      ])

    Command(
      "campsite list", synonyms: ["site list"], "List the campsites", .partOfList,
      examples: ["campsite list", "campsite list limit 50 offset 100"], answering: .data
    ) { session, part in
      let page = try session.campSites.list(limit: part.limit(in: session), offset: part.offset)
      let retirements = page.rows.map { Cell($0.retirement) }
      let isAnyRetired = page.rows.contains { $0.retirement != nil }
      return .table(
        table(page.rows).adding(
          .init("retired", rank: isAnyRetired ? .first : .aside), retirements),
        empty: part.offset > 0
          ? "No more campsites" : "No campsites yet; add one with campsite add",
        more: session.remainder(of: page))
    }

    showCommand.explained("Show a campsite and its stays", synonyms: ["site details"])

    editCommand.explained(
      synonyms: ["site settings", "change rate"],
      details: """
        Change several sites at once by their numbers: 1-8, or A1-A12,B3; all are changed or \
        none is. "" or none clears a limit, a class, a price or a text. Booked stays that the site no \
        longer suits stay where they are, and the answer names them. A site with current or \
        coming stays cannot change between overnight and day use.
        """,
      examples: [
        "campsite edit 15 sewer yes length 42", "campsite edit 1-8 rate none",
      ])

    deleteCommand.explained(
      synonyms: ["remove site"],
      details: "Past stays keep the site in their history.")

    Command(
      "campsite detail", synonyms: ["amenity", "feature"], "Record a detail of a campsite",
      .required("site", .site),
      .required("name", .text("NAME", "name of the detail")), .required("value", .detailValue),
      .option("group", .text("GROUP", "heading to show it under")),
      details: "\"\" clears the detail.",
      examples: ["campsite detail 15 \"Campfire Allowed\" yes"]
    ) { session, site, name, value, group in
      let site = try session.campSites.setDetail(name, to: value, of: site, category: group)
      return .message(
        "Site \(site.name) · \(name)" + (value.isEmpty ? " cleared" : ": \(value)"),
        record: [("site", .text(site.name)), ("name", .text(name)), ("value", .text(value))])
    }

    Command(
      "campsite retire", synonyms: ["remove site", "decommission"], "Retire a site from a date",
      .required("site", .site),
      .requiredOption("from", .date, "first night it is no longer rented"),
      details:
        "Its history stays. Closures end on that date.",
      refuses: "a date with a reservation for a later night",
      examples: ["campsite retire 15 from 2026-11-01"]
    ) { session, site, date in
      let site = try session.campSites.retire(site, from: date)
      return .message(
        "Retired site \(site.name) from \(date)",
        record: record(of: site) + [("retired", Cell(site.retirement))])
    }

    Command(
      "campsite restore", synonyms: ["unretire", "reopen site"], "Bring a retired site back",
      .required("site", .site)
    ) { session, site in
      let site = try session.campSites.restore(site)
      return .message("Restored site \(site.name)", record: record(of: site))
    }
  }
}

extension Session {
  /// A clerk who clears the price of a site may expect the rates to price every night of it.
  fileprivate func noteNightsWithoutPrice(on site: CampSite) throws {
    let year = try StayDates(arrival: try today(), nights: 365)
    let nights = try rates.quote(site, dates: year).bill.unpricedNights
    guard !nights.isEmpty else { return }
    let extent =
      nights.count == year.nightCount
      ? "no longer has a price"
      : "has no price for \(nights.count) of \(year.nightCount) nights"
        + " (\(nights.map { "\($0)" }.listed(most: 4)))"
    warn(
      "site \(site.name) \(extent)",
      hint: "\"rate add\" prices nights that have no other rate, such as: rate add Base AMOUNT")
  }

  fileprivate func add(_ name: String, as draft: CampSiteDraft) throws -> CampSite {
    try campSites.add(
      name, features: draft.features, siteClass: draft.siteClass?.term, rate: draft.rate,
      isFavorite: draft.isFavorite ?? false)
  }

  /// The stays and closures of a campsite, and its details.
  fileprivate func lists(
    about site: CampSite
  ) throws -> [(title: String, table: ResultTable)] {
    let coming = try campSites.openStays(on: site)
    let isOneSite = coming.allSatisfy { $0.siteSpans.count < 2 }
    let blocks = try siteBlocks.blocks(endingAfter: try today(), site: site)
    return [
      (
        "reservations",
        isOneSite ? reservationTable(coming, leavingOut: "site") : reservationTable(coming)
      ),
      ("closed", Array(Self.blockColumns.dropFirst()).table(of: blocks)),
    ] + (try detailTables(of: site))
  }

  /// A table for each category of details, headed by its name.
  private func detailTables(of site: CampSite) throws -> [(title: String, table: ResultTable)] {
    var groups: [(name: String?, details: [SiteDetail])] = []
    for detail in try campSites.details(of: site) {
      if groups.last.map({ $0.name != detail.category }) ?? true {
        groups.append((detail.category, []))
      }
      groups[groups.count - 1].details.append(detail)
    }
    return groups.map { name, details in
      (
        name.map { $0.replacingOccurrences(of: "_", with: " ") } ?? "details",
        ResultTable(
          columns: [.init("detail"), .init("value")],
          rows: details.map { [.text($0.name), .text($0.value)] })
      )
    }
  }
}

extension CampSite {
  /// The electricity: `50 A`, `yes`, `none`.
  var electricityWords: String { amperage.map { "\($0) A" } ?? (electricity ? "yes" : "none") }
}

// MARK: Values

extension Argument where Context == Session, Value == SiteNeeds {
  /// The needs of a search for campsites.
  static var siteNeeds: Self {
    .group(
      .plan(
        CampSiteDraft(), Resource<Session, CampSite, CampSiteDraft>.needs.compactMap(\.forAdding)),
      .option("class", .siteClass, "site class"),
      .option("pets", .integer(in: 0...1_000), "number of pets"), .option("detail", .detailNeed)
    ) { draft, siteClass, pets, detail in
      var needs = SiteNeeds(draft.features)
      needs.siteClass = siteClass?.name
      needs.pets = pets ?? 0
      needs.details = detail.map { [$0] } ?? []
      return needs
    }
  }
}

extension ValueType where Context == Session {
  fileprivate static var electricity: ValueType<Session, ElectricitySupply?> {
    ValueType<Session, String>.supply(
      of: ["none", "yes", "15", "30", "50"], "SUPPLY", "amps of the hookup"
    ).map(ElectricitySupply.init(word:))
  }

  /// Any text, even an empty one.
  fileprivate static var detailValue: ValueType<Session, String> {
    .init("VALUE", "what is known", .text) { try $0.text() }
  }

  fileprivate static var siteLocation: ValueType<Session, SiteLocation> {
    .init("DEGREES", "latitude and longitude, separated by a comma", .text) { text in
      let word = try text.word()
      if let location = SiteLocation(word) { return location }
      throw ValueFault(
        "\(text.name) expects a latitude and a longitude, not \"\(word)\"",
        hint: "write degrees separated by a comma, like \"37.7456, -119.5936\"")
    }
  }

  fileprivate static var detailNeed: ValueType<Session, SiteDetailNeed> {
    .found("NAME[=VALUE]", "another detail, NAME=VALUE", .name) { text in
      let parts = try text.word()
        .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      return { session in
        let known = try session.campSites.detailNames()
        guard known.contains(where: { $0.lowercased() == parts[0].lowercased() }) else {
          throw ValueFault(
            "no campsite has a detail \"\(parts[0])\"",
            hint: Suggestion.hint(for: parts[0], in: known)
              ?? "\"campsite detail SITE NAME VALUE\" records one")
        }
        return SiteDetailNeed(parts[0], parts.count > 1 ? parts[1] : nil)
      }
    }
    .completing(.detail)
  }
}
