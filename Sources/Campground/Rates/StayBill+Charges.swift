/// Fees and taxes.
extension StayBill {
  mutating func addFees() throws(MinorUnits.Overflow) {
    addAgreed(.fee, where: (0..<pastCount).contains)
    for fee in ruleSets.first?.fees ?? [] where !fee.basis.isEachNight { try addOnce(fee, .fee) }
    try addNightly(.fee, by: ruleSets.map(\.fees))
  }

  mutating func addTaxes() throws(MinorUnits.Overflow) {
    let taxable = items
    addAgreed(.tax, where: (0..<pastCount).contains)
    let groups = Set(taxable.lazy.compactMap(\.line.taxGroup))
    for tax in ruleSets.first?.taxes ?? [] where groups.contains(tax.group) {
      guard let amount = FeeRule(tax), !amount.basis.isEachNight else { continue }
      try addOnce(
        amount, .tax, isFree: !tax.isForStay(ofNights: nights.count),
        wasFree: !tax.isForStay(ofNights: formerCount))
    }
    try addNightly(
      .tax,
      by: ruleSets.map { rules in
        rules.taxes.filter { groups.contains($0.group) && $0.isForStay(ofNights: nights.count) }
          .compactMap(FeeRule.init)
      })
    try addArrears(in: groups)
    try addPercentages(of: taxable)
  }

  private func isPast(_ place: Int) -> Bool { place < pastCount }

  // MARK: Amounts

  /// Adds amounts on each night to come by its own rules, as often as their basis wants it.
  private mutating func addNightly(
    _ kind: ChargeKind, by ruleSets: [[FeeRule]]
  ) throws(MinorUnits.Overflow) {
    for place in nights.indices.dropFirst(pastCount) where isPriced(place) {
      let part = parts[partPlaces[place]]
      for fee in ruleSets[rulePlaces[place]]
      where fee.basis.isEachNight && isFor(place, fee.scope) {
        let count = fee.count(of: part)
        guard count > 0 else { continue }
        add(
          try MinorUnits.times(fee.amountMinor, count), at: place, kind, fee.words(for: count),
          taxGroup: fee.taxGroup, isRefundable: fee.isRefundable, source: fee.source)
      }
    }
  }

  /// Adds what is charged once by the rules of the booking, on the first night that it is for;
  /// where that is past, what is missing to it on the first one to come. Where none is to come,
  /// what was charged stays; what was waived, which is a line of nothing, is not charged again.
  ///
  /// - Parameters:
  ///   - isFree: whether the stay is free of it, so that what was charged is given back.
  ///   - wasFree: whether it was before.
  private mutating func addOnce(
    _ fee: FeeRule, _ kind: ChargeKind, isFree: Bool = false, wasFree: Bool = false
  ) throws(MinorUnits.Overflow) {
    let places = nights.indices.filter { isPriced($0) && isFor($0, fee.scope) }
    guard let first = places.first,
      let place = places.first(where: { !isPast($0) })
        ?? (isFree || wasFree || isPast(nights.count - 1) ? placeToCome : nil)
    else { return }
    let count = isFree ? 0 : fee.count(of: parts[partPlaces[first]])
    let wanted = try MinorUnits.times(fee.amountMinor, count)
    let begun = items.filter { item in
      item.line.kind == kind && item.line.taxGroup == fee.taxGroup && isPast(item.place)
        && item.line.source == fee.source
    }
    let charged = try MinorUnits.sum(of: begun.lazy.map(\.line.amountMinor))
    guard wanted != charged, isFree || !begun.contains(where: { $0.line.amountMinor == 0 })
    else { return }
    add(
      try MinorUnits.subtracting(charged, from: wanted), at: place, kind,
      begun.isEmpty ? fee.words(for: count) : fee.name, taxGroup: fee.taxGroup,
      isRefundable: fee.isRefundable, rules: 0, source: fee.source)
  }

  // MARK: Percentages

  /// What tells taxes of several times apart.
  struct TaxName: Hashable {
    let name: String
    let group: String
  }

  /// Adds each tax on the whole of its group, every charge with the
  /// percentage that was agreed for it.
  private mutating func addPercentages(of taxable: [Item]) throws(MinorUnits.Overflow) {
    var names: Set<TaxName> = []
    for rules in ruleSets {
      for tax in rules.taxes where tax.percentage != nil {
        names.insert(TaxName(name: tax.name, group: tax.group))
      }
    }
    for tax in names.sorted(by: { ($0.name, $0.group) < ($1.name, $1.group) }) {
      // By night, in parts of a minor unit.
      var parts = Array(repeating: Int128(0), count: nights.count)
      for item in taxable where item.line.taxGroup == tax.group {
        guard let percentage = percentage(of: tax, on: item) else { continue }
        let (sum, isTooLarge) = parts[item.place].addingReportingOverflow(
          try percentage.parts(of: item.line.amountMinor))
        guard !isTooLarge else { throw MinorUnits.Overflow() }
        parts[item.place] = sum
      }
      try spread(tax, over: parts)
    }
  }

  private func percentage(of name: TaxName, on item: Item) -> Percentage? {
    ruleSets[item.rules].taxes.first {
      $0.name == name.name && $0.group == name.group && $0.percentage != nil
        && $0.isForStay(ofNights: nights.count) && isFor(item.place, $0.scope)
    }?.percentage
  }

  /// Adds a tax, rounded once; what past days have of it stays there. Of a day of which it was
  /// waived, which is a line of nothing, it is not asked for again.
  private mutating func spread(
    _ tax: TaxName, over parts: [Int128]
  ) throws(MinorUnits.Overflow) {
    let source = ChargeSource(name: tax.name, manner: .percentage)
    let past = items.filter { item in
      item.line.kind == .tax && item.line.taxGroup == tax.group && isPast(item.place)
        && item.line.source == source
    }
    let waived = Set(past.lazy.filter { $0.line.amountMinor == 0 }.map(\.place))
    var whole = Int128(0)
    for (place, part) in parts.enumerated() where !waived.contains(place) {
      let (sum, isTooLarge) = whole.addingReportingOverflow(part)
      guard !isTooLarge else { throw MinorUnits.Overflow() }
      whole = sum
    }
    let charged = try MinorUnits.sum(of: past.lazy.map(\.line.amountMinor))
    let total = try MinorUnits.rounded(whole, by: Percentage.parts)
    let rest = try MinorUnits.subtracting(charged, from: total)
    let open = Array(parts.dropFirst(pastCount))
    guard rest != 0 else { return }
    guard let shares = try LargestRemainder.shares(of: rest, byParts: open) else {
      add(rest, at: placeToCome, .tax, tax.name, taxGroup: tax.group, source: source)
      return
    }
    for (offset, share) in shares.enumerated() where share != 0 {
      add(
        share, at: pastCount + offset, .tax, tax.name, taxGroup: tax.group, source: source)
    }
  }
}
