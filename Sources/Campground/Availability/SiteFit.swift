/// How well a campsite fits what is needed: the smallest that is large enough comes first.
struct SiteFit: Comparable {
  /// What the campsite has of each thing that is asked for by a number; what is not known comes last.
  private let sizes: [Int16]
  private let number: Int16
  private let name: String

  init(_ site: CampSite, for needs: SiteNeeds) {
    var sizes: [Int16] = []
    if needs.vehicleLength != nil { sizes.append(site.maximumVehicleLength ?? .max) }
    if case .amperes = needs.electricity { sizes.append(site.amperage ?? .max) }
    if needs.people != nil { sizes.append(site.maximumPeople ?? .max) }
    if needs.vehicles != nil { sizes.append(site.maximumVehicles ?? .max) }
    self.sizes = sizes
    // A site without a number comes first, as in every list of sites.
    number = site.siteNumber ?? 0
    name = site.name
  }

  static func < (left: SiteFit, right: SiteFit) -> Bool {
    if left.sizes != right.sizes { return left.sizes.lexicographicallyPrecedes(right.sizes) }
    return (left.number, left.name) < (right.number, right.name)
  }
}
