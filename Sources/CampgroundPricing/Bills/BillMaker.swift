import Foundation

/// Assembles a bill.
struct BillMaker {
  /// A line with the night and place that decide its taxes.
  struct Item {
    var line: Bill.Line
    /// The day and the place whose taxes apply.
    let taxDay: CalendarDate
    let place: BookedPlace
    /// How the percentage taxes of the line's group relate to its amount.
    let taxes: Taxes
  }

  /// How percentage taxes relate to an amount.
  enum Taxes {
    /// They are added to it.
    case added
    /// They are a part of it, and the guest saves those that are not owed.
    case included
    /// They are a part of it, except those from which the length of the stay exempts the guest.
    case includedUnlessExempt
  }

  let facts: StayFacts
  let card: RateCard
  private(set) var items: [Item] = []
  /// The amount that each allowance takes off, in minor units.
  private(set) var allowancesMinor: [Int64] = []

  init(facts: StayFacts, card: RateCard) {
    self.facts = facts
    self.card = card
  }

  var sortedLines: [Bill.Line] {
    items.enumerated().sorted { left, right in
      let (one, other) = (left.element.line, right.element.line)
      return (one.day, one.kind.rank, left.offset) < (other.day, other.kind.rank, right.offset)
    }.map(\.element.line)
  }

  /// The nights of the stay; for a canceled stay that owes none, the nights it had when it was
  /// canceled.
  private var nights: [StayFacts.Night] {
    facts.nights.isEmpty ? facts.calledOffNights : facts.nights
  }

  /// How the taxes of a line relate to its amount.
  ///
  /// - Parameter night: the night of the line; nil for a line of the stay.
  private func taxes(of night: StayFacts.Night?) -> Taxes {
    // A night of a total that was agreed elsewhere; without a total it has the price of the card.
    if let night, night.priceCovers != .lodging, night.agreedPriceMinor != nil {
      return .includedUnlessExempt
    }
    return card.pricesIncludeTax ? .included : .added
  }

  /// - Parameters:
  ///   - night: the night whose taxes apply to the line; nil for the taxes of the line's own day at
  ///     the place where the stay ends.
  ///   - taxes: how they relate to the amount; by default as for the night.
  private mutating func add(
    _ amountMinor: Int64, on day: CalendarDate, _ kind: Bill.Line.Kind, _ text: String,
    named name: String = "", group: String?, of night: StayFacts.Night? = nil,
    period: LodgingPeriod? = nil, fact: Bill.Fact? = nil, taxes: Taxes? = nil
  ) {
    guard amountMinor != 0 || kind == .lodging else { return }
    let line = Bill.Line(
      day: day, kind: kind, name: name, text: text, amountMinor: amountMinor, taxGroup: group,
      period: period, fact: fact)
    items.append(
      Item(
        line: line, taxDay: night?.date ?? day,
        place: (night ?? nights.last)?.place ?? BookedPlace(),
        taxes: taxes ?? self.taxes(of: night)))
  }

  /// Whether a fee is waived: one by the night on its day, one by the stay whatever its dates.
  private func isWaived(_ fee: RateCard.Fee, on day: CalendarDate) -> Bool {
    facts.waivers.contains {
      $0.kind == .fee && $0.name == fee.name && $0.group == fee.taxGroup
        && (!fee.basis.isByTheNight || $0.day == day)
    }
  }

  // MARK: Lodging

  mutating func addLodging(_ lodging: LeastLodging) throws(MinorUnits.Overflow) {
    let present = lodging.present
    for period in present.periods {
      for (place, amount) in zip(period.nights, period.amountsMinor)
      where !lodging.isWaived(place) {
        let night = lodging.row[place]
        add(
          amount, on: night.date, .lodging, period.rates.joined(separator: " / "),
          group: RateCard.lodgingGroup, of: night, period: period.kind == .nightly ? nil : period)
      }
    }
    for reduction in present.reductions where !lodging.isWaived(reduction.place) {
      let night = lodging.row[reduction.place]
      add(
        -reduction.amountMinor, on: night.date, .discount, reduction.name,
        named: reduction.name, group: RateCard.lodgingGroup, of: night)
    }
    guard let last = facts.nights.last else { return }
    var saved = Int64(0)
    for (place, (share, net)) in zip(
      present.nights, zip(lodging.sharesMinor, present.netMinor)) where !lodging.isWaived(place)
    { saved = try MinorUnits.adding(saved, MinorUnits.subtracting(net, from: share)) }
    add(
      saved, on: last.date, .longerStay, "Price agreed for \(lodging.nightCount) nights",
      group: RateCard.lodgingGroup, of: last)
  }

  // MARK: Fees

  mutating func addFees() throws(MinorUnits.Overflow) {
    for night in facts.nights where night.priceCovers == .lodging {
      let inForce = card.fees.lazy.filter { $0.isInForce(at: night.agreedUnder) }.map(\.rule)
      for fee in Self.mostSpecific(
        inForce.filter { $0.basis.isByTheNight && $0.scope.covers(night.date, at: night.place) })
      { try charge(fee, on: night.date, of: night) }
    }
    try addFeesByTheStay()
  }

  /// Whether the stay was canceled without fees: within the grace period, when everything is
  /// refunded, or as agreed.
  private var isCanceledWithoutFees: Bool {
    if facts.nights.isEmpty, facts.givenUp.last?.occasion == .canceledAsAgreed { return true }
    guard facts.nights.isEmpty, let canceledAt = facts.canceledAt, let terms = facts.terms,
      let reservedAt = facts.reservedAt
    else { return false }
    return terms.isWithinGrace(canceledAt, since: reservedAt)
  }

  /// Charges each one-time fee on the first night that it covers, and for people who joined later
  /// on their first night. A canceled stay still pays the non-refundable fees, except within the
  /// grace period and where another amount was agreed.
  private mutating func addFeesByTheStay() throws(MinorUnits.Overflow) {
    let isCalledOff = facts.nights.isEmpty
    guard let revision = facts.reservedUnder ?? nights.first?.agreedUnder, !isCanceledWithoutFees
    else { return }
    let inForce = card.fees.lazy.filter { $0.isInForce(at: revision) }.map(\.rule)
      .filter { !$0.basis.isByTheNight && !(isCalledOff && $0.isRefundable) }
    for name in Set(inForce.map(\.name)).sorted() {
      let ofName = inForce.filter { $0.name == name }
      var charged = 0
      for night in nights where night.priceCovers == .lodging {
        guard
          let fee = Self.mostSpecific(
            ofName.filter { $0.scope.covers(night.date, at: night.place) }
          ).first
        else { continue }
        let day = isCalledOff ? facts.givenUp.last?.day ?? night.date : night.date
        try charge(fee, on: day, of: night, beside: charged)
        charged = max(charged, count(of: fee, on: night))
      }
    }
  }

  private func count(of fee: RateCard.Fee, on night: StayFacts.Night) -> Int {
    max(0, fee.basis.count(of: night.formerParty ?? facts.party) - max(0, fee.includedCount))
  }

  /// - Parameter known: how many were charged already.
  private mutating func charge(
    _ fee: RateCard.Fee, on day: CalendarDate, of night: StayFacts.Night, beside known: Int = 0
  ) throws(MinorUnits.Overflow) {
    let count = count(of: fee, on: night) - known
    guard count > 0, !isWaived(fee, on: day) else { return }
    add(
      try MinorUnits.times(fee.amountMinor, count), on: day, .fee,
      count == 1 ? fee.name : "\(fee.name) × \(count)", named: fee.name, group: fee.taxGroup,
      of: night)
  }

  /// The most specific fee of each name, ordered by name.
  private static func mostSpecific(_ fees: some Sequence<RateCard.Fee>) -> [RateCard.Fee] {
    var found: [String: RateCard.Fee] = [:]
    for fee in fees {
      if let known = found[fee.name], known.scope.specificity <= fee.scope.specificity { continue }
      found[fee.name] = fee
    }
    return found.values.sorted { $0.name < $1.name }
  }

  // MARK: Charges by hand and sales

  /// Adds what was charged by hand or sold, each taxed on its day at the place of the night nearest
  /// to it.
  mutating func addCharges() {
    for (place, charge) in facts.charges.enumerated()
    where !charge.isWaived && charge.amountMinor != 0 {
      let nearest = nights.last { $0.date <= charge.day } ?? nights.first
      let line = Bill.Line(
        day: charge.day, kind: charge.kind, name: "", text: charge.text,
        amountMinor: charge.amountMinor, taxGroup: charge.group, period: nil,
        fact: .charge(place))
      items.append(
        Item(
          line: line, taxDay: charge.day, place: nearest?.place ?? BookedPlace(),
          taxes: charge.includesTax ? .included : .added))
    }
  }

  // MARK: Unused nights and change fees

  mutating func addKeptMoney() throws(MinorUnits.Overflow) {
    var givenUp: [Decimal: Int64] = [:]
    for (place, given) in facts.givenUp.enumerated() where given.amountMinor > 0 {
      if !given.isWaived {
        var before = Int64(0)
        if case .percent(let percent) = given.kept {
          before = givenUp[percent] ?? 0
          givenUp[percent] = try MinorUnits.adding(before, given.amountMinor)
        }
        add(
          try given.keptMinor(beside: before), on: given.day, .kept, given.words,
          group: RateCard.lodgingGroup, fact: .givenUp(place),
          taxes: given.includesTax ? .included : nil)
      }
      if !given.isFeeWaived {
        add(
          given.feeMinor, on: given.day, .kept, given.occasion.feeText,
          named: given.occasion.feeText, group: nil, fact: .givenUp(place))
      }
    }
    for (place, fee) in facts.changeFees.enumerated() where !fee.isWaived {
      add(
        fee.amountMinor, on: fee.day, .changeFee, "Change fee", group: nil, fact: .changeFee(place))
    }
  }

  /// Takes off the allowances, each with the taxes of the night nearest to it, because a tax that
  /// has changed since then is not the one that was charged.
  ///
  /// Together the allowances never exceed the charges of their group, or of the whole bill; earlier
  /// ones come first. An allowance larger than the charges pays nothing to the guest.
  mutating func addAllowances() throws(MinorUnits.Overflow) {
    var left: [String: Int64] = [:]
    var all = Int64(0)
    for item in items {
      all = try MinorUnits.adding(all, item.line.amountMinor)
      guard let group = item.line.taxGroup else { continue }
      left[group] = try MinorUnits.adding(left[group] ?? 0, item.line.amountMinor)
    }
    for (place, allowance) in facts.allowances.enumerated() {
      guard !allowance.isWaived else {
        allowancesMinor.append(0)
        continue
      }
      let most = min(all, allowance.group.map { left[$0] ?? 0 } ?? all)
      let amount = max(0, min(allowance.amountMinor, most))
      if let group = allowance.group { left[group]? -= amount }
      all -= amount
      allowancesMinor.append(amount)
      let day = allowance.chargedOn ?? allowance.day
      let nearest = nights.last { $0.date <= day } ?? nights.first
      add(
        try MinorUnits.subtracting(amount, from: 0), on: allowance.day, .allowance,
        allowance.text, named: allowance.text, group: allowance.group, of: nearest,
        fact: .allowance(place))
    }
  }

  // MARK: Taxes

  mutating func addTaxes() throws(MinorUnits.Overflow) {
    items.sort {
      ($0.line.day, $0.line.kind.rank) < ($1.line.day, $1.line.kind.rank)
    }
    let taxation = Taxation(items, facts: facts, card: card)
    for share in try taxation.includedShares() {
      let amount = items[share.item].line.amountMinor
      items[share.item].line.amountMinor = try MinorUnits.subtracting(
        share.amountMinor, from: amount)
    }
    for tax in try taxation.taxes() {
      add(
        tax.amountMinor, on: tax.day, .tax, tax.text, named: tax.name, group: tax.group)
    }
  }
}

extension GivenUpLodging {
  /// The text of the line as the bill prints it.
  var words: String {
    switch kept {
    case .percent(100): "Unused nights"
    case .percent(let percent): "\(percent)% of unused nights"
    case .upTo: occasion == .canceledAsAgreed ? "Kept as agreed" : "Unused nights"
    }
  }
}

extension GivenUpLodging.Occasion {
  /// The text of the fee as the bill prints it.
  public var feeText: String {
    switch self {
    case .canceled, .canceledAsAgreed: "Cancellation fee"
    case .noShow: "No-show fee"
    case .leftEarly: "Early departure fee"
    case .changed: "Fee for unused nights"
    }
  }
}
