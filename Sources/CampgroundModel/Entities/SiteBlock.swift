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

  /// The name of the calendar that it was imported from; nil for a closure made here.
  @Managed("feed") public var feed: String?

  /// The identifier of its event in that calendar; nil for a closure made here.
  @Managed("feedIdentifier") public var feedIdentifier: String?

  /// The campsite; never nil once saved.
  @Managed("campSite") public var campSite: CampSite?

  /// The nights that the block occupies.
  @Managed("nights") public var nights: Set<ReservationNight>
}
