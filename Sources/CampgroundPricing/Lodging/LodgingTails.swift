/// The cost of stays up to one departure after their whole months, by the index where the months
/// end.
struct LodgingTails {
  private let pricer: LodgingPricer
  private let discounts: LengthDiscounts
  private let hasMonths: Bool
  /// The indexes of nights that count as nothing where they have no price.
  private let unpriced: Set<Int>
  /// For each night, the unit that begins there in a stay up to the last night of all, and its sums;
  /// nil for another night without a price.
  private var whole: [(end: Int, sums: LodgingSums)?] = []

  init(
    behindMonths hasMonths: Bool, of pricer: LodgingPricer, with discounts: LengthDiscounts,
    besides unpriced: Set<Int>
  ) {
    self.pricer = pricer
    self.discounts = discounts
    self.hasMonths = hasMonths
    self.unpriced = unpriced
    whole = pricer.nights.indices.map { unit(at: $0, before: pricer.nights.count) }
  }

  private func unit(at place: Int, before end: Int) -> (end: Int, sums: LodgingSums)? {
    do {
      guard let unit = try pricer.unit(at: place, before: end, hasMonths: hasMonths) else {
        return unpriced.contains(place) ? (place + 1, LodgingSums()) : nil
      }
      return (unit.nights.upperBound, discounts.sums(of: unit.amountsMinor, at: unit.nights))
    } catch {
      return nil
    }
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
        guard let part = self.unit(at: place, before: departure) else { continue }
        unit = part
      }
      if let rest = sums[unit.end] { sums[place] = unit.sums + rest }
    }
    return sums
  }
}
