import Foundation
import ObjectModel
import ObjectStore

/// Migrating a store.
extension MigrationManager {
  /// Migrates the objects of a store to another store.
  ///
  /// The source is opened read-only and never changed. The destination is created if it does not
  /// exist; otherwise the new objects are added to those that it holds. It is written in one
  /// transaction: if the migration fails, an existing store is unchanged and no new file remains.
  /// Objects are read and written in batches, so that memory use does not grow with the store.
  ///
  /// Validation is off until all objects have been created; then each new object is validated.
  ///
  /// - Throws: before anything is written, code 134110 or 134140 listing every mismatch between the
  ///   mapping model and the two models, 134170 for policies that are not registered, 134150 and
  ///   134160 for stores that cannot be opened. Later, 134170 with the source object and the
  ///   mapping that failed, 134111 if a uniqueness constraint would be violated, 134110 with the
  ///   objects that are not valid, and the error of a cancellation.
  public func migrateStore(
    from source: URL, type sourceType: StoreType = .sqlite, mapping: MappingModel,
    to destination: URL, type destinationType: StoreType = .sqlite
  ) throws {
    try migrateStore(
      from: PersistentStoreDescription(url: source, type: sourceType), mapping: mapping,
      to: PersistentStoreDescription(url: destination, type: destinationType))
  }

  /// Migrates the objects of a store to another store, using the options of both descriptions.
  ///
  /// - Throws: errors of `migrateStore(from:type:mapping:to:type:)`.
  public func migrateStore(
    from source: PersistentStoreDescription, mapping: MappingModel,
    to destination: PersistentStoreDescription
  ) throws {
    guard run == nil else {
      throw ObjectGraphError(
        .migration, "the migration manager is already migrating a store",
        repair: "use another manager for another store")
    }
    defer { progress.end() }
    try queue.performAndWait(from: .block) {
      try progress.checkCancellation()
      try check(source, destination)
      let completed = try mapping.completed(from: sourceModel, to: destinationModel)
      let policies = try EntityMigrationPolicies.policies(for: completed.entityMappings)
      mappingModel = completed
      try withSource(source) { sourceStore in
        try withDestination(destination, facts: sourceStore.metadata) { store in
          try migrate(policies, into: store)
        }
      }
    }
  }

  private func migrate(
    _ policies: [EntityMigrationPolicy], into store: PersistentStore
  ) throws {
    defer {
      run = nil
      currentEntityMapping = nil
      makeContexts()
    }
    try destinationCoordinator.write(in: store, inPieces: true) { reader in
      makeContexts(savingTo: reader)
      let run = try MigrationRun(of: self, policies)
      self.run = run
      try run.carryOut()
      omitted = try run.omitted()
    }
  }

  // MARK: Stores

  private func check(
    _ source: PersistentStoreDescription, _ destination: PersistentStoreDescription
  ) throws {
    let sides: [(String, PersistentStoreDescription, ObjectGraphError.Code)] = [
      ("source", source, .migrationManagerSourceStore),
      ("destination", destination, .migrationManagerDestinationStore),
    ]
    for (side, store, code) in sides where store.isInMemory {
      throw ObjectGraphError(
        code, "the \(side) store of a migration cannot be in memory",
        repair: "give the URL of a file")
    }
    if source.url.resolvingSymlinksInPath() == destination.url.resolvingSymlinksInPath() {
      throw ObjectGraphError(
        .migrationManagerDestinationStore,
        "the store \(source.url.path) cannot be migrated into itself",
        repair: "give another URL, and put the new store in the old one's place afterwards")
    }
  }

  private func withSource<Result>(
    _ description: PersistentStoreDescription, _ body: (PersistentStore) throws -> Result
  ) throws -> Result {
    let description = description.withSmallCache(megabytes: 8)
    description.isReadOnly = true
    let store: PersistentStore
    do {
      store = try sourceCoordinator.addPersistentStore(with: description)
    } catch {
      throw ObjectGraphError.failure(of: "source", code: .migrationManagerSourceStore, error)
    }
    // The store was just added to this coordinator.
    defer { try? sourceCoordinator.remove(store) }
    return try body(store)
  }

  /// - Parameter facts: the source's metadata, which a new destination takes over.
  private func withDestination(
    _ description: PersistentStoreDescription, facts: [String: any Sendable],
    _ body: (PersistentStore) throws -> Void
  ) throws {
    let isNew = !description.isThere
    let description = description.withSmallCache(megabytes: 16)
    do {
      let store: PersistentStore
      do {
        store = try destinationCoordinator.addPersistentStore(with: description)
        if isNew { try destinationCoordinator.setMetadata(facts, for: store) }
      } catch {
        throw ObjectGraphError.failure(
          of: "destination", code: .migrationManagerDestinationStore, error)
      }
      defer { try? destinationCoordinator.remove(store) }
      try body(store)
    } catch {
      if isNew { try? description.eraseFile() }
      throw error
    }
  }
}

extension PersistentStoreDescription {
  /// A migration reads each table once, so a large cache would only use memory.
  fileprivate func withSmallCache(megabytes: Int) -> PersistentStoreDescription {
    let description = copy()
    if description.pragmas["cache_size"] == nil {
      description.pragmas["cache_size"] = "\(-1024 * megabytes)"
    }
    return description
  }
}
