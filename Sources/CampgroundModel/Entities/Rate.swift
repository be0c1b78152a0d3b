import ObjectGraph

/// A price rule. Of those that fit a night the most specific one is taken, of
/// several the one listed first.
public final class Rate: ManagedObject {
  /// The revision of the campground's rules with which this version came into force.
  @Managed("revision") public var revision: Int64

  /// The revision with which it ended; `Int64.max` while it is in force.
  @Managed("endRevision") public var endRevision: Int64

  /// The name, unique in the campground.
  @Managed("name") public var name: String

  /// For how long the price is.
  @Managed("kind") public var kind: RateKind

  /// The price in minor units.
  @Managed("amountMinor") public var amountMinor: Int64

  /// The weekdays of the nights it is for, as bits; `nightsOfWeek` is the set.
  @Managed("weekdays") public var weekdays: Int16

  /// The word of the type of site it is for; nil for all.
  @Managed("siteType") public var siteType: String?

  /// The place in the list, from the front; among rates that are as
  /// specific the first one is taken.
  @Managed("rank") public var rank: Int32

  /// Whether it is a former price of a campsite's own, `CampSite.rateMinor`, rather than a rate.
  @Managed("isOwnPrice") public var isOwnPrice: Bool

  /// Whether it is applied.
  @Managed("isActive") public var isActive: Bool

  /// The campground; never nil in a saved one.
  @Managed("campground") public var campground: Campground?

  /// The class of campsites it is for; nil for all.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// The season it is for; nil for all nights.
  @Managed("season") public var season: Season?

  /// The campsite it is for; nil for all.
  @Managed("campSite") public var campSite: CampSite?

  /// The price.
  public var amount: Money { Money(minorUnits: amountMinor, campground?.currency ?? .usd) }
}
