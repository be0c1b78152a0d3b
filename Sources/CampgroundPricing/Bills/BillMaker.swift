/// Puts a bill together.
struct BillMaker {
  /// A line, and where it belongs.
  struct Item {
    var line: Bill.Line
    /// By the taxes of which place it is taxed.
    let place: BookedPlace
  }

  let facts: StayFacts
  let card: RateCard
  private(set) var items: [Item] = []

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

  /// Where the stay is, or was: what comes about outside of its nights is taxed by it.
  private var home: BookedPlace {
    facts.nights.last?.place ?? facts.formerNights.last?.place ?? BookedPlace()
  }

  private mutating func add(
    _ amountMinor: Int64, on day: CalendarDate, _ kind: Bill.Line.Kind, _ text: String,
    group: String?, at place: BookedPlace? = nil, period: LodgingPeriod? = nil
  ) {
    guard amountMinor != 0 || kind == .lodging else { return }
    let line = Bill.Line(
      day: day, kind: kind, text: text, amountMinor: amountMinor, taxGroup: group, period: period)
    items.append(Item(line: line, place: place ?? home))
  }

  // MARK: Lodging

  mutating func addLodging(_ lodging: LeastLodging) throws(MinorUnits.Overflow) {
    let present = lodging.present
    for period in present.periods {
      for (place, amount) in zip(period.nights, period.amountsMinor) {
        let night = lodging.row[place]
        add(
          amount, on: night.date, .lodging, period.rates.joined(separator: " / "),
          group: Bill.lodgingGroup, at: night.place, period: period.kind == .nightly ? nil : period)
      }
    }
    for reduction in present.reductions {
      let night = lodging.row[reduction.place]
      add(
        -reduction.amountMinor, on: night.date, .discount, reduction.name,
        group: Bill.lodgingGroup, at: night.place)
    }
    guard let last = facts.nights.last else { return }
    add(
      try MinorUnits.subtracting(present.totalMinor, from: lodging.totalMinor), on: last.date,
      .longerStay, "Price of \(lodging.nightCount) nights", group: Bill.lodgingGroup,
      at: last.place)
  }

  // MARK: Fees

  mutating func addFees() {
    for night in facts.nights {
      let inForce = card.fees.lazy.filter { $0.isInForce(at: night.agreedAt) }.map(\.rule)
      for fee in Self.mostSpecial(
        inForce.filter { $0.basis.isByTheNight && $0.scope.covers(night.date, at: night.place) })
      { charge(fee, on: night.date, at: night.place) }
    }
    addFeesByTheStay()
  }

  /// Charges what is charged once, on the first night that it is for. Of a stay that was called off
  /// what is not refundable stays.
  private mutating func addFeesByTheStay() {
    let isCalledOff = facts.nights.isEmpty
    let nights = isCalledOff ? facts.formerNights : facts.nights
    guard let agreedAt = facts.reservedAt ?? nights.first?.agreedAt else { return }
    let inForce = card.fees.lazy.filter { $0.isInForce(at: agreedAt) }.map(\.rule)
      .filter { !$0.basis.isByTheNight && !(isCalledOff && $0.isRefundable) }
    for name in Set(inForce.map(\.name)).sorted() {
      let ofName = inForce.filter { $0.name == name }
      for night in nights {
        guard
          let fee = Self.mostSpecial(
            ofName.filter { $0.scope.covers(night.date, at: night.place) }
          ).first
        else { continue }
        let day = isCalledOff ? facts.givenUp.last?.day ?? night.date : night.date
        charge(fee, on: day, at: night.place)
        break
      }
    }
  }

  private mutating func charge(
    _ fee: RateCard.Fee, on day: CalendarDate, at place: BookedPlace
  ) {
    let count = max(0, fee.basis.count(of: facts.party) - fee.includedCount)
    // An amount that does not fit is found when the lines are added up.
    let (amount, isTooLarge) = fee.amountMinor.multipliedReportingOverflow(by: Int64(count))
    add(
      isTooLarge ? .max : amount, on: day, .fee, count == 1 ? fee.name : "\(fee.name) × \(count)",
      group: fee.taxGroup, at: place)
  }

  /// Of fees of one name the most special one, by name.
  private static func mostSpecial(_ fees: some Sequence<RateCard.Fee>) -> [RateCard.Fee] {
    var found: [String: RateCard.Fee] = [:]
    for fee in fees {
      if let known = found[fee.name], known.scope.specificity <= fee.scope.specificity { continue }
      found[fee.name] = fee
    }
    return found.values.sorted { $0.name < $1.name }
  }

  // MARK: Nights given up, and other dates

  mutating func addKeptMoney() throws(MinorUnits.Overflow) {
    for given in facts.givenUp where given.amountMinor > 0 {
      add(
        try given.keptMinor(), on: given.day, .kept, given.words, group: Bill.lodgingGroup)
      add(given.feeMinor, on: given.day, .kept, given.occasion.feeText, group: nil)
    }
    for fee in facts.changeFees {
      add(fee.amountMinor, on: fee.day, .changeFee, "Change fee", group: nil)
    }
  }

  mutating func addAllowances() {
    for allowance in facts.allowances {
      add(
        -allowance.amountMinor, on: allowance.day, .allowance, allowance.text,
        group: allowance.group)
    }
  }

  // MARK: Taxes

  mutating func addTaxes() throws(MinorUnits.Overflow) {
    items.sort {
      ($0.line.day, $0.line.kind.rank) < ($1.line.day, $1.line.kind.rank)
    }
    let taxation = Taxation(items, facts: facts, card: card)
    for share in try taxation.includedShares() {
      items[share.item].line.amountMinor -= share.amountMinor
    }
    for tax in try taxation.taxes() {
      add(
        tax.amountMinor, on: tax.day, .tax, tax.text, group: tax.group)
    }
  }
}

extension GivenUpLodging {
  /// The words of the bill.
  var words: String {
    switch kept {
    case .percent(100): "Kept of nights given up"
    case .percent(let percent): "\(percent)% of nights given up"
    case .upTo: "Kept of nights given up"
    }
  }
}

extension GivenUpLodging.Occasion {
  /// What the bill calls the fee.
  public var feeText: String {
    switch self {
    case .canceled: "Cancellation fee"
    case .noShow: "No-show fee"
    case .leftEarly: "Early departure fee"
    case .changed: "Fee for nights given up"
    }
  }
}
