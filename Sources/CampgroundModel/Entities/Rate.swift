import ObjectGraph

/// A price rule. Of all rates that apply to a night, the most specific one is used, and of several,
/// the one listed first.
public final class Rate: ManagedObject {
  /// The revision of the campground's rules that brought this version into force.
  @Managed("revision") public var revision: Int64

  /// The revision that ended it; `Int64.max` while it is in force.
  @Managed("endRevision") public var endRevision: Int64

  /// The name, unique in the campground.
  @Managed("name") public var name: String

  /// The length of time that the price covers.
  @Managed("kind") public var kind: RateKind

  /// The price in minor units.
  @Managed("amountMinor") public var amountMinor: Int64

  /// The weekdays of the nights that it applies to, as bits; `nightsOfWeek` is the set.
  @Managed("weekdays") public var weekdays: Int16

  /// The site type that it applies to, as stored; nil for all.
  @Managed("siteType") public var siteType: String?

  /// The position in the list; among equally specific rates, the first one is used.
  @Managed("rank") public var rank: Int32

  /// Whether it is a former version of a campsite's own price, `CampSite.rateMinor`, rather than a
  /// rate.
  @Managed("isOwnPrice") public var isOwnPrice: Bool

  /// Whether the rule is in use.
  @Managed("isActive") public var isActive: Bool

  /// The campground; never nil once saved.
  @Managed("campground") public var campground: Campground?

  /// The class of campsites that it applies to; nil for all.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// The season that it applies to; nil for all nights.
  @Managed("season") public var season: Season?

  /// The campsite that it applies to; nil for all.
  @Managed("campSite") public var campSite: CampSite?

  /// The price.
  public var amount: Money { Money(minorUnits: amountMinor, campground?.currency ?? .usd) }
}
