/// How well a campsite fits the needs: the smallest that is large enough first, and favorites first
/// among those.
struct SiteFit: Comparable {
  /// The site's limit for each need given as a number; an unknown limit sorts last.
  private let sizes: [Int16]
  private let isFavorite: Bool
  private let name: NaturalName

  init(_ site: CampSite, for needs: SiteNeeds) {
    var sizes: [Int16] = []
    if needs.vehicleLength != nil { sizes.append(site.maximumVehicleLength ?? .max) }
    if case .amperes = needs.electricity { sizes.append(site.amperage ?? .max) }
    if needs.people != nil { sizes.append(site.maximumPeople ?? .max) }
    if needs.vehicles != nil { sizes.append(site.maximumVehicles ?? .max) }
    self.sizes = sizes
    isFavorite = site.isFavorite
    name = NaturalName(site.name)
  }

  static func < (left: SiteFit, right: SiteFit) -> Bool {
    if left.sizes != right.sizes { return left.sizes.lexicographicallyPrecedes(right.sizes) }
    if left.isFavorite != right.isFavorite { return left.isFavorite }
    return left.name < right.name
  }
}
