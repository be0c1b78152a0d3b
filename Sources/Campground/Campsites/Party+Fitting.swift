/// What a party needs of a campsite.
extension Party {
  /// Checks that the numbers are in range and that the party is not empty.
  ///
  /// - Throws: `CampgroundError.outOfRange`.
  func check() throws(CampgroundError) {
    let allowed = 1...Reservation.mostPeople
    try RuleCheck.range(people, "party", allowed)
    try RuleCheck.range(adults, "adults", 0...allowed.upperBound)
    try RuleCheck.range(children, "children", 0...allowed.upperBound)
    try RuleCheck.range(vehicles, "vehicles", 0...1_000)
    try RuleCheck.range(vehicleLength, "length", 1...1_000)
    try RuleCheck.range(pets, "pets", 0...1_000)
    try RuleCheck.range(amperage, "electricity", 1...1_000)
  }

  /// What the party needs of a campsite.
  public var needs: SiteNeeds {
    SiteNeeds(
      CampSiteFeatures(
        electricity: amperage.map { .amperes($0) }, water: needsWater, sewer: needsSewer,
        vehicleLength: vehicleLength, people: people, vehicles: vehicles,
        isAccessible: needsAccess), pets: pets)
  }

  /// Checks that a campsite fits the party; an unknown limit of the site fits everyone.
  ///
  /// - Throws: `CampgroundError.unfit`, about the number of people if only that is too high,
  ///   otherwise about all unmet needs.
  func requireFit(_ site: CampSite) throws(CampgroundError) {
    let unmet = needs.unmet(by: site, allowingUnknown: true)
    if case .people(_, let most?) = unmet.first, unmet.count == 1 {
      throw CampgroundError(
        .unfit, about: [.number(people), .site(site.name)],
        "site \(site.name) takes a party of at most \(most), not \(people)", fix: .showFitting)
    }
    guard unmet.isEmpty else {
      throw CampgroundError(
        .unfit, about: unmet.map(CampgroundError.Subject.need) + [.site(site.name)],
        "site \(site.name) " + unmet.map(\.description).joined(separator: ", "), fix: .showFitting)
    }
  }
}
