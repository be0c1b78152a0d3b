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

  /// Groups of rows in the store, counted and added up.
  ///
  /// - Parameters:
  ///   - keys: the key paths to group by.
  ///   - sums: the key paths of the whole numbers to add up.
  func groups(
    of entity: String, by keys: [String], adding sums: [String] = [],
    where format: String, _ arguments: [Any?]
  ) throws -> [ReportRow] {
    let request = FetchRequest<[String: any Sendable]>(entityName: entity)
    request.predicate = try FetchPredicate(format: format, argumentArray: arguments)
    request.propertiesToFetch =
      keys + [
        ExpressionDescription(
          name: ReportRow.count,
          expression: FetchExpression(
            forFunction: "count:", arguments: [.expressionForEvaluatedObject()]),
          resultType: .integer64)
      ]
      + sums.map { path in
        ExpressionDescription(
          name: ReportRow.sum(of: path),
          expression: FetchExpression(
            forFunction: "sum:", arguments: [FetchExpression(forKeyPath: path)]),
          resultType: .integer64)
      }
    request.propertiesToGroupBy = keys
    return try managedObjectContext.fetch(request).map(ReportRow.init)
  }

  /// Values of single rows in the store, for the few that no sum includes.
  func rows(
    of entity: String, reading keys: [String], where format: String, _ arguments: [Any?]
  ) throws -> [ReportRow] {
    let request = FetchRequest<[String: any Sendable]>(entityName: entity)
    request.predicate = try FetchPredicate(format: format, argumentArray: arguments)
    request.propertiesToFetch = keys
    return try managedObjectContext.fetch(request).map(ReportRow.init)
  }
}

/// The values of a row, or of a group of rows, fetched for a report.
struct ReportRow {
  static let count = "rows"

  static func sum(of path: String) -> String { "sum of \(path)" }

  private let values: [String: any Sendable]

  init(_ values: [String: any Sendable]) { self.values = values }

  /// The number of rows in the group.
  var count: Int { Int(clamping: integer(Self.count) ?? 0) }

  /// The sum of a number over the group.
  func sum(_ path: String) -> Int64 { integer(Self.sum(of: path)) ?? 0 }

  /// The sum of several numbers over the group.
  func count(of paths: [String]) -> Int { paths.reduce(0) { $0 + Int(clamping: sum($1)) } }

  /// A whole number of any width.
  func integer(_ key: String) -> Int64? {
    (values[key] as? any BinaryInteger).map { Int64(clamping: $0) }
  }

  func text(_ key: String) -> String? { values[key] as? String }

  func instant(_ key: String) -> Date? { values[key] as? Date }

  /// The calendar date of an instant at midnight UTC.
  func date(_ key: String) -> CalendarDate? {
    instant(key).map { CalendarDate(midnightUTC: $0) }
  }

  /// The date of a night.
  func night(_ key: String) -> CalendarDate? {
    integer(key).map { CalendarDate(dayNumber: Int32(clamping: $0)) }
  }

  func object(_ key: String) -> ManagedObjectID? { values[key] as? ManagedObjectID }

  /// Whether the nights of a stay in that status are sold.
  func isSold(_ key: String) -> Bool {
    text(key).flatMap(ReservationStatus.init(rawValue:))?.isSold ?? false
  }
}
