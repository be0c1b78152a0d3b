/// What a stay costs, line by line: the one place where an amount of a stay is made.
///
///     let bill = try Bill(of: facts, by: card)
///     print(bill.totalMinor)
public struct Bill: Hashable, Sendable {
  /// A line; its amount is negative where it takes something off.
  public struct Line: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case lodging
      /// What the stay costs less because a longer one, once agreed, cost less.
      case longerStay = "longer-stay"
      case discount
      case fee
      /// What is kept of unused nights, or charged for giving them up.
      case kept
      case changeFee = "change-fee"
      case allowance
      case tax
    }

    /// The business day that it belongs to: the date of the night, or the day it came about.
    public var day: CalendarDate
    public var kind: Kind
    /// The name of the fee, the tax, the discount or the allowance, without a count; empty for
    /// other lines.
    public var name: String
    /// The words of the bill.
    public var text: String
    /// In minor units.
    public var amountMinor: Int64
    /// The group of charges that it is taxed with, or of a tax; nil for none.
    public var taxGroup: String?
    /// The week or the month, or the part of one, that a night was priced by; nil for other lines.
    public var period: LodgingPeriod?

    /// Makes a line.
    public init(
      day: CalendarDate, kind: Kind, name: String, text: String, amountMinor: Int64,
      taxGroup: String?, period: LodgingPeriod?
    ) {
      self.day = day
      self.kind = kind
      self.name = name
      self.text = text
      self.amountMinor = amountMinor
      self.taxGroup = taxGroup
      self.period = period
    }
  }

  /// By day; within a day by kind, then in the order in which they came about.
  public let lines: [Line]
  public let currency: Currency
  public let totalMinor: Int64
  /// The lodging after discounts, as it is priced, before fees and taxes; in minor units.
  public let lodgingMinor: Int64

  /// What each allowance of the stay takes off, in minor units: what was allowed, and at most what
  /// is left to take it off. In their order; with its tax where prices include tax.
  public let allowancesMinor: [Int64]

  public var total: Money { Money(minorUnits: totalMinor, currency) }

  /// Makes the bill of a stay.
  ///
  /// Costs a step for each line. Where nights were given up next to the present ones, it also costs
  /// one for each departure that these allow and each night.
  ///
  /// - Throws: `PricingError` when a night has no rate, or amounts are too large.
  public init(of facts: StayFacts, by card: RateCard) throws(PricingError) {
    let lodging = try LeastLodging(of: facts, by: card)
    do {
      var maker = BillMaker(facts: facts, card: card)
      if let lodging { try maker.addLodging(lodging) }
      try maker.addFees()
      try maker.addKeptMoney()
      try maker.addAllowances()
      try maker.addTaxes()
      lines = maker.sortedLines
      allowancesMinor = maker.allowancesMinor
      currency = card.currency
      // So that any of the lines can be added up.
      let most = lines.reduce(Int128(0)) { $0 + Int128($1.amountMinor.magnitude) }
      guard most <= Int64.max else { throw MinorUnits.Overflow() }
      totalMinor = try MinorUnits.sum(of: lines.lazy.map(\.amountMinor))
      lodgingMinor = lodging?.totalMinor ?? 0
    } catch {
      throw .tooLarge(card.currency)
    }
  }

  /// Makes a bill of lines that were written down.
  ///
  /// - Throws: `PricingError.tooLarge` for sums that cannot be kept.
  public init(_ lines: [Line], in currency: Currency) throws(PricingError) {
    do {
      totalMinor = try MinorUnits.sum(of: lines.lazy.map(\.amountMinor))
      lodgingMinor = try MinorUnits.sum(
        of: lines.lazy.filter { [.lodging, .longerStay, .discount].contains($0.kind) }
          .map(\.amountMinor))
    } catch {
      throw .tooLarge(currency)
    }
    self.lines = lines
    self.currency = currency
    allowancesMinor = []
  }

  /// The sum of the lines of some kinds, in minor units.
  public func sumMinor(of kinds: Line.Kind...) -> Int64 {
    lines.lazy.filter { kinds.contains($0.kind) }.reduce(0) { $0 + $1.amountMinor }
  }
}

extension Bill.Line.Kind {
  /// The place among the lines of a day: that among the cases, of which no list is made each time.
  var rank: Int {
    switch self {
    case .lodging: 0
    case .longerStay: 1
    case .discount: 2
    case .fee: 3
    case .kept: 4
    case .changeFee: 5
    case .allowance: 6
    case .tax: 7
    }
  }
}
