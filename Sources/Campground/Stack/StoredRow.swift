import Foundation
import ObjectGraph

extension Service {
  /// Groups of rows in the store, counted and added up.
  ///
  /// - Parameters:
  ///   - keys: the key paths to group by.
  ///   - counted: the key paths whose values are counted, besides the rows.
  ///   - sums: the key paths of the whole numbers to add up.
  ///   - isSorted: whether the groups are in the order of their keys.
  func groups(
    of entity: String, by keys: [String], counting counted: [String] = [],
    adding sums: [String] = [], inOrder isSorted: Bool = false, where predicate: FetchPredicate
  ) throws -> [StoredRow] {
    func aggregates(_ function: String, _ paths: [String]) -> [any FetchableProperty] {
      paths.map { path in
        let argument: FetchExpression =
          path == "SELF" ? .expressionForEvaluatedObject() : FetchExpression(forKeyPath: path)
        return ExpressionDescription(
          name: function + path,
          expression: FetchExpression(forFunction: function, arguments: [argument]),
          resultType: .integer64)
      }
    }
    let request = FetchRequest<[String: any Sendable]>(entityName: entity)
    request.predicate = predicate
    request.propertiesToFetch =
      keys + aggregates("count:", ["SELF"] + counted) + aggregates("sum:", sums)
    request.propertiesToGroupBy = keys
    if isSorted {
      request.sortDescriptors = keys.map { FetchSortDescriptor(key: $0, ascending: true) }
    }
    return try managedObjectContext.fetch(request).map(StoredRow.init)
  }

  /// Groups of the rows for which a condition holds.
  func groups(
    of entity: String, by keys: [String], adding sums: [String] = [],
    inOrder isSorted: Bool = false, where format: String, _ arguments: [Any?]
  ) throws -> [StoredRow] {
    try groups(
      of: entity, by: keys, adding: sums, inOrder: isSorted,
      where: FetchPredicate(format: format, argumentArray: arguments))
  }

  /// Values of single rows in the store, for the few that no sum includes.
  func rows(
    of entity: String, reading keys: [String], where format: String, _ arguments: [Any?]
  ) throws -> [StoredRow] {
    try rows(
      of: entity, reading: keys, where: FetchPredicate(format: format, argumentArray: arguments))
  }

  /// Values of single rows in the store, for the few that no sum includes.
  func rows(
    of entity: String, reading keys: [String], where predicate: FetchPredicate
  ) throws -> [StoredRow] {
    let request = FetchRequest<[String: any Sendable]>(entityName: entity)
    request.predicate = predicate
    request.propertiesToFetch = keys
    return try managedObjectContext.fetch(request).map(StoredRow.init)
  }
}

/// The values of a row in the store, or of a group of rows.
struct StoredRow {
  private let values: [String: any Sendable]

  init(_ values: [String: any Sendable]) { self.values = values }

  /// The number of rows in the group.
  var count: Int { count(of: "SELF") }

  /// The number of rows in the group that have a value.
  func count(of path: String) -> Int { Int(clamping: integer("count:\(path)") ?? 0) }

  /// The sum of a number over the group.
  func sum(_ path: String) -> Int64 { integer("sum:\(path)") ?? 0 }

  /// The sum of several numbers over the group.
  func count(of paths: [String]) -> Int { paths.reduce(0) { $0 + Int(clamping: sum($1)) } }

  /// A whole number of any width.
  func integer(_ key: String) -> Int64? {
    (values[key] as? any BinaryInteger).map { Int64(clamping: $0) }
  }

  func isTrue(_ key: String) -> Bool { values[key] as? Bool ?? false }

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
