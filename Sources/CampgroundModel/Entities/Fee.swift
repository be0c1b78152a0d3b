import Foundation
import ObjectGraph

/// Something that is charged beside the nights: for booking, for pets, for a second car.
public final class Fee: ManagedObject {
  /// The revision of the campground's rules with which this version came into force.
  @Managed("revision") public var revision: Int64

  /// The revision with which it ended; `Int64.max` while it is in force.
  @Managed("endRevision") public var endRevision: Int64

  /// The name, unique in the campground.
  @Managed("name") public var name: String

  /// The amount in minor units.
  @Managed("amountMinor") public var amountMinor: Int64

  /// What the amount is counted by.
  @Managed("basis") public var basis: ChargeBasis

  /// How many people, vehicles or pets it is not charged for; nil for none.
  @Managed("includedCount") public var includedCount: Int16?

  /// The group of charges that it is taxed with; nil for none.
  @Managed("taxGroup") public var taxGroup: String?

  /// The weekdays of the nights it is for, as bits.
  @Managed("weekdays") public var weekdays: Int16

  /// Midnight UTC of the first night it is for; nil for no beginning.
  @Managed("dateFrom") public var dateFrom: Date?

  /// Midnight UTC of the last night it is for; nil for no end.
  @Managed("dateUntil") public var dateUntil: Date?

  /// The word of the type of site it is for; nil for all.
  @Managed("siteType") public var siteType: String?

  /// Whether it is refunded when the stay is canceled.
  @Managed("isRefundable") public var isRefundable: Bool

  /// Whether it is charged.
  @Managed("isActive") public var isActive: Bool

  /// The campground; never nil in a saved one.
  @Managed("campground") public var campground: Campground?

  /// The class of campsites it is for; nil for all.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// The season it is for; nil for all nights.
  @Managed("season") public var season: Season?

  /// The amount.
  public var amount: Money { Money(minorUnits: amountMinor, campground?.currency ?? .usd) }
}
