/// The price of the nights of an unbroken stay, after discounts, before fees and taxes.
struct Lodging {
  /// The indexes of the nights.
  let nights: Range<Int>
  let periods: [LodgingPeriod]
  let reductions: [LengthDiscounts.Reduction]
  let totalMinor: Int64

  /// The price of each night after its discounts, in minor units.
  let netMinor: [Int64]

  init(
    nights: Range<Int>, periods: [LodgingPeriod], discounts: LengthDiscounts
  ) throws(MinorUnits.Overflow) {
    self.nights = nights
    self.periods = periods
    let prices = periods.flatMap(\.amountsMinor)
    reductions = try discounts.reductions(of: prices, at: nights)
    var net = prices
    for reduction in reductions {
      net[reduction.place - nights.lowerBound] -= reduction.amountMinor
    }
    netMinor = net
    totalMinor = try MinorUnits.sum(of: net)
  }
}
