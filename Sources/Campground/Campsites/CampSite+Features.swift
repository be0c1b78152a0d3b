import Foundation
import ObjectGraph

extension CampSiteFeatures {
  /// Checks the numbers.
  ///
  /// - Throws: `CampgroundError.outOfRange`.
  func check() throws(CampgroundError) {
    if case .amperes(let amperes) = electricity {
      try RuleCheck.range(amperes, "amperage", 1...1_000)
    }
    try RuleCheck.range(vehicleLength, "length", 1...1_000)
    try RuleCheck.range(people, "party", 1...10_000)
    try RuleCheck.range(vehicles, "vehicles", 0...1_000)
  }
}

extension CampSite {
  /// Applies the features that are given.
  ///
  /// - Throws: `CampgroundError.outOfRange`.
  func take(_ features: CampSiteFeatures) throws(CampgroundError) {
    try features.check()
    if let type = features.type { siteType = type }
    switch features.electricity {
    case nil: break
    case .absent:
      electricity = false
      amperage = nil
    case .present: electricity = true
    case .amperes(let amperes):
      electricity = true
      amperage = Int16(clamping: amperes)
    }
    if let water = features.water { self.water = water }
    if let sewer = features.sewer { self.sewer = sewer }
    if let length = features.vehicleLength { maximumVehicleLength = Int16(clamping: length) }
    if let people = features.people { maximumPeople = Int16(clamping: people) }
    if let vehicles = features.vehicles { maximumVehicles = Int16(clamping: vehicles) }
    if let loop = features.loop { self.loop = try NameRule.line(loop, of: "loop") }
    if let pets = features.petsAllowed { petsAllowed = pets }
    if let accessible = features.isAccessible { isAccessible = accessible }
    if let shade = features.hasShade { hasShade = shade }
    if let pad = features.hasTentPad { hasTentPad = pad }
    if let way = features.driveway { driveway = try NameRule.line(way, of: "driveway") }
    if let location = features.location { self.location = location }
    if let note = features.note { self.note = NameRule.optional(note) }
  }

  /// Applies a price per night in the campground's currency.
  ///
  /// - Throws: `CampgroundError.invalidValue` for a price that is negative, too precise or too
  ///   large.
  func take(rate: Decimal?) throws(CampgroundError) {
    guard let rate else { return }
    rateMinor = try Self.minorUnits(of: rate, in: campground?.currency ?? .usd)
  }

  /// The minor units of a price, which must not be negative.
  ///
  /// - Throws: `CampgroundError.invalidValue` for a price that is negative, too precise or too
  ///   large.
  static func minorUnits(
    of rate: Decimal?, in currency: Currency
  ) throws(CampgroundError) -> Int64? {
    guard let rate else { return nil }
    guard rate >= 0 else { throw .negativeRate(rate) }
    return try rethrowing(
      Money(exactly: rate, currency).minorUnits(), as: CampgroundError.invalidAmount)
  }

  /// Sets the name of the campsite, and the number if the name is one.
  func rename(to name: String) {
    self.name = name
    siteNumber = Self.number(in: name)
  }

  /// The number that a name stands for, from 1 to 32767: 65 for `065`; nil for any other name.
  static func number(in name: String) -> Int16? {
    guard name.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int16(name).flatMap { $0 > 0 ? $0 : nil }
  }
}
