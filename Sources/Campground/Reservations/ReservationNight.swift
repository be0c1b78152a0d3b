import ObjectGraph

/// A night on which a campsite is taken; the store keeps at most one for a site and a night.
public final class ReservationNight: ManagedObject {
  /// The night as the days from 2001-01-01 to the date on which it begins.
  @Managed("night") public var night: Int32

  /// The campsite; never nil in a saved night.
  @Managed("campSite") public var campSite: CampSite?

  /// The reservation that takes the night; never nil in a saved night.
  @Managed("reservation") public var reservation: Reservation?

  /// The calendar date on which the night begins.
  public var date: CalendarDate { CalendarDate(dayNumber: night) }
}
