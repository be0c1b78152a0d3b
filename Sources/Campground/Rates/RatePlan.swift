import Foundation
import ObjectGraph

/// The properties of a rate: a price, its period, and the nights and sites that it covers.
public struct RatePlan: ScopedPlan {
  /// The price in the campground's currency.
  public var amount: Decimal
  /// The length of time that the price covers.
  public var kind: RateKind
  /// The nights and places that it applies to.
  public var scope: ScopePlan
  /// The position in the list: among equally specific rates, the lowest one is used.
  public var rank: Int
  /// Whether the rule is in use.
  public var isActive: Bool

  /// Makes a plan.
  public init(
    amount: Decimal, kind: RateKind = .nightly, for scope: ScopePlan = ScopePlan(),
    rank: Int = 0, isActive: Bool = true
  ) {
    self.amount = amount
    self.kind = kind
    self.scope = scope
    self.rank = rank
    self.isActive = isActive
  }

  /// The allowed positions in the list.
  static let ranks = 0...1_000_000
}

extension Rate: PlannedRule {
  /// The present properties.
  public var plan: RatePlan {
    RatePlan(
      amount: amount.amount, kind: kind, for: ScopePlan(self), rank: Int(rank),
      isActive: isActive)
  }

  /// Applies a plan.
  public func take(_ plan: RatePlan, in scratch: ManagedObjectContext) throws {
    guard plan.kind == .nightly || plan.scope.weekdays.isEmpty else {
      throw CampgroundError(
        .invalidValue, about: [.property("weekdays")],
        "a \(plan.kind.rawValue) rate covers every night; leave out the weekdays, or make it "
          + "nightly")
    }
    try RuleCheck.range(plan.rank, "rank", RatePlan.ranks)
    amountMinor = try RuleCheck.minorUnits(
      of: plan.amount, Self.noun, in: campground?.currency ?? .usd)
    kind = plan.kind
    try take(plan.scope, in: scratch)
    rank = Int32(clamping: plan.rank)
    isActive = plan.isActive
  }
}
