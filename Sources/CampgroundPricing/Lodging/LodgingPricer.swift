/// Prices the lodging of unbroken stays within one run of nights.
struct LodgingPricer {
  let card: RateCard
  /// The unbroken run of all nights once agreed, in order.
  let nights: [StayFacts.Night]
  private let rates: [NightRates]
  let discounts: NightDiscounts

  init(_ nights: [StayFacts.Night], by card: RateCard) {
    self.card = card
    self.nights = nights
    rates = nights.map { NightRates(of: $0, in: card.rateIndex) }
    discounts = NightDiscounts(nights, by: card)
  }

  /// The lodging of a stay of these nights.
  func lodging(of range: Range<Int>) throws -> Lodging {
    try Lodging(
      nights: range, periods: periods(of: range), discounts: discounts.inStays(of: range.count))
  }

  // MARK: Periods

  private func periods(of range: Range<Int>) throws -> [LodgingPeriod] {
    var periods: [LodgingPeriod] = []
    var place = range.lowerBound
    while let nights = nightsOfMonth(number: periods.count, at: place, of: range.lowerBound),
      nights.upperBound <= range.upperBound
    {
      periods.append(try month(nights))
      place = nights.upperBound
    }
    let hasMonths = !periods.isEmpty
    while place < range.upperBound {
      let next = try period(at: place, before: range.upperBound, hasMonths: hasMonths)
      periods.append(next)
      place = next.nights.upperBound
    }
    return periods
  }

  /// The nights of one month of a stay, counted from its arrival; nil where the month is not whole
  /// or where a night has no monthly rate.
  ///
  /// - Parameters:
  ///   - number: the number of months before it.
  ///   - place: the index at which those months end.
  func nightsOfMonth(number: Int, at place: Int, of arrival: Int) -> Range<Int>? {
    guard place < nights.count, rates[place].monthly != nil else { return nil }
    let first = nights[arrival].date
    let end = arrival + first.distance(to: first.adding(months: number + 1))
    guard place < end, end <= nights.count,
      (place..<end).allSatisfy({ rates[$0].monthly != nil })
    else { return nil }
    return place..<end
  }

  /// A whole month.
  func month(_ nights: Range<Int>) throws -> LodgingPeriod {
    try period(.monthly, nights, by: nights.count) { rates[$0].monthly }
  }

  /// The period that begins at an index after the whole months of a stay.
  ///
  /// - Parameters:
  ///   - end: the index at which the stay ends.
  ///   - hasMonths: whether whole months precede the period.
  func period(at place: Int, before end: Int, hasMonths: Bool) throws -> LodgingPeriod {
    let rates = rates[place]
    if let price = rates.agreedPriceMinor {
      return LodgingPeriod(
        kind: .nightly, nights: place..<place + 1, rates: ["Agreed price"], amountsMinor: [price])
    }
    if hasMonths, isBeyondMonth(place) {
      let last = run(from: place, to: end) {
        isBeyondMonth($0) && self.rates[$0].month == rates.month
      }
      return try period(.monthly, place..<last, by: rates.daysInMonth) {
        self.rates[$0].monthly
      }
    }
    let week = place..<place + 7
    if week.upperBound <= end,
      week.allSatisfy({ self.rates[$0].weekly != nil && !(hasMonths && isBeyondMonth($0)) })
    {
      return try period(.weekly, week, by: 7) { self.rates[$0].weekly }
    }
    if let nightly = rates.nightly {
      return LodgingPeriod(
        kind: .nightly, nights: place..<place + 1, rates: [nightly.rate.name],
        amountsMinor: [nightly.rate.amountMinor])
    }
    guard let only = rates.prorated else {
      throw PricingError.noRate(nights[place].date, nights[place].place)
    }
    let part =
      place..<run(from: place, to: end) { other in
        self.rates[other].nightly == nil && self.rates[other].prorated?.rate.kind == only.rate.kind
          && (only.rate.kind == .weekly || self.rates[other].month == rates.month)
      }
    return try period(
      only.rate.kind, part, by: only.rate.kind == .weekly ? 7 : rates.daysInMonth
    ) { self.rates[$0].prorated }
  }

  /// Whether a night after the last whole month is prorated by its calendar month.
  private func isBeyondMonth(_ place: Int) -> Bool {
    rates[place].monthly != nil && !rates[place].isSpecial
  }

  /// The end of the run of nights that satisfy a condition.
  private func run(from place: Int, to end: Int, _ holds: (Int) -> Bool) -> Int {
    (place..<end).first { !holds($0) } ?? end
  }

  /// A period in which each night pays a fraction of its own rate; rounded once.
  private func period(
    _ kind: RateKind, _ range: Range<Int>, by length: Int,
    _ rate: (Int) -> RankedRate?
  ) throws(MinorUnits.Overflow) -> LodgingPeriod {
    var prices: [Int64] = []
    var names: [String] = []
    var last: RankedRate?
    for place in range {
      guard let own = rate(place) else { continue }
      prices.append(own.rate.amountMinor)
      if own !== last, !names.contains(own.rate.name) { names.append(own.rate.name) }
      last = own
    }
    let sum = prices.reduce(Int128(0)) { $0 + Int128($1) }
    let total = try MinorUnits.rounded(sum, by: Int128(length))
    return LodgingPeriod(
      kind: kind, nights: range, rates: names,
      amountsMinor: LargestRemainder.shares(of: total, by: prices)
        ?? Array(repeating: 0, count: prices.count))
  }
}
