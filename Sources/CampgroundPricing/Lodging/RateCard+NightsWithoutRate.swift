extension RateCard {
  /// The nights without a price in an unbroken stay of these nights: none was agreed at the desk,
  /// there is no nightly rate, and the stay is too short for a week or a month. A single one leaves
  /// the whole stay without a price.
  public func nightsWithoutRate(among nights: [StayFacts.Night]) -> [CalendarDate] {
    LodgingPricer(nights, by: self).unpriced.map { nights[$0].date }
  }
}
