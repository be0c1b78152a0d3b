/// What a party needs of a campsite.
extension Party {
  /// Checks that the numbers are in range and that the party is not empty.
  ///
  /// - Throws: `CampgroundError.outOfRange`.
  func check() throws(CampgroundError) {
    let allowed = 1...Reservation.mostPeople
    try Self.check("party", people, allowed)
    try Self.check("adults", adults, 0...allowed.upperBound)
    try Self.check("children", children, 0...allowed.upperBound)
    try Self.check("vehicles", vehicles ?? 0, 0...1_000)
    try Self.check("length", vehicleLength ?? 1, 1...1_000)
    try Self.check("pets", pets, 0...1_000)
    try Self.check("electricity", amperage ?? 1, 1...1_000)
  }

  private static func check(
    _ what: String, _ value: Int, _ allowed: ClosedRange<Int>
  ) throws(CampgroundError) {
    guard allowed.contains(value) else {
      throw .outOfRange(what, value: value, allowed: allowed)
    }
  }

  /// What the party needs of a campsite.
  public var needs: SiteNeeds {
    SiteNeeds(
      electricity: amperage.map { .amperes($0) }, vehicleLength: vehicleLength, people: people,
      vehicles: vehicles, pets: pets, needsWater: needsWater, needsSewer: needsSewer,
      needsAccess: needsAccess)
  }

  /// Checks that a campsite fits the party; an unknown limit of the site fits everyone.
  ///
  /// - Throws: `CampgroundError.partyTooLarge` if only the number of people is too high, otherwise
  ///   `.siteUnfit`.
  func requireFit(_ site: CampSite) throws(CampgroundError) {
    let unmet = needs.unmet(by: site, allowingUnknown: true)
    if case .people(_, let most?) = unmet.first, unmet.count == 1 {
      throw CampgroundError(
        .partyTooLarge, about: [.number(people), .site(site.name)],
        "site \(site.name) takes a party of at most \(most), not \(people)",
        fix: .showFitting)
    }
    guard unmet.isEmpty else {
      throw CampgroundError(
        .siteUnfit, about: unmet.map(CampgroundError.Subject.need) + [.site(site.name)],
        "site \(site.name) " + unmet.map(\.description).joined(separator: ", "), fix: .showFitting)
    }
  }
}
