import Foundation
import ObjectGraph

/// The properties of a rate: a price, its period, and the nights and sites that it covers.
public struct RatePlan {
  /// The price in the campground's currency.
  public var amount: Decimal
  /// The length of time that the price covers.
  public var kind: RateKind
  /// The season that it applies to; nil for all nights.
  public var season: Season?
  /// The weekdays of the nights that it applies to; empty for all.
  public var weekdays: Weekdays
  /// The class of campsites that it applies to; nil for all.
  public var siteClass: SiteClass?
  /// The site type that it applies to; nil for all.
  public var siteType: CampSiteType?
  /// The campsite that it applies to; nil for all.
  public var site: CampSite?
  /// Further campsites, each of which gets a rate of its own.
  package var otherSites: [CampSite] = []
  /// The position in the list: among equally specific rates, the lowest one is used.
  public var rank: Int
  /// Whether the rule is in use.
  public var isActive: Bool

  /// Makes a plan.
  public init(
    amount: Decimal, kind: RateKind = .nightly, season: Season? = nil, weekdays: Weekdays = [],
    siteClass: SiteClass? = nil, siteType: CampSiteType? = nil, site: CampSite? = nil,
    rank: Int = 0, isActive: Bool = true
  ) {
    self.amount = amount
    self.kind = kind
    self.season = season
    self.weekdays = weekdays
    self.siteClass = siteClass
    self.siteType = siteType
    self.site = site
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
      amount: amount.amount, kind: kind, season: season,
      weekdays: Weekdays(rawValue: weekdays),
      siteClass: siteClass, siteType: siteType.flatMap(CampSiteType.init(rawValue:)),
      site: campSite,
      rank: Int(rank), isActive: isActive)
  }

  /// Applies a plan.
  public func take(_ plan: RatePlan, in scratch: ManagedObjectContext) throws {
    guard plan.kind == .nightly || plan.weekdays.isEmpty else {
      throw CampgroundError(
        .weekdaysOfLongRate, about: [.property("weekdays")],
        "a \(plan.kind.rawValue) rate covers every night; leave out the weekdays, or make it "
          + "nightly")
    }
    try RuleCheck.range(plan.rank, "rank", RatePlan.ranks)
    amountMinor = try RuleCheck.minorUnits(
      of: plan.amount, Self.noun, in: campground?.currency ?? .usd)
    kind = plan.kind
    season = try plan.season.map { try scratch.current($0, of: campground) }
    weekdays = plan.weekdays.rawValue
    siteClass = try plan.siteClass.map { try scratch.current($0, of: campground) }
    siteType = plan.siteType?.rawValue
    campSite = try plan.site.map { try scratch.current($0) }
    if let site = campSite, site.campground !== campground {
      throw CampgroundError.unknownSite(site.name)
    }
    rank = Int32(clamping: plan.rank)
    isActive = plan.isActive
  }
}

extension ManagedObjectContext {
  /// The context's own instance of a season or class, checked to belong to a campground.
  ///
  /// - Throws: `CampgroundError.unknown` for one of another campground; `.gone`.
  func current<Rule: CampgroundRule>(_ rule: Rule, of campground: Campground?) throws -> Rule {
    let rule = try current(rule)
    guard rule.campground === campground else {
      throw CampgroundError.unknownName(of: Rule.noun, name: rule.name, known: [])
    }
    return rule
  }
}
