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
    let attached = try attachedStores(for: plan, in: stores)
    let outcome = try execute(plan, in: inOrder(attached)[...], bySaving: save)
    var deleted: [BatchOutcome.Named] = []
    if case .delete = plan { deleted = outcome.rows + outcome.cascaded }
    noteBatch(deleted, rootsWithUnnamedDeletions: outcome.rootsWithUnnamedDeletions)
    generations.expire()
    return outcome
  }

  private func execute(
    _ plan: BatchPlan, in stores: ArraySlice<AttachedStore>,
    bySaving save: (PersistentStoreCoordinator) throws -> BatchOutcome
  ) throws -> BatchOutcome {
    guard let attached = stores.first else { return BatchOutcome() }
    var others = BatchOutcome()
    func writeOthers() throws {
      others = try execute(plan, in: stores.dropFirst(), bySaving: save)
    }
    var outcome: BatchOutcome
    if let done = try attached.store.executeDirectly(plan, committingAfter: writeOthers) {
      outcome = done.based(on: attached.base)
    } else {
      outcome = try attached.store.write(noting: TransactionLog(isOfBatch: true)) { inside in
        let outcome = try save(
          PersistentStoreCoordinator(inTransaction: inside, of: attached, self))
        try writeOthers()
        return outcome
      } didCommit: { _ in
      }
    }
    outcome.add(others)
    return outcome
  }

  /// The store that new rows go to.
  ///
  /// - Parameter stores: those that may take them; nil for all.
  /// - Throws: code 134060 when none of them holds the entity.
  package func storeForInsertion(
    of layout: EntityLayout, among stores: [StoreIdentity]?
  ) throws -> StoreIdentity {
    let holders = try wanted(stores).filter { $0.store.configuration.holds(layout) }
    guard let store = holders.first(where: { !$0.store.isReadOnly }) ?? holders.first else {
      throw ObjectGraphError.noStore(for: layout)
    }
    return store.store.identity
  }

  private func wanted(_ stores: [StoreIdentity]?) throws -> [AttachedStore] {
    let attached = state.withLock { $0.attached }
    if attached.isEmpty { throw Self.noStore }
    return attached.filter { each in stores?.contains { $0 === each.store.identity } ?? true }
  }

  private func attachedStores(
    for plan: BatchPlan, in stores: [StoreIdentity]?
  ) throws -> [AttachedStore] {
    let wanted = try wanted(stores)
    switch plan {
    case .update(let update): return wanted.filter { $0.holdsAny(of: update.fetch) }
    case .delete(let delete):
      switch delete.target {
      case .fetch(let fetch): return wanted.filter { $0.holdsAny(of: fetch) }
      case .keys(let keys, _):
        let numbers = Set(keys.map(StoreIdentity.number(ofKey:)))
        return wanted.filter { numbers.contains($0.number) }
      }
    case .insert(let insert): return wanted.filter { $0.store.identity === insert.store }
    }
  }

  /// Those in memory cannot fail when they commit, and files are locked in the order of their paths
  /// by everybody.
  private func inOrder(_ stores: [AttachedStore]) -> [AttachedStore] {
    stores.enumerated().sorted { left, right in
      let (a, b) = (left.element.store, right.element.store)
      let (isFileA, isFileB) = (!a.isInMemory, !b.isInMemory)
      if isFileA != isFileB { return isFileB }
      return isFileA && a.url.path != b.url.path
        ? a.url.path < b.url.path : left.offset < right.offset
    }.map(\.element)
  }
}

extension AttachedStore {
  fileprivate func holdsAny(of plan: FetchPlan) -> Bool {
    store.configuration.holdsAny(of: plan)
      && plan.stores?.contains { $0 === store.identity } ?? true
  }
}
