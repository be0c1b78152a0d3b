import Foundation

/// The pricing rules of a campground, in all versions that a stay may have been agreed under.
///
/// A night is charged by the rules that were in force when it was agreed. Taxes are the exception:
/// the tax in force on the date of the night applies.
public struct RateCard: Sendable, Hashable {
  /// The tax group of lodging: nights, their discounts, and what is kept of them.
  public static let lodgingGroup = "lodging"

  public var currency: Currency
  /// The rates as listed. Setting them rebuilds the index, which costs more than reading them.
  public var rates: [Versioned<Rate>] {
    get { rateIndex.rates }
    set { rateIndex = RateIndex(newValue) }
  }
  private(set) var rateIndex: RateIndex
  public var discounts: [Versioned<Discount>]
  public var fees: [Versioned<Fee>]
  /// The taxes. Several with one name and group that cover different nights are versions of one
  /// tax.
  public var taxes: [Tax]
  public var depositRules: [Versioned<DepositRule>]
  public var policies: [Versioned<Policy>]
  /// Whether the prices of nights and fees include percentage taxes.
  public var pricesIncludeTax: Bool

  /// Makes a rate card.
  public init(
    currency: Currency, rates: [Versioned<Rate>] = [], discounts: [Versioned<Discount>] = [],
    fees: [Versioned<Fee>] = [], taxes: [Tax] = [], depositRules: [Versioned<DepositRule>] = [],
    policies: [Versioned<Policy>] = [], pricesIncludeTax: Bool = false
  ) {
    self.currency = currency
    rateIndex = RateIndex(rates)
    self.discounts = discounts
    self.fees = fees
    self.taxes = taxes
    self.depositRules = depositRules
    self.policies = policies
    self.pricesIncludeTax = pricesIncludeTax
  }
}

extension RateCard {
  /// A price for a night, a week or a month.
  public struct Rate: Sendable, Hashable {
    public var name: String
    public var kind: RateKind
    /// In minor units.
    public var amountMinor: Int64
    public var scope: RuleScope
    /// The position in the list: of equally specific rates, the first one applies.
    public var rank: Int

    public init(
      _ name: String, _ kind: RateKind = .nightly, _ amountMinor: Int64,
      for scope: RuleScope = .all,
      rank: Int = 0
    ) {
      self.name = name
      self.kind = kind
      self.amountMinor = amountMinor
      self.scope = scope
      self.rank = rank
    }

    /// Its specificity among the rates of its kind.
    var specificity: RuleScope.Specificity {
      kind == .nightly ? scope.specificity : scope.specificityOfLengths
    }

    /// Whether this rate takes precedence over another of its kind where both apply: the more
    /// specific one does, then the one listed first.
    public func precedes(_ other: Rate) -> Bool {
      let (one, two) = (specificity, other.specificity)
      return one != two ? one < two : (rank, name) < (other.rank, other.name)
    }
  }

  /// A reduction of the price of nights. Of several with one name, the most specific one applies,
  /// then the one for the longest stays.
  public struct Discount: Sendable, Hashable {
    public enum Reduction: Sendable, Hashable {
      /// A percentage of the full price of each night covered; several add up to at most 100%.
      case percent(Percentage)
      /// An amount once per stay, in minor units, off the nights covered.
      case amount(Int64)
    }

    public var name: String
    public var reduction: Reduction
    public var scope: RuleScope
    /// The minimum length of the whole stay, in nights.
    public var minimumNights: Int
    /// Whether the discount applies without being asked for.
    public var isAutomatic: Bool

    public init(
      _ name: String, _ reduction: Reduction, for scope: RuleScope = .all, minimumNights: Int = 1,
      isAutomatic: Bool = true
    ) {
      self.name = name
      self.reduction = reduction
      self.scope = scope
      self.minimumNights = minimumNights
      self.isAutomatic = isAutomatic
    }
  }

  /// A charge on top of lodging. Of several with one name, the most specific one applies.
  public struct Fee: Sendable, Hashable {
    public var name: String
    /// In minor units, for each one counted by `basis`.
    public var amountMinor: Int64
    public var basis: ChargeBasis
    /// How many people, vehicles or pets are free of charge.
    public var includedCount: Int
    /// The tax group of the fee; nil for none.
    public var taxGroup: String?
    public var scope: RuleScope
    /// Whether a one-time fee is refunded when the whole stay is given up.
    public var isRefundable: Bool

    public init(
      _ name: String, _ amountMinor: Int64, _ basis: ChargeBasis, includedCount: Int = 0,
      taxGroup: String? = nil, for scope: RuleScope = .all, isRefundable: Bool = true
    ) {
      self.name = name
      self.amountMinor = amountMinor
      self.basis = basis
      self.includedCount = includedCount
      self.taxGroup = taxGroup
      self.scope = scope
      self.isRefundable = isRefundable
    }
  }

  /// A tax on a group of charges.
  public struct Tax: Sendable, Hashable {
    public enum Charge: Sendable, Hashable {
      case percent(Percentage)
      /// In minor units, for each one counted by the basis.
      case amount(Int64, ChargeBasis)
    }

    public var name: String
    public var group: String
    public var charge: Charge
    public var scope: RuleScope
    /// The length in nights from which a stay is exempt; nil if no stay is.
    public var exemptFromNights: Int?
    /// Whether money kept for unused nights is taxed. Where it is not and prices include the tax,
    /// the tax is taken out of the amount kept.
    public var taxesKeptMoney: Bool

    public init(
      _ name: String, _ charge: Charge, on group: String = RateCard.lodgingGroup,
      for scope: RuleScope = .all, exemptFromNights: Int? = nil, taxesKeptMoney: Bool = false
    ) {
      self.name = name
      self.group = group
      self.charge = charge
      self.scope = scope
      self.exemptFromNights = exemptFromNights
      self.taxesKeptMoney = taxesKeptMoney
    }
  }

  /// The deposit asked for when a stay is booked. Of the rules that cover its first night, the most
  /// specific one applies, then the one for the longest stays.
  public struct DepositRule: Sendable, Hashable {
    public enum Asked: Sendable, Hashable {
      /// A percentage of the whole bill.
      case percent(Percentage)
      /// The lodging of this many nights from the first.
      case nights(Int)
      /// An amount in minor units.
      case amount(Int64)
    }

    public var name: String
    public var asked: Asked
    public var scope: RuleScope
    public var minimumNights: Int

    public init(
      _ name: String, _ asked: Asked, for scope: RuleScope = .all, minimumNights: Int = 1
    ) {
      self.name = name
      self.asked = asked
      self.scope = scope
      self.minimumNights = minimumNights
    }
  }

  /// A cancellation policy: what is kept of nights given up. Of those that cover the first night of
  /// a stay, the most specific one applies.
  public struct Policy: Sendable, Hashable {
    public var name: String
    public var terms: CancellationTerms
    public var scope: RuleScope
    /// Whether stays get the policy without asking for it.
    public var isStandard: Bool

    public init(
      _ name: String, _ terms: CancellationTerms, for scope: RuleScope = .all,
      isStandard: Bool = true
    ) {
      self.name = name
      self.terms = terms
      self.scope = scope
      self.isStandard = isStandard
    }
  }
}
