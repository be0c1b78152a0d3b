import Foundation
import ObjectModel
import ObjectStore

/// Derived attributes on their way through a save.
extension SavePlan {
  /// The changes with the values that derive from nothing but the objects themselves, in rows of
  /// their own, so that a save that fails leaves the objects as they were.
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

  /// Puts values that the store derived into rows of these changes, which are copied for it.
  ///
  /// - Parameter keys: of the inserted rows, in their order.
  /// - Returns: the derived rows that these changes do not name.
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
