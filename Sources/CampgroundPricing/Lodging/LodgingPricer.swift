/// Prices the lodging of unbroken stays within one run of nights: by whole months from the arrival,
/// then by whole weeks, and the other nights one by one.
struct LodgingPricer {
  let card: RateCard
  /// The unbroken run of all nights once agreed, in order.
  let nights: [StayFacts.Night]
  private let rates: [NightRates]
  let discounts: NightDiscounts

  /// Nights that are priced together.
  struct Unit {
    let nights: Range<Int>
    let periods: [LodgingPeriod]

    /// The price of each night, in minor units.
    var amountsMinor: [Int64] { periods.flatMap(\.amountsMinor) }
  }

  init(_ nights: [StayFacts.Night], by card: RateCard) {
    self.card = card
    self.nights = nights
    rates = nights.map { NightRates(of: $0, in: card.rateIndex) }
    discounts = NightDiscounts(nights, by: card)
  }

  /// The lodging of a stay of these nights.
  ///
  /// Where there is no nightly rate, a night that was agreed by the week or the month, and of which
  /// less is left, keeps a seventh or a thirtieth.
  func lodging(of range: Range<Int>) throws(MinorUnits.Overflow) -> Lodging {
    let agreed = range.count < nights.count ? try agreedLengths : [:]
    let (units, unpriced) = try units(of: range, keeping: agreed)
    return try Lodging(
      nights: range, periods: units.flatMap(\.periods), unpriced: unpriced,
      discounts: discounts.inStays(of: range.count))
  }

  /// The periods of a stay of all nights; nights without a price are in none of them.
  var periods: [LodgingPeriod] {
    get throws(MinorUnits.Overflow) { try units(of: nights.indices).units.flatMap(\.periods) }
  }

  /// The length, weekly or monthly, by which each night without a nightly rate is priced in the stay
  /// of all nights, by their indexes.
  private var agreedLengths: [Int: RateKind] {
    get throws(MinorUnits.Overflow) {
      var lengths: [Int: RateKind] = [:]
      for period in try periods where period.kind != .nightly {
        for place in period.nights where rates[place].nightly == nil {
          lengths[place] = period.kind
        }
      }
      return lengths
    }
  }

  // MARK: Units

  /// The units of a stay, and the indexes of the nights without a price, which are in none of them.
  private func units(
    of range: Range<Int>, keeping agreed: [Int: RateKind] = [:]
  ) throws(MinorUnits.Overflow) -> (units: [Unit], unpriced: [Int]) {
    var units: [Unit] = []
    var unpriced: [Int] = []
    var place = range.lowerBound
    while let nights = nightsOfMonth(number: units.count, at: place, of: range.lowerBound),
      nights.upperBound <= range.upperBound
    {
      units.append(try month(nights))
      place = nights.upperBound
    }
    let hasMonths = !units.isEmpty
    while place < range.upperBound {
      if let next = try unit(
        at: place, before: range.upperBound, hasMonths: hasMonths, keeping: agreed)
      {
        units.append(next)
        place = next.nights.upperBound
      } else {
        unpriced.append(place)
        place += 1
      }
    }
    return (units, unpriced)
  }

  /// The nights of one month of a stay, counted from its arrival; nil where the month is not whole,
  /// where a night has no monthly rate, and where all nights have prices of their own.
  ///
  /// - Parameters:
  ///   - number: the number of months before it.
  ///   - place: the index at which those months end.
  func nightsOfMonth(number: Int, at place: Int, of arrival: Int) -> Range<Int>? {
    guard place < nights.count, rates[place].monthly != nil else { return nil }
    let first = nights[arrival].date
    let end = arrival + first.distance(to: first.adding(months: number + 1))
    guard place < end, end <= nights.count,
      (place..<end).allSatisfy({ rates[$0].monthly != nil }),
      (place..<end).contains(where: takesMonth)
    else { return nil }
    return place..<end
  }

  /// A whole month.
  func month(_ nights: Range<Int>) throws(MinorUnits.Overflow) -> Unit {
    try unit(.monthly, nights, by: nights.count) { $0.monthly }
  }

  /// The unit that begins at an index after the whole months of a stay; nil for a night without a
  /// price.
  ///
  /// - Parameters:
  ///   - end: the index at which the stay ends.
  ///   - hasMonths: whether whole months precede the unit.
  ///   - agreed: the lengths by which nights without a nightly rate were agreed.
  func unit(
    at place: Int, before end: Int, hasMonths: Bool, keeping agreed: [Int: RateKind] = [:]
  ) throws(MinorUnits.Overflow) -> Unit? {
    let rates = rates[place]
    if let price = rates.agreedPriceMinor { return night(place, "Agreed price", price) }
    if hasMonths, takesMonth(place) {
      let last = run(from: place, to: end) {
        takesMonth($0) && self.rates[$0].month == rates.month
      }
      return try unit(.monthly, place..<last, by: rates.daysInMonth) { $0.monthly }
    }
    let week = place..<place + 7
    if week.upperBound <= end,
      week.allSatisfy({ isOfWeek($0) && !(hasMonths && takesMonth($0)) })
    {
      return try unit(.weekly, week, by: 7) { $0.weekly }
    }
    if let nightly = rates.nightly {
      return night(place, nightly.rate.name, nightly.rate.amountMinor)
    }
    guard let length = agreed[place] else { return nil }
    let part = place..<run(from: place, to: end) { agreed[$0] == length }
    return length == .weekly
      ? try unit(.weekly, part, by: 7) { $0.weekly }
      : try unit(.monthly, part, by: 30) { $0.monthly }
  }

  /// Whether a night costs its share of a month.
  private func takesMonth(_ place: Int) -> Bool {
    rates[place].monthly.map(rates[place].takes) ?? false
  }

  /// Whether a night is counted as part of a week, even if it has a price of its own.
  private func isOfWeek(_ place: Int) -> Bool {
    rates[place].weekly != nil && !rates[place].isSpecial
  }

  /// The end of the run of nights that satisfy a condition.
  private func run(from place: Int, to end: Int, _ holds: (Int) -> Bool) -> Int {
    (place..<end).first { !holds($0) } ?? end
  }

  private func night(_ place: Int, _ rate: String, _ amountMinor: Int64) -> Unit {
    let night = place..<place + 1
    return Unit(
      nights: night,
      periods: [
        LodgingPeriod(
          kind: .nightly, nights: night, unit: night, rates: [rate], amountsMinor: [amountMinor])
      ])
  }

  /// A unit in which each night costs a fraction of its rate, all of them rounded once, except the
  /// nights with prices of their own.
  private func unit(
    _ kind: RateKind, _ range: Range<Int>, by length: Int, _ rate: (NightRates) -> RankedRate?
  ) throws(MinorUnits.Overflow) -> Unit {
    let shared = range.map { place -> RateCard.Rate? in
      guard let rate = rate(rates[place]), rates[place].takes(rate) else { return nil }
      return rate.rate
    }
    let prices = shared.compactMap { $0?.amountMinor }
    let sum = prices.reduce(Int128(0)) { $0 + Int128($1) }
    let total = try MinorUnits.rounded(sum, by: Int128(length))
    var shares =
      (LargestRemainder.shares(of: total, by: prices)
      ?? Array(repeating: 0, count: prices.count))[...]
    var periods: [LodgingPeriod] = []
    for (place, rate) in zip(range, shared) {
      guard let rate, let share = shares.popFirst() else {
        // A place has prices of its own only if one of them is for the night.
        guard let nightly = rates[place].nightly?.rate else { continue }
        periods += night(place, nightly.name, nightly.amountMinor).periods
        continue
      }
      if let last = periods.last, last.kind == kind {
        periods[periods.count - 1].append(place, rate.name, share)
      } else {
        periods.append(
          LodgingPeriod(
            kind: kind, nights: place..<place + 1, unit: range, rates: [rate.name],
            amountsMinor: [share]))
      }
    }
    return Unit(nights: range, periods: periods)
  }
}

extension LodgingPeriod {
  /// Adds the night behind the last one.
  fileprivate mutating func append(_ place: Int, _ rate: String, _ amountMinor: Int64) {
    nights = nights.lowerBound..<place + 1
    if !rates.contains(rate) { rates.append(rate) }
    amountsMinor.append(amountMinor)
  }
}
