import ObjectGraph

/// A rule that holds for some nights and at some places: a rate, a discount, a fee, a tax, a deposit
/// rule, a stay rule.
///
/// All of them store the same conditions; a rule holds where it meets every one of them, and a
/// condition left out restricts nothing. What is judged depends on the rule: each night by itself for
/// prices and taxes, the first night of a stay for a deposit, and for a stay rule the nights, the
/// arrival or the departure, as its kind says.
///
/// Seasons have no conditions, because they are one, and cancellation policies have none but a class;
/// see `CancellationPolicy`.
public class ScopedRule: VersionedRule {
  /// The season that it applies to; nil for all nights.
  @Managed("season") public final var season: Season?

  /// The weekdays that it applies to, as bits; 0 for all. `Weekdays` is the set.
  @Managed("weekdays") public final var weekdays: Int16

  /// The first night that it applies to; nil for no start.
  @Managed("firstNight") public final var firstNight: CalendarDate?

  /// The last night that it applies to; nil for no end.
  @Managed("lastNight") public final var lastNight: CalendarDate?

  /// The campsite that it applies to; nil for all.
  @Managed("campSite") public final var campSite: CampSite?

  /// The class of campsites that it applies to; nil for all.
  @Managed("siteClass") public final var siteClass: SiteClass?

  /// The site type that it applies to, as stored; nil for all.
  @Managed("siteType") public final var siteType: String?

  /// Whether the rule is in use.
  @Managed("isActive") public final var isActive: Bool

  /// The nights and places that it covers.
  public var scope: RuleScope {
    RuleScope(
      season: season?.span, weekdays: Weekdays(rawValue: weekdays), firstNight: firstNight,
      lastNight: lastNight, site: campSite.map(SiteID.init),
      siteClass: siteClass.map(ClassID.init), siteType: siteType)
  }
}
