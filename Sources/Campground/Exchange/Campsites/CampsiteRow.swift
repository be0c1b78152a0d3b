import Foundation
import ObjectGraph

/// A campsite in a row of a file.
struct CampsiteRow {
  let source: CSVRow
  let facility: String
  var name: String
  let number: Int16?
  let loop: String?
  let className: String?
  let typeName: String?
  let features: CampSiteFeatures
  let maximums: (length: Int16?, people: Int16?, vehicles: Int16?)
  let driveway: String?
  let latitude: Double?
  let longitude: Double?
  let rate: Decimal?
  let externalIdentifier: String?

  init(_ row: CSVRow) throws(CSVProblem) {
    source = row
    facility = try row.line("facility_name") ?? ""
    guard let name = try row.line("site") else {
      throw row.problem("site", "a campsite needs a name")
    }
    self.name = name
    number = CampSite.number(in: name)
    loop = try row.line("loop")
    className = try row.line("class")
    typeName = row.text("type")
    maximums = (
      try row.integer("max_vehicle_length"), try row.integer("max_num_of_people"),
      try row.integer("max_num_of_vehicles")
    )
    let type = Self.type(of: typeName, vehicleLength: maximums.length)
    features = CampSiteFeatures(
      type: type, electricity: try Self.electricity(row, typeName: typeName),
      water: row.isSaid("water_hookup"), sewer: row.isSaid("sewer_hookup"),
      petsAllowed: row.isSaid("pets_allowed"),
      isAccessible: try row.boolean("accessible"), hasShade: row.isSaid("shade"),
      hasTentPad: row.isSaid("tent_pad"))
    driveway = row.text("driveway_entry").flatMap { CSVRow.isNo($0) ? nil : $0 }
    latitude = try row.number("lat", in: -90...90)
    longitude = try row.number("lon", in: -180...180)
    rate = try row.decimal("rate")
    externalIdentifier = row.text("campsite_id")
  }

  /// Inserts the campsite.
  ///
  /// - Throws: `CampgroundError.invalidValue` when the price does not fit the campground's
  ///   currency; `.refused` for a day-use campsite in a class of overnight ones, or the reverse.
  func insert(
    at campground: Campground, of siteClass: SiteClass?, in context: ManagedObjectContext
  ) throws(CampgroundError) {
    // Checked before anything is inserted, so that a reject leaves nothing behind.
    let name = try NameRule.unlikeCodes(name, of: "campsite")
    let rateMinor = try CampSite.minorUnits(of: rate, in: campground.currency)
    try features.check()
    try siteClass?.requireLet(name, byDay: features.type == .dayUse)
    let site = CampSite(context: context)
    site.campground = campground
    site.name = name
    site.siteNumber = number
    site.loop = loop
    site.siteClass = siteClass
    site.typeName = typeName
    try site.take(features)
    site.maximumVehicleLength = maximums.length
    site.maximumPeople = maximums.people
    site.maximumVehicles = maximums.vehicles
    site.driveway = driveway
    site.latitude = latitude
    site.longitude = longitude
    site.rateMinor = rateMinor
    site.externalIdentifier = externalIdentifier
  }

  /// The type that best matches the words of a file; nil when none does.
  ///
  /// A "standard" site takes tents, and also vehicles if it states their maximum length.
  private static func type(of text: String?, vehicleLength: Int16?) -> CampSiteType? {
    guard let text = text?.uppercased() else { return nil }
    if let word = CampSiteType(rawValue: text.lowercased()) { return word }
    func says(_ words: String...) -> Bool { words.contains { text.contains($0) } }
    if says("DAY USE", "PICNIC") { return .dayUse }
    if says("GROUP") { return .group }
    if says("CABIN", "YURT", "SHELTER", "LOOKOUT") { return .cabin }
    if says("TENT", "WALK TO", "HIKE TO", "BOAT", "PRIMITIVE") { return .tent }
    if says("RV", "TRAILER") { return .rv }
    if says("STANDARD") { return (vehicleLength ?? 0) > 0 ? .rv : .tent }
    return nil
  }

  private static func electricity(
    _ row: CSVRow, typeName: String?
  ) throws(CSVProblem) -> ElectricitySupply {
    let type = typeName?.uppercased() ?? ""
    let isElectric = type.hasSuffix("ELECTRIC") && !type.hasSuffix("NONELECTRIC")
    guard let hookup = row.text("electricity_hookup"), !CSVRow.isNo(hookup) else {
      return isElectric ? .present : .absent
    }
    // "50", "30 amp" and "20/30/50" give the strongest outlet.
    let numbers = hookup.split { !("0"..."9").contains($0) }.map { Int($0) }
    guard let strongest = numbers.compactMap({ $0 }).max() else { return .present }
    guard (1...1_000).contains(strongest), !numbers.contains(nil) else {
      throw row.problem("electricity_hookup", "\"\(hookup)\" is not a number of amps")
    }
    return .amperes(strongest)
  }
}
