import ObjectModel

/// Stores of other versions of the model.
extension PersistentStoreCoordinator {
  /// Opens a store, and where it turns out to have another version of the model migrates it first, if its
  /// settings let it.
  func openMigrating(_ settings: StoreSettings) throws -> PersistentStore {
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

  /// - Returns: what was done; nil where stages did it.
  private func migrate(_ settings: StoreSettings) throws -> MigrationReport? {
    if let stages = settings.migration.stages, settings.migration.infersMapping {
      try stages.migrate(settings, to: managedObjectModel)
      return nil
    }
    return try StoreMigration(settings: settings, to: managedObjectModel, isExplicit: false).run()
  }
}
