/// What a stay costs, line by line. Every amount charged for a stay is calculated here.
///
///     let bill = try Bill(of: facts, by: card)
///     print(bill.totalMinor)
public struct Bill: Hashable, Sendable {
  /// One line of the bill; the amount is negative where the line takes something off.
  public struct Line: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case lodging
      /// The amount by which a longer stay, once agreed, was cheaper than the present one.
      case longerStay = "longer-stay"
      case discount
      case fee
      /// Something charged by hand, or a sale charged to the stay.
      case sale
      /// The usage counted by a meter.
      case meter
      /// The price kept for unused nights, or the fee for giving them up.
      case kept
      case changeFee = "change-fee"
      case allowance
      case tax
    }

    /// The business day of the line: the date of the night, or the day on which the line arose.
    public var day: CalendarDate
    public var kind: Kind
    /// The name of the fee, tax, discount or allowance, without a count; empty for other lines.
    public var name: String
    /// The text of the line as the bill prints it.
    public var text: String
    /// In minor units.
    public var amountMinor: Int64
    /// The tax group of the line; for a tax, the group that it taxes; nil for none.
    public var taxGroup: String?
    /// The week or month, or part of one, that the night was priced by; nil for other lines.
    public var period: LodgingPeriod?
    /// The fact that the line is about, for a line about a single one; nil for other lines.
    public var fact: Fact?

    /// Makes a line.
    public init(
      day: CalendarDate, kind: Kind, name: String, text: String, amountMinor: Int64,
      taxGroup: String?, period: LodgingPeriod?, fact: Fact? = nil
    ) {
      self.day = day
      self.kind = kind
      self.name = name
      self.text = text
      self.amountMinor = amountMinor
      self.taxGroup = taxGroup
      self.period = period
      self.fact = fact
    }
  }

  /// A fact of the stay, by its position among those of its kind in `StayFacts`.
  public enum Fact: Hashable, Sendable {
    case allowance(Int)
    case givenUp(Int)
    case changeFee(Int)
    case charge(Int)
  }

  /// The lines, ordered by day, then by kind, then in the order in which they arose.
  public let lines: [Line]
  public let currency: Currency
  public let totalMinor: Int64
  /// Lodging as priced, after discounts and before fees and taxes, without waived nights, in minor
  /// units.
  public let lodgingMinor: Int64

  /// The nights that no rate prices, in order: the total leaves them out until somebody prices
  /// them. Empty for a bill made from stored lines.
  public let unpricedNights: [CalendarDate]

  /// The amount that each allowance takes off, in minor units and in the order of the allowances:
  /// the amount allowed, but no more than is left to reduce. Where prices include tax, the amount
  /// includes its tax.
  public let allowancesMinor: [Int64]

  public var total: Money { Money(minorUnits: totalMinor, currency) }

  /// Makes the bill of a stay.
  ///
  /// The cost is linear in the number of lines. Where nights next to the present ones were given
  /// up, add one step for each departure that they allow and each night.
  ///
  /// - Throws: `PricingError.tooLarge`.
  public init(of facts: StayFacts, by card: RateCard) throws(PricingError) {
    let lodging = try LeastLodging(of: facts, by: card)
    do {
      var maker = BillMaker(facts: facts, card: card)
      if let lodging { try maker.addLodging(lodging) }
      try maker.addFees()
      maker.addCharges()
      try maker.addKeptMoney()
      try maker.addAllowances()
      try maker.addTaxes()
      lines = maker.sortedLines
      allowancesMinor = maker.allowancesMinor
      currency = card.currency
      // Any subset of the lines can then be added up without an overflow.
      let most = lines.reduce(Int128(0)) { $0 + Int128($1.amountMinor.magnitude) }
      guard most <= Int64.max else { throw MinorUnits.Overflow() }
      totalMinor = try MinorUnits.sum(of: lines.lazy.map(\.amountMinor))
      lodgingMinor = lodging?.owedMinor ?? 0
      unpricedNights = lodging?.unpricedNights ?? []
    } catch {
      throw .tooLarge(card.currency)
    }
  }

  /// Makes a bill from stored lines, in any order.
  ///
  /// - Throws: `PricingError.tooLarge` when the sums are too large to store.
  public init(_ lines: [Line], in currency: Currency) throws(PricingError) {
    do {
      totalMinor = try MinorUnits.sum(of: lines.lazy.map(\.amountMinor))
      lodgingMinor = try MinorUnits.sum(
        of: lines.lazy.filter { [.lodging, .longerStay, .discount].contains($0.kind) }
          .map(\.amountMinor))
    } catch {
      throw .tooLarge(currency)
    }
    self.lines = lines.enumerated().sorted { left, right in
      (left.element.day, left.element.kind.rank, left.offset)
        < (right.element.day, right.element.kind.rank, right.offset)
    }.map(\.element)
    self.currency = currency
    allowancesMinor = []
    unpricedNights = []
  }

  /// The sum of the lines of some kinds, in minor units.
  public func sumMinor(of kinds: Line.Kind...) -> Int64 {
    lines.lazy.filter { kinds.contains($0.kind) }.reduce(0) { $0 + $1.amountMinor }
  }
}

extension Bill.Line.Kind {
  /// The position of the kind within a day. It follows the order of the cases, without building
  /// `allCases` on each comparison.
  var rank: Int {
    switch self {
    case .lodging: 0
    case .longerStay: 1
    case .discount: 2
    case .fee: 3
    case .sale: 4
    case .meter: 5
    case .kept: 6
    case .changeFee: 7
    case .allowance: 8
    case .tax: 9
    }
  }
}
