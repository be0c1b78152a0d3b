import Foundation
import ObjectGraph

/// A reduction of the price of the nights.
public final class Discount: ManagedObject {
  /// The revision of the campground's rules that brought this version into force.
  @Managed("revision") public var revision: Int64

  /// The revision that ended it; `Int64.max` while it is in force.
  @Managed("endRevision") public var endRevision: Int64

  /// The name, unique in the campground, by which clerks ask for it.
  @Managed("name") public var name: String

  /// The percentage; nil for a discount by amount.
  @Managed("percent") public var percent: Decimal?

  /// The amount off the whole stay, in minor units; nil for a percentage.
  @Managed("amountMinor") public var amountMinor: Int64?

  /// The weekdays of the nights that it applies to, as bits.
  @Managed("weekdays") public var weekdays: Int16

  /// The minimum length of the stay in nights; nil for any.
  @Managed("minimumNights") public var minimumNights: Int16?

  /// The site type that it applies to, as stored; nil for all.
  @Managed("siteType") public var siteType: String?

  /// Whether it applies without being asked for.
  @Managed("isAutomatic") public var isAutomatic: Bool

  /// Whether the discount is in use.
  @Managed("isActive") public var isActive: Bool

  /// The campground; never nil once saved.
  @Managed("campground") public var campground: Campground?

  /// The class of campsites that it applies to; nil for all.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// The season that it applies to; nil for all nights.
  @Managed("season") public var season: Season?

}
