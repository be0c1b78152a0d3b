import Foundation
import ObjectGraph

/// The properties of a tax: a percentage of a group of charges, or an amount.
public struct TaxPlan: ScopedPlan {
  /// The percentage; nil for an amount.
  public var percent: Decimal?
  /// The amount in the campground's currency; nil for a percentage.
  public var amount: Decimal?
  /// What the amount is multiplied by.
  public var basis: ChargeBasis
  /// The group of charges to tax; nights and their discounts are `lodging`.
  public var group: String
  /// The nights and places that it applies to.
  public var scope: ScopePlan
  /// The number of nights from which a stay is exempt; nil if no stay is.
  public var exemptFromNights: Int?
  /// Whether money kept for unused nights is also taxed.
  public var taxesKeptMoney: Bool
  /// Whether it is in use.
  public var isActive: Bool

  /// Makes a plan.
  public init(
    percent: Decimal? = nil, amount: Decimal? = nil, basis: ChargeBasis = .stay,
    group: String = RateCard.lodgingGroup, for scope: ScopePlan = ScopePlan(),
    exemptFromNights: Int? = nil, taxesKeptMoney: Bool = false, isActive: Bool = true
  ) {
    self.percent = percent
    self.amount = amount
    self.basis = basis
    self.group = group
    self.scope = scope
    self.exemptFromNights = exemptFromNights
    self.taxesKeptMoney = taxesKeptMoney
    self.isActive = isActive
  }
}

extension Tax: PlannedRule {
  /// The present properties.
  public var plan: TaxPlan {
    let currency = campground?.currency ?? .usd
    return TaxPlan(
      percent: percent, amount: amountMinor.map { Money(minorUnits: $0, currency).amount },
      basis: basis, group: group, for: ScopePlan(self),
      exemptFromNights: exemptFromNights.map(Int.init), taxesKeptMoney: taxesKeptMoney,
      isActive: isActive)
  }

  /// Applies a plan.
  public func take(_ plan: TaxPlan, in context: ManagedObjectContext) throws {
    guard (plan.percent == nil) != (plan.amount == nil) else {
      throw CampgroundError.notOneAmount(of: Self.noun, choices: ["a percentage", "an amount"])
    }
    if let percent = plan.percent { try RuleCheck.percentage(percent, Self.noun, most: 1_000) }
    guard let group = try RuleCheck.group(plan.group) else {
      throw CampgroundError.emptyName(of: "tax group")
    }
    amountMinor = try plan.amount.map {
      try RuleCheck.minorUnits(of: $0, Self.noun, in: campground?.currency ?? .usd)
    }
    percent = plan.percent
    basis = plan.basis
    self.group = group
    try take(plan.scope, in: context)
    exemptFromNights = try RuleCheck.nights(plan.exemptFromNights, "exempt from nights")
    taxesKeptMoney = plan.taxesKeptMoney
    isActive = plan.isActive
  }
}
