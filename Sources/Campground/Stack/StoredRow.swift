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
    return try storedRows(of: request)
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
    return try storedRows(of: request)
  }

  private func storedRows(
    of request: FetchRequest<[String: any Sendable]>
  ) throws -> [StoredRow] {
    let (names, rows) = try managedObjectContext.columns(of: request)
    return rows.map { StoredRow(names: names, values: $0) }
  }
}

/// The values of a row in the store, or of a group of rows.
struct StoredRow {
  let names: [String]
  let values: [AttributeValue]

  /// The value under a name; a row has a dozen at most, which are found sooner without a table.
  private subscript(name: String) -> AttributeValue {
    names.firstIndex(of: name).map { values[$0] } ?? .null
  }

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
    if case .integer(let number) = self[key] { number } else { nil }
  }

  func isTrue(_ key: String) -> Bool { self[key] == .boolean(true) }

  func text(_ key: String) -> String? {
    if case .string(let text) = self[key] { text } else { nil }
  }

  func instant(_ key: String) -> Date? {
    if case .date(let instant) = self[key] { instant } else { nil }
  }

  /// The calendar date of an instant at midnight UTC.
  func date(_ key: String) -> CalendarDate? {
    instant(key).map { CalendarDate(midnightUTC: $0) }
  }

  /// The date of a night.
  func night(_ key: String) -> CalendarDate? {
    integer(key).map { CalendarDate(dayNumber: Int32(clamping: $0)) }
  }

  func object(_ key: String) -> ManagedObjectID? {
    if case .objectID(let id) = self[key] { id } else { nil }
  }

  /// Whether the nights of a stay in that status are sold.
  func isSold(_ key: String) -> Bool {
    text(key).flatMap(ReservationStatus.init(rawValue:))?.isSold ?? false
  }
}
