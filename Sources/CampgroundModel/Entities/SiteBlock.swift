import Foundation
import ObjectGraph

/// A period during which a campsite is closed. It occupies its nights like a reservation, but is
/// not one.
public final class SiteBlock: ManagedObject {
  /// Midnight UTC of the first closed date; `firstDay` is the date itself.
  @Managed("dateFrom") public var dateFrom: Date

  /// Midnight UTC of the date on which it reopens; `reopening` is the date itself.
  @Managed("dateTo") public var dateTo: Date

  /// Whether it is closed for maintenance or by the office.
  @Managed("kind") public var kind: SiteBlockKind

  /// Why it is closed.
  @Managed("reason") public var reason: String

  /// The campsite; never nil once saved.
  @Managed("campSite") public var campSite: CampSite?

  /// The nights that the block occupies.
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
