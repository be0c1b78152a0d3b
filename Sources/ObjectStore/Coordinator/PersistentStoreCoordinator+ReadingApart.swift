import ObjectModel

/// Long reading that nobody waits for.
extension PersistentStoreCoordinator {
  /// Runs the body with a stand-in that reads over connections of its own, where stores allow that,
  /// so that others use the stores meanwhile.
  ///
  /// It sees what is there now; its cache is its own. Stores that have one way in only, such as a
  /// SQLite file without a write-ahead log, are used in turn as always.
  package func readingApart<Result>(
    _ body: (PersistentStoreCoordinator) throws -> Result
  ) throws -> Result {
    let attached = state.withLock { $0.attached }
    var opened: [PersistentStore] = []
    defer { for store in opened { store.close() } }
    let stores = try attached.map { each in
      guard let store = try each.store.pinned() else { return each }
      opened.append(store)
      return AttachedStore(store, standingFor: each)
    }
    return try body(PersistentStoreCoordinator(stores, standingFor: self))
  }
}
