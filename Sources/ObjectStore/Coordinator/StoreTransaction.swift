import ObjectModel

/// A transaction of one store. It holds the store's write lock, so nothing else can write to the
/// store until it is committed or rolled back.
///
/// It is valid only while the body of `PersistentStoreCoordinator.write(in:_:)` runs.
package struct StoreTransaction: Sendable {
  /// The coordinator of the store.
  package let coordinator: PersistentStoreCoordinator

  /// A coordinator that reads and saves in the transaction, over the writing connection, with a row
  /// cache of its own.
  package let reader: PersistentStoreCoordinator
}

extension PersistentStoreCoordinator {
  /// Runs a closure in a transaction of a store, which takes the write lock first and commits when
  /// the closure returns; if it throws, nothing has changed.
  ///
  /// The coordinator does not cache rows from the transaction before it commits; then it caches the
  /// saved ones. A save that fails leaves the rest of the transaction intact. Nested calls, on its
  /// `reader`, join the same transaction. It costs two statements.
  ///
  /// - Parameter store: nil for the only store.
  /// - Throws: errors of the closure; code 134090 if another process holds the lock for longer than
  ///   the store's timeout, 134030 for a store that cannot be written to, 134070 if there are
  ///   several stores and none is named, or if this thread already has a transaction open.
  package func write<Result>(
    in store: PersistentStore? = nil, _ body: (StoreTransaction) throws -> Result
  ) throws -> Result {
    let store = try requireStore(forWritingTo: store)
    if let original = transactionOf {
      return try body(StoreTransaction(coordinator: original, reader: self))
    }
    var rows: [Int: [Row]] = [:]
    var moment: CacheMoment?
    var reader: PersistentStoreCoordinator?
    let result = try store.write(noting: TransactionLog()) { inside in
      let made = PersistentStoreCoordinator([inside], standingFor: self, isTransaction: true)
      reader = made
      return try body(StoreTransaction(coordinator: self, reader: made))
    } didCommit: { log in
      moment = record(log)
      if let reader { rows = reader.rowsWritten(by: log) }
    }
    guard let moment else { return result }
    for (root, rows) in rows { remember(rows, root: root, readAt: moment) }
    generations.expire()
    return result
  }

  private func requireStore(forWritingTo store: PersistentStore?) throws -> PersistentStore {
    let stores = try allStores()
    if let store {
      guard let found = stores.first(where: { $0.identity === store.identity }) else {
        throw isForeign
      }
      return found
    }
    guard stores.count == 1 else {
      throw ObjectGraphError(
        .persistentStoreOperation,
        "a write transaction covers one store, but the coordinator has \(stores.count)",
        repair: "name the store, or save without a transaction")
    }
    return stores[0]
  }

  /// The rows that a transaction wrote, in their current state, by root; called on its reader.
  private func rowsWritten(by log: TransactionLog) -> [Int: [Row]] {
    var rows: [Int: [Row]] = [:]
    func add(_ root: Int, _ key: Int64) {
      guard let row = cachedRow(key: key, root: root) else { return }
      rows[root, default: []].append(row)
    }
    for commit in log.commits {
      commit.visitInserted(add)
      commit.visitUpdated(add)
    }
    return rows
  }
}
