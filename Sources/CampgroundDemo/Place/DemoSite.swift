import Campground
import Foundation

/// A class of campsites of the demo, with how guests ask for it and what it costs.
struct DemoClass: Sendable {
  let name: String
  let note: String
  let type: CampSiteType
  /// The prices of a night.
  let prices: Prices
  /// The price of a week and of a month, where the class has one.
  var weekly: Decimal?
  var monthly: Decimal?
  /// The share of its campsites that guests want on a middling night.
  let demand: Double
  /// How much of the demand depends on the time of year, from 0 to 1.
  let seasonality: Double
  /// Whether guests book the class rather than one of its campsites.
  var isBookedByClass = false

  /// What a night costs.
  struct Prices: Sendable {
    let base: Decimal
    let weekend: Decimal
    let summer: Decimal
    let summerWeekend: Decimal
    let winter: Decimal
  }

  static let all = [fullHookup, partialHookup, tent, cabin, group]

  /// The places in `all`.
  static let rvClasses = [0, 1]
  static let tentClass = 2
  static let cabinClass = 3
  static let groupClass = 4

  private static let fullHookup = DemoClass(
    name: "RV 50A", note: "full hookup, pull-through", type: .rv,
    prices: Prices(base: 64, weekend: 72, summer: 79, summerWeekend: 89, winter: 54),
    weekly: 409, monthly: 1_065, demand: 0.72, seasonality: 0.8)

  private static let partialHookup = DemoClass(
    name: "RV 30A", note: "water and electricity, back-in", type: .rv,
    prices: Prices(base: 52, weekend: 58, summer: 63, summerWeekend: 71, winter: 44),
    weekly: 329, monthly: 845, demand: 0.68, seasonality: 0.9)

  private static let tent = DemoClass(
    name: "Tent", note: "walk-in, with a fire ring and a table", type: .tent,
    prices: Prices(base: 28, weekend: 34, summer: 36, summerWeekend: 42, winter: 22),
    demand: 0.58, seasonality: 1)

  private static let cabin = DemoClass(
    name: "Cabin", note: "one room, sleeps five, linen not included", type: .cabin,
    prices: Prices(base: 98, weekend: 118, summer: 129, summerWeekend: 149, winter: 84),
    weekly: 679, demand: 0.74, seasonality: 0.6, isBookedByClass: true)

  private static let group = DemoClass(
    name: "Group", note: "meadow for up to 40, with a shelter", type: .group,
    prices: Prices(base: 135, weekend: 165, summer: 175, summerWeekend: 205, winter: 110),
    demand: 0.42, seasonality: 1)
}

/// A campsite of the demo.
struct DemoSite: Sendable {
  let name: String
  let loop: String
  /// The place of its class in `DemoClass.all`.
  let siteClass: Int
  let features: CampSiteFeatures

  /// All 120, loop by loop.
  static let all = bay + dunes + spruce

  /// The places in `all` of the campsites of a class.
  static func places(ofClass siteClass: Int) -> [Int] {
    all.indices.filter { all[$0].siteClass == siteClass }
  }

  /// Whether a rig of a length fits, if there is one.
  func takes(_ rigLength: Int?) -> Bool { rigLength ?? 0 <= features.vehicleLength ?? .max }

  /// The place in `all` of the campsite with a name.
  static func place(_ name: String) -> Int { all.firstIndex { $0.name == name } ?? 0 }

  private static func name(_ letter: String, _ number: Int) -> String {
    letter + (number < 10 ? "0" : "") + "\(number)"
  }

  private static let bay = (1...40).map { number in
    DemoSite(
      name: name("A", number), loop: "Bay", siteClass: 0,
      features: CampSiteFeatures(
        type: .rv, electricity: .amperes(50), water: true, sewer: true,
        vehicleLength: number.isMultiple(of: 4) ? 65 : number.isMultiple(of: 3) ? 45 : 55,
        people: 8, vehicles: 2, loop: "Bay", petsAllowed: true,
        isAccessible: number == 1 || number == 2, hasShade: number > 28,
        driveway: "pull-through", note: number <= 6 ? "view of the bay" : nil))
  }

  private static let dunes = (1...42).map { number in
    DemoSite(
      name: name("B", number), loop: "Dunes", siteClass: 1,
      features: CampSiteFeatures(
        type: .rv, electricity: .amperes(30), water: true, sewer: false,
        vehicleLength: number.isMultiple(of: 5) ? 28 : number.isMultiple(of: 2) ? 32 : 36,
        people: 8, vehicles: 2, loop: "Dunes", petsAllowed: true, isAccessible: number == 1,
        hasShade: number.isMultiple(of: 3), driveway: "back-in",
        note: number == 17 ? "low branch on the left" : nil))
  }

  private static let spruce =
    (1...26).map { number in
      DemoSite(
        name: name("C", number), loop: "Spruce", siteClass: DemoClass.tentClass,
        features: CampSiteFeatures(
          type: .tent, electricity: .absent, water: number <= 12, people: 6, vehicles: 2,
          loop: "Spruce", petsAllowed: true, isAccessible: number == 1, hasShade: true,
          hasTentPad: number <= 20))
    }
    + (27...36).map { number in
      DemoSite(
        name: name("C", number), loop: "Spruce", siteClass: DemoClass.cabinClass,
        features: CampSiteFeatures(
          type: .cabin, electricity: .present, water: true, people: 5, vehicles: 2,
          loop: "Spruce", petsAllowed: false, isAccessible: number == 27, hasShade: true))
    }
    + (37...38).map { number in
      DemoSite(
        name: name("C", number), loop: "Spruce", siteClass: DemoClass.groupClass,
        features: CampSiteFeatures(
          type: .group, electricity: .absent, water: true, people: 40, vehicles: 15,
          loop: "Spruce", petsAllowed: true, hasShade: number == 37))
    }
}
