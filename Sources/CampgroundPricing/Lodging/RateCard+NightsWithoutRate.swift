extension RateCard {
  /// The nights without a price: none was agreed at the desk, and no rate of any kind covers them.
  /// A single one leaves the whole stay without a price.
  public func nightsWithoutRate(among nights: [StayFacts.Night]) -> [CalendarDate] {
    nights.lazy.filter { night in
      night.agreedPriceMinor == nil && rateIndex.rates(for: night).isEmpty
    }
    .map(\.date)
  }
}
