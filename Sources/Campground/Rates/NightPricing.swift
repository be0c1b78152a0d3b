/// Works out the price of each night of a stay, without discounts.
///
/// Each night is looked at by the rates of the campsite that it is on; weeks and months go on where
/// the stay changes the campsite.
struct NightPricing {
  struct Night {
    var amountMinor: Int64
    var text: String
    var period: RatePeriod?
  }

  /// The words of a night, or a day, at the site's own price.
  private func plainText(at index: Int) -> String {
    parts[places[index]].siteType == CampSiteType.dayUse.rawValue ? "Day" : "Night"
  }

  private let parts: [PricedStay]
  private let nights: [CalendarDate]
  /// The place of the part that each night belongs to.
  private let places: [Int]
  // The rates that are for each part's campsite.
  private let nightlyRates: [[RateRule]]
  private let weeklyRates: [[RateRule]]
  private let monthlyRates: [[RateRule]]
  private var prices: [Night?]

  /// Looks at a stay of one or more parts, each of which begins when the one before it ends.
  init(_ parts: [PricedStay], at list: PriceList) {
    self.parts = parts
    nights = parts.flatMap(\.dates.nights)
    places = parts.enumerated().flatMap { place, part in
      repeatElement(place, count: part.dates.nightCount)
    }
    func fitting(_ rates: [RateRule]) -> [[RateRule]] {
      parts.map { part in rates.filter { $0.fits(part) } }
    }
    nightlyRates = fitting(list.nightlyRates)
    weeklyRates = fitting(list.weeklyRates)
    monthlyRates = fitting(list.monthlyRates)
    prices = Array(repeating: nil, count: nights.count)
  }

  /// The nights in their order; nil for each that has no price.
  ///
  /// Nights whose price is kept are in no week or month that is worked out, unless the stay is cut
  /// anew: then the nights to come of a week or a month share what its other nights leave of it.
  mutating func result() throws(MinorUnits.Overflow) -> [Night?] {
    guard parts.contains(where: { $0.kept?.isCutAnew == true }) else {
      takeAgreedNights()
      return try worked()
    }
    let fresh = try worked()
    prices = fresh.map { _ in nil }
    takeAgreedNights()
    let kept = prices
    for (index, night) in fresh.enumerated() where kept[index] == nil { prices[index] = night }
    try shareWhatIsLeft(of: fresh, beside: kept)
    return prices
  }

  /// The nights with prices for those that have none yet.
  private mutating func worked() throws(MinorUnits.Overflow) -> [Night?] {
    takeAgreedPrices()
    try takeMonths()
    try takeWeeks()
    takeNights()
    try takeDaysOfMonths(openNights(in: nights.indices))
    return prices
  }

  /// Gives the nights to come of each week and month what its kept nights leave of its price. A
  /// kept night that is free counts as if it were charged.
  private mutating func shareWhatIsLeft(
    of fresh: [Night?], beside kept: [Night?]
  ) throws(MinorUnits.Overflow) {
    let places = fresh.indices.filter { fresh[$0]?.period != nil }
    for period in Dictionary(grouping: places, by: { fresh[$0]?.period }).values {
      let open = period.filter { kept[$0] == nil }
      guard !open.isEmpty, open.count < period.count else { continue }
      let own = open.map { fresh[$0]?.amountMinor ?? 0 }
      var rest = try MinorUnits.sum(of: own)
      for place in period {
        guard let night = kept[place], night.amountMinor != 0 else { continue }
        rest = try MinorUnits.adding(rest, fresh[place]?.amountMinor ?? 0)
        rest = try MinorUnits.subtracting(night.amountMinor, from: rest)
      }
      let shares =
        LargestRemainder.shares(of: max(0, rest), by: own)
        ?? LargestRemainder.shares(of: max(0, rest), by: open.map { _ in 1 })
      guard let shares, try MinorUnits.sum(of: own) != rest else { continue }
      for (place, share) in zip(open, shares) { prices[place]?.amountMinor = share }
    }
  }

  private mutating func takeAgreedNights() {
    guard parts.contains(where: { !$0.agreed.isEmpty }) else { return }
    for (index, night) in nights.enumerated() {
      guard let agreed = parts[places[index]].agreed[night] else { continue }
      let text = agreed.text ?? rate(of: nightlyRates, at: index)?.name ?? plainText(at: index)
      prices[index] = Night(
        amountMinor: agreed.amountMinor, text: text, period: agreed.period)
    }
  }

  /// Gives nights the price that was agreed at the desk for all of a part.
  private mutating func takeAgreedPrices() {
    for index in nights.indices where prices[index] == nil {
      guard let price = parts[places[index]].nightPriceMinor else { continue }
      prices[index] = Night(
        amountMinor: price, text: "\(plainText(at: index)) at the agreed price")
    }
  }

  // MARK: Months

  /// Cuts a stay of a month or more into months from its arrival, and what is left by days.
  private mutating func takeMonths() throws(MinorUnits.Overflow) {
    guard let arrival = nights.first, let last = nights.last, hasMonthlyRates,
      arrival.adding(months: 1) <= last.advanced(by: 1)
    else { return }
    var month = 0
    var start = 0
    while start < nights.count {
      month += 1
      let length = arrival.distance(to: arrival.adding(months: month))
      let end = min(length, nights.count)
      let open = openNights(in: start..<end)
      if let rates = rates(of: monthlyRates, for: open) {
        if length == end, open.count == end - start {
          try take(open, at: rates, dividedBy: open.count, .monthly)
        } else {
          try takeDaysOfMonths(open)
        }
      }
      start = end
    }
  }

  /// Takes nights at their share of the days of their calendar month, where
  /// a monthly rate fits them.
  private mutating func takeDaysOfMonths(_ open: [Int]) throws(MinorUnits.Overflow) {
    guard hasMonthlyRates else { return }
    var rest = open.filter { rate(of: monthlyRates, at: $0) != nil }[...]
    while let first = rest.first {
      let (year, month, _) = nights[first].components
      let part = rest.prefix { nights[$0].year == year && nights[$0].month == month }
      rest = rest.dropFirst(part.count)
      guard let rates = rates(of: monthlyRates, for: Array(part)) else { continue }
      try take(
        Array(part), at: rates, dividedBy: CalendarDate.lastDay(ofMonth: month, year: year),
        .monthly)
    }
  }

  private var hasMonthlyRates: Bool { monthlyRates.contains { !$0.isEmpty } }

  // MARK: Weeks and nights

  private mutating func takeWeeks() throws(MinorUnits.Overflow) {
    guard weeklyRates.contains(where: { !$0.isEmpty }) else { return }
    var start = 0
    while start + 7 <= nights.count {
      let week = openNights(in: start..<start + 7)
      if week.count == 7, let rates = rates(of: weeklyRates, for: week) {
        try take(week, at: rates, dividedBy: 7, .weekly)
        start += 7
      } else {
        start += 1
      }
    }
  }

  private mutating func takeNights() {
    for index in openNights(in: nights.indices) {
      if let rate = rate(of: nightlyRates, at: index) {
        prices[index] = Night(amountMinor: rate.amountMinor, text: rate.name)
      } else if let own = parts[places[index]].ownRateMinor {
        prices[index] = Night(amountMinor: own, text: plainText(at: index))
      }
    }
  }

  // MARK: Parts

  private func openNights(in range: Range<Int>) -> [Int] {
    range.filter { prices[$0] == nil }
  }

  private func rate(of rates: [[RateRule]], at index: Int) -> RateRule? {
    rates[places[index]].first { $0.fits(nights[index]) }
  }

  /// The rate of each night; nil when one has none.
  private func rates(of rates: [[RateRule]], for indices: [Int]) -> [RateRule]? {
    let found = indices.compactMap { rate(of: rates, at: $0) }
    return found.count == indices.count ? found : nil
  }

  /// Gives nights together the sum of their rates divided by a number of nights, each its part.
  private mutating func take(
    _ indices: [Int], at rates: [RateRule], dividedBy divisor: Int, _ kind: RateKind
  ) throws(MinorUnits.Overflow) {
    guard let first = indices.first else { return }
    let sum = rates.reduce(Int128(0)) { $0 + Int128($1.amountMinor) }
    let total = try MinorUnits.rounded(sum, by: Int128(divisor))
    let shares =
      LargestRemainder.shares(of: total, by: rates.map(\.amountMinor))
      ?? rates.map { _ in 0 }
    let period = RatePeriod(kind: kind, start: nights[first])
    for (place, index) in indices.enumerated() {
      prices[index] = Night(
        amountMinor: shares[place], text: rates[place].name, period: period)
    }
  }
}
