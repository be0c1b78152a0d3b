/// The price of the nights of an unbroken stay, after discounts, before fees and taxes.
struct Lodging {
  /// The indexes of the nights.
  let nights: Range<Int>
  let periods: [LodgingPeriod]
  /// The indexes of the nights without a price, which are in none of the periods.
  let unpriced: [Int]
  let reductions: [LengthDiscounts.Reduction]
  let totalMinor: Int64

  /// The price of each night after its discounts, in minor units; 0 for a night without a price.
  let netMinor: [Int64]

  init(
    nights: Range<Int>, periods: [LodgingPeriod], unpriced: [Int], discounts: LengthDiscounts
  ) throws(MinorUnits.Overflow) {
    self.nights = nights
    self.periods = periods
    self.unpriced = unpriced
    var prices = Array(repeating: Int64(0), count: nights.count)
    for period in periods {
      for (place, amount) in zip(period.nights, period.amountsMinor) {
        prices[place - nights.lowerBound] = amount
      }
    }
    reductions = try discounts.reductions(of: prices, at: nights)
    var net = prices
    for reduction in reductions {
      net[reduction.place - nights.lowerBound] -= reduction.amountMinor
    }
    netMinor = net
    totalMinor = try MinorUnits.sum(of: net)
  }
}
