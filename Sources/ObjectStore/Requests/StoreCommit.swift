/// A save that a store committed.
package struct StoreCommit {
  let changes: ChangeSet
  let outcome: SaveOutcome

  /// Calls the body with the rows that there were before and that it wrote.
  func visitUpdated(_ body: (_ root: Int, _ key: Int64) -> Void) {
    for update in changes.updates { body(update.layout.rootNumber, update.row.key) }
    for derived in outcome.derived { body(derived.layout.rootNumber, derived.row.key) }
  }

  /// Calls the body with the rows that are new.
  func visitInserted(_ body: (_ root: Int, _ key: Int64) -> Void) {
    for (insert, key) in zip(changes.inserts, outcome.keys) { body(insert.layout.rootNumber, key) }
  }

  /// Calls the body with the rows that there are no more.
  func visitDeleted(_ body: (_ root: Int, _ key: Int64) -> Void) {
    for delete in changes.deletes { body(delete.layout.rootNumber, delete.key) }
  }
}
