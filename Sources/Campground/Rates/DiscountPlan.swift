import Foundation
import ObjectGraph

/// The properties of a discount: a percentage of the nights it covers, or an amount off the whole
/// stay.
public struct DiscountPlan {
  /// The percentage; nil for an amount.
  public var percent: Decimal?
  /// The amount in the campground's currency; nil for a percentage.
  public var amount: Decimal?
  /// The season that it applies to; nil for all nights.
  public var season: Season?
  /// The weekdays of the nights that it applies to; empty for all.
  public var weekdays: Weekdays
  /// The minimum length of the stay in nights; nil for any.
  public var minimumNights: Int?
  /// The class of campsites that it applies to; nil for all.
  public var siteClass: SiteClass?
  /// The site type that it applies to; nil for all.
  public var siteType: CampSiteType?
  /// Whether it applies without being asked for.
  public var isAutomatic: Bool
  /// Whether the discount is in use.
  public var isActive: Bool

  /// Makes a plan.
  public init(
    percent: Decimal? = nil, amount: Decimal? = nil, season: Season? = nil,
    weekdays: Weekdays = [], minimumNights: Int? = nil, siteClass: SiteClass? = nil,
    siteType: CampSiteType? = nil,
    isAutomatic: Bool = false, isActive: Bool = true
  ) {
    self.percent = percent
    self.amount = amount
    self.season = season
    self.weekdays = weekdays
    self.minimumNights = minimumNights
    self.siteClass = siteClass
    self.siteType = siteType
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
      season: season, weekdays: Weekdays(rawValue: weekdays),
      minimumNights: minimumNights.map(Int.init),
      siteClass: siteClass,
      siteType: siteType.flatMap(CampSiteType.init(rawValue:)),
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
    season = try plan.season.map { try scratch.current($0, of: campground) }
    weekdays = plan.weekdays.rawValue
    minimumNights = try RuleCheck.nights(plan.minimumNights, "minimum nights")
    siteClass = try plan.siteClass.map { try scratch.current($0, of: campground) }
    siteType = plan.siteType?.rawValue
    isAutomatic = plan.isAutomatic
    isActive = plan.isActive
  }
}
