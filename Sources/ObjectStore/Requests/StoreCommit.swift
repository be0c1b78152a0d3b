/// A save that a store committed.
package struct StoreCommit {
  let changes: ChangeSet
  let outcome: SaveOutcome

  /// Calls the body with the existing rows that the save wrote.
  func visitUpdated(_ body: (_ root: Int, _ key: Int64) -> Void) {
    // By index, because accessing an element in place does not retain it.
    for index in changes.updates.indices {
      body(changes.updates[index].layout.rootNumber, changes.updates[index].row.key)
    }
    for derived in outcome.derived { body(derived.layout.rootNumber, derived.row.key) }
  }

  /// The numbers of existing rows that the save wrote or deleted, by root of their hierarchy.
  var changeCounts: [Int: Int] {
    var counts: [Int: Int] = [:]
    var (last, count) = (0, 0)
    func add(_ root: Int, _ key: Int64) {
      if root != last {
        counts[last, default: 0] += count
        (last, count) = (root, 0)
      }
      count += 1
    }
    visitUpdated(add)
    visitDeleted(add)
    counts[last, default: 0] += count
    counts[0] = nil
    return counts
  }

  /// Calls the body with the new rows.
  func visitInserted(_ body: (_ root: Int, _ key: Int64) -> Void) {
    for (insert, key) in zip(changes.inserts, outcome.keys) { body(insert.layout.rootNumber, key) }
  }

  /// Calls the body with the deleted rows.
  func visitDeleted(_ body: (_ root: Int, _ key: Int64) -> Void) {
    for index in changes.deletes.indices {
      body(changes.deletes[index].layout.rootNumber, changes.deletes[index].key)
    }
  }
}
