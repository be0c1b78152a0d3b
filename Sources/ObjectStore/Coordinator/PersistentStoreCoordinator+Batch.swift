import ObjectModel

/// Batch requests across a coordinator's stores.
extension PersistentStoreCoordinator {
  /// Executes a batch request in every store that it affects, all or nothing, like a save.
  ///
  /// - Parameters:
  ///   - stores: the stores to use; nil for all that hold the entity. New rows go to the first of
  ///     them.
  ///   - save: carries out, by ordinary saves, what statements on the rows alone cannot. It is
  ///     called in a transaction of each store, with a coordinator that reads and saves in that
  ///     transaction.
  /// - Throws: code 134060 if no store holds the entity, 134030 if one of them cannot be written
  ///   to, and errors of the stores.
  package func execute(
    _ plan: BatchPlan, in stores: [StoreIdentity]? = nil,
    bySaving save: (PersistentStoreCoordinator) throws -> BatchOutcome
  ) throws -> BatchOutcome {
    let stores = try self.stores(for: plan, in: stores)
    let outcome = try execute(plan, in: stores.inOrderOfWriting[...], bySaving: save)
    var deleted: [RowKey] = []
    if case .delete = plan.work { deleted = outcome.rows + outcome.cascaded }
    recordBatch(deleted, rootsWithUnnamedDeletions: outcome.rootsWithUnnamedDeletions)
    generations.expire()
    return outcome
  }

  private func execute(
    _ plan: BatchPlan, in stores: ArraySlice<PersistentStore>,
    bySaving save: (PersistentStoreCoordinator) throws -> BatchOutcome
  ) throws -> BatchOutcome {
    guard let store = stores.first else { return BatchOutcome() }
    var others = BatchOutcome()
    func writeOthers() throws { others = try execute(plan, in: stores.dropFirst(), bySaving: save) }
    let direct = try store.executeDirectly(plan, committingAfter: writeOthers)
    var outcome =
      try direct
      ?? store.write(noting: TransactionLog(isOfBatch: true)) { inside in
        let outcome = try save(
          PersistentStoreCoordinator([inside], standingFor: self, isTransaction: true))
        try writeOthers()
        return outcome
      }
    outcome.merge(others)
    return outcome
  }

  /// The store that new rows go to.
  ///
  /// - Parameter stores: the candidates; nil for all.
  /// - Throws: code 134060 if none of them holds the entity.
  package func storeForInsertion(
    of layout: EntityLayout, among stores: [StoreIdentity]?
  ) throws -> StoreIdentity {
    guard let store = try wanted(stores).first(for: layout) else {
      throw ObjectGraphError.noStore(for: layout)
    }
    return store.identity
  }

  private func wanted(_ stores: [StoreIdentity]?) throws -> [PersistentStore] {
    try allStores().filter { each in stores?.contains { $0 === each.identity } ?? true }
  }

  private func stores(
    for plan: BatchPlan, in stores: [StoreIdentity]?
  ) throws -> [PersistentStore] {
    let wanted = try wanted(stores)
    switch plan.work {
    case .update(let update): return wanted.filter { $0.mayHold(update.fetch) }
    case .delete(.fetch(let fetch)): return wanted.filter { $0.mayHold(fetch) }
    case .delete(.keys(let keys, _)):
      let numbers = Set(keys.map(StoreIdentity.number(ofKey:)))
      return wanted.filter { numbers.contains($0.identity.number) }
    case .insert(let insert): return wanted.filter { $0.identity === insert.store }
    }
  }
}
