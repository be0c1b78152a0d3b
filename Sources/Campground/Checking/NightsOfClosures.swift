import Foundation
import ObjectGraph

/// A campsite that is out of service is taken on each night until it opens again.
struct NightsOfClosures: Invariant {
  let title = "Nights of closed sites"

  func violations(in service: CheckService) throws -> [Violation] {
    let rows = try service.rows(
      of: "ReservationNight", reading: ["block", "campSite", "night"], where: "block != nil", [])
    var nights: [ManagedObjectID: [StoredRow]] = [:]
    for row in rows { if let id = row.object("block") { nights[id, default: []].append(row) } }
    let closures = try service.managedObjectContext.fetch(
      FetchRequest<SiteBlock>(nil, by: ["dateFrom"], prefetching: ["campSite"]))
    return closures.compactMap { closure in
      let taken = (nights[closure.objectID] ?? [])
        .filter { $0.object("campSite") == closure.campSite?.objectID }
        .compactMap { $0.night("night")?.dayNumber }
      let (first, end) = (closure.firstDay.dayNumber, closure.reopening.dayNumber)
      guard Set(taken) != Set(first..<max(first, end)) || taken.count != Set(taken).count else {
        return nil
      }
      let site = closure.campSite?.name ?? "?"
      return Violation(
        subject: "site \(site)",
        problem: "is out of service from \(closure.firstDay) to \(closure.reopening), but taken on "
          + "\(taken.count) of these nights",
        repair: "\"unblock \(site) on \(closure.firstDay)\", then \"block \(site) from "
          + "\(closure.firstDay) to \(closure.reopening)\" takes its nights again")
    }
  }
}
