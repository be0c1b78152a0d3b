import ObjectGraph

/// Collects the lines of what a stay costs.
struct StayBill {
  private let stay: PricedStay
  private let list: PriceList
  private let nights: [CalendarDate]
  private var lines: [QuoteLine] = []

  init(of stay: PricedStay, at list: PriceList) {
    self.stay = stay
    self.list = list
    nights = Array(stay.dates.nights)
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
    _ amountMinor: Int64, on day: CalendarDate, _ kind: ChargeKind, _ text: String,
    taxGroup: String?, isRefundable: Bool = true
  ) {
    lines.append(
      QuoteLine(
        day: day, kind: kind, text: text, amountMinor: amountMinor, currency: list.currency,
        taxGroup: taxGroup, isRefundable: isRefundable))
  }

  /// Adds the nights; false when one of them has no price.
  mutating func addNights() throws(MinorUnits.Overflow) -> Bool {
    var pricing = NightPricing(stay, at: list)
    guard let priced = try pricing.result() else { return false }
    for (day, night) in zip(nights, priced) {
      add(
        night.amountMinor, on: day, .lodging, night.text, taxGroup: QuoteLine.lodgingGroup)
    }
    return true
  }

  mutating func addDiscounts() throws(MinorUnits.Overflow) {
    let fitting = list.discounts.filter { $0.fits(stay) }
    guard !fitting.isEmpty else { return }
    let prices = lines.map(\.amountMinor)
    var remaining = prices
    for discount in fitting {
      let covered = nights.indices.filter { discount.fits(nights[$0]) }
      let price = try MinorUnits.sum(of: covered.lazy.map { prices[$0] })
      let rest = covered.map { remaining[$0] }
      let wanted = try discount.percentage?.of(price) ?? discount.amountMinor
      let total = max(0, min(wanted, try MinorUnits.sum(of: rest)))
      // No share is above what is left of its night, since the total is not above all that is left.
      let shares = LargestRemainder.shares(of: total, by: rest) ?? []
      for (index, share) in zip(covered, shares) where share != 0 {
        remaining[index] -= share
        add(
          -share, on: nights[index], .discount, discount.name, taxGroup: QuoteLine.lodgingGroup)
      }
    }
  }

  mutating func addFees() throws(MinorUnits.Overflow) {
    for fee in list.fees where fee.siteType == nil || fee.siteType == stay.siteType {
      try addCharges(
        fee.amountMinor, fee.basis, .fee, fee.name, taxGroup: fee.taxGroup,
        isRefundable: fee.isRefundable)
    }
  }

  /// Adds an amount as often as its basis wants it.
  private mutating func addCharges(
    _ amountMinor: Int64, _ basis: ChargeBasis, _ kind: ChargeKind, _ name: String,
    taxGroup: String?, isRefundable: Bool = true
  ) throws(MinorUnits.Overflow) {
    let count = basis.count(of: stay)
    guard count > 0 else { return }
    let amount = try MinorUnits.times(amountMinor, count)
    let text = count == 1 ? name : "\(name) × \(count)"
    for day in basis.isEachNight ? nights[...] : nights.prefix(1) {
      add(amount, on: day, kind, text, taxGroup: taxGroup, isRefundable: isRefundable)
    }
  }

  mutating func addTaxes() throws(MinorUnits.Overflow) {
    let taxable = lines
    for tax in list.taxes where tax.fits(stay) {
      let charges = taxable.filter { $0.taxGroup == tax.group }
      guard !charges.isEmpty else { continue }
      guard let percentage = tax.percentage else {
        try addCharges(tax.amountMinor, tax.basis, .tax, tax.name, taxGroup: tax.group)
        continue
      }
      var daily = Array(repeating: Int64(0), count: nights.count)
      for charge in charges {
        let index = stay.dates.arrival.distance(to: charge.day)
        daily[index] = try MinorUnits.adding(daily[index], charge.amountMinor)
      }
      let total = try percentage.of(try MinorUnits.sum(of: daily))
      guard let shares = LargestRemainder.shares(of: total, by: daily) else { continue }
      for (night, share) in zip(nights, shares) where share != 0 {
        add(share, on: night, .tax, tax.name, taxGroup: tax.group)
      }
    }
  }

  /// What is to be paid when the stay is booked; nil where no rule fits.
  func deposit() throws(MinorUnits.Overflow) -> Int64? {
    guard let rule = list.deposits.first(where: { $0.fits(stay) }) else { return nil }
    let total = try MinorUnits.sum(of: lines.lazy.map(\.amountMinor))
    let asked: Int64
    if let percentage = rule.percentage {
      asked = try percentage.of(total)
    } else if let count = rule.nights {
      let end = stay.dates.arrival.advanced(by: count)
      asked = try MinorUnits.sum(
        of: lines.lazy.filter { $0.isPriceOfNight && $0.day < end }.map(\.amountMinor))
    } else {
      asked = rule.amountMinor ?? 0
    }
    return min(max(asked, 0), max(total, 0))
  }
}
