import Foundation
import ObjectGraph

/// What a fee is to be.
public struct FeePlan {
  /// The amount in the campground's currency.
  public var amount: Decimal
  /// What the amount is counted by.
  public var basis: ChargeBasis
  /// The group of charges that it is taxed with; nil for none.
  public var taxGroup: String?
  /// The type of site it is for; nil for all.
  public var siteType: CampSiteType?
  /// Whether it is given back when the stay is called off.
  public var isRefundable: Bool
  /// Whether it is charged.
  public var isActive: Bool

  /// Makes a plan.
  public init(
    amount: Decimal, basis: ChargeBasis = .stay, taxGroup: String? = nil,
    siteType: CampSiteType? = nil, isRefundable: Bool = false, isActive: Bool = true
  ) {
    self.amount = amount
    self.basis = basis
    self.taxGroup = taxGroup
    self.siteType = siteType
    self.isRefundable = isRefundable
    self.isActive = isActive
  }

  /// What a fee is.
  public init(_ fee: Fee) {
    self.init(
      amount: fee.amount.amount, basis: fee.basis, taxGroup: fee.taxGroup,
      siteType: fee.siteType.flatMap(CampSiteType.init(rawValue:)),
      isRefundable: fee.isRefundable, isActive: fee.isActive)
  }
}

extension Fee {
  /// Takes over a plan.
  public func take(_ plan: FeePlan, in context: ManagedObjectContext) throws {
    amountMinor = try RuleCheck.minorUnits(
      of: plan.amount, Self.noun, in: campground?.currency ?? .usd)
    basis = plan.basis
    taxGroup = try RuleCheck.group(plan.taxGroup)
    siteType = plan.siteType?.rawValue
    isRefundable = plan.isRefundable
    isActive = plan.isActive
  }
}
