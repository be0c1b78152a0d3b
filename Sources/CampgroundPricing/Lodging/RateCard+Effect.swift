extension RateCard {
  /// The rates that would price a night at a place, alone or by a week or a month, within a year.
  ///
  /// Costs as much as pricing 366 nights.
  ///
  /// - Parameters:
  ///   - first: the first night.
  ///   - revision: the revision of the rules.
  public func ratesWithEffect(
    at place: BookedPlace, from first: CalendarDate, under revision: Int64
  ) -> Set<Rate> {
    var effective: Set<Rate> = []
    for day in 0..<366 {
      let night = StayFacts.Night(first.advanced(by: day), at: place, agreedUnder: revision)
      let rates = NightRates(of: night, in: rateIndex)
      if let nightly = rates.nightly { effective.insert(nightly.rate) }
      for case let longer? in [rates.weekly, rates.monthly] where rates.takes(longer) {
        effective.insert(longer.rate)
      }
    }
    return effective
  }
}
