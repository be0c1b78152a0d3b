import Foundation
import ObjectGraph

/// A night on which a campsite is taken; the store allows at most one for each site and night.
public final class ReservationNight: ManagedObject {
  /// The night, as the number of days from 2001-01-01 to the date on which it begins.
  @Managed("night") public var night: Int32

  /// The instant from which others may take the night, while it is only held; nil otherwise.
  @Managed("heldUntil") public var heldUntil: Date?

  /// The campsite; never nil once saved.
  @Managed("campSite") public var campSite: CampSite?

  /// The reservation that takes the night; nil where a block does.
  @Managed("reservation") public var reservation: Reservation?

  /// The block that takes the night; nil where a reservation does.
  @Managed("block") public var block: SiteBlock?

  /// The calendar date on which the night begins.
  public var date: CalendarDate { CalendarDate(dayNumber: night) }
}
