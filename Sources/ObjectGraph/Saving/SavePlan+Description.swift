import ObjectModel
import ObjectStore

/// A textual form of the plan: a line for each row to be written, in the order of the plan.
///
///     insert Owner new1: age = 41, name = "Ann"
///     update Pet 3 at version 2: owner = new1
///     delete Pet 4 at version 1
///     Pet.friends of 3: + 5, - new2
///
/// Saved objects have their primary keys; new ones are numbered in the order of insertion.
extension SavePlan: CustomStringConvertible {
  var description: String {
    let names = Names(rows.inserts.map(\.row.key))
    var lines = rows.inserts.map { insert in
      "insert \(insert.layout.name) \(names[insert.row.key])"
        + names.values(of: insert.row, insert.layout, insert.layout.storedIndexes, withNull: false)
    }
    lines += rows.updates.map { update in
      "update \(update.layout.name) \(names[update.row.key]) at version \(update.expectedVersion)"
        + names.values(of: update.row, update.layout, update.changed, withNull: true)
    }
    lines += rows.deletes.map {
      "delete \($0.layout.name) \(names[$0.key]) at version \($0.expectedVersion)"
    }
    lines += rows.checks.map {
      "check \($0.layout.name) \(names[$0.key]) at version \($0.expectedVersion)"
    }
    lines += changeSet.joins.map { join in
      let changes =
        join.added.map { "+ (\(names[$0.source]), \(names[$0.destination]))" }
        + join.removed.map { "- (\(names[$0.source]), \(names[$0.destination]))" }
      return "\(names.relationship(join.relationship)): \(changes.joined(separator: ", "))"
    }
    lines += rows.orders.map { order in
      let destinations = order.destinations.map { names[$0.key] }.joined(separator: ", ")
      let start = order.isWhole ? "order" : "at the end"
      return
        "\(names.relationship(order.relationship)) of \(names[order.source.key]): \(start) \(destinations)"
    }
    return lines.joined(separator: "\n")
  }

  /// The textual form of keys.
  private struct Names {
    private var numbers: [Int64: Int] = [:]

    init(_ keys: [Int64]) {
      for key in keys where key < 0 { numbers[key] = numbers.count + 1 }
    }

    subscript(key: Int64) -> String {
      if key > 0 { return String(StoreIdentity.reference(ofKey: key)) }
      return numbers[key].map { "new\($0)" } ?? "new"
    }

    func relationship(_ property: PropertyLayout) -> String {
      (property.relationship?.entity?.name).map { "\($0).\(property.name)" } ?? property.name
    }

    func values(of row: Row, _ layout: EntityLayout, _ indexes: [Int], withNull: Bool) -> String {
      let values = indexes.compactMap { index -> String? in
        let property = layout.properties[index]
        guard !row.isNull(index) else { return withNull ? "\(property.name) = nil" : nil }
        guard property.kind == .toOne else {
          let value = FetchExpression(forConstantValue: row.value(of: property))
          return "\(property.name) = \(value)"
        }
        return "\(property.name) = \(self[row.integer(slot: property.slot)])"
      }
      return values.isEmpty ? "" : ": " + values.joined(separator: ", ")
    }
  }
}
