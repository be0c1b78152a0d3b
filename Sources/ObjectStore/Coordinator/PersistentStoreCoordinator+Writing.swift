import ObjectModel

/// Transactions of one store, which hold its write lock: nothing else can write to the store until
/// they are committed or rolled back.
extension PersistentStoreCoordinator {
  /// Runs a closure in a transaction of a store, which takes the write lock first and commits when
  /// the closure returns; if it throws, nothing has changed.
  ///
  /// The coordinator does not cache rows from the transaction before it commits; then it caches the
  /// saved ones. A save that fails leaves the rest of the transaction intact. Nested calls, on the
  /// coordinator of the body, join the same transaction. It costs two statements.
  ///
  /// - Parameters:
  ///   - store: nil for the only store.
  ///   - inPieces: whether the saves together may be larger than memory: the rows that they write
  ///     are not cached, and the coordinator clears its row cache at the end.
  ///   - body: receives a coordinator that reads and saves in the transaction, over the writing
  ///     connection, with a row cache of its own; see `transactionOf`. It is valid only while the
  ///     body runs.
  /// - Throws: errors of the closure; code 134090 if another process holds the lock for longer than
  ///   the store's timeout, 134030 for a store that cannot be written to, 134070 if there are
  ///   several stores and none is named, or if this thread already has a transaction open.
  package func write<Result>(
    in store: PersistentStore? = nil, inPieces: Bool = false,
    _ body: (PersistentStoreCoordinator) throws -> Result
  ) throws -> Result {
    let store = try requireStore(forWritingTo: store)
    if transactionOf != nil { return try body(self) }
    var rows: [Int: [Row]] = [:]
    var moment: CacheMoment?
    var reader: PersistentStoreCoordinator?
    let result = try store.write(noting: TransactionLog(isOfBatch: inPieces)) { inside in
      let made = PersistentStoreCoordinator([inside], standingFor: self, isTransaction: true)
      reader = made
      if inPieces { made.rememberFewRows() }
      return try body(made)
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

  /// Limits the row cache to what a single pass through a store needs.
  package func rememberFewRows() {
    cache.withLock { $0 = RowCache(byteLimit: 8 << 20) }
  }
}
