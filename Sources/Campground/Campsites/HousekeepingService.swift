import Foundation
import ObjectGraph

/// What housekeeping has to do, and has done.
///
///     let service = HousekeepingService(managedObjectContext: context, storeStack: stack)
///     for task in try service.tasks(on: today) { print(task.site.name) }
///     try service.mark([cabin], as: .clean)
///
/// A check-out makes a campsite dirty.
public final class HousekeepingService: Service {
  /// A campsite that housekeeping has to see to on a day, or soon.
  public struct Task {
    /// The campsite.
    public let site: CampSite
    /// The stay that leaves it on the day and has not been checked out.
    public let leaving: Reservation?
    /// The stay that arrives on the day and has not been checked in.
    public let arriving: Reservation?
    /// Who noted how far it is, and when; nil where that is long ago.
    public let event: Event?
  }

  /// The campsites that are to be cleaned or inspected, or that guests leave on a day; those first on
  /// which guests arrive that day, then by number and name.
  public func tasks(on day: CalendarDate) throws -> [Task] {
    let reservations = ReservationService(scope)
    let leaving = try Self.bySite(
      reservations.departures(on: day).filter { $0.state != .checkedOut }
    ) { $0.departure.advanced(by: -1) }
    let arriving = try Self.bySite(
      reservations.arrivals(on: day).filter { $0.state == .reserved }
    ) { max($0.arrival, min(day, $0.departure.advanced(by: -1))) }
    let today = scope.today(at: try scope.campground(in: managedObjectContext))
    let occupied = try Set(
      reservations.inHouse(on: today).compactMap { $0.site(on: today).site?.objectID })
    let open = try CampSiteService(scope).getCampSites().filter { site in
      leaving[site.objectID] != nil
        || (site.readiness == .dirty || site.readiness == .clean)
          && !occupied.contains(site.objectID)
    }
    let events = try lastEvents(before: day)
    let tasks = open.map { site in
      Task(
        site: site, leaving: leaving[site.objectID], arriving: arriving[site.objectID],
        event: events[site.name])
    }
    return tasks.filter { $0.arriving != nil } + tasks.filter { $0.arriving == nil }
  }

  private static func bySite(
    _ stays: [Reservation], on night: (Reservation) -> CalendarDate
  ) -> [ManagedObjectID: Reservation] {
    let pairs = stays.compactMap { stay in
      stay.site(on: night(stay)).site.map { ($0.objectID, stay) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The last event of each campsite that says how far it is, by the campsite's name.
  private func lastEvents(before day: CalendarDate) throws -> [String: Event] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [:] }
    let request = Event.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "day >= %@ AND campground == %@ AND noun == %@ AND ANY changes.property == %@",
      day.advanced(by: -Self.daysBack).midnightUTC, campground, "site", "readiness")
    request.sortDescriptors = [FetchSortDescriptor(key: "number", ascending: true)]
    return Dictionary(
      try managedObjectContext.fetch(request).compactMap { event in event.name.map { ($0, event) } }
    ) { $1 }
  }

  /// How many days back it is told who cleaned a campsite.
  private static let daysBack = 30

  /// Notes how far campsites are, all of them or none.
  ///
  /// - Throws: `CampgroundError.gone`.
  @discardableResult
  public func mark(_ sites: [CampSite], as readiness: SiteReadiness?) throws -> [CampSite] {
    try scope.writeAll { scratch in
      try sites.map { site in
        let site = try scratch.current(site)
        site.readiness = readiness
        return site
      }
    }
  }
}
