import Foundation
import ObjectModel

/// Requests of contexts to all stores.
extension PersistentStoreCoordinator {
  /// The first store; throws if there is none.
  package func requireStore() throws -> PersistentStore { try allStores()[0] }

  /// The stores; throws if there are none.
  func allStores() throws -> [PersistentStore] {
    let stores = persistentStores
    guard !stores.isEmpty else { throw Self.noStore }
    return stores
  }

  static var noStore: ObjectGraphError {
    ObjectGraphError(
      .coreData, "the coordinator has no persistent store",
      repair: "add one with addPersistentStore(with:)")
  }

  /// The identities of all stores ever added, indexed by number.
  package var storeIdentities: [StoreIdentity] { state.withLock { $0.identities } }

  /// How many stores have been removed so far.
  package var removalCount: Int { removals.load(ordering: .acquiring) }

  /// Sets a closure that is called after a store is removed.
  package func onRemoval(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.removalHandler = handler }
  }

  /// The default store for a new object of an entity, or nil if no store holds it.
  package func defaultStore(for layout: EntityLayout) -> PersistentStore? {
    persistentStores.first(for: layout)
  }

  /// Whether the store of a key belongs to the coordinator.
  package func hasStore(ofKey key: Int64) -> Bool { state.withLock { $0.store(ofKey: key) != nil } }

  // MARK: Rows

  /// The row for a key, from the cache or the store, or nil if there is none.
  ///
  /// - Throws: code 134070 if the key's store was removed.
  package func row(key: Int64, root: EntityLayout) throws -> Row? {
    // Do not wait for the cache, because the store also has the row.
    if let cached = cache.withLockIfAvailable({ $0.row(key: key, root: root.rootNumber) }) ?? nil {
      reportLookup(of: root, hits: 1, misses: 0)
      return cached
    }
    reportLookup(of: root, hits: 0, misses: 1)
    guard let store = state.withLock({ $0.store(ofKey: key) }) else { throw missingStore }
    let moment = cacheMoment
    guard let row = try store.row(key: key, root: root) else { return nil }
    remember(few: CollectionOfOne(row), root: root.rootNumber, readAt: moment)
    return row
  }

  private var missingStore: ObjectGraphError {
    persistentStores.isEmpty ? Self.noStore : .removedStore()
  }

  /// The rows for keys, from the cache or, with one request for each store, from the stores; keys
  /// of removed stores are skipped.
  ///
  /// - Parameter maximumAge: the maximum age of a cached row, in seconds since it was read; 0 to
  ///   read every row from the store, negative for any age.
  package func rows(
    keys: [Int64], root: EntityLayout, maximumAge: TimeInterval = -1
  ) throws -> [Row] {
    var found: [Row] = []
    var missing: [Int64] = []
    let earliest = maximumAge > 0 ? now - maximumAge : nil
    cache.withLock { cache in
      for key in keys {
        if maximumAge != 0,
          let row = cache.row(key: key, root: root.rootNumber, readSince: earliest)
        {
          found.append(row)
        } else {
          missing.append(key)
        }
      }
    }
    let (only, stores) = state.withLock { ($0.only, $0.stores) }
    reportLookup(of: root, hits: found.count, misses: missing.count)
    guard !missing.isEmpty else { return found }
    if let only { return try found + read(missing, from: only, root: root) }
    guard !stores.isEmpty else { throw Self.noStore }
    let byNumber = Dictionary(grouping: missing, by: StoreIdentity.number)
    for store in stores {
      guard let keys = byNumber[store.identity.number] else { continue }
      found += try read(keys, from: store, root: root)
    }
    return found
  }

  private func reportLookup(of root: EntityLayout, hits: Int, misses: Int) {
    guard work.interests.contains(.work) else { return }
    work.send(
      .rowLookup(
        WorkEvent.RowLookup(
          entityName: layout[root.rootNumber].name, hitCount: hits, missCount: misses)))
  }

  private func read(
    _ keys: [Int64], from store: PersistentStore, root: EntityLayout
  ) throws -> [Row] {
    try remembering(root: root.rootNumber) { try store.rows(keys: keys, root: root) }
  }

  package func destinations(of relationship: PropertyLayout, source: Int64) throws -> [Row] {
    guard let store = state.withLock({ $0.store(ofKey: source) }) else { throw missingStore }
    return try remembering(root: layout[relationship.destinationNumber].rootNumber) {
      try store.destinations(of: relationship, source: source)
    }
  }

  /// The rows to which a relationship leads from each of several objects in one store; each list is
  /// sorted by key.
  package func destinations(of relationship: PropertyLayout, sources: [Int64]) throws -> [[Row]] {
    guard let first = sources.first else { return [] }
    guard let store = state.withLock({ $0.store(ofKey: first) }) else { throw missingStore }
    let moment = cacheMoment
    let lists = try store.destinations(of: relationship, sources: sources)
    let root = layout[relationship.destinationNumber].rootNumber
    remember(lists.flatMap { $0 }, root: root, readAt: moment)
    return lists
  }

  // MARK: Saving

  /// Writes changes to the stores of their objects, all or nothing.
  ///
  /// Every store writes before the first one commits. However, two files cannot be committed
  /// atomically: if one file commits and the next one then fails to, for example because the disk
  /// fails in between, the first keeps its changes. The error then lists the stores that were
  /// committed under `committedStores`.
  ///
  /// - Throws: errors of `PersistentStore.save(_:)`; code 133010 for relationships between stores;
  ///   code 134040 if one of several stores fails.
  /// - Parameter willCommit: called after everything is written, before others can see it.
  package func save(
    _ changes: ChangeSet, willCommit: () -> Void = {}
  ) throws -> SaveResult {
    let (only, stores) = state.withLock { ($0.only, $0.stores) }
    let span = work.begin()
    var moments = CommitMoments()
    func didCommit(_ store: PersistentStore, _ commit: StoreCommit) {
      moments.append(record(commit), ofStore: store.identity.number)
    }
    var result: SaveResult
    if let only {
      result = try only.save(changes, committingAfter: willCommit) { didCommit(only, $0) }
    } else {
      guard !stores.isEmpty else { throw Self.noStore }
      result = try SaveDistribution(changes, over: stores, model: layout)
        .run(willCommit: willCommit, didCommit: didCommit)
    }
    result.moments = moments
    generations.expire()
    span?.end { duration in
      .save(
        WorkEvent.Save(
          insertedCount: changes.inserts.count, updatedCount: changes.updates.count,
          deletedCount: changes.deletes.count, duration: duration))
    }
    return result
  }

  /// Whether metadata is waiting to be written by the next save.
  package var hasStagedMetadata: Bool { persistentStores.contains(where: \.hasStagedMetadata) }

  /// Reserves keys for new objects in the hierarchy of an entity.
  ///
  /// - Parameter identity: the store that they are assigned to; nil for the default store.
  package func reserveKeys(
    count: Int, root: EntityLayout, in identity: StoreIdentity? = nil
  ) throws -> [Int64] {
    let stores = try allStores()
    let known = identity ?? stores.first(for: root)?.identity
    guard let store = stores.first(where: { $0.identity === known }) else {
      throw ObjectGraphError.noStore(for: root)
    }
    return try store.reserveKeys(count: count, root: root)
  }
}
