/// Calculates the taxes on the lines of a bill.
///
/// A percentage tax is calculated on the whole of its group and rounded once: the tax of each line
/// is the tax of the group up to and including the line, less the tax of the group before it.
struct Taxation {
  /// The amount of a tax on one day.
  typealias DayTax = (
    day: CalendarDate, name: String, text: String, group: String, amountMinor: Int64
  )

  /// The tax that is included in the price of a line.
  typealias Share = (item: Int, amountMinor: Int64)

  private let items: [BillMaker.Item]
  private let facts: StayFacts
  private let card: RateCard
  /// The versions of each tax, which its name and group identify; taxes are ordered by name.
  private let known: [[RateCard.Tax]]

  init(_ items: [BillMaker.Item], facts: StayFacts, card: RateCard) {
    self.items = items
    self.facts = facts
    self.card = card
    var groups = Set(items.compactMap(\.line.taxGroup))
    // A tax by amount is owed for a night, even if no rate prices it.
    if !facts.nights.isEmpty { groups.insert(RateCard.lodgingGroup) }
    known = Dictionary(grouping: card.taxes.lazy.filter { groups.contains($0.group) }) {
      [$0.name, $0.group]
    }.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  // MARK: Applicable taxes

  private func isExempt(_ tax: RateCard.Tax) -> Bool {
    tax.exemptFromNights.map { facts.nights.count >= $0 } ?? false
  }

  /// Whether a tax is owed on a line; otherwise it is only a part of the line's price.
  private func isPaid(_ tax: RateCard.Tax, for item: BillMaker.Item) -> Bool {
    let line = item.line
    return !isExempt(tax) && !isWaived(tax, of: line.day)
      && (line.kind != .kept || tax.taxesKeptMoney)
  }

  private func isWaived(_ tax: RateCard.Tax, of day: CalendarDate) -> Bool {
    !facts.waivers.isEmpty
      && facts.waivers.contains(StayFacts.Waiver(.tax, tax.name, on: tax.group, of: day))
  }

  /// The version of a tax that applies to a line, with its percentage; nil where none applies.
  private func percentage(
    among versions: [RateCard.Tax], on item: BillMaker.Item
  ) -> (RateCard.Tax, Percentage)? {
    guard item.line.taxGroup == versions[0].group,
      let tax = versions.version(on: item.taxDay, at: item.place),
      case .percent(let percentage) = tax.charge
    else { return nil }
    return (tax, percentage)
  }

  // MARK: Percentages

  /// Whether a tax is a part of a line's amount.
  private func isIncluded(_ tax: RateCard.Tax, in item: BillMaker.Item) -> Bool {
    switch item.taxes {
    case .added: false
    case .included: true
    case .includedUnlessExempt: !isExempt(tax)
    }
  }

  /// The taxable part of a line, in fractions of a minor unit: the whole amount, or the price
  /// without the taxes included in it.
  private func base(of item: BillMaker.Item) throws(MinorUnits.Overflow) -> Int128 {
    let amount = item.line.amountMinor
    guard item.taxes != .added else { return Int128(amount) * Percentage.parts }
    var rate = Int128(0)
    for versions in known {
      // The tax on 1, in the same fractions.
      if let (tax, percentage) = percentage(among: versions, on: item), isIncluded(tax, in: item) {
        rate += try percentage.parts(of: 1)
      }
    }
    return try (Int128(amount) * Percentage.parts).times(
      Percentage.parts, by: Percentage.parts + rate)
  }

  /// The share of each line in a percentage tax.
  private func shares(
    among versions: [RateCard.Tax], where isCounted: (RateCard.Tax, BillMaker.Item) -> Bool
  ) throws(MinorUnits.Overflow) -> [Share] {
    var shares: [Share] = []
    var (sum, before) = (Int128(0), Int64(0))
    for (index, item) in items.enumerated() {
      guard let (tax, percentage) = percentage(among: versions, on: item),
        isCounted(tax, item)
      else { continue }
      let rate = try percentage.parts(of: 1)
      sum += try base(of: item).times(rate, by: Percentage.parts)
      let now = try MinorUnits.rounded(sum, by: Percentage.parts)
      if now != before {
        shares.append((index, try MinorUnits.subtracting(before, from: now)))
      }
      before = now
    }
    return shares
  }

  /// The taxes included in the amounts of the lines.
  func includedShares() throws(MinorUnits.Overflow) -> [Share] {
    guard items.contains(where: { $0.taxes == .included || $0.taxes == .includedUnlessExempt })
    else {
      return []
    }
    var all: [Share] = []
    for versions in known { all += try shares(among: versions, where: isIncluded) }
    return all
  }

  // MARK: Calculating

  func taxes() throws(MinorUnits.Overflow) -> [DayTax] {
    var taxes: [DayTax] = []
    for versions in known {
      let (name, group) = (versions[0].name, versions[0].group)
      var byDay: [CalendarDate: Int64] = [:]
      for share in try shares(among: versions, where: isPaid) {
        let day = items[share.item].line.day
        byDay[day] = try MinorUnits.adding(byDay[day] ?? 0, share.amountMinor)
      }
      // An allowance may reduce kept money, which is not taxed: the tax taken off never exceeds the
      // tax charged.
      let sum = try MinorUnits.sum(of: byDay.values)
      if sum < 0,
        let last = items.last(where: {
          $0.line.kind == .allowance && $0.line.taxGroup == group
        })
      {
        byDay[last.line.day] = try MinorUnits.subtracting(sum, from: byDay[last.line.day] ?? 0)
      }
      taxes += byDay.sorted { $0.key < $1.key }.map { ($0.key, name, name, group, $0.value) }
      taxes += try amounts(among: versions)
    }
    return taxes
  }

  /// The amounts of a tax charged by amount: on each night that it covers, or once on the first
  /// night, and for people who joined later on their first night.
  private func amounts(among versions: [RateCard.Tax]) throws(MinorUnits.Overflow) -> [DayTax] {
    var taxes: [DayTax] = []
    var charged = 0
    for night in facts.nights {
      guard let tax = versions.version(on: night.date, at: night.place), !isExempt(tax),
        !isWaived(tax, of: night.date),
        case .amount(let amount, let basis) = tax.charge
      else { continue }
      let all = basis.count(of: night.formerParty ?? facts.party)
      let count = basis.isByTheNight ? all : max(0, all - charged)
      charged = max(charged, all)
      let total = try MinorUnits.times(amount, count)
      if total != 0 {
        let text = count == 1 ? tax.name : "\(tax.name) × \(count)"
        taxes.append((night.date, tax.name, text, tax.group, total))
      }
    }
    return taxes
  }
}

extension [RateCard.Tax] {
  /// The version of a tax that applies on a day at a place; where several apply, the most specific
  /// one.
  package func version(on day: CalendarDate, at place: BookedPlace) -> RateCard.Tax? {
    lazy.filter { $0.scope.covers(day, at: place) }
      .min { $0.scope.specificity < $1.scope.specificity }
  }
}

extension Int128 {
  /// The product with a factor, divided by a divisor and rounded half away from zero.
  ///
  /// The product may exceed 128 bits. The quotient must be within the range of minor units in
  /// parts, so that many of them can be added up.
  fileprivate func times(
    _ factor: Int128, by divisor: Int128
  ) throws(MinorUnits.Overflow) -> Int128 {
    guard divisor > 0 else { throw MinorUnits.Overflow() }
    let (high, low) = magnitude.multipliedFullWidth(by: factor.magnitude)
    let (sum, carries) = low.addingReportingOverflow(divisor.magnitude / 2)
    let upper = high + (carries ? 1 : 0)
    guard upper < divisor.magnitude else { throw MinorUnits.Overflow() }
    let quotient = divisor.magnitude.dividingFullWidth((upper, sum)).quotient
    guard quotient <= UInt128(Int64.max) * Percentage.parts.magnitude else {
      throw MinorUnits.Overflow()
    }
    return (self < 0) == (factor < 0) ? Int128(quotient) : -Int128(quotient)
  }
}
