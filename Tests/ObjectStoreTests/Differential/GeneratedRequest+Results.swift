import Foundation
import ObjectModel

@testable import ObjectStore

/// What a request gives, worked out in plain Swift over plain rows.
extension GeneratedRequest {
  private struct Result {
    let values: [AttributeValue]
    let keys: [AttributeValue]
    /// The values by name, and where there is one the row that they are of.
    let named: PlainRow
    let row: PlainRow?
  }

  /// - Parameter rows: those of the entity and its subentities, in the order of their keys.
  func results(of rows: [PlainRow]) -> [[AttributeValue]] {
    let matching = rows.filter { row in
      (includesSubentities || row.entity == entity) && condition?.holds(for: row) ?? true
    }
    var results = lists(of: matching).map { result(of: $0) }
    if let having { results = results.filter { having.holds(for: $0.named) } }
    if isDistinct {
      var distinct: [Result] = []
      for result in results
      where !distinct.contains(where: { Self.isSame($0.values, result.values) }) {
        distinct.append(result)
      }
      results = distinct
    }
    results.sort { isInOrder($0, $1) }
    let rest = results.dropFirst(offset)
    return (limit > 0 ? rest.prefix(limit) : rest).map(\.values)
  }

  private func lists(of rows: [PlainRow]) -> [[PlainRow]] {
    guard isGrouped else { return rows.map { [$0] } }
    guard !groups.isEmpty else { return [rows] }
    var lists: [(keys: [AttributeValue], rows: [PlainRow])] = []
    for row in rows {
      let keys = groups.map { $0.expression.value(of: row, in: []) }
      if let place = lists.firstIndex(where: { Self.isSame($0.keys, keys) }) {
        lists[place].rows.append(row)
      } else {
        lists.append((keys, [row]))
      }
    }
    return lists.map(\.rows)
  }

  private func result(of rows: [PlainRow]) -> Result {
    let values = columns.map { $0.expression.value(of: rows.first, in: rows) }
    let named = PlainRow(entity: "", key: 0, id: Self.noID)
    for (column, value) in zip(columns, values) { named.values[column.name] = value }
    return Result(
      values: values, keys: groups.map { $0.expression.value(of: rows.first, in: []) },
      named: named, row: isOfRows ? rows.first : nil)
  }

  private static let noID = ManagedObjectID(
    store: nil, entity: EntityDescription(), reference: 0)

  private static func isSame(_ left: [AttributeValue], _ right: [AttributeValue]) -> Bool {
    zip(left, right).allSatisfy { PlainOrder.isSame($0, $1) }
  }

  private func isInOrder(_ left: Result, _ right: Result) -> Bool {
    for sort in sorts {
      let order = order(value(sort, left), value(sort, right), sort.comparison)
      if order != 0 { return (order < 0) == sort.ascending }
    }
    if let left = left.row, let right = right.row { return left.key < right.key }
    let ties = isDistinct ? (left.values, right.values) : (left.keys, right.keys)
    for (first, second) in zip(ties.0, ties.1) {
      let order = PlainOrder.compare(first, second)
      if order != 0 { return order < 0 }
    }
    return false
  }

  private func value(_ sort: Sort, _ result: Result) -> AttributeValue {
    if case .column = sort.expression { return sort.expression.value(of: result.named, in: []) }
    return sort.expression.value(of: result.row, in: [])
  }

  private func order(
    _ left: AttributeValue, _ right: AttributeValue,
    _ comparison: FetchSortDescriptor.Comparison
  ) -> Int {
    if comparison != .binary, case .string(let left) = left, case .string(let right) = right {
      return comparison.order(left, right).rawValue
    }
    return PlainOrder.compare(left, right)
  }
}

extension GeneratedWorld {
  /// The rows of an entity and its subentities, with what their to-one relationships lead to.
  func plainRows(of name: String) throws -> [PlainRow] {
    var known: [String: PlainRow] = [:]
    var references: [(row: PlainRow, name: String, key: String)] = []
    for root in model.entities where root.number == root.rootNumber {
      for stored in try store.fetch(FetchPlan(layout: root)) {
        let layout = model[stored.entityNumber]
        let row = PlainRow(
          entity: layout.name, key: stored.key,
          id: ManagedObjectID(
            store: store.identity, entity: layout.entity, reference: stored.key))
        known["\(root.number) \(stored.key)"] = row
        for property in layout.properties {
          let value = stored.value(of: property)
          guard property.kind == .toOne else {
            row.values[property.name] = value
            continue
          }
          guard case .integer(let key) = value else { continue }
          let target = model[property.destinationNumber].rootNumber
          references.append((row, property.name, "\(target) \(key)"))
        }
        for many in layout.toManys {
          row.counts[many.name] = try store.destinations(of: many, source: stored.key).count
        }
      }
    }
    for (row, name, key) in references { row.references[name] = known[key] }
    guard let layout = model.entity(named: name) else { return [] }
    return known.values.filter { row in
      model.entity(named: row.entity).map { layout.includes($0.number) } ?? false
    }.sorted { $0.key < $1.key }
  }
}
