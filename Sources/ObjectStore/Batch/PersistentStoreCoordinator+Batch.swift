import ObjectModel

/// Batch requests over the stores of a coordinator.
extension PersistentStoreCoordinator {
  /// Carries out a batch request in every store that it is about: all or nothing, as a save.
  ///
  /// - Parameter stores: those to look into; nil for all that hold the entity. New rows go to the
  ///   first of them.
  /// - Throws: code 134060 when there is no store for it, 134030 when one of them cannot be
  ///   written, and what the store reports.
  package func execute(_ plan: BatchPlan, in stores: [StoreIdentity]? = nil) throws -> BatchOutcome
  {
    let attached = try attachedStores(for: plan, in: stores)
    var outcome = BatchOutcome()
    try execute(plan, in: inOrder(attached)[...], &outcome)
    var deleted: [BatchOutcome.Named] = []
    if case .delete = plan { deleted = outcome.rows + outcome.cascaded }
    noteBatch(deleted, rootsWithUnnamedDeletions: outcome.rootsWithUnnamedDeletions)
    generations.expire()
    return outcome
  }

  private func execute(
    _ plan: BatchPlan, in stores: ArraySlice<AttachedStore>, _ outcome: inout BatchOutcome
  ) throws {
    guard let store = stores.first else { return }
    var others = BatchOutcome()
    var mine = try store.execute(plan) {
      try self.execute(plan, in: stores.dropFirst(), &others)
    }
    mine.add(others)
    outcome = mine
  }

  private func attachedStores(
    for plan: BatchPlan, in stores: [StoreIdentity]?
  ) throws -> [AttachedStore] {
    let attached = state.withLock { $0.attached }
    let wanted = attached.filter { each in
      stores?.contains { $0 === each.store.identity } ?? true
    }
    if attached.isEmpty { _ = try requireStore() }
    switch plan {
    case .update(let update): return wanted.filter { $0.holdsAny(of: update.fetch) }
    case .delete(let delete):
      switch delete.target {
      case .fetch(let fetch): return wanted.filter { $0.holdsAny(of: fetch) }
      case .keys(let keys, _):
        let numbers = Set(keys.map(StoreIdentity.number(ofKey:)))
        return wanted.filter { numbers.contains($0.number) }
      }
    case .insert(let insert):
      let holders = wanted.filter { $0.store.configuration.holds(insert.layout) }
      guard let store = holders.first(where: { !$0.store.isReadOnly }) ?? holders.first else {
        throw ObjectGraphError.noStore(for: insert.layout)
      }
      return [store]
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
