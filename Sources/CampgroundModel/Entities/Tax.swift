import Foundation
import ObjectGraph

/// A tax on the charges of a group, by percentage or by amount.
public final class Tax: ManagedObject {
  /// The revision of the campground's rules that brought this version into force.
  @Managed("revision") public var revision: Int64

  /// The revision that ended it; `Int64.max` while it is in force.
  @Managed("endRevision") public var endRevision: Int64

  /// The name, unique in the campground.
  @Managed("name") public var name: String

  /// The group of charges that is taxed: `lodging`, `goods`.
  @Managed("group") public var group: String

  /// The percentage of the group's total; nil for a tax by amount.
  @Managed("percent") public var percent: Decimal?

  /// The amount in minor units; nil for a tax by percentage.
  @Managed("amountMinor") public var amountMinor: Int64?

  /// What the amount is multiplied by; unused for a percentage.
  @Managed("basis") public var basis: ChargeBasis

  /// Midnight UTC of the first night that it applies to; nil for no start.
  @Managed("dateFrom") public var dateFrom: Date?

  /// Midnight UTC of the last night that it applies to; nil for no end.
  @Managed("dateUntil") public var dateUntil: Date?

  /// Midnight UTC of the first day on which this version is charged; nil for always. Earlier nights
  /// are charged the previous version.
  @Managed("effectiveFrom") public var effectiveFrom: Date?

  /// The site type that it applies to, as stored; nil for all.
  @Managed("siteType") public var siteType: String?

  /// The number of nights from which a stay is exempt; nil if no stay is.
  @Managed("exemptFromNights") public var exemptFromNights: Int16?

  /// Whether money kept for unused nights is also taxed.
  @Managed("taxesKeptMoney") public var taxesKeptMoney: Bool

  /// Whether it is in use.
  @Managed("isActive") public var isActive: Bool

  /// The campground; never nil once saved.
  @Managed("campground") public var campground: Campground?

  /// The class of campsites that it applies to; nil for all.
  @Managed("siteClass") public var siteClass: SiteClass?
}

extension Tax {
  /// Whether a stay of this many nights is not exempt.
  package func isForStay(ofNights count: Int) -> Bool {
    exemptFromNights.map { count < $0 } ?? true
  }
}
