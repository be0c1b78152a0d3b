/// Works out the taxes of a bill's lines.
///
/// A tax by percentage is on the whole of its group and rounded once: each line has what the tax comes
/// to with it, less what it came to before.
struct Taxation {
  /// What a tax comes to on a day.
  struct DayTax {
    let day: CalendarDate
    let name: String
    let text: String
    let group: String
    let amountMinor: Int64
  }

  /// What a line at a price that includes its taxes has of them.
  struct Share {
    let item: Int
    let amountMinor: Int64
  }

  /// What tells taxes apart.
  private struct TaxName: Hashable, Comparable {
    let name: String
    let group: String

    static func < (left: Self, right: Self) -> Bool {
      (left.name, left.group) < (right.name, right.group)
    }
  }

  private let items: [BillMaker.Item]
  private let facts: StayFacts
  private let card: RateCard
  private let names: [TaxName]

  init(_ items: [BillMaker.Item], facts: StayFacts, card: RateCard) {
    self.items = items
    self.facts = facts
    self.card = card
    let groups = Set(items.compactMap(\.line.taxGroup))
    names = Set(
      card.taxes.filter { groups.contains($0.group) }.map {
        TaxName(name: $0.name, group: $0.group)
      }
    ).sorted()
  }

  // MARK: Which

  /// The version of a tax that is for a day and a place; the most specific one.
  private func tax(
    _ name: TaxName, on day: CalendarDate, at place: BookedPlace
  ) -> RateCard.Tax? {
    card.taxes.lazy.filter {
      $0.name == name.name && $0.group == name.group && $0.scope.covers(day, at: place)
    }.min { $0.scope.specificity < $1.scope.specificity }
  }

  private func isExempt(_ tax: RateCard.Tax) -> Bool {
    tax.exemptFromNights.map { facts.nights.count >= $0 } ?? false
  }

  /// Whether a tax is paid for a line, rather than only part of its price.
  private func isPaid(_ tax: RateCard.Tax, for line: Bill.Line) -> Bool {
    !isExempt(tax) && !isWaived(tax, of: line.day) && (line.kind != .kept || tax.taxesKeptMoney)
  }

  private func isWaived(_ tax: RateCard.Tax, of day: CalendarDate) -> Bool {
    !facts.waivedTaxes.isEmpty
      && facts.waivedTaxes.contains(StayFacts.WaivedTax(tax.name, on: tax.group, of: day))
  }

  /// The percentage of a tax on a line; nil where it has none.
  private func percentage(_ name: TaxName, on item: BillMaker.Item) -> (RateCard.Tax, Percentage)? {
    guard item.line.taxGroup == name.group, !item.isAllIncluded,
      let tax = tax(name, on: item.taxDay, at: item.place),
      case .percent(let percentage) = tax.charge
    else { return nil }
    return (tax, percentage)
  }

  // MARK: Percentages

  /// What of each line is taxed, in parts of a minor unit: all of it, or what its price is without the
  /// taxes that are included.
  private func base(of item: BillMaker.Item) throws(MinorUnits.Overflow) -> Int128 {
    let amount = item.line.amountMinor
    guard card.pricesIncludeTax else { return Int128(amount) * Percentage.parts }
    var rate = Int128(0)
    for name in names {
      // So much of 1, in the same parts.
      if let (_, percentage) = percentage(name, on: item) { rate += try percentage.parts(of: 1) }
    }
    return try (Int128(amount) * Percentage.parts).times(
      Percentage.parts, by: Percentage.parts + rate)
  }

  /// What each line has of a tax by percentage.
  private func shares(
    of name: TaxName, where isCounted: (RateCard.Tax, Bill.Line) -> Bool
  ) throws(MinorUnits.Overflow) -> [Share] {
    var shares: [Share] = []
    var (sum, before) = (Int128(0), Int64(0))
    for (index, item) in items.enumerated() {
      guard let (tax, percentage) = percentage(name, on: item), isCounted(tax, item.line)
      else { continue }
      let rate = try percentage.parts(of: 1)
      sum += try base(of: item).times(rate, by: Percentage.parts)
      let now = try MinorUnits.rounded(sum, by: Percentage.parts)
      if now != before {
        shares.append(
          Share(item: index, amountMinor: try MinorUnits.subtracting(before, from: now)))
      }
      before = now
    }
    return shares
  }

  /// What lines have of taxes that their prices include, whether these are paid or not.
  func includedShares() throws(MinorUnits.Overflow) -> [Share] {
    guard card.pricesIncludeTax else { return [] }
    var all: [Share] = []
    for name in names { all += try shares(of: name) { _, _ in true } }
    return all
  }

  // MARK: All

  func taxes() throws(MinorUnits.Overflow) -> [DayTax] {
    var taxes: [DayTax] = []
    for name in names {
      var byDay: [CalendarDate: Int64] = [:]
      for share in try shares(of: name, where: isPaid) {
        let day = items[share.item].line.day
        byDay[day] = try MinorUnits.adding(byDay[day] ?? 0, share.amountMinor)
      }
      // An allowance may be off kept money, which is not taxed: it takes no more tax along than there is.
      let sum = try MinorUnits.sum(of: byDay.values)
      if sum < 0,
        let last = items.last(where: {
          $0.line.kind == .allowance && $0.line.taxGroup == name.group
        })
      {
        byDay[last.line.day] = try MinorUnits.subtracting(sum, from: byDay[last.line.day] ?? 0)
      }
      taxes += byDay.sorted { $0.key < $1.key }.map {
        DayTax(
          day: $0.key, name: name.name, text: name.name, group: name.group, amountMinor: $0.value)
      }
      taxes += try amounts(of: name)
    }
    return taxes
  }

  /// What a tax by an amount comes to: each night that it is for, or once on the first one, and for
  /// those who came later on theirs.
  private func amounts(of name: TaxName) throws(MinorUnits.Overflow) -> [DayTax] {
    var taxes: [DayTax] = []
    var charged = 0
    for night in facts.nights where !night.isAllIncluded {
      guard let tax = tax(name, on: night.date, at: night.place), !isExempt(tax),
        !isWaived(tax, of: night.date),
        case .amount(let amount, let basis) = tax.charge
      else { continue }
      let all = basis.count(of: night.formerParty ?? facts.party)
      let count = basis.isByTheNight ? all : max(0, all - charged)
      charged = max(charged, all)
      let total = try MinorUnits.times(amount, count)
      if total != 0 {
        taxes.append(
          DayTax(
            day: night.date, name: name.name,
            text: count == 1 ? name.name : "\(name.name) × \(count)",
            group: name.group, amountMinor: total))
      }
    }
    return taxes
  }
}

extension Int128 {
  /// The product with one number divided by another, rounded half away from zero.
  ///
  /// The product may be too large for 128 bits. The quotient must be one of minor units in parts, so
  /// that many of them can be added up.
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
