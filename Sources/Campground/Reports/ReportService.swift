import Foundation
import ObjectGraph

/// Reports on a period: occupancy, revenue, arrivals and so on.
///
///     let reports = ReportService(managedObjectContext: stack.mainContext, storeStack: stack)
///     let july = try ReportPeriod(from: first, through: last)
///     print(try reports.revenue(july).total.revenue)
///
/// `Report.definition` defines the figures. The store counts and adds up, in a few fetches for each
/// report; only open bills are loaded as objects. Unsaved work in a scratch pad does not count.
public final class ReportService: Service {
  /// A condition for what is not another campground's.
  ///
  /// Where there is only one, nothing is added: asked for the campground, the store would go through
  /// all its bills first, whatever the days.
  func here(
    _ format: String, _ arguments: [Any?], _ keyPath: String = "folio.campground",
    at campground: Campground
  ) throws -> FetchPredicate {
    let others = try managedObjectContext.fetch(Campground.fetchRequest()).filter {
      $0 !== campground
    }
    guard !others.isEmpty else {
      return try FetchPredicate(format: format, argumentArray: arguments)
    }
    return try FetchPredicate(
      format: "(\(format)) AND NOT \(keyPath) IN %@", argumentArray: arguments + [others])
  }

  /// The campground of the reports.
  func campground() throws -> Campground? {
    try scope.campground(in: managedObjectContext)
  }
}
