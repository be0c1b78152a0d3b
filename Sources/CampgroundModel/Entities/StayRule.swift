import ObjectGraph

/// A rule about the length and the days of a stay.
public final class StayRule: CampgroundRule {
  public override class var noun: String { "rule" }

  /// What the rule demands.
  @Managed("kind") public var kind: StayRuleKind

  /// The number of nights, months or days demanded; nil for kinds without a number.
  @Managed("value") public var value: Int32?

  /// The weekdays that it applies to, as bits: of nights, arrivals or departures.
  @Managed("weekdays") public var weekdays: Int16

  /// The first date that it applies to; nil for no start.
  @Managed("dateFrom") public var firstDate: CalendarDate?

  /// The last date that it applies to; nil for no end.
  @Managed("dateTo") public var lastDate: CalendarDate?

  /// The site type that it applies to, as stored; nil for all.
  @Managed("siteType") public var siteType: String?

  /// Whether the rule is in use.
  @Managed("isActive") public var isActive: Bool

  /// The class of campsites that it applies to; nil for all.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// The season that it applies to; nil for all dates.
  @Managed("season") public var season: Season?

  /// The campsite that it applies to; nil for all.
  @Managed("campSite") public var campSite: CampSite?
}
