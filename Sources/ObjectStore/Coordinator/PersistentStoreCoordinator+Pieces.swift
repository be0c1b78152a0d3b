import ObjectModel

/// Work on more rows than fit into memory.
extension PersistentStoreCoordinator {
  /// Runs a body in a transaction of a store, as `write(in:_:)`, for saves that together may be larger
  /// than memory: nothing is remembered of them, and the coordinator forgets its rows at the end.
  ///
  /// - Parameter body: is given what reads and saves in the transaction in the place of the
  ///   coordinator.
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

  /// Remembers no more rows from now on than those who go through a store once have use for.
  package func rememberFewRows() {
    cache.withLock { $0 = RowCache(byteLimit: 8 << 20) }
  }
}
