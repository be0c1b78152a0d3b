import Foundation
import ObjectGraph

/// The properties of a discount: a percentage of the nights it covers, or an amount off the whole
/// stay.
public struct DiscountPlan: ScopedPlan {
  /// The percentage; nil for an amount.
  public var percent: Decimal?
  /// The amount in the campground's currency; nil for a percentage.
  public var amount: Decimal?
  /// The nights and places that it applies to.
  public var scope: ScopePlan
  /// The minimum length of the stay in nights; nil for any.
  public var minimumNights: Int?
  /// Whether it applies without being asked for.
  public var isAutomatic: Bool
  /// Whether the discount is in use.
  public var isActive: Bool

  /// Makes a plan.
  public init(
    percent: Decimal? = nil, amount: Decimal? = nil, for scope: ScopePlan = ScopePlan(),
    minimumNights: Int? = nil, isAutomatic: Bool = false, isActive: Bool = true
  ) {
    self.percent = percent
    self.amount = amount
    self.scope = scope
    self.minimumNights = minimumNights
    self.isAutomatic = isAutomatic
    self.isActive = isActive
  }
}

extension Discount: PlannedRule {
  /// The present properties.
  public var plan: DiscountPlan {
    let currency = campground?.currency ?? .usd
    return DiscountPlan(
      percent: percent,
      amount: amountMinor.map { Money(minorUnits: $0, currency).amount },
      for: ScopePlan(self), minimumNights: minimumNights.map(Int.init),
      isAutomatic: isAutomatic, isActive: isActive)
  }

  /// Applies a plan.
  public func take(_ plan: DiscountPlan, in scratch: ManagedObjectContext) throws {
    guard (plan.percent == nil) != (plan.amount == nil) else {
      throw CampgroundError.notOneAmount(of: Self.noun, choices: ["a percentage", "an amount"])
    }
    if let percent = plan.percent { try RuleCheck.percentage(percent, Self.noun) }
    amountMinor = try plan.amount.map {
      try RuleCheck.minorUnits(of: $0, Self.noun, in: campground?.currency ?? .usd)
    }
    percent = plan.percent
    try take(plan.scope, in: scratch)
    minimumNights = try RuleCheck.nights(plan.minimumNights, "minimum nights")
    isAutomatic = plan.isAutomatic
    isActive = plan.isActive
  }
}
