import ObjectGraph

/// A series of repeated stays, each counted from the first: January 31, February 28, March 31.
public final class StaySeries: ManagedObject {
  /// The first arrival.
  @Managed("anchor") public var anchor: CalendarDate

  /// The interval between arrivals.
  @Managed("step") public var step: SeriesStep

  /// How many stays the series was meant to have.
  @Managed("count") public var count: Int16

  /// The stays that were booked.
  @Managed("reservations") public var reservations: Set<Reservation>
}
