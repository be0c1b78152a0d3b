import Foundation
import ObjectGraph

/// The properties of a fee.
public struct FeePlan: ScopedPlan {
  /// The amount in the campground's currency.
  public var amount: Decimal
  /// What the amount is multiplied by.
  public var basis: ChargeBasis
  /// How many people, vehicles or pets are free of charge; nil for none.
  public var includedCount: Int?
  /// The tax group that it belongs to; nil for none.
  public var taxGroup: String?
  /// The nights and places that it applies to.
  public var scope: ScopePlan
  /// Whether it is refunded when the stay is canceled.
  public var isRefundable: Bool
  /// Whether it is in use.
  public var isActive: Bool

  /// Makes a plan.
  public init(
    amount: Decimal, basis: ChargeBasis = .stay, includedCount: Int? = nil,
    taxGroup: String? = nil, for scope: ScopePlan = ScopePlan(), isRefundable: Bool = false,
    isActive: Bool = true
  ) {
    self.amount = amount
    self.basis = basis
    self.includedCount = includedCount
    self.taxGroup = taxGroup
    self.scope = scope
    self.isRefundable = isRefundable
    self.isActive = isActive
  }

  /// The allowed numbers of people, vehicles or pets free of charge.
  static let includedCounts = 1...1_000
}

extension Fee: PlannedRule {
  /// The present properties.
  public var plan: FeePlan {
    FeePlan(
      amount: amount.amount, basis: basis, includedCount: includedCount.map(Int.init),
      taxGroup: taxGroup, for: ScopePlan(self), isRefundable: isRefundable, isActive: isActive)
  }

  /// Applies a plan.
  public func take(_ plan: FeePlan, in scratch: ManagedObjectContext) throws {
    guard plan.includedCount == nil || plan.basis.unit != nil else {
      throw CampgroundError(
        .invalidValue, about: [.property("included")],
        "a fee per \(plan.basis.rawValue) does not count guests, vehicles or pets, so none can "
          + "be included; charge it per "
          + ChargeBasis.allCases.filter { $0.unit != nil }.map(\.rawValue).joined(separator: ", "),
        fix: .includeAll)
    }
    amountMinor = try RuleCheck.minorUnits(
      of: plan.amount, Self.noun, in: campground?.currency ?? .usd)
    basis = plan.basis
    includedCount = try RuleCheck.number(plan.includedCount, "included", FeePlan.includedCounts)
    taxGroup = try RuleCheck.group(plan.taxGroup)
    try take(plan.scope, in: scratch)
    isRefundable = plan.isRefundable
    isActive = plan.isActive
  }
}
