import Foundation
import ObjectModel

/// Moving a store to another location or type.
extension PersistentStoreCoordinator {
  /// Copies a store to another location, and replaces it in the coordinator with the copy.
  ///
  /// The whole database is copied, including primary keys, relationships, metadata and tables that
  /// do not belong to the model. The copy has a new UUID, so all object IDs change: the old store's
  /// objects become inaccessible, as after `remove(_:)`, and `storesDidChangeNotification` maps old
  /// IDs to new ones. The old store is removed from the coordinator and left unchanged; it accepts
  /// no changes while it is being copied. In an in-memory copy, external data moves into the rows.
  ///
  /// - Parameters:
  ///   - url: the location of the copy, which must not exist. Not used by in-memory stores.
  /// - Throws: code 134070 if the store does not belong to this coordinator, 134080 if a file
  ///   already exists at the URL, and errors of `addPersistentStore(with:)`. Then nothing has
  ///   changed.
  @discardableResult
  public func migratePersistentStore(
    _ store: PersistentStore, to url: URL? = nil, type: StoreType
  ) throws -> PersistentStore {
    guard persistentStores.contains(where: { $0 === store }) else { throw isForeign }
    let settings = try StoreSettings(
      type: type, at: url, configuration: store.configurationName)
    let files = settings.isInMemory ? nil : try StoreFile(type: type, url: settings.url)
    try files?.prepareNew()
    store.setLeaving(true)
    var new: PersistentStore?
    do {
      let copy = try copy(store, to: settings, files)
      new = copy
      try copyFacts(of: store, to: copy)
      let ids = try changedIDs(from: store, to: copy)
      let version = try copy.foreignVersion()
      post(Self.storesWillChangeNotification, [.uuidChangedPersistentStores: [store]])
      try state.withLock { state in
        guard state.stores.contains(where: { $0 === store }) else { throw isForeign }
        try state.attach(copy, version: version)
        _ = state.detach(store)
      }
      close(store)
      post(
        Self.storesDidChangeNotification,
        [
          .addedPersistentStores: [copy], .removedPersistentStores: [store],
          .uuidChangedPersistentStores: [store, copy, ids] as [Any],
        ])
      return copy
    } catch {
      new?.close()
      store.setLeaving(false)
      files?.erase()
      throw error
    }
  }

  private func copy(
    _ store: PersistentStore, to settings: StoreSettings, _ files: StoreFile?
  ) throws -> PersistentStore {
    guard let files else {
      return try PersistentStore(
        settings: settings, model: layout, copying: store, work: work)
    }
    try store.copy(toPath: settings.url.path)
    try files.makeOwn(of: settings.type)
    return try PersistentStore(settings: settings, model: layout, work: work)
  }

  /// Includes metadata that has not been written yet.
  private func copyFacts(of store: PersistentStore, to new: PersistentStore) throws {
    try new.stageMetadata(store.metadata)
    if new.hasStagedMetadata { _ = try new.save(ChangeSet()) }
  }

  /// The old and the new ID of each object, in alternation.
  private func changedIDs(
    from store: PersistentStore, to new: PersistentStore
  ) throws -> [ManagedObjectID] {
    var ids: [ManagedObjectID] = []
    for root in layout.roots {
      for row in try new.fetch(FetchPlan(layout: root)) {
        let entity = layout[row.entityNumber].identity
        ids.append(ManagedObjectID(store: store.identity, entity: entity, reference: row.key))
        ids.append(ManagedObjectID(store: new.identity, entity: entity, reference: row.key))
      }
    }
    return ids
  }
}

/// Stores of other versions of the model.
extension PersistentStoreCoordinator {
  /// Opens a store; if it has another version of the model and its settings allow it, migrates it
  /// first.
  func openMigrating(_ settings: StoreSettings) throws -> PersistentStore {
    guard [.inMemory, .sqlite].contains(settings.type) else {
      throw ObjectGraphError(
        .persistentStoreInvalidType, "there is no store of type \(settings.type.rawValue)",
        repair: "use .sqlite or .inMemory")
    }
    do {
      let store = try PersistentStore(settings: settings, model: layout, work: work)
      if !settings.isReadOnly, let path = store.store.path {
        MigrationSiblings(original: path).removeLeftovers()
      }
      return store
    } catch let error as ObjectGraphError
      where error.code == .persistentStoreIncompatibleVersionHash
      && settings.migration.isAutomatic && !settings.isReadOnly
    {
      let report = try migrate(settings)
      return try PersistentStore(settings: settings, model: layout, after: report, work: work)
    }
  }

  /// - Returns: a report of the migration; nil if it was staged.
  private func migrate(_ settings: StoreSettings) throws -> MigrationReport? {
    if let stages = settings.migration.stages, settings.migration.infersMapping {
      try stages.migrate(settings, to: managedObjectModel)
      return nil
    }
    return try StoreMigration(
      settings: settings, model: managedObjectModel, isExplicit: false
    ).run()
  }
}
