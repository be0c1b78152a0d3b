import Foundation
import ObjectGraph

/// Reports who changed what.
///
///     let audit = AuditService(managedObjectContext: stack.mainContext, storeStack: stack)
///     for event in try audit.events(about: reservation).rows { print(event.label, event.happenedAt) }
public final class AuditService: Service {
  /// The events of the campground and of the store as a whole, the latest first.
  ///
  /// - Parameters:
  ///   - reservation: only events of this reservation; nil for all.
  ///   - name: part of the name of the person, in any case; nil for all.
  ///   - first: the first business day; nil for no limit.
  ///   - last: the last business day; nil for no limit.
  ///   - limit: the most events to return, or 0 for all.
  public func events(
    about reservation: Reservation? = nil, by name: String? = nil, from first: CalendarDate? = nil,
    through last: CalendarDate? = nil, limit: Int = 0, offset: Int = 0
  ) throws -> Page<Event> {
    let campground =
      reservation == nil ? try scope.campground(in: managedObjectContext) : nil
    return try managedObjectContext.page(
      of: FetchRequest<Event>(
        .all([
          "reservation == %@": reservation, "campground == %@ OR campground == nil": campground,
          "who CONTAINS[cd] %@": name, "day >= %@": first?.midnightUTC,
          "day <= %@": last?.midnightUTC,
        ]), by: ["-happenedAt", "-number"],
        prefetching: ["changes", "reservation", "posting.entries"]),
      limit: limit, offset: offset)
  }
}
