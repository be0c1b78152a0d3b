import Foundation
import ObjectGraph

/// Figures about a time: how full the campground was, what it took in, who came.
///
///     let reports = ReportService(managedObjectContext: stack.mainContext, storeStack: stack)
///     let july = try ReportPeriod(from: first, through: last)
///     print(try reports.revenue(july).total.revenue)
///
/// `Report.definition` says what the figures mean. The store counts and adds up, in a few fetches a
/// report; only open bills become objects. Unsaved work of a scratch pad does not count.
public final class ReportService: Service {
  /// The campground that the reports are about.
  func campground() throws -> Campground? {
    try scope.campground(in: managedObjectContext)
  }

  /// Rows of the store that have some values in common, counted and added up.
  ///
  /// - Parameters:
  ///   - keys: what the rows of a group have in common; other groups are other rows.
  ///   - sums: the key paths of the whole numbers that are added up.
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

  /// Values of single rows of the store, for the few that are in no sum.
  func rows(
    of entity: String, reading keys: [String], where format: String, _ arguments: [Any?]
  ) throws -> [ReportRow] {
    let request = FetchRequest<[String: any Sendable]>(entityName: entity)
    request.predicate = try FetchPredicate(format: format, argumentArray: arguments)
    request.propertiesToFetch = keys
    return try managedObjectContext.fetch(request).map(ReportRow.init)
  }
}

/// What the store answers a report: the values of a row, or of a group of rows.
struct ReportRow {
  static let count = "rows"

  static func sum(of path: String) -> String { "sum of \(path)" }

  private let values: [String: any Sendable]

  init(_ values: [String: any Sendable]) { self.values = values }

  /// How many rows the group has.
  var count: Int { Int(clamping: integer(Self.count) ?? 0) }

  /// The sum of a number over the rows of the group.
  func sum(_ path: String) -> Int64 { integer(Self.sum(of: path)) ?? 0 }

  /// The sum of several numbers over the rows of the group.
  func count(of paths: [String]) -> Int { paths.reduce(0) { $0 + Int(clamping: sum($1)) } }

  /// A whole number, whatever its width.
  func integer(_ key: String) -> Int64? {
    (values[key] as? any BinaryInteger).map { Int64(clamping: $0) }
  }

  func text(_ key: String) -> String? { values[key] as? String }

  func instant(_ key: String) -> Date? { values[key] as? Date }

  /// The calendar date of midnight UTC.
  func date(_ key: String) -> CalendarDate? {
    instant(key).map { CalendarDate(midnightUTC: $0) }
  }

  /// The date of a night.
  func night(_ key: String) -> CalendarDate? {
    integer(key).map { CalendarDate(dayNumber: Int32(clamping: $0)) }
  }

  func object(_ key: String) -> ManagedObjectID? { values[key] as? ManagedObjectID }

  /// Whether the nights of a stay in that state are sold.
  func isSold(_ key: String) -> Bool {
    text(key).flatMap(ReservationStatus.init(rawValue:))?.isSold ?? false
  }
}
