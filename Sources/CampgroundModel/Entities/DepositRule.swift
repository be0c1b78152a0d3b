import Foundation
import ObjectGraph

/// The deposit that is due when a stay is booked. Of all rules that apply, the most specific one is
/// used.
public final class DepositRule: ManagedObject {
  /// The revision of the campground's rules that brought this version into force.
  @Managed("revision") public var revision: Int64

  /// The revision that ended it; `Int64.max` while it is in force.
  @Managed("endRevision") public var endRevision: Int64

  /// The name, unique in the campground.
  @Managed("name") public var name: String

  /// The percentage of the total.
  @Managed("percent") public var percent: Decimal?

  /// An amount in minor units.
  @Managed("amountMinor") public var amountMinor: Int64?

  /// The number of nights, from the first, whose price is due.
  @Managed("nights") public var nights: Int16?

  /// The minimum length of the stay in nights; nil for any.
  @Managed("minimumNights") public var minimumNights: Int16?

  /// The site type that it applies to, as stored; nil for all.
  @Managed("siteType") public var siteType: String?

  /// Whether the rule is in use.
  @Managed("isActive") public var isActive: Bool

  /// The campground; never nil once saved.
  @Managed("campground") public var campground: Campground?

  /// The class of campsites that it applies to; nil for all.
  @Managed("siteClass") public var siteClass: SiteClass?
}
