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
}
