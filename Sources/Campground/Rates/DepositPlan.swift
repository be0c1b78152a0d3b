import Foundation
import ObjectGraph

/// What is to be paid when a stay is booked: a part of it, an amount, or some nights.
public struct DepositPlan {
  /// The percentage of the total; nil where it is something else.
  public var percent: Decimal?
  /// The amount in the campground's currency, at most the total; nil where it is something else.
  public var amount: Decimal?
  /// The price of how many first nights, without fees and taxes; nil where it is something else.
  public var nights: Int?
  /// How many nights the stay must have; nil for any.
  public var minimumNights: Int?
  /// The class of campsites it is for; nil for all.
  public var siteClass: SiteClass?
  /// The type of site it is for; nil for all.
  public var siteType: CampSiteType?
  /// Whether it is applied.
  public var isActive: Bool

  /// Makes a plan.
  public init(
    percent: Decimal? = nil, amount: Decimal? = nil, nights: Int? = nil,
    minimumNights: Int? = nil, siteClass: SiteClass? = nil, siteType: CampSiteType? = nil,
    isActive: Bool = true
  ) {
    self.percent = percent
    self.amount = amount
    self.nights = nights
    self.minimumNights = minimumNights
    self.siteClass = siteClass
    self.siteType = siteType
    self.isActive = isActive
  }

  /// What a rule is.
  public init(_ rule: DepositRule) {
    let currency = rule.campground?.currency ?? .usd
    self.init(
      percent: rule.percent,
      amount: rule.amountMinor.map { Money(minorUnits: $0, currency).amount },
      nights: rule.nights.map(Int.init), minimumNights: rule.minimumNights.map(Int.init),
      siteClass: rule.siteClass, siteType: rule.siteType.flatMap(CampSiteType.init(rawValue:)),
      isActive: rule.isActive)
  }
}

extension DepositRule {
  /// Takes over a plan.
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
    siteClass = try plan.siteClass.map { try context.current($0, of: campground) }
    siteType = plan.siteType?.rawValue
    isActive = plan.isActive
  }
}
