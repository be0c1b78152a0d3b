/// How a night of a stay gets its price.
public struct PricedNight: Hashable, Sendable {
  public let date: CalendarDate
  /// The length of time that the rate prices.
  public let kind: RateKind
  /// The name of the rate that applies, or `Agreed price`; nil for a night without a price.
  public let rate: String?
  /// The price of the night before discounts, in minor units; nil for none.
  public let amountMinor: Int64?
  /// The names of the other rates that cover the night: the longer ones first, and of one length in
  /// the order in which they are tried.
  public let otherRates: [String]
}

extension RateCard {
  /// The price of each night of an unbroken stay, in order, and the rates that it was chosen from.
  ///
  /// - Throws: `PricingError.tooLarge`.
  public func pricedNights(of nights: [StayFacts.Night]) throws(PricingError) -> [PricedNight] {
    let pricer = LodgingPricer(nights, by: self)
    let periods: [LodgingPeriod]
    do {
      periods = try pricer.periods
    } catch {
      throw .tooLarge(currency)
    }
    var priced: [Int: (kind: RateKind, amountMinor: Int64)] = [:]
    for period in periods {
      for (place, amount) in zip(period.nights, period.amountsMinor) {
        priced[place] = (period.kind, amount)
      }
    }
    return nights.enumerated().map { place, night in
      let (kind, amount) = priced[place].map { ($0.kind, $0.amountMinor) } ?? (.nightly, nil)
      let covering = rateIndex.rates(around: night)
        .filter { $0.rate.scope.weekdays.covers(night.date.weekday) }
      let isAgreed = night.agreedPriceMinor != nil
      let winner = isAgreed || amount == nil ? nil : covering.first { $0.rate.kind == kind }
      let others = RateKind.allCases.reversed().flatMap { kind in
        covering.filter { $0.rate.kind == kind && $0 !== winner }
      }
      return PricedNight(
        date: night.date, kind: kind, rate: isAgreed ? "Agreed price" : winner?.rate.name,
        amountMinor: amount, otherRates: others.map(\.rate.name))
    }
  }
}
