/// The cost of stays up to one departure after their whole months, by the index where the months
/// end.
struct LodgingTails {
  private let pricer: LodgingPricer
  private let discounts: LengthDiscounts
  private let hasMonths: Bool
  /// For each night, the unit that begins there in a stay up to the last night of all, and its sums;
  /// nil for a night without a price.
  private let whole: [(end: Int, sums: LodgingSums)?]

  init(behindMonths hasMonths: Bool, of pricer: LodgingPricer, with discounts: LengthDiscounts) {
    self.pricer = pricer
    self.discounts = discounts
    self.hasMonths = hasMonths
    whole = pricer.nights.indices.map {
      Self.unit(at: $0, before: pricer.nights.count, hasMonths, pricer, discounts)
    }
  }

  private static func unit(
    at place: Int, before end: Int, _ hasMonths: Bool, _ pricer: LodgingPricer,
    _ discounts: LengthDiscounts
  ) -> (end: Int, sums: LodgingSums)? {
    guard let unit = try? pricer.unit(at: place, before: end, hasMonths: hasMonths) else {
      return nil
    }
    return (unit.nights.upperBound, discounts.sums(of: unit.amountsMinor, at: unit.nights))
  }

  /// For each night up to the departure, the sums from that night on; nil where a night has no
  /// price.
  func sums(before departure: Int) -> [LodgingSums?] {
    var sums: [LodgingSums?] = Array(repeating: nil, count: departure + 1)
    sums[departure] = LodgingSums()
    for place in (0..<departure).reversed() {
      guard var unit = whole[place] else { continue }
      if unit.end > departure {
        // The departure cuts the unit short.
        guard let part = Self.unit(at: place, before: departure, hasMonths, pricer, discounts)
        else { continue }
        unit = part
      }
      if let rest = sums[unit.end] { sums[place] = unit.sums + rest }
    }
    return sums
  }
}
