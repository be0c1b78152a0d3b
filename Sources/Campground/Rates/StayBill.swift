import ObjectGraph

/// Collects the lines of what a stay costs, which has one part a campsite.
struct StayBill {
  private let parts: [PricedStay]
  private let list: PriceList
  private let nights: [CalendarDate]
  /// The places of each part's nights; no places for a part that has no price.
  private var spans: [Range<Int>] = []
  private var lines: [QuoteLine] = []
  /// The place of the night of each line.
  private var places: [Int] = []

  init(of parts: [PricedStay], at list: PriceList) {
    self.parts = parts
    self.list = list
    nights = parts.flatMap(\.dates.nights)
  }

  /// The lines by day, then by kind, then in the order in which they were added.
  var sortedLines: [QuoteLine] {
    lines.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      if first.day != second.day { return first.day < second.day }
      let (firstPlace, secondPlace) = (Self.place(of: first.kind), Self.place(of: second.kind))
      return (firstPlace, left.offset) < (secondPlace, right.offset)
    }.map(\.element)
  }

  private static func place(of kind: ChargeKind) -> Int {
    switch kind {
    case .lodging: 0
    case .discount: 1
    case .tax: 3
    default: 2
    }
  }

  private mutating func add(
    _ amountMinor: Int64, at place: Int, _ kind: ChargeKind, _ text: String,
    taxGroup: String?, isRefundable: Bool = true, period: RatePeriod? = nil
  ) {
    places.append(place)
    lines.append(
      QuoteLine(
        day: nights[place], kind: kind, text: text, amountMinor: amountMinor,
        currency: list.currency, taxGroup: taxGroup, isRefundable: isRefundable, period: period))
  }

  /// Adds the nights of each part that has a price for all of them; false when none has.
  mutating func addNights() throws(MinorUnits.Overflow) -> Bool {
    var pricing = NightPricing(parts, at: list)
    let priced = try pricing.result()
    var end = 0
    for part in parts {
      let span = end..<end + part.dates.nightCount
      end = span.upperBound
      let found = priced[span].compactMap { $0 }
      guard found.count == span.count else {
        spans.append(end..<end)
        continue
      }
      spans.append(span)
      for (place, night) in zip(span, found) {
        add(
          night.amountMinor, at: place, .lodging, night.text, taxGroup: QuoteLine.lodgingGroup,
          period: night.period)
      }
    }
    return !lines.isEmpty
  }

  mutating func addDiscounts() throws(MinorUnits.Overflow) {
    var prices = Array(repeating: Int64(0), count: nights.count)
    for (place, line) in zip(places, lines) { prices[place] = line.amountMinor }
    var remaining = prices
    for discount in list.discounts {
      let covered = zip(parts, spans).flatMap { part, span in
        discount.fits(part, ofNights: nights.count)
          ? span.filter { discount.fits(nights[$0]) } : []
      }
      guard !covered.isEmpty else { continue }
      let price = try MinorUnits.sum(of: covered.lazy.map { prices[$0] })
      let rest = covered.map { remaining[$0] }
      let wanted = try discount.percentage?.of(price) ?? discount.amountMinor
      let total = max(0, min(wanted, try MinorUnits.sum(of: rest)))
      // No share is above what is left of its night, since the total is not above all that is left.
      let shares = LargestRemainder.shares(of: total, by: rest) ?? []
      for (place, share) in zip(covered, shares) where share != 0 {
        remaining[place] -= share
        add(-share, at: place, .discount, discount.name, taxGroup: QuoteLine.lodgingGroup)
      }
    }
  }

  mutating func addFees() throws(MinorUnits.Overflow) {
    for fee in list.fees {
      try addCharges(
        fee.amountMinor, fee.basis, .fee, fee.name, taxGroup: fee.taxGroup,
        isRefundable: fee.isRefundable
      ) { fee.siteType == nil || fee.siteType == $0.siteType }
    }
  }

  /// Adds an amount as often as its basis wants it: on the nights of the parts that it is for, or once
  /// on the first of them.
  private mutating func addCharges(
    _ amountMinor: Int64, _ basis: ChargeBasis, _ kind: ChargeKind, _ name: String,
    taxGroup: String?, isRefundable: Bool = true, where isFor: (PricedStay) -> Bool = { _ in true }
  ) throws(MinorUnits.Overflow) {
    for (part, span) in zip(parts, spans) where !span.isEmpty && isFor(part) {
      let count = basis.count(of: part)
      if count > 0 {
        let amount = try MinorUnits.times(amountMinor, count)
        let text = count == 1 ? name : "\(name) × \(count)"
        for place in basis.isEachNight ? span : span.prefix(1) {
          add(amount, at: place, kind, text, taxGroup: taxGroup, isRefundable: isRefundable)
        }
      }
      guard basis.isEachNight else { return }
    }
  }

  mutating func addTaxes() throws(MinorUnits.Overflow) {
    let taxable = zip(places, lines).map { ($0, $1) }
    for tax in list.taxes where tax.isForStay(ofNights: nights.count) {
      let charges = taxable.filter { $0.1.taxGroup == tax.group }
      guard !charges.isEmpty else { continue }
      guard let percentage = tax.percentage else {
        try addCharges(tax.amountMinor, tax.basis, .tax, tax.name, taxGroup: tax.group)
        continue
      }
      var daily = Array(repeating: Int64(0), count: nights.count)
      for (place, charge) in charges {
        daily[place] = try MinorUnits.adding(daily[place], charge.amountMinor)
      }
      let total = try percentage.of(try MinorUnits.sum(of: daily))
      guard let shares = LargestRemainder.shares(of: total, by: daily) else { continue }
      for (place, share) in shares.enumerated() where share != 0 {
        add(share, at: place, .tax, tax.name, taxGroup: tax.group)
      }
    }
  }

  /// What is to be paid when the stay is booked; nil where no rule fits.
  func deposit() throws(MinorUnits.Overflow) -> Int64? {
    guard let first = parts.first,
      let rule = list.deposits.first(where: { $0.fits(first, ofNights: nights.count) })
    else { return nil }
    let total = try MinorUnits.sum(of: lines.lazy.map(\.amountMinor))
    let asked: Int64
    if let percentage = rule.percentage {
      asked = try percentage.of(total)
    } else if let count = rule.nights {
      let end = first.dates.arrival.advanced(by: count)
      asked = try MinorUnits.sum(
        of: lines.lazy.filter { $0.isPriceOfNight && $0.day < end }.map(\.amountMinor))
    } else {
      asked = rule.amountMinor ?? 0
    }
    return min(max(asked, 0), max(total, 0))
  }
}
