/// Taxes by an amount for nights that are past, where the stay is free of them by now, or was.
extension StayBill {
  /// Gives back what past nights were charged of a tax by the night that the stay has become long
  /// enough to be free of, and charges it for past nights that were free where the stay is too
  /// short for that by now: in one line of the first night to come, as a percentage does.
  ///
  /// Nights that were charged before keep that charge. Those that are charged now are so for the
  /// people, vehicles and pets of now.
  mutating func addArrears(in groups: Set<String>) throws(MinorUnits.Overflow) {
    guard pastCount > 0 else { return }
    var names: Set<TaxName> = []
    for rules in ruleSets {
      for tax in rules.taxes where tax.isFreeOnLongStays && groups.contains(tax.group) {
        names.insert(TaxName(name: tax.name, group: tax.group))
      }
    }
    for name in names.sorted(by: { ($0.name, $0.group) < ($1.name, $1.group) }) {
      let source = ChargeSource(name: name.name, manner: .arrears)
      let wanted: Int64
      if let amount = try arrears(of: name) {
        wanted = amount
      } else {
        wanted = try MinorUnits.sum(of: agreedArrears(source, name.group).lazy.map(\.amountMinor))
      }
      let charged = try MinorUnits.sum(
        of: items.lazy.filter {
          $0.line.kind == .tax && $0.line.source == source && $0.line.taxGroup == name.group
        }.map(\.line.amountMinor))
      guard wanted != charged else { continue }
      add(
        try MinorUnits.subtracting(charged, from: wanted), at: placeToCome, .tax, name.name,
        taxGroup: name.group, source: source)
    }
  }

  /// What past nights are charged of a tax beside their own lines; nil where the stay neither is
  /// free of it nor was, so that what was agreed about that stays.
  private func arrears(of name: TaxName) throws(MinorUnits.Overflow) -> Int64? {
    let source = ChargeSource(name: name.name, manner: .nightly)
    var isAbout = false
    var wanted = Int64(0)
    for place in 0..<pastCount where isPriced(place) {
      guard
        let tax = ruleSets[rulePlaces[place]].taxes.first(where: {
          $0.name == name.name && $0.group == name.group && $0.isFreeOnLongStays
        })
      else { continue }
      let own = items.lazy.filter {
        $0.place == place && $0.line.kind == .tax && $0.line.source == source
          && $0.line.taxGroup == name.group
      }.map(\.line.amountMinor)
      if !tax.isForStay(ofNights: nights.count) {
        isAbout = true
        wanted = try MinorUnits.subtracting(try MinorUnits.sum(of: own), from: wanted)
      } else if !tax.isForStay(ofNights: formerCount) {
        isAbout = true
        guard own.isEmpty, let amount = FeeRule(tax), isFor(place, amount.scope) else { continue }
        let count = amount.count(of: parts[partPlaces[place]])
        wanted = try MinorUnits.adding(
          wanted, try MinorUnits.times(amount.amountMinor, count))
      }
    }
    return isAbout ? wanted : nil
  }

  /// The lines of that sort that were agreed before. Where a part was made of another one both have
  /// its lines, which count once.
  private func agreedArrears(_ source: ChargeSource, _ group: String) -> [QuoteLine] {
    var outside: Set<CalendarDate> = []
    var lines: [QuoteLine] = []
    for part in parts {
      let own = (part.kept?.lines ?? []).filter { line in
        line.kind == .tax && line.source == source && line.taxGroup == group
      }
      let others = own.filter { line in
        !parts.contains { $0.dates.contains(night: line.day) } && !outside.contains(line.day)
      }
      lines += own.filter { part.dates.contains(night: $0.day) } + others
      outside.formUnion(others.map(\.day))
    }
    return lines
  }
}

extension TaxRule {
  /// Whether it is an amount by the night that long stays are free of.
  fileprivate var isFreeOnLongStays: Bool {
    percentage == nil && basis.isEachNight && exemptFromNights != nil
  }
}
