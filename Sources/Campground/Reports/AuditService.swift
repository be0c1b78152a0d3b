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
    let campground = try scope.campground(in: managedObjectContext)
    var parts: [FetchPredicate] = []
    if let reservation {
      parts.append(try FetchPredicate(format: "reservation == %@", reservation))
    } else if let campground {
      parts.append(
        try FetchPredicate(format: "campground == %@ OR campground == nil", campground))
    }
    if let name { parts.append(try FetchPredicate(format: "who CONTAINS[cd] %@", name)) }
    if let first { parts.append(try FetchPredicate(format: "day >= %@", first.midnightUTC)) }
    if let last { parts.append(try FetchPredicate(format: "day <= %@", last.midnightUTC)) }
    let request = FetchRequest<Event>(
      CompoundPredicate(andPredicateWithSubpredicates: parts), by: ["-happenedAt", "-number"])
    request.relationshipKeyPathsForPrefetching = ["changes", "reservation"]
    return try managedObjectContext.page(of: request, limit: limit, offset: offset)
  }
}
