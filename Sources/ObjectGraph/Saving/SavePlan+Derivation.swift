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
      result.rows.inserts[index] = .init(layout: insert.layout, row: row)
    }
    for (index, update) in rows.updates.enumerated() where !update.layout.ownDerived.isEmpty {
      let (row, changed) = update.row.derivingOwnValues(update.layout, at: date)
      result.rows.updates[index] = .init(
        layout: update.layout, row: row, changed: Set(update.changed).union(changed).sorted(),
        expectedVersion: update.expectedVersion)
    }
    return result
  }

  /// Puts values that the store derived into rows of these changes, which are copied for it.
  ///
  /// - Parameter keys: of the inserted rows, in their order.
  /// - Returns: the derived rows that these changes do not name.
  mutating func merge(
    _ derived: [SaveOutcome.Derived], keys: [Int64]
  ) -> [SaveOutcome.Derived] {
    guard !derived.isEmpty else { return [] }
    struct Place: Hashable {
      let root: Int
      let key: Int64
    }
    var byPlace: [Place: SaveOutcome.Derived] = [:]
    for one in derived { byPlace[Place(root: one.layout.rootNumber, key: one.row.key)] = one }
    func filled(_ row: Row, _ layout: EntityLayout, key: Int64) -> Row? {
      guard let one = byPlace.removeValue(forKey: Place(root: layout.rootNumber, key: key)) else {
        return nil
      }
      return row.copy().replacing(one.properties.map(\.index), from: one.row, layout: layout)
    }
    for (index, insert) in rows.inserts.enumerated() {
      guard let row = filled(insert.row, insert.layout, key: keys[index]) else { continue }
      rows.inserts[index] = .init(layout: insert.layout, row: row)
    }
    for (index, update) in rows.updates.enumerated() {
      guard let row = filled(update.row, update.layout, key: update.row.key) else { continue }
      rows.updates[index] = .init(
        layout: update.layout, row: row, changed: update.changed,
        expectedVersion: update.expectedVersion)
    }
    return derived.filter { byPlace[Place(root: $0.layout.rootNumber, key: $0.row.key)] != nil }
  }
}
