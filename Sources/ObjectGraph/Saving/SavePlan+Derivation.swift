import Foundation
import ObjectModel
import ObjectStore

/// Derived attributes in the course of a save.
extension SavePlan {
  /// The changes with the values derived from the objects alone, in separate rows, so that a failed
  /// save leaves the objects unchanged.
  func derivingOwnValues(at date: Date) -> SavePlan {
    var result = self
    for (index, insert) in rows.inserts.enumerated() where !insert.layout.ownDerived.isEmpty {
      let (row, _) = insert.row.derivingOwnValues(insert.layout, at: date)
      result.rows.inserts[index] = insert.with(row: row)
    }
    for (index, update) in rows.updates.enumerated() where !update.layout.ownDerived.isEmpty {
      let (row, changed) = update.row.derivingOwnValues(update.layout, at: date)
      result.rows.updates[index] = update.with(row: row).changing(Array(changed))
    }
    return result
  }

  /// Puts values derived by the store into copies of these changes' rows.
  ///
  /// - Parameter keys: the keys of the inserted rows, in order.
  /// - Returns: the derived rows that are not among these changes.
  mutating func merge(_ derived: [SaveOutcome.Derived], keys: [Int64]) -> [SaveOutcome.Derived] {
    guard !derived.isEmpty else { return [] }
    var byPlace: [RowPlace: SaveOutcome.Derived] = [:]
    for one in derived { byPlace[one.place] = one }
    func fill(_ change: inout some PlannedRow, key: Int64) {
      guard let one = byPlace.removeValue(forKey: RowPlace(change.layout, key)) else { return }
      let row = change.row.copy()
      change = change.with(
        row: row.replacing(one.properties.map(\.index), from: one.row, layout: change.layout))
    }
    for index in rows.inserts.indices { fill(&rows.inserts[index], key: keys[index]) }
    for index in rows.updates.indices {
      fill(&rows.updates[index], key: rows.updates[index].row.key)
    }
    return derived.filter { byPlace[$0.place] != nil }
  }
}
