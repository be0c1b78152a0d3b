/// What the nights of an unbroken stay cost, after discounts, before fees and taxes.
struct Lodging {
  /// The places of the nights.
  let nights: Range<Int>
  let periods: [LodgingPeriod]
  let reductions: [NightDiscounts.Reduction]
  let totalMinor: Int64

  init(
    nights: Range<Int>, periods: [LodgingPeriod], reductions: [NightDiscounts.Reduction]
  ) throws(MinorUnits.Overflow) {
    self.nights = nights
    self.periods = periods
    self.reductions = reductions
    let prices = try MinorUnits.sum(of: periods.lazy.flatMap(\.amountsMinor))
    totalMinor = try MinorUnits.subtracting(
      MinorUnits.sum(of: reductions.lazy.map(\.amountMinor)), from: prices)
  }

  /// What each night comes to after its discounts, in minor units.
  var netMinor: [Int64] {
    var net = periods.flatMap(\.amountsMinor)
    for reduction in reductions {
      net[reduction.place - nights.lowerBound] -= reduction.amountMinor
    }
    return net
  }
}

/// What the lodging of a stay costs: never more than that of a longer one that was agreed.
struct LeastLodging {
  /// The nights that were ever agreed around the stay.
  let row: [StayFacts.Night]
  /// What the present nights would cost by themselves.
  let present: Lodging
  /// The least of what unbroken stays cost that have the present nights, and no other nights than
  /// those once agreed.
  let totalMinor: Int64
  /// How many nights that one has.
  let nightCount: Int

  /// - Returns: nil for a stay without a night.
  init?(of facts: StayFacts, by card: RateCard) throws(PricingError) {
    guard let first = facts.nights.first?.date, let last = facts.nights.last?.date else {
      return nil
    }
    var former: [CalendarDate: StayFacts.Night] = [:]
    for night in facts.formerNights { former[night.date] = night }
    var (before, behind): ([StayFacts.Night], [StayFacts.Night]) = ([], [])
    while let night = former[first.advanced(by: -1 - before.count)] { before.append(night) }
    while let night = former[last.advanced(by: 1 + behind.count)] { behind.append(night) }
    row = before.reversed() + facts.nights + behind
    let pricer = LodgingPricer(row, by: card)
    let own = before.count..<before.count + facts.nights.count
    present = try pricer.lodging(of: own)
    var least = (totalMinor: present.totalMinor, nightCount: own.count)
    for start in 0...before.count {
      let ends = pricer.endsThatMayPay(from: start).union([own.upperBound])
      for end in ends.sorted() where end >= own.upperBound && start..<end != own {
        // A night that was given up may have no price for a stay of that length.
        guard let other = try? pricer.lodging(of: start..<end),
          other.totalMinor < least.totalMinor
        else { continue }
        least = (other.totalMinor, other.nights.count)
      }
    }
    (totalMinor, nightCount) = least
  }
}
