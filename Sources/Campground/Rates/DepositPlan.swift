import Foundation
import ObjectGraph

/// The properties of a deposit rule: a percentage, an amount, or some nights.
public struct DepositPlan: ScopedPlan {
  /// The percentage of the total; nil for another kind of deposit.
  public var percent: Decimal?
  /// The amount in the campground's currency, capped by the total; nil for another kind of deposit.
  public var amount: Decimal?
  /// The number of nights, from the first, whose price is due without fees and taxes; nil for
  /// another kind of deposit.
  public var nights: Int?
  /// The arrivals and places that it applies to: the first night of a stay decides.
  public var scope: ScopePlan
  /// The minimum length of the stay in nights; nil for any.
  public var minimumNights: Int?
  /// Whether the rule is in use.
  public var isActive: Bool

  /// Makes a plan.
  public init(
    percent: Decimal? = nil, amount: Decimal? = nil, nights: Int? = nil,
    for scope: ScopePlan = ScopePlan(), minimumNights: Int? = nil, isActive: Bool = true
  ) {
    self.percent = percent
    self.amount = amount
    self.nights = nights
    self.scope = scope
    self.minimumNights = minimumNights
    self.isActive = isActive
  }
}

extension DepositRule: PlannedRule {
  /// The present properties.
  public var plan: DepositPlan {
    let currency = campground?.currency ?? .usd
    return DepositPlan(
      percent: percent,
      amount: amountMinor.map { Money(minorUnits: $0, currency).amount },
      nights: nights.map(Int.init), for: ScopePlan(self),
      minimumNights: minimumNights.map(Int.init), isActive: isActive)
  }

  /// Applies a plan.
  public func take(_ plan: DepositPlan, in context: ManagedObjectContext) throws {
    let given = [plan.percent != nil, plan.amount != nil, plan.nights != nil]
    guard given.filter({ $0 }).count == 1 else {
      throw CampgroundError.notOneAmount(
        of: Self.noun, choices: ["a percentage", "an amount", "a number of nights"])
    }
    if let percent = plan.percent { try RuleCheck.percentage(percent, Self.noun) }
    amountMinor = try plan.amount.map {
      try RuleCheck.minorUnits(of: $0, Self.noun, in: campground?.currency ?? .usd)
    }
    percent = plan.percent
    nights = try RuleCheck.nights(plan.nights, "nights")
    minimumNights = try RuleCheck.nights(plan.minimumNights, "minimum nights")
    try take(plan.scope, in: context)
    isActive = plan.isActive
  }
}
