import Foundation

/// Prices the lodging of unbroken stays that are parts of one row of nights.
struct LodgingPricer {
  let card: RateCard
  /// All nights that were ever agreed beside each other, in their order, without a gap.
  let nights: [StayFacts.Night]
  private let rates: [NightRates]
  private let discounts: NightDiscounts

  init(_ nights: [StayFacts.Night], by card: RateCard) {
    self.card = card
    self.nights = nights
    var inForce: [Date: [RateCard.Rate]] = [:]
    rates = nights.map { night in
      let known = inForce[night.agreedAt]
      let rates =
        known
        ?? card.rates.filter { $0.isInForce(at: night.agreedAt) }.map(\.rule)
      if known == nil { inForce[night.agreedAt] = rates }
      return NightRates(of: night, in: rates)
    }
    discounts = NightDiscounts(nights, by: card)
  }

  /// The lodging of the stay that has those of the nights.
  func lodging(of range: Range<Int>) throws(PricingError) -> Lodging {
    do {
      let periods = try periods(of: range)
      var prices = Array(repeating: Int64(0), count: range.count)
      for period in periods {
        for (place, amount) in zip(period.nights, period.amountsMinor) {
          prices[place - range.lowerBound] = amount
        }
      }
      return try Lodging(
        nights: range, periods: periods,
        reductions: discounts.reductions(of: prices, on: range))
    } catch let error as PricingError {
      throw error
    } catch {
      throw .tooLarge(card.currency)
    }
  }

  // MARK: Longer stays

  /// The ends of stays from a place on that may cost less than the one that is a night shorter: where
  /// a week or a month is whole, the stay is long enough for a discount, or its last night has one by
  /// an amount; the last one of all, too. Other nights only add to the price.
  func endsThatMayPay(from start: Int) -> Set<Int> {
    var ends = discounts.ends(from: start)
    ends.insert(nights.count)
    var months = 0
    var isLast = false
    while !isLast {
      let bound = monthEnd(months + 1, from: start)
      isLast = bound > nights.count
      if !isLast { ends.insert(bound) }
      let range = start..<min(bound - 1, nights.count)
      // Within the bounds the first periods of a longer stay are those of a shorter one.
      if !range.isEmpty, let periods = try? periods(of: range) {
        for period in periods where period.kind == .weekly { ends.insert(period.nights.upperBound) }
      }
      months += 1
    }
    return ends
  }

  /// The place behind so many months of a stay.
  private func monthEnd(_ months: Int, from start: Int) -> Int {
    let arrival = nights[start].date
    return start + arrival.distance(to: arrival.adding(months: months))
  }

  // MARK: Periods

  private func periods(of range: Range<Int>) throws -> [LodgingPeriod] {
    var periods: [LodgingPeriod] = []
    var place = range.lowerBound
    // Months are counted from the arrival.
    while let month = wholeMonth(number: periods.count, at: place, in: range) {
      periods.append(
        try period(.monthly, month, by: month.count) { self.rates[$0].monthly })
      place = month.upperBound
    }
    let hasMonths = !periods.isEmpty
    while place < range.upperBound {
      let next = try nextPeriod(at: place, in: range, hasMonths: hasMonths)
      periods.append(next)
      place = next.nights.upperBound
    }
    return periods
  }

  /// The nights of a whole month of the stay; nil where it is not whole or has no price.
  private func wholeMonth(number: Int, at place: Int, in range: Range<Int>) -> Range<Int>? {
    let end = monthEnd(number + 1, from: range.lowerBound)
    guard end <= range.upperBound, place < end,
      (place..<end).allSatisfy({ rates[$0].monthly != nil })
    else { return nil }
    return place..<end
  }

  private func nextPeriod(
    at place: Int, in range: Range<Int>, hasMonths: Bool
  ) throws -> LodgingPeriod {
    let rates = rates[place]
    if let price = rates.agreedPriceMinor {
      return LodgingPeriod(
        kind: .nightly, nights: place..<place + 1, rates: ["Agreed price"], amountsMinor: [price])
    }
    if hasMonths, isBeyondMonth(place) {
      let end = run(from: place, in: range) { isBeyondMonth($0) && isSameMonth($0, place) }
      return try period(.monthly, place..<end, by: lengthOfMonth(at: place)) {
        self.rates[$0].monthly
      }
    }
    let week = place..<place + 7
    if week.upperBound <= range.upperBound,
      week.allSatisfy({ self.rates[$0].weekly != nil && !(hasMonths && isBeyondMonth($0)) })
    {
      return try period(.weekly, week, by: 7) { self.rates[$0].weekly }
    }
    if let nightly = rates.nightly {
      return LodgingPeriod(
        kind: .nightly, nights: place..<place + 1, rates: [nightly.name],
        amountsMinor: [nightly.amountMinor])
    }
    guard let only = rates.prorated else {
      throw PricingError.noRate(nights[place].date, nights[place].place)
    }
    let lastOfPart = run(from: place, in: range) { other in
      self.rates[other].nightly == nil && self.rates[other].prorated?.kind == only.kind
        && (only.kind == .weekly || isSameMonth(other, place))
    }
    return try period(
      only.kind, place..<lastOfPart,
      by: only.kind == .weekly ? 7 : lengthOfMonth(at: place)
    ) { self.rates[$0].prorated }
  }

  /// Whether a night behind the last whole month is priced by its part of a month.
  private func isBeyondMonth(_ place: Int) -> Bool {
    rates[place].monthly != nil && !rates[place].isSpecial
  }

  private func isSameMonth(_ place: Int, _ other: Int) -> Bool {
    let (one, two) = (nights[place].date.components, nights[other].date.components)
    return (one.year, one.month) == (two.year, two.month)
  }

  private func lengthOfMonth(at place: Int) -> Int {
    let (year, month, _) = nights[place].date.components
    return CalendarDate.lastDay(ofMonth: month, year: year)
  }

  /// The end of the nights in a row for which something holds.
  private func run(from place: Int, in range: Range<Int>, _ holds: (Int) -> Bool) -> Int {
    (place..<range.upperBound).first { !holds($0) } ?? range.upperBound
  }

  /// A period whose nights each have a part of their own rate; rounded once.
  private func period(
    _ kind: RateKind, _ range: Range<Int>, by length: Int,
    _ rate: (Int) -> RateCard.Rate?
  ) throws -> LodgingPeriod {
    let own = range.compactMap(rate)
    let sum = own.reduce(Int128(0)) { $0 + Int128($1.amountMinor) }
    let total = try MinorUnits.rounded(sum, by: Int128(length))
    let amounts =
      LargestRemainder.shares(of: total, by: own.map(\.amountMinor))
      ?? Array(repeating: 0, count: own.count)
    var names: [String] = []
    for rate in own where !names.contains(rate.name) { names.append(rate.name) }
    return LodgingPeriod(kind: kind, nights: range, rates: names, amountsMinor: amounts)
  }
}
