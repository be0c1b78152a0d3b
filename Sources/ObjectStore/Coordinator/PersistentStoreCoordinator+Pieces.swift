import ObjectModel

/// Writing more rows than fit into memory.
extension PersistentStoreCoordinator {
  /// Runs the body in a transaction of a store, like `write(in:_:)`, for saves that together may be
  /// larger than memory: written rows are not cached, and the coordinator clears its row cache at
  /// the end.
  ///
  /// - Parameter body: receives a coordinator that reads and saves in the transaction.
  package func writeInPieces<Result>(
    in store: PersistentStore, _ body: (PersistentStoreCoordinator) throws -> Result
  ) throws -> Result {
    try store.write(noting: TransactionLog(isOfBatch: true)) { inside in
      let reader = PersistentStoreCoordinator([inside], standingFor: self, isTransaction: true)
      reader.rememberFewRows()
      return try body(reader)
    } didCommit: { log in
      _ = record(log)
    }
  }

  /// Limits the row cache to what a single pass through a store needs.
  package func rememberFewRows() {
    cache.withLock { $0 = RowCache(byteLimit: 8 << 20) }
  }
}
