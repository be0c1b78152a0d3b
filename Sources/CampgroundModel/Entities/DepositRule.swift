import Foundation
import ObjectGraph

/// How much is to be paid when a stay is booked. Of the rules that fit the most specific one is
/// taken.
public final class DepositRule: ManagedObject {
  /// The revision of the campground's rules with which this version came into force.
  @Managed("revision") public var revision: Int64

  /// The revision with which it ended; `Int64.max` while it is in force.
  @Managed("endRevision") public var endRevision: Int64

  /// The name, unique in the campground.
  @Managed("name") public var name: String

  /// The percentage of the total.
  @Managed("percent") public var percent: Decimal?

  /// An amount in minor units.
  @Managed("amountMinor") public var amountMinor: Int64?

  /// The price of how many first nights.
  @Managed("nights") public var nights: Int16?

  /// How many nights the stay must have; nil for any.
  @Managed("minimumNights") public var minimumNights: Int16?

  /// The word of the type of site it is for; nil for all.
  @Managed("siteType") public var siteType: String?

  /// Whether it is applied.
  @Managed("isActive") public var isActive: Bool

  /// The campground; never nil in a saved one.
  @Managed("campground") public var campground: Campground?

  /// The class of campsites it is for; nil for all.
  @Managed("siteClass") public var siteClass: SiteClass?
}
