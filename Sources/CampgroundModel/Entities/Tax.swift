import Foundation
import ObjectGraph

/// A tax on the charges of a group, by percentage or by an amount.
public final class Tax: ManagedObject {
  /// The revision of the campground's rules with which this version came into force.
  @Managed("revision") public var revision: Int64

  /// The revision with which it ended; `Int64.max` while it is in force.
  @Managed("endRevision") public var endRevision: Int64

  /// The name, unique in the campground.
  @Managed("name") public var name: String

  /// The group of charges that is taxed: `lodging`, `goods`.
  @Managed("group") public var group: String

  /// The percentage of the group's total; nil where it is an amount.
  @Managed("percent") public var percent: Decimal?

  /// The amount in minor units; nil where it is a percentage.
  @Managed("amountMinor") public var amountMinor: Int64?

  /// What the amount is counted by; of no meaning to a percentage.
  @Managed("basis") public var basis: ChargeBasis

  /// Midnight UTC of the first night it is for; nil for no beginning.
  @Managed("dateFrom") public var dateFrom: Date?

  /// Midnight UTC of the last night it is for; nil for no end.
  @Managed("dateUntil") public var dateUntil: Date?

  /// Midnight UTC of the day from which this version is charged; nil for always. Nights before that
  /// have the version before.
  @Managed("effectiveFrom") public var effectiveFrom: Date?

  /// The word of the type of site it is for; nil for all.
  @Managed("siteType") public var siteType: String?

  /// From how many nights on a stay is free of it; nil for never.
  @Managed("exemptFromNights") public var exemptFromNights: Int16?

  /// Whether it is charged on charges for unused nights, too.
  @Managed("taxesKeptMoney") public var taxesKeptMoney: Bool

  /// Whether it is charged.
  @Managed("isActive") public var isActive: Bool

  /// The campground; never nil in a saved one.
  @Managed("campground") public var campground: Campground?

  /// The class of campsites it is for; nil for all.
  @Managed("siteClass") public var siteClass: SiteClass?
}

extension Tax {
  /// Whether a stay of so many nights is not free of it.
  package func isForStay(ofNights count: Int) -> Bool {
    exemptFromNights.map { count < $0 } ?? true
  }
}
