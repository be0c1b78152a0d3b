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
  /// The campground of the reports.
  func campground() throws -> Campground? {
    try scope.campground(in: managedObjectContext)
  }
}
