import Campground
import ObjectGraph
import Rendering

/// The commands about campsites.
extension Session {
  func addCampSite(_ command: ParsedCommand) throws -> Answer {
    let name = try command.require(.name)
    let site = try givingFirstCampground(timeZone) {
      try campSites.add(name, features: features(of: command), rate: command[.rate])
    }
    return .message("Added site \(site.name)", record: record(of: site))
  }

  func listCampSites() throws -> Answer {
    let sites = try campSites.getCampSites()
    return .table(
      campSiteTable(sites), asides: Self.asides,
      empty: "No campsites yet; add one with campsite add")
  }

  func showCampSite(_ command: ParsedCommand) throws -> Answer {
    let site = try campSite(command)
    let today = try today()
    let coming = site.reservations.filter { !$0.isOver(on: today) }
      .sorted { ($0.dateFrom, $0.number) < ($1.dateFrom, $1.number) }
    return .details(
      record(of: site),
      lists: [("reservations", reservationTable(coming, leavingOut: "site"))])
  }

  func editCampSite(_ command: ParsedCommand) throws -> Answer {
    let site = try campSite(command)
    try requireChange(command)
    let changed = try campSites.edit(
      site, name: command[.name], features: features(of: command), rate: command[.rate])
    return .message("Changed site \(changed.name)", record: record(of: changed))
  }

  func deleteCampSite(_ command: ParsedCommand) throws -> Answer {
    let site = try campSite(command)
    let record = record(of: site)
    let name = site.name
    try campSites.delete(site)
    return .message("Deleted site \(name)", record: record)
  }

  func listAvailableCampSites(_ command: ParsedCommand) throws -> Answer {
    let dates = try stayDates(of: command)
    let sites = try campSites.available(dates, features: features(of: command))
    return .table(
      campSiteTable(sites), asides: Self.asides, empty: "No such campsite is free \(dates)")
  }

  private func features(of command: ParsedCommand) -> CampSiteFeatures {
    CampSiteFeatures(
      type: command[.type].flatMap(CampSiteType.init(rawValue:)),
      electricity: command[.electricity].flatMap(ElectricitySupply.init(word:)),
      water: command[.water], sewer: command[.sewer], vehicleLength: command[.length],
      people: command[.people], vehicles: command[.vehicles], loop: command[.loop],
      petsAllowed: command[.pets], isAccessible: command[.accessible])
  }

  // MARK: As rows

  private static let siteColumns: [ResultTable.Column] = [
    .init("site"), .init("loop"), .init("type"), .init("electricity"), .init("water"),
    .init("sewer"), .number("length"), .number("people"), .number("vehicles"), .init("pets"),
    .init("accessible"), .number("rate"),
  ]

  /// What `campsite show` tells and a list on a terminal need not.
  private static let asides: Set<String> = ["vehicles", "pets", "accessible"]

  private func campSiteTable(_ sites: [CampSite]) -> ResultTable {
    ResultTable(
      columns: Self.siteColumns, rows: sites.map { record(of: $0).map(\.value) })
  }

  private func record(of site: CampSite) -> Answer.Record {
    let values: [Cell] = [
      .text(site.name), Cell(site.loop), Cell(site.type ?? site.typeName),
      .text(Self.electricity(of: site)), .boolean(site.water), .boolean(site.sewer),
      Cell(site.maximumVehicleLength), Cell(site.maximumPeople), Cell(site.maximumVehicles),
      .boolean(site.petsAllowed), .boolean(site.isAccessible), Cell(site.rate),
    ]
    return zip(Self.siteColumns, values).map { ($0.name, $1) }
  }

  private static func electricity(of site: CampSite) -> String {
    site.amperage.map { "\($0) A" } ?? (site.electricity ? "yes" : "none")
  }
}
