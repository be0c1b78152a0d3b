/// Works out the price of each night of a stay, without discounts.
struct NightPricing {
  struct Night {
    var amountMinor: Int64
    var text: String
  }

  /// The words of a night at the site's own price.
  private static let plainText = "Night"

  private let stay: PricedStay
  private let nights: [CalendarDate]
  private let nightlyRates: [RateRule]
  private let weeklyRates: [RateRule]
  private let monthlyRates: [RateRule]
  private var prices: [Night?]

  init(_ stay: PricedStay, at list: PriceList) {
    self.stay = stay
    nights = Array(stay.dates.nights)
    nightlyRates = list.nightlyRates.filter { $0.fits(stay) }
    weeklyRates = list.weeklyRates.filter { $0.fits(stay) }
    monthlyRates = list.monthlyRates.filter { $0.fits(stay) }
    prices = Array(repeating: nil, count: nights.count)
  }

  /// The nights in their order; nil when one of them has no price.
  mutating func result() throws(MinorUnits.Overflow) -> [Night]? {
    takeAgreedNights()
    try takeMonths()
    try takeWeeks()
    takeNights()
    try takeDaysOfMonths(openNights(in: nights.indices))
    let priced = prices.compactMap { $0 }
    return priced.count == nights.count ? priced : nil
  }

  private mutating func takeAgreedNights() {
    guard !stay.agreed.isEmpty else { return }
    for (index, night) in nights.enumerated() {
      guard let agreed = stay.agreed[night] else { continue }
      let text = agreed.text ?? rate(of: nightlyRates, for: night)?.name ?? Self.plainText
      prices[index] = Night(amountMinor: agreed.amountMinor, text: text)
    }
  }

  // MARK: Months

  /// Cuts a stay of a month or more into months from its arrival, and what is left by days.
  private mutating func takeMonths() throws(MinorUnits.Overflow) {
    let arrival = stay.dates.arrival
    guard !monthlyRates.isEmpty, arrival.adding(months: 1) <= stay.dates.departure else { return }
    var month = 0
    var start = 0
    while start < nights.count {
      month += 1
      let length = arrival.distance(to: arrival.adding(months: month))
      let end = min(length, nights.count)
      let open = openNights(in: start..<end)
      if let rates = rates(of: monthlyRates, for: open) {
        if length == end, open.count == end - start {
          try take(open, at: rates, dividedBy: open.count)
        } else {
          try takeDaysOfMonths(open)
        }
      }
      start = end
    }
  }

  /// Takes nights at their share of the days of their calendar month, where a monthly rate fits them.
  private mutating func takeDaysOfMonths(_ open: [Int]) throws(MinorUnits.Overflow) {
    guard !monthlyRates.isEmpty else { return }
    var rest = open.filter { rate(of: monthlyRates, for: nights[$0]) != nil }[...]
    while let first = rest.first {
      let (year, month, _) = nights[first].components
      let part = rest.prefix { nights[$0].year == year && nights[$0].month == month }
      rest = rest.dropFirst(part.count)
      guard let rates = rates(of: monthlyRates, for: Array(part)) else { continue }
      try take(
        Array(part), at: rates, dividedBy: CalendarDate.lastDay(ofMonth: month, year: year))
    }
  }

  // MARK: Weeks and nights

  private mutating func takeWeeks() throws(MinorUnits.Overflow) {
    guard !weeklyRates.isEmpty else { return }
    var start = 0
    while start + 7 <= nights.count {
      let week = openNights(in: start..<start + 7)
      if week.count == 7, let rates = rates(of: weeklyRates, for: week) {
        try take(week, at: rates, dividedBy: 7)
        start += 7
      } else {
        start += 1
      }
    }
  }

  private mutating func takeNights() {
    for index in openNights(in: nights.indices) {
      if let rate = rate(of: nightlyRates, for: nights[index]) {
        prices[index] = Night(amountMinor: rate.amountMinor, text: rate.name)
      } else if let own = stay.ownRateMinor {
        prices[index] = Night(amountMinor: own, text: Self.plainText)
      }
    }
  }

  // MARK: Parts

  private func openNights(in range: Range<Int>) -> [Int] {
    range.filter { prices[$0] == nil }
  }

  private func rate(of rates: [RateRule], for night: CalendarDate) -> RateRule? {
    rates.first { $0.fits(night) }
  }

  /// The rate of each night; nil when one has none.
  private func rates(of rates: [RateRule], for indices: [Int]) -> [RateRule]? {
    let found = indices.compactMap { rate(of: rates, for: nights[$0]) }
    return found.count == indices.count ? found : nil
  }

  /// Gives nights together the sum of their rates divided by a number of nights, each its part.
  private mutating func take(
    _ indices: [Int], at rates: [RateRule], dividedBy divisor: Int
  ) throws(MinorUnits.Overflow) {
    let sum = rates.reduce(Int128(0)) { $0 + Int128($1.amountMinor) }
    let total = try MinorUnits.rounded(sum, by: Int128(divisor))
    let shares =
      LargestRemainder.shares(of: total, by: rates.map(\.amountMinor))
      ?? rates.map { _ in 0 }
    for (place, index) in indices.enumerated() {
      prices[index] = Night(amountMinor: shares[place], text: rates[place].name)
    }
  }
}
