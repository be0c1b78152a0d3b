import ObjectModel

/// Batch requests over the stores of a coordinator.
extension PersistentStoreCoordinator {
  /// Carries out a batch request in every store that it is about: all or nothing, as a save.
  ///
  /// - Parameters:
  ///   - stores: those to look into; nil for all that hold the entity. New rows go to the first of
  ///     them.
  ///   - save: carries out by ordinary saves what takes more than statements about the rows
  ///     themselves. It is called in a transaction of each store, with what reads and saves there in
  ///     the place of the coordinator.
  /// - Throws: code 134060 when there is no store for it, 134030 when one of them cannot be
  ///   written, and what the store reports.
  package func execute(
    _ plan: BatchPlan, in stores: [StoreIdentity]? = nil,
    bySaving save: (PersistentStoreCoordinator) throws -> BatchOutcome
  ) throws -> BatchOutcome {
    let stores = try self.stores(for: plan, in: stores)
    let outcome = try execute(plan, in: stores.inOrderOfWriting[...], bySaving: save)
    var deleted: [BatchOutcome.Named] = []
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
  /// - Parameter stores: those that may take them; nil for all.
  /// - Throws: code 134060 when none of them holds the entity.
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
