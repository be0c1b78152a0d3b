import Foundation
import ObjectGraph

/// A time at which a campsite is closed; it keeps its nights as a reservation does, and is none.
public final class SiteBlock: ManagedObject {
  /// Midnight UTC of the first date that is closed; `firstDay` is the date itself.
  @Managed("dateFrom") public var dateFrom: Date

  /// Midnight UTC of the date from which it is open again; `reopening` is the date itself.
  @Managed("dateTo") public var dateTo: Date

  /// Who closes it.
  @Managed("kind") public var kind: SiteBlockKind

  /// Why it is closed.
  @Managed("reason") public var reason: String

  /// The campsite; never nil in a saved block.
  @Managed("campSite") public var campSite: CampSite?

  /// The nights that the block keeps.
  @Managed("nights") public var nights: Set<ReservationNight>

  /// The calendar date of the first closed night.
  public var firstDay: CalendarDate {
    get { CalendarDate(midnightUTC: dateFrom) }
    set { dateFrom = newValue.midnightUTC }
  }

  /// The calendar date of the first night that is open again.
  public var reopening: CalendarDate {
    get { CalendarDate(midnightUTC: dateTo) }
    set { dateTo = newValue.midnightUTC }
  }
}
