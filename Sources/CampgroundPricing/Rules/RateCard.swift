import Foundation

/// The rules that a campground charges by, with all versions that a stay may have been agreed
/// under.
///
/// The rules that a night is charged by are those that were in force when it was agreed. A tax is
/// an exception: it is the one in force on the date of the night.
public struct RateCard: Sendable, Hashable {
  /// The group of charges that nights, their discounts and what is kept of them are taxed with.
  public static let lodgingGroup = "lodging"

  public var currency: Currency
  /// Setting them puts them in order again, which costs more than looking at them.
  public var rates: [Versioned<Rate>] {
    get { rateIndex.rates }
    set { rateIndex = RateIndex(newValue) }
  }
  private(set) var rateIndex: RateIndex
  public var discounts: [Versioned<Discount>]
  public var fees: [Versioned<Fee>]
  /// Of several with one name and group, those with other nights are versions of one tax.
  public var taxes: [Tax]
  public var depositRules: [Versioned<DepositRule>]
  public var policies: [Versioned<Policy>]
  /// Whether prices of nights and fees have their taxes by percentage in them.
  public var pricesIncludeTax: Bool

  /// Makes a card of versions.
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
    /// The place in the list: of rates that are equally specific the first one counts.
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

    /// Whether it is taken before another one of its kind, where both fit: the more specific one,
    /// then the one that is listed first.
    public func precedes(_ other: Rate) -> Bool {
      let (one, two) = (scope.specificity, other.scope.specificity)
      return one != two ? one < two : (rank, name) < (other.rank, other.name)
    }
  }

  /// A reduction of the price of nights. Of several with one name the most specific one counts,
  /// then the one for the longest stays.
  public struct Discount: Sendable, Hashable {
    public enum Reduction: Sendable, Hashable {
      /// Of the undiminished price of each night it is for; several add up to all of it at most.
      case percent(Percentage)
      /// Once a stay, in minor units, off the nights it is for.
      case amount(Int64)
    }

    public var name: String
    public var reduction: Reduction
    public var scope: RuleScope
    /// How many nights the whole stay must have.
    public var minimumNights: Int
    /// Whether it is given without being asked for.
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

  /// A charge besides the nights. Of several with one name, the most specific one counts.
  public struct Fee: Sendable, Hashable {
    public var name: String
    /// In minor units, for each that `basis` counts.
    public var amountMinor: Int64
    public var basis: ChargeBasis
    /// How many people, vehicles or pets it is not charged for.
    public var includedCount: Int
    /// The group of charges that it is taxed with; nil for none.
    public var taxGroup: String?
    public var scope: RuleScope
    /// Whether it is refunded, where it is charged by the stay, when the whole stay is given up.
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
      /// In minor units, for each that the basis counts.
      case amount(Int64, ChargeBasis)
    }

    public var name: String
    public var group: String
    public var charge: Charge
    public var scope: RuleScope
    /// A stay of so many nights is free of it; nil for none.
    public var exemptFromNights: Int?
    /// Whether money that is kept of unused nights is taxed. Where it is not, and prices include
    /// the tax, what is kept is without it.
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

  /// What is asked for when a stay is booked. The most specific one counts, then the one for the
  /// longest stays.
  public struct DepositRule: Sendable, Hashable {
    public enum Asked: Sendable, Hashable {
      /// Of the whole bill.
      case percent(Percentage)
      /// The lodging of so many first nights.
      case nights(Int)
      /// In minor units.
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

  /// What is kept of nights that are given up. The most specific one counts.
  public struct Policy: Sendable, Hashable {
    public var name: String
    public var terms: CancellationTerms
    public var scope: RuleScope
    /// Whether stays get it without being asked for.
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
