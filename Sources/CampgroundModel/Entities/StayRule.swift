import Foundation
import ObjectGraph

/// A rule about the length and the days of a stay.
public final class StayRule: ManagedObject {
  /// The name, unique in the campground.
  @Managed("name") public var name: String

  /// What it demands.
  @Managed("kind") public var kind: StayRuleKind

  /// The number of nights, months or days that it demands; nil where it needs none.
  @Managed("value") public var value: Int32?

  /// The weekdays it is for, as bits: of nights, arrivals or departures.
  @Managed("weekdays") public var weekdays: Int16

  /// Midnight UTC of the first date it is for; nil for no beginning.
  @Managed("dateFrom") public var dateFrom: Date?

  /// Midnight UTC of the last date it is for; nil for no end.
  @Managed("dateTo") public var dateTo: Date?

  /// The word of the type of site it is for; nil for all.
  @Managed("siteType") public var siteType: String?

  /// Whether it is applied.
  @Managed("isActive") public var isActive: Bool

  /// The campground; never nil in a saved one.
  @Managed("campground") public var campground: Campground?

  /// The class of campsites it is for; nil for all.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// The season it is for; nil for all dates.
  @Managed("season") public var season: Season?

  /// The campsite it is for; nil for all.
  @Managed("campSite") public var campSite: CampSite?

  /// The first date it is for; nil for no beginning.
  public var firstDate: CalendarDate? {
    get { dateFrom.map(CalendarDate.init(midnightUTC:)) }
    set { dateFrom = newValue?.midnightUTC }
  }

  /// The last date it is for; nil for no end.
  public var lastDate: CalendarDate? {
    get { dateTo.map(CalendarDate.init(midnightUTC:)) }
    set { dateTo = newValue?.midnightUTC }
  }
}
