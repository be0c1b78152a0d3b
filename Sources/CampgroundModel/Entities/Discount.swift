import Foundation
import ObjectGraph

/// A reduction of the price of the nights.
public final class Discount: ManagedObject {
  /// The revision of the campground's rules with which this version came into force.
  @Managed("revision") public var revision: Int64

  /// The revision with which it ended; `Int64.max` while it is in force.
  @Managed("endRevision") public var endRevision: Int64

  /// The name, unique in the campground, by which it is asked for.
  @Managed("name") public var name: String

  /// The percentage; nil where it is an amount.
  @Managed("percent") public var percent: Decimal?

  /// The amount of the whole stay in minor units; nil where it is a percentage.
  @Managed("amountMinor") public var amountMinor: Int64?

  /// The weekdays of the nights it is for, as bits.
  @Managed("weekdays") public var weekdays: Int16

  /// How many nights the stay must have; nil for any.
  @Managed("minimumNights") public var minimumNights: Int16?

  /// The word of the type of site it is for; nil for all.
  @Managed("siteType") public var siteType: String?

  /// Whether it is given without being asked for.
  @Managed("isAutomatic") public var isAutomatic: Bool

  /// Whether it is given at all.
  @Managed("isActive") public var isActive: Bool

  /// The campground; never nil in a saved one.
  @Managed("campground") public var campground: Campground?

  /// The class of campsites it is for; nil for all.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// The season it is for; nil for all nights.
  @Managed("season") public var season: Season?

}
