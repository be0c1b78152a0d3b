import ObjectGraph

/// A period during which a campsite is closed. It occupies its nights like a reservation, but is
/// not one.
public final class SiteBlock: ManagedObject {
  /// The calendar date of the first closed night.
  @Managed("dateFrom") public var firstDay: CalendarDate

  /// The calendar date of the first night that is open again.
  @Managed("dateTo") public var reopening: CalendarDate

  /// Whether it is closed for maintenance or by the office.
  @Managed("kind") public var kind: SiteBlockKind

  /// Why it is closed.
  @Managed("reason") public var reason: String

  /// The campsite; never nil once saved.
  @Managed("campSite") public var campSite: CampSite?

  /// The nights that the block occupies.
  @Managed("nights") public var nights: Set<ReservationNight>
}
