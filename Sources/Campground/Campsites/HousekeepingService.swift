import Foundation
import ObjectGraph

/// Keeps track of which campsites housekeeping has to clean, and has cleaned.
///
///     let service = HousekeepingService(managedObjectContext: context, storeStack: stack)
///     for task in try service.tasks(on: today) { print(task.site.name) }
///     try service.mark([cabin], as: .clean)
///
/// A campsite becomes dirty when its guest checks out or moves on to another site.
public final class HousekeepingService: Service {
  /// A campsite that housekeeping has to attend to on a day.
  public struct Task {
    /// The campsite.
    public let site: CampSite
    /// The housekeeping status.
    public let readiness: SiteReadiness?
    /// The stay that leaves the campsite on the day and has not yet checked out or moved.
    public let leaving: Reservation?
    /// The stay that arrives on the day and has not yet checked in, or that moves in.
    public let arriving: Reservation?
    /// The event that recorded the status; nil if it is old.
    public let event: Event?
  }

  /// The campsites that have to be cleaned or inspected, or that guests leave on a day; those with
  /// an arrival that day come first, then by name.
  public func tasks(on day: CalendarDate) throws -> [Task] {
    let campground = try scope.campground(in: managedObjectContext)
    let reservations = ReservationService(scope)
    let today = scope.today(at: campground)
    let here = try reservations.inHouse(on: today)
    let left = try LeftSites(by: here, on: today, at: campground, in: managedObjectContext)
    // A guest has moved once the status of the former campsite was recorded.
    let changes = try reservations.siteChanges(on: day).filter { stay, from, _ in
      stay.state != .checkedOut
        && (day != today || stay.state != .checkedIn || left.has(from.site, leftBy: stay, on: day))
    }
    let movingToday = day == today ? changes : []
    let leaving = Self.bySite(
      try reservations.departures(on: day).filter { $0.state != .checkedOut }.map { stay in
        (stay, stay.site(on: stay.departure.advanced(by: -1)).site)
      } + changes.map { ($0.stay, $0.from.site) })
    let arriving = Self.bySite(
      try reservations.arrivals(on: day).filter { $0.state == .reserved }.map { stay in
        let night = max(stay.arrival, min(day, stay.departure.advanced(by: -1)))
        return (stay, stay.site(on: night).site)
      } + changes.map { ($0.stay, $0.to.site) })
    let occupied = Set(
      here.compactMap { stay -> ManagedObjectID? in
        let moving = movingToday.first { $0.stay === stay }
        return (moving?.from.site ?? stay.site(on: today).site)?.objectID
      })
    func readiness(of site: CampSite) -> SiteReadiness? {
      left.contains(site) ? .dirty : site.readiness
    }
    let open = try CampSiteService(scope).getCampSites().filter { site in
      guard leaving[site.objectID] == nil else { return true }
      let isOpen = [.dirty, .clean].contains(readiness(of: site))
      return isOpen && !occupied.contains(site.objectID)
    }
    let events =
      try campground.map {
        try Event.lastOfHousekeeping(
          since: day.advanced(by: -Self.daysBack), at: $0, in: managedObjectContext)
      } ?? [:]
    let tasks = open.map { site in
      Task(
        site: site, readiness: readiness(of: site), leaving: leaving[site.objectID],
        arriving: arriving[site.objectID], event: left.contains(site) ? nil : events[site.name])
    }
    return tasks.filter { $0.arriving != nil } + tasks.filter { $0.arriving == nil }
  }

  /// The status of a campsite: also dirty where an in-house guest has moved on from it and nobody
  /// has recorded a status since.
  public func readiness(of site: CampSite) throws -> SiteReadiness? {
    try left().contains(site) ? .dirty : site.readiness
  }

  private func left() throws -> LeftSites {
    let campground = try scope.campground(in: managedObjectContext)
    let today = scope.today(at: campground)
    return try LeftSites(
      by: ReservationService(scope).inHouse(on: today), on: today, at: campground,
      in: managedObjectContext)
  }

  private static func bySite(
    _ stays: [(stay: Reservation, site: CampSite?)]
  ) -> [ManagedObjectID: Reservation] {
    let pairs = stays.compactMap { stay, site in site.map { ($0.objectID, stay) } }
    return Dictionary(pairs) { first, _ in first }
  }

  /// How many days back the event that recorded the status is looked up.
  private static let daysBack = 30

  /// Records the housekeeping status of campsites, all of them or none.
  ///
  /// - Throws: `CampgroundError.gone`.
  @discardableResult
  public func mark(_ sites: [CampSite], as readiness: SiteReadiness?) throws -> [CampSite] {
    let left = try left()
    return try scope.writeAll { scratch in
      try sites.map { site in
        let isLeft = left.contains(site)
        let site = try scratch.current(site)
        // It counted as dirty because of a stay's dates, which the stored status does not show.
        if isLeft, site.readiness == readiness {
          Event(.changed, at: site.campground, scope.clock.now, by: scope.author, in: scratch)
            .tellOfHousekeeping(of: site, SiteReadiness.dirty, readiness)
        }
        site.readiness = readiness
        return site
      }
    }
  }
}
