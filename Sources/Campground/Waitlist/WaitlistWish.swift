import Foundation

/// What somebody waits for.
///
///     var wish = WaitlistWish(camper, dates: dates, people: 4)
///     wish.type = .rv
///     wish.amperage = 30
public struct WaitlistWish {
  /// Who waits.
  public var camper: Camper
  /// The dates.
  public var dates: StayDates
  /// The number of people.
  public var people: Int
  /// The type of the campsite; nil for any.
  public var type: CampSiteType?
  /// The amperes; nil where they do not matter.
  public var amperage: Int?
  /// The number of vehicles; nil where it was not said.
  public var vehicles: Int?
  /// The length of the vehicle in feet; nil where there is none.
  public var vehicleLength: Int?
  /// The loop, in capitals or small letters; nil for any.
  public var loop: String?
  /// The number of pets.
  public var pets = 0
  /// Whether there has to be water.
  public var needsWater = false
  /// Whether there has to be a sewer.
  public var needsSewer = false
  /// Whether a wheelchair comes.
  public var needsAccess = false

  /// Makes a wish for any campsite.
  public init(_ camper: Camper, dates: StayDates, people: Int = 1) {
    self.camper = camper
    self.dates = dates
    self.people = people
  }
}

extension WaitlistEntry {
  /// Takes down a wish.
  func take(_ wish: WaitlistWish) {
    dateFrom = wish.dates.arrival.midnightUTC
    dateTo = wish.dates.departure.midnightUTC
    partySize = Int16(clamping: wish.people)
    siteType = wish.type?.rawValue
    amperage = wish.amperage.map { Int16(clamping: $0) }
    vehicleLength = wish.vehicleLength.map { Int16(clamping: $0) }
    loop = wish.loop
    vehicleCount = wish.vehicles.map { Int16(clamping: $0) }
    petCount = Int16(clamping: wish.pets)
    needsWater = wish.needsWater
    needsSewer = wish.needsSewer
    needsAccess = wish.needsAccess
  }

  /// The wished arrival.
  public var arrival: CalendarDate { CalendarDate(midnightUTC: dateFrom) }

  /// The wished departure.
  public var departure: CalendarDate { CalendarDate(midnightUTC: dateTo) }

  /// The wished dates; nil where the stored ones make none.
  public var dates: StayDates? { try? StayDates(arrival: arrival, departure: departure) }

  /// Who comes, and with what.
  public var party: Party {
    Party(
      people: Int(partySize), vehicles: vehicleCount.map(Int.init),
      vehicleLength: vehicleLength.map(Int.init), pets: Int(petCount),
      amperage: amperage.map(Int.init), needsWater: needsWater, needsSewer: needsSewer,
      needsAccess: needsAccess)
  }

  /// What the campsite must have; the number of people is checked as on any booking.
  public var needs: SiteNeeds {
    var needs = party.needs
    needs.people = nil
    needs.type = siteType.flatMap(CampSiteType.init(rawValue:))
    needs.loop = loop
    return needs
  }

  /// Whether a campsite is one that the entry waits for, whoever has it at present.
  ///
  /// A limit that is not known does not meet a need that was named.
  func isMet(by site: CampSite) -> Bool {
    needs.unmet(by: site).isEmpty && party.needs.unmet(by: site, allowingUnknown: true).isEmpty
  }

  /// Puts the entry at the end of the line after an offer that came to nothing.
  func waitAgain(from now: Date) {
    guard status == .offered else { return }
    status = .waiting
    createdAt = now
  }
}
