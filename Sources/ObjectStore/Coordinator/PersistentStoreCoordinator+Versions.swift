import ObjectModel

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
