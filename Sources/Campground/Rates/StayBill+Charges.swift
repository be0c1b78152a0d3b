/// Fees and taxes.
extension StayBill {
  mutating func addFees() throws(MinorUnits.Overflow) {
    addAgreed(.fee, where: (0..<pastCount).contains)
    try addAmounts(.fee, by: ruleSets.map(\.fees))
  }

  mutating func addTaxes() throws(MinorUnits.Overflow) {
    let taxable = items
    addAgreed(.tax, where: (0..<pastCount).contains)
    let groups = Set(taxable.lazy.compactMap(\.line.taxGroup))
    try addAmounts(
      .tax,
      by: ruleSets.map { rules in
        rules.taxes.filter { groups.contains($0.group) && $0.isForStay(ofNights: nights.count) }
          .compactMap(FeeRule.init)
      })
    try addPercentages(of: taxable)
  }

  private func isPast(_ place: Int) -> Bool { place < pastCount }

  // MARK: Amounts

  /// Adds amounts as often as their basis wants it: once by the rules of the booking, and on each night
  /// to come by its own.
  private mutating func addAmounts(
    _ kind: ChargeKind, by ruleSets: [[FeeRule]]
  ) throws(MinorUnits.Overflow) {
    for fee in ruleSets.first ?? [] where !fee.basis.isEachNight { try addOnce(fee, kind) }
    for place in nights.indices.dropFirst(pastCount) {
      let part = parts[partPlaces[place]]
      for fee in ruleSets[rulePlaces[place]] where fee.basis.isEachNight && fee.isFor(part) {
        let count = fee.basis.count(of: part)
        guard count > 0 else { continue }
        add(
          try MinorUnits.times(fee.amountMinor, count), at: place, kind, fee.words(for: count),
          taxGroup: fee.taxGroup, isRefundable: fee.isRefundable)
      }
    }
  }

  /// Adds what is charged once, on the first part that it is for; where that has begun, what is missing
  /// to it on the first night to come.
  private mutating func addOnce(_ fee: FeeRule, _ kind: ChargeKind) throws(MinorUnits.Overflow) {
    guard let index = parts.firstIndex(where: fee.isFor) else { return }
    let count = fee.basis.count(of: parts[index])
    let wanted = try MinorUnits.times(fee.amountMinor, count)
    let begun = items.filter { item in
      item.line.kind == kind && item.line.taxGroup == fee.taxGroup && item.rules == 0
        && isPast(item.place) && fee.isNamed(by: item.line.text)
        && !ruleSets[rulePlaces[item.place]].chargesEachNight(kind, named: item.line.text)
    }
    let charged = try MinorUnits.sum(of: begun.lazy.map(\.line.amountMinor))
    guard wanted != charged else { return }
    add(
      try MinorUnits.subtracting(charged, from: wanted),
      at: max(spans[index].lowerBound, placeToCome), kind,
      begun.isEmpty ? fee.words(for: count) : fee.name, taxGroup: fee.taxGroup,
      isRefundable: fee.isRefundable, rules: 0)
  }

  // MARK: Percentages

  private struct TaxName: Hashable {
    let name: String
    let group: String
  }

  /// Adds each tax on the whole of its group, every charge with the percentage that was agreed for it.
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
        guard let percentage = percentage(of: tax, by: ruleSets[item.rules]) else { continue }
        let (sum, isTooLarge) = parts[item.place].addingReportingOverflow(
          try percentage.parts(of: item.line.amountMinor))
        guard !isTooLarge else { throw MinorUnits.Overflow() }
        parts[item.place] = sum
      }
      try spread(tax, over: parts)
    }
  }

  private func percentage(of name: TaxName, by rules: ChargeRules) -> Percentage? {
    rules.taxes.first {
      $0.name == name.name && $0.group == name.group && $0.percentage != nil
        && $0.isForStay(ofNights: nights.count)
    }?.percentage
  }

  /// Adds a tax, rounded once; what past days have of it stays there.
  private mutating func spread(
    _ tax: TaxName, over parts: [Int128]
  ) throws(MinorUnits.Overflow) {
    var whole = Int128(0)
    for part in parts {
      let (sum, isTooLarge) = whole.addingReportingOverflow(part)
      guard !isTooLarge else { throw MinorUnits.Overflow() }
      whole = sum
    }
    let past = items.filter { item in
      item.line.kind == .tax && item.line.text == tax.name && item.line.taxGroup == tax.group
        && isPast(item.place)
        && ruleSets[rulePlaces[item.place]].hasPercentage(named: tax.name, of: tax.group)
    }
    let charged = try MinorUnits.sum(of: past.lazy.map(\.line.amountMinor))
    let total = try MinorUnits.rounded(whole, by: Percentage.parts)
    let rest = try MinorUnits.subtracting(charged, from: total)
    let open = Array(parts.dropFirst(pastCount))
    guard rest != 0 else { return }
    guard let shares = try LargestRemainder.shares(of: rest, byParts: open) else {
      add(rest, at: placeToCome, .tax, tax.name, taxGroup: tax.group)
      return
    }
    for (offset, share) in shares.enumerated() where share != 0 {
      add(share, at: pastCount + offset, .tax, tax.name, taxGroup: tax.group)
    }
  }
}

extension FeeRule {
  /// The words of a line that charges it so many times.
  func words(for count: Int) -> String { count == 1 ? name : "\(name) × \(count)" }
}
