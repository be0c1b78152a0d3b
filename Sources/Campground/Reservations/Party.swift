/// Who comes, with what, and what they cannot do without: a reservation keeps it, and whatever puts
/// the stay on a campsite checks it.
///
///     let party = Party(people: 4, vehicles: 1, vehicleLength: 38, pets: 1)
public struct Party: Sendable, Hashable {
  /// The number of people.
  public var people: Int
  /// The number of vehicles; nil where it was not said.
  public var vehicles: Int?
  /// The length of the longest vehicle in feet; nil where it was not said.
  public var vehicleLength: Int?
  /// The number of pets.
  public var pets: Int
  /// The amperes that are needed; nil where they do not matter.
  public var amperage: Int?
  /// Whether there has to be water.
  public var needsWater: Bool
  /// Whether there has to be a sewer.
  public var needsSewer: Bool
  /// Whether a wheelchair comes.
  public var needsAccess: Bool

  /// Makes a party; by default it is one person who needs nothing.
  public init(
    people: Int = 1, vehicles: Int? = nil, vehicleLength: Int? = nil, pets: Int = 0,
    amperage: Int? = nil, needsWater: Bool = false, needsSewer: Bool = false,
    needsAccess: Bool = false
  ) {
    self.people = people
    self.vehicles = vehicles
    self.vehicleLength = vehicleLength
    self.pets = pets
    self.amperage = amperage
    self.needsWater = needsWater
    self.needsSewer = needsSewer
    self.needsAccess = needsAccess
  }

  /// Checks that the numbers can be kept.
  ///
  /// - Throws: `CampgroundError.outOfRange`.
  func check() throws(CampgroundError) {
    try Self.check("party", people, 1...ReservationService.mostPeople)
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

  /// Checks that a campsite takes the party; a limit that is not known of the site refuses nobody.
  ///
  /// - Throws: `CampgroundError.partyTooLarge` where only the people are too
  ///   many, else `.siteUnfit`.
  func requireFit(_ site: CampSite) throws(CampgroundError) {
    let unmet = needs.unmet(by: site, allowingUnknown: true)
    if case .people(_, let most?) = unmet.first, unmet.count == 1 {
      throw .partyTooLarge(site: site.name, party: people, most: most)
    }
    guard unmet.isEmpty else { throw .siteUnfit(site: site.name, unmet) }
  }
}

extension Reservation {
  /// Who comes, and with what.
  public var party: Party {
    get {
      Party(
        people: Int(partySize), vehicles: vehicleCount.map(Int.init),
        vehicleLength: vehicleLength.map(Int.init), pets: Int(petCount),
        amperage: neededAmperage.map(Int.init), needsWater: needsWater ?? false,
        needsSewer: needsSewer ?? false, needsAccess: needsAccess ?? false)
    }
    set {
      partySize = Int16(clamping: newValue.people)
      vehicleCount = newValue.vehicles.map { Int16(clamping: $0) }
      vehicleLength = newValue.vehicleLength.map { Int16(clamping: $0) }
      petCount = Int16(clamping: newValue.pets)
      neededAmperage = newValue.amperage.map { Int16(clamping: $0) }
      needsWater = newValue.needsWater ? true : nil
      needsSewer = newValue.needsSewer ? true : nil
      needsAccess = newValue.needsAccess ? true : nil
    }
  }

  /// The dates of the stay; nil where they make none.
  public var dates: StayDates? { try? StayDates(arrival: arrival, departure: departure) }
}
