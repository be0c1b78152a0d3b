import ObjectModel

/// A transaction of one store, which holds the store's write lock: whoever reads and saves in it has
/// the store to itself until it is committed or rolled back.
///
/// It is of use while the body of `PersistentStoreCoordinator.write(in:_:)` runs.
package struct StoreTransaction: Sendable {
  /// The coordinator of the store.
  package let coordinator: PersistentStoreCoordinator

  /// What answers in the place of the coordinator: it reads and saves in the transaction, by the
  /// connection that writes, and remembers rows by itself.
  package let reader: PersistentStoreCoordinator
}

extension PersistentStoreCoordinator {
  /// Runs a body in a transaction of a store, which takes the write lock first and commits when the
  /// body returns; when it throws, nothing has happened.
  ///
  /// Of what is read and written in it the coordinator remembers nothing before the commit, and the
  /// saved rows from then on. A save that is refused in the transaction leaves the rest of it as it
  /// is. Inside of one, on its `reader`, it is the same transaction. Costs two statements.
  ///
  /// - Parameter store: nil for the only one that there is.
  /// - Throws: what the body throws; code 134090 when another process holds the lock for longer than
  ///   the store's timeout, 134030 for a store that cannot be written, 134070 when there are several
  ///   stores and none is named, or when a transaction of this thread is open.
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
        "a write transaction is of one store, and the coordinator has \(stores.count)",
        repair: "name the store, or save without a transaction")
    }
    return stores[0]
  }

  /// The rows that a transaction wrote, as they are now, by their roots; called on its reader.
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
