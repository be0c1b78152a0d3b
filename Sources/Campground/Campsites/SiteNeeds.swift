import ObjectGraph

/// The requirements for a campsite, as one value for searching, booking, moving and the waitlist.
///
///     let rig = SiteNeeds(CampSiteFeatures(electricity: .amperes(30), vehicleLength: 38))
///     rig.unmet(by: site)         // [.length(38, most: 36)]
@dynamicMemberLookup
public struct SiteNeeds: Sendable, Hashable {
  /// The features that a campsite must have; one that is omitted or false does not matter. An
  /// amperage is a minimum, and a loop is meant in any case.
  public var features: CampSiteFeatures
  /// The name of the class; nil for any.
  public var siteClass: String?
  /// The number of pets.
  public var pets: Int
  /// Other required details.
  public var details: [SiteDetailNeed]

  /// Makes needs; omitted ones do not matter. Without a number of pets, one is meant where pets
  /// must be allowed.
  public init(
    _ features: CampSiteFeatures = CampSiteFeatures(), pets: Int? = nil,
    details: [SiteDetailNeed] = []
  ) {
    self.features = features
    self.pets = pets ?? (features.petsAllowed == true ? 1 : 0)
    self.details = details
  }

  /// A feature.
  public subscript<Value>(
    dynamicMember path: WritableKeyPath<CampSiteFeatures, Value>
  ) -> Value {
    get { features[keyPath: path] }
    set { features[keyPath: path] = newValue }
  }

  /// The needs that a campsite does not meet; empty where it fits.
  ///
  /// - Parameter allowingUnknown: whether an unknown limit of the campsite is taken to be
  ///   sufficient, as when a guest asks for this very site. In a search it is not.
  public func unmet(by site: CampSite, allowingUnknown: Bool = false) -> [UnmetNeed] {
    var unmet: [UnmetNeed] = []
    if let type = features.type, site.siteType != type {
      unmet.append(.type(type, offered: site.type))
    }
    if let need = unmetElectricity(by: site, allowingUnknown: allowingUnknown) {
      unmet.append(need)
    }
    func check(_ needed: Int?, _ most: Int16?, _ need: (Int, Int?) -> UnmetNeed) {
      guard let needed, needed > 0 else { return }
      let isMet = most.map { needed <= Int($0) } ?? allowingUnknown
      if !isMet { unmet.append(need(needed, most.map { Int($0) })) }
    }
    check(features.vehicleLength, site.maximumVehicleLength) { .length($0, most: $1) }
    check(features.people, site.maximumPeople) { .people($0, most: $1) }
    check(features.vehicles, site.maximumVehicles) { .vehicles($0, most: $1) }
    if let siteClass, site.siteClass?.name != siteClass {
      unmet.append(.siteClass(siteClass, offered: site.siteClass?.name))
    }
    if let loop = features.loop, site.loop?.lowercased() != loop.lowercased() {
      unmet.append(.loop(loop, offered: site.loop))
    }
    let wishes: [(Bool?, Bool, UnmetNeed)] = [
      (features.water, site.water, .water), (features.sewer, site.sewer, .sewer),
      (pets > 0, site.petsAllowed, .pets), (features.isAccessible, site.isAccessible, .access),
      (features.hasShade, site.hasShade, .shade),
      (features.hasTentPad, site.hasTentPad, .tentPad),
    ]
    return unmet + wishes.filter { $0.0 == true && !$0.1 }.map(\.2)
      + details.filter { !$0.isMet(by: site) }.map { .detail($0) }
  }

  private func unmetElectricity(by site: CampSite, allowingUnknown: Bool) -> UnmetNeed? {
    switch features.electricity {
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
    try features.check()
    var conditions: [(format: String, argument: Any?)] = []
    if let type = features.type { conditions.append(("type == %@", type.rawValue)) }
    switch features.electricity {
    case .present: conditions.append(("electricity == %@", true))
    case .amperes(let amperes): conditions.append(("amperage >= %@", amperes))
    case .absent, nil: break
    }
    if let length = features.vehicleLength {
      conditions.append(("maximumVehicleLength >= %@", length))
    }
    if let people = features.people { conditions.append(("maximumPeople >= %@", people)) }
    if let vehicles = features.vehicles, vehicles > 0 {
      conditions.append(("maximumVehicles >= %@", vehicles))
    }
    if let siteClass { conditions.append(("siteClass.name == %@", siteClass)) }
    if let loop = features.loop { conditions.append(("loop ==[c] %@", loop)) }
    let wishes: [(String, Bool?)] = [
      ("water", features.water), ("sewer", features.sewer), ("petsAllowed", pets > 0),
      ("isAccessible", features.isAccessible), ("hasShade", features.hasShade),
      ("hasTentPad", features.hasTentPad),
    ]
    for (key, isNeeded) in wishes where isNeeded == true {
      conditions.append(("\(key) == %@", true))
    }
    return try conditions.map { try FetchPredicate(format: $0.format, $0.argument) }
      + details.map { try $0.predicate() }
  }
}
