import Foundation
import ObjectGraph

/// The properties of a fee.
public struct FeePlan {
  /// The amount in the campground's currency.
  public var amount: Decimal
  /// What the amount is multiplied by.
  public var basis: ChargeBasis
  /// How many people, vehicles or pets are free of charge; nil for none.
  public var includedCount: Int?
  /// The tax group that it belongs to; nil for none.
  public var taxGroup: String?
  /// The season that it applies to; nil for all nights.
  public var season: Season?
  /// The weekdays of the nights that it applies to; empty for all.
  public var weekdays: Weekdays
  /// The first night that it applies to; nil for no start.
  public var from: CalendarDate?
  /// The last night that it applies to; nil for no end.
  public var through: CalendarDate?
  /// The class of campsites that it applies to; nil for all.
  public var siteClass: SiteClass?
  /// The site type that it applies to; nil for all.
  public var siteType: CampSiteType?
  /// Whether it is refunded when the stay is canceled.
  public var isRefundable: Bool
  /// Whether it is in use.
  public var isActive: Bool

  /// Makes a plan.
  public init(
    amount: Decimal, basis: ChargeBasis = .stay, includedCount: Int? = nil,
    taxGroup: String? = nil, season: Season? = nil, weekdays: Weekdays = [],
    from: CalendarDate? = nil, through: CalendarDate? = nil, siteClass: SiteClass? = nil,
    siteType: CampSiteType? = nil,
    isRefundable: Bool = false, isActive: Bool = true
  ) {
    self.amount = amount
    self.basis = basis
    self.includedCount = includedCount
    self.taxGroup = taxGroup
    self.season = season
    self.weekdays = weekdays
    self.from = from
    self.through = through
    self.siteClass = siteClass
    self.siteType = siteType
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
      taxGroup: taxGroup, season: season, weekdays: Weekdays(rawValue: weekdays),
      from: firstNight, through: lastNight,
      siteClass: siteClass, siteType: siteType.flatMap(CampSiteType.init(rawValue:)),
      isRefundable: isRefundable, isActive: isActive)
  }

  /// Applies a plan.
  public func take(_ plan: FeePlan, in scratch: ManagedObjectContext) throws {
    guard plan.includedCount == nil || plan.basis.unit != nil else {
      throw CampgroundError(
        .nothingIncluded, about: [.property("included")],
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
    season = try plan.season.map { try scratch.current($0, of: campground) }
    weekdays = plan.weekdays.rawValue
    try take(from: plan.from, through: plan.through)
    siteClass = try plan.siteClass.map { try scratch.current($0, of: campground) }
    siteType = plan.siteType?.rawValue
    isRefundable = plan.isRefundable
    isActive = plan.isActive
  }
}
