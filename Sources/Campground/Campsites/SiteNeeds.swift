import ObjectGraph

/// The requirements for a campsite, as one value for searching, booking, moving and the waitlist.
///
///     let rig = SiteNeeds(electricity: .amperes(30), vehicleLength: 38)
///     rig.unmet(by: site)         // [.length(38, most: 36)]
public struct SiteNeeds: Sendable, Hashable {
  /// The type; nil for any.
  public var type: CampSiteType?
  /// The electricity; an amperage is a minimum.
  public var electricity: ElectricitySupply?
  /// The length of the longest vehicle in feet.
  public var vehicleLength: Int?
  /// The number of people.
  public var people: Int?
  /// The number of vehicles.
  public var vehicles: Int?
  /// The name of the class; nil for any.
  public var siteClass: String?
  /// The loop, in any case; nil for any.
  public var loop: String?
  /// Whether water is needed.
  public var needsWater: Bool
  /// Whether a sewer hookup is needed.
  public var needsSewer: Bool
  /// The number of pets.
  public var pets: Int
  /// Whether wheelchair access is needed.
  public var needsAccess: Bool
  /// Whether shade is needed.
  public var needsShade: Bool
  /// Whether a tent pad is needed.
  public var needsTentPad: Bool
  /// Other required details.
  public var details: [SiteDetailNeed]

  /// Makes needs; omitted ones do not matter.
  public init(
    type: CampSiteType? = nil, electricity: ElectricitySupply? = nil, vehicleLength: Int? = nil,
    people: Int? = nil, vehicles: Int? = nil, loop: String? = nil, pets: Int = 0,
    needsWater: Bool = false, needsSewer: Bool = false, needsAccess: Bool = false,
    needsShade: Bool = false, needsTentPad: Bool = false, details: [SiteDetailNeed] = []
  ) {
    self.type = type
    self.electricity = electricity
    self.vehicleLength = vehicleLength
    self.people = people
    self.vehicles = vehicles
    self.loop = loop
    self.needsWater = needsWater
    self.needsSewer = needsSewer
    self.pets = pets
    self.needsAccess = needsAccess
    self.needsShade = needsShade
    self.needsTentPad = needsTentPad
    self.details = details
  }

  /// Makes needs from requested features; one that is omitted or false does not matter.
  public init(_ features: CampSiteFeatures) {
    self.init(
      type: features.type, electricity: features.electricity,
      vehicleLength: features.vehicleLength, people: features.people, vehicles: features.vehicles,
      loop: features.loop, pets: features.petsAllowed == true ? 1 : 0,
      needsWater: features.water ?? false, needsSewer: features.sewer ?? false,
      needsAccess: features.isAccessible ?? false, needsShade: features.hasShade ?? false,
      needsTentPad: features.hasTentPad ?? false)
  }

  /// Checks the numbers.
  ///
  /// - Throws: `CampgroundError.outOfRange`.
  public func check() throws(CampgroundError) {
    try CampSiteFeatures(
      electricity: electricity, vehicleLength: vehicleLength, people: people, vehicles: vehicles
    ).check()
  }

  /// The needs that a campsite does not meet; empty where it fits.
  ///
  /// - Parameter allowingUnknown: whether an unknown limit of the campsite is taken to be
  ///   sufficient, as when a guest asks for this very site. In a search it is not.
  public func unmet(by site: CampSite, allowingUnknown: Bool = false) -> [UnmetNeed] {
    var unmet: [UnmetNeed] = []
    if let type, site.siteType != type { unmet.append(.type(type, offered: site.type)) }
    if let need = unmetElectricity(by: site, allowingUnknown: allowingUnknown) {
      unmet.append(need)
    }
    func check(_ needed: Int?, _ most: Int16?, _ need: (Int, Int?) -> UnmetNeed) {
      guard let needed, needed > 0 else { return }
      let isMet = most.map { needed <= Int($0) } ?? allowingUnknown
      if !isMet { unmet.append(need(needed, most.map { Int($0) })) }
    }
    check(vehicleLength, site.maximumVehicleLength) { .length($0, most: $1) }
    check(people, site.maximumPeople) { .people($0, most: $1) }
    check(vehicles, site.maximumVehicles) { .vehicles($0, most: $1) }
    if let siteClass, site.siteClass?.name != siteClass {
      unmet.append(.siteClass(siteClass, offered: site.siteClass?.name))
    }
    if let loop, site.loop?.lowercased() != loop.lowercased() {
      unmet.append(.loop(loop, offered: site.loop))
    }
    let wishes: [(Bool, Bool, UnmetNeed)] = [
      (needsWater, site.water, .water), (needsSewer, site.sewer, .sewer),
      (pets > 0, site.petsAllowed, .pets), (needsAccess, site.isAccessible, .access),
      (needsShade, site.hasShade, .shade), (needsTentPad, site.hasTentPad, .tentPad),
    ]
    return unmet + wishes.filter { $0.0 && !$0.1 }.map(\.2)
      + details.filter { !$0.isMet(by: site) }.map { .detail($0) }
  }

  private func unmetElectricity(by site: CampSite, allowingUnknown: Bool) -> UnmetNeed? {
    switch electricity {
    case .absent, nil: return nil
    case .present: return site.electricity ? nil : .electricity
    case .amperes(let needed):
      guard site.electricity else { return .amperes(needed, offered: 0) }
      let isMet = site.amperage.map { needed <= Int($0) } ?? allowingUnknown
      return isMet ? nil : .amperes(needed, offered: site.amperage.map { Int($0) })
    }
  }

  /// The predicates for campsites that meet the needs; empty where nothing is needed.
  ///
  /// An unknown limit of a campsite does not meet a need.
  ///
  /// - Throws: `CampgroundError.outOfRange` for a number that is not above zero.
  public func predicates() throws -> [FetchPredicate] {
    try check()
    var conditions: [(format: String, argument: Any?)] = []
    if let type { conditions.append(("type == %@", type.rawValue)) }
    switch electricity {
    case .present: conditions.append(("electricity == %@", true))
    case .amperes(let amperes): conditions.append(("amperage >= %@", amperes))
    case .absent, nil: break
    }
    if let vehicleLength { conditions.append(("maximumVehicleLength >= %@", vehicleLength)) }
    if let people { conditions.append(("maximumPeople >= %@", people)) }
    if let vehicles, vehicles > 0 { conditions.append(("maximumVehicles >= %@", vehicles)) }
    if let siteClass { conditions.append(("siteClass.name == %@", siteClass)) }
    if let loop { conditions.append(("loop ==[c] %@", loop)) }
    let wishes = [
      ("water", needsWater), ("sewer", needsSewer), ("petsAllowed", pets > 0),
      ("isAccessible", needsAccess), ("hasShade", needsShade), ("hasTentPad", needsTentPad),
    ]
    for (key, isNeeded) in wishes where isNeeded { conditions.append(("\(key) == %@", true)) }
    return try conditions.map { try FetchPredicate(format: $0.format, $0.argument) }
      + details.map { try $0.predicate() }
  }
}
