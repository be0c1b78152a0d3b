extension RateCard {
  /// The nights that have no price: none was agreed at the desk, and no rate of any kind is for
  /// them. One of them leaves a whole stay without a price.
  public func nightsWithoutRate(among nights: [StayFacts.Night]) -> [CalendarDate] {
    nights.lazy.filter { night in
      night.agreedPriceMinor == nil && rateIndex.rates(for: night).isEmpty
    }
    .map(\.date)
  }
}
