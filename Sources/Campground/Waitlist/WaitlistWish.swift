import Foundation

/// What somebody waits for.
///
///     var wish = WaitlistWish(camper, dates: dates, people: 4)
///     wish.needs = SiteNeeds(type: .rv, electricity: .amperes(30), vehicleLength: 34)
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
  /// The length of the vehicle in feet; nil where there is none.
  public var vehicleLength: Int?
  /// The loop, in capitals or small letters; nil for any.
  public var loop: String?
  /// Whether a wheelchair comes.
  public var needsAccess = false
  /// Whether pets come.
  public var bringsPets = false

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
    needsAccess = wish.needsAccess
    bringsPets = wish.bringsPets
  }

  /// The wished arrival.
  public var arrival: CalendarDate { CalendarDate(midnightUTC: dateFrom) }

  /// The wished departure.
  public var departure: CalendarDate { CalendarDate(midnightUTC: dateTo) }

  /// The wished dates; nil where the stored ones make none.
  public var dates: StayDates? { try? StayDates(arrival: arrival, departure: departure) }

  /// Who comes.
  public var party: Party {
    Party(
      people: Int(partySize), vehicleLength: vehicleLength.map { Int($0) },
      pets: bringsPets ? 1 : 0)
  }

  /// What the campsite must have; the number of people is checked as on any booking.
  public var needs: SiteNeeds {
    SiteNeeds(
      type: siteType.flatMap(CampSiteType.init(rawValue:)),
      electricity: amperage.map { .amperes(Int($0)) }, vehicleLength: vehicleLength.map { Int($0) },
      loop: loop, bringsPets: bringsPets, needsAccess: needsAccess)
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
