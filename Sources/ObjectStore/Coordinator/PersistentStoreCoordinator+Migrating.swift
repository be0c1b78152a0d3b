import Foundation
import ObjectModel

/// Moving a store to another place or to another type.
extension PersistentStoreCoordinator {
  /// Copies a store to another place, and goes on with the copy in its stead.
  ///
  /// All rows with their primary keys, relationships and the application's facts about the store go
  /// along. The copy has a UUID of its own, so that all object IDs change: the old store's objects
  /// are of no use any more, as after `remove(_:)`, and `storesDidChangeNotification` tells which
  /// ID became which. The old store leaves the coordinator and is left as it is; while it is copied
  /// it takes no changes. The whole database is copied, with what we do not understand; large values
  /// leave their files for the rows of a store in memory.
  ///
  /// - Parameters:
  ///   - url: where the copy goes; it must not exist. Not used by stores in memory.
  /// - Throws: code 134070 when the store is not one of this coordinator's, 134080 when there is
  ///   something at the URL already, and as `addPersistentStore(with:)`. Then all is as it was.
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

  /// Those that a store has not written yet go along.
  private func copyFacts(of store: PersistentStore, to new: PersistentStore) throws {
    try new.stageMetadata(store.metadata)
    if new.hasStagedMetadata { _ = try new.save(ChangeSet()) }
  }

  /// The old and the new ID of each object, one after the other.
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
