/// A save that a store committed.
package struct StoreCommit {
  let changes: ChangeSet
  let result: SaveResult

  /// Calls the body with the existing rows that the save wrote.
  func visitUpdated(_ body: (_ root: Int, _ key: Int64) -> Void) {
    // By index, because accessing an element in place does not retain it.
    for index in changes.updates.indices {
      body(changes.updates[index].layout.rootNumber, changes.updates[index].row.key)
    }
    for derived in result.derived { body(derived.layout.rootNumber, derived.row.key) }
  }

  /// The keys of existing rows that the save wrote or deleted, by root of their hierarchy.
  var changedKeys: [Int: [Int64]] {
    var all: [Int: [Int64]] = [:]
    var (last, keys): (Int, [Int64]) = (0, [])
    func add(_ root: Int, _ key: Int64) {
      if root != last {
        all[last, default: []] += keys
        (last, keys) = (root, [])
      }
      keys.append(key)
    }
    visitUpdated(add)
    visitDeleted(add)
    all[last, default: []] += keys
    return all
  }

  /// Calls the body with the new rows.
  func visitInserted(_ body: (_ root: Int, _ key: Int64) -> Void) {
    for (insert, key) in zip(changes.inserts, result.keys) { body(insert.layout.rootNumber, key) }
  }

  /// Calls the body with the deleted rows.
  func visitDeleted(_ body: (_ root: Int, _ key: Int64) -> Void) {
    for index in changes.deletes.indices {
      body(changes.deletes[index].layout.rootNumber, changes.deletes[index].key)
    }
  }
}
