import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The commands about campsites.
extension Session {
  func addCampSite(_ command: ParsedCommand) throws -> Answer {
    let name = try command.require(.name)
    let site = try campSites.add(
      name, features: siteFeatures(of: command), siteClass: classChange(command) ?? nil,
      rate: command[.rate], isFavorite: command.has(.favorite))
    return .message("Added site \(site.name)", record: record(of: site))
  }

  func listCampSites(_ command: ParsedCommand) throws -> Answer {
    let (limit, offset) = part(command)
    let page = try campSites.list(limit: limit, offset: offset)
    return .table(
      ResultTable(
        columns: Self.siteColumns + [.init("retired")],
        rows: page.rows.map { record(of: $0).map(\.value) + [Cell($0.retirement)] }),
      asides: page.rows.contains { $0.retirement != nil }
        ? Self.siteAsides : Self.siteAsides.union(["retired"]),
      empty: offset > 0 ? "No more campsites" : "No campsites yet; add one with campsite add",
      more: Self.remainder(of: page))
  }

  func showCampSite(_ command: ParsedCommand) throws -> Answer {
    let site = try campSite(command)
    let today = try today()
    let coming = try campSites.openStays(on: site)
    let isOneSite = coming.allSatisfy { $0.siteSpans.count < 2 }
    let notes: Answer.Record = [
      ("shade", site.hasShade ? .boolean(true) : .null),
      ("tent-pad", site.hasTentPad ? .boolean(true) : .null),
      ("driveway", Cell(site.driveway)), ("location", Cell(site.location.map { "\($0)" })),
      ("favorite", site.isFavorite ? .boolean(true) : .null),
      ("retired", Cell(site.retirement)), ("note", Cell(site.note)),
    ]
    let blocks = try siteBlocks.blocks(endingAfter: today, site: site)
    return .details(
      record(of: site) + notes,
      lists: [
        (
          "reservations",
          isOneSite ? reservationTable(coming, leavingOut: "site") : reservationTable(coming)
        ),
        ("closed", closingTable(blocks)),
      ] + (try detailTables(of: site)))
  }

  func editCampSite(_ command: ParsedCommand) throws -> Answer {
    let site = try campSite(command)
    try requireChange(command)
    let changed = try campSites.edit(
      site, name: command[.name], features: siteFeatures(of: command),
      siteClass: classChoice(command), rate: command[.rate], forgetting: forgotten(by: command),
      isFavorite: command[.favorite])
    let unfit = try campSites.unfitStays(on: changed).map { stay, lacks in
      "  does not fit \(stay.code) · it \(lacks.map { "\($0)" }.joined(separator: "; it "))"
    }
    return .message(
      (["Changed site \(changed.name)"] + unfit).joined(separator: "\n"),
      record: record(of: changed))
  }

  func deleteCampSite(_ command: ParsedCommand) throws -> Answer {
    let site = try campSite(command)
    let record = record(of: site)
    let name = site.name
    try campSites.delete(site)
    return .message("Deleted site \(name)", record: record)
  }

  // MARK: Out of use

  func retireCampSite(_ command: ParsedCommand) throws -> Answer {
    let date = try command.require(.from)
    let site = try campSites.retire(campSite(command), from: date)
    return .message(
      "Retired site \(site.name) from \(date) on",
      record: record(of: site) + [("retired", Cell(site.retirement))])
  }

  func restoreCampSite(_ command: ParsedCommand) throws -> Answer {
    let site = try campSites.restore(campSite(command))
    return .message("Restored site \(site.name)", record: record(of: site))
  }

  // MARK: Details

  func noteCampSiteDetail(_ command: ParsedCommand) throws -> Answer {
    let name = try command.require(.name)
    let value = try command.require(.text)
    let site = try campSites.setDetail(
      name, to: value, of: campSite(command), category: command[.group])
    return .message(
      value.isEmpty
        ? "Site \(site.name) · \(name) taken away" : "Site \(site.name) · \(name): \(value)",
      record: [("site", .text(site.name)), ("name", .text(name)), ("value", .text(value))])
  }

  /// A table for each group of details, headed by the group's name.
  private func detailTables(of site: CampSite) throws -> [(title: String, table: ResultTable)] {
    let details = try campSites.details(of: site)
    var groups: [(name: String?, details: [SiteDetail])] = []
    for detail in details {
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

  private func closingTable(_ blocks: [SiteBlock]) -> ResultTable {
    ResultTable(
      columns: [.init("from"), .init("to"), .init("kind"), .init("reason")],
      rows: blocks.map { block in
        [
          Cell(block.firstDay), Cell(block.reopening), .text(block.kind.rawValue),
          .text(block.reason),
        ]
      })
  }

  private func siteFeatures(of command: ParsedCommand) throws -> CampSiteFeatures {
    try CampSiteFeatures(
      type: command[.type].flatMap(CampSiteType.init(rawValue:)),
      electricity: command[.electricity].flatMap(ElectricitySupply.init(word:)),
      water: command[.water], sewer: command[.sewer], vehicleLength: command[.length],
      people: command[.people], vehicles: command[.vehicles], loop: command[.loop],
      petsAllowed: command[.pets], isAccessible: command[.accessible],
      hasShade: command[.shade], hasTentPad: command[.tentPad], driveway: command[.driveway],
      location: location(of: command), note: command[.note])
  }

  private func location(of command: ParsedCommand) throws -> SiteLocation? {
    guard let text = command[.location], !text.isEmpty else { return nil }
    guard let location = SiteLocation(text) else {
      throw command.diagnostic(
        "location expects a latitude and a longitude, not \"\(text)\"",
        hint: "write degrees with a comma between them, like \"37.7456, -119.5936\"",
        at: ParameterKey<String>.location)
    }
    return location
  }

  /// The limits that a command takes away.
  private func forgotten(by command: ParsedCommand) -> Set<CampSiteLimit> {
    let limits: [(CampSiteLimit, Bool)] = [
      (.type, command.clears(ParameterKey<String>.type)),
      (.vehicleLength, command.clears(ParameterKey<Int>.length)),
      (.people, command.clears(ParameterKey<Int>.people)),
      (.vehicles, command.clears(ParameterKey<Int>.vehicles)),
      (.location, command.clears(ParameterKey<String>.location)),
      (.rate, command.clears(ParameterKey<Decimal>.rate)),
    ]
    return Set(limits.lazy.filter(\.1).map(\.0))
  }

  /// What a command asks of a campsite.
  func siteNeeds(of command: ParsedCommand) throws -> SiteNeeds {
    var needs = SiteNeeds(
      type: command[.type].flatMap(CampSiteType.init(rawValue:)),
      electricity: command[.electricity].flatMap(ElectricitySupply.init(word:)),
      vehicleLength: command[.length], people: command[.people], vehicles: command[.vehicles],
      loop: command[.loop], pets: command[.petCount] ?? 0, needsWater: command.has(.water),
      needsSewer: command.has(.sewer), needsAccess: command.has(.accessible),
      needsShade: command.has(.shade), needsTentPad: command.has(.tentPad),
      details: try detailNeed(of: command).map { [$0] } ?? [])
    needs.siteClass = command[.siteClass] == nil ? nil : try siteClass(command).name
    return needs
  }

  private func detailNeed(of command: ParsedCommand) throws -> SiteDetailNeed? {
    guard let text = command[.detail] else { return nil }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let known = try campSites.detailNames()
    guard known.contains(where: { $0.lowercased() == parts[0].lowercased() }) else {
      throw command.diagnostic(
        "no campsite has a detail \"\(parts[0])\"",
        hint: Suggestion.hint(for: parts[0], in: known)
          ?? "\"campsite detail SITE NAME VALUE\" notes one", at: ParameterKey<String>.detail)
    }
    return SiteDetailNeed(parts[0], parts.count > 1 ? parts[1] : nil)
  }

  // MARK: As rows

  static let siteColumns: [ResultTable.Column] = [
    .init("site"), .init("loop"), .init("class"), .init("type"), .init("electricity"),
    .init("water"),
    .init("sewer"), .number("length"), .number("people"), .number("vehicles"), .init("pets"),
    .init("accessible"), .number("rate"),
  ]

  /// What `campsite show` tells and a list on a terminal need not.
  static let siteAsides: Set<String> = ["vehicles", "pets", "accessible"]

  func record(of site: CampSite) -> Answer.Record {
    let values: [Cell] = [
      .text(site.name), Cell(site.loop), Cell(site.siteClass?.name),
      Cell(site.type ?? site.typeName),
      .text(Self.electricity(of: site)), .boolean(site.water), .boolean(site.sewer),
      Cell(site.maximumVehicleLength), Cell(site.maximumPeople), Cell(site.maximumVehicles),
      .boolean(site.petsAllowed), .boolean(site.isAccessible), Cell(site.rate),
    ]
    return zip(Self.siteColumns, values).map { ($0.name, $1) }
  }

  static func electricity(of site: CampSite) -> String {
    site.amperage.map { "\($0) A" } ?? (site.electricity ? "yes" : "none")
  }
}
