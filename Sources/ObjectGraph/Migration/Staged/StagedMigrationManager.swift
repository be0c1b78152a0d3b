import Foundation
import ObjectModel
import ObjectStore

/// Migrates a store to the newest version of its model in stages, in each of which the application
/// can work on it.
///
///     let manager = StagedMigrationManager([
///       LightweightMigrationStage([v1.versionChecksum, v2.versionChecksum]),
///       CustomMigrationStage(migratingFrom: .init(model: v2), to: .init(model: v3)),
///     ])
///     description.stagedMigrationManager = manager
///
/// A stage is done when the store has its version: an interrupted migration resumes where it
/// stopped, and a handler that did not finish is called again.
public final class StagedMigrationManager: StagedMigration {
  /// The stages, oldest first.
  public let stages: [MigrationStage]

  private let state = Lock<PersistentContainer?>(nil)

  /// Creates a manager of the stages, oldest first.
  public init(_ stages: [MigrationStage]) { self.stages = stages }

  /// The open store while a handler runs; nil at other times.
  public private(set) var container: PersistentContainer? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// - Throws: code 134504 if no stage has the version of the store or the model, 134506 if the store
  ///   is newer than the model, and errors of handlers and of `StoreMigration.run()`.
  package func migrate(_ settings: StoreSettings, to model: ManagedObjectModel) throws {
    var passed: Set<String> = []
    while let checksum = try checksum(of: settings), checksum != model.versionChecksum {
      // Stages that form a cycle never reach the model.
      guard passed.insert(checksum).inserted else { throw isUnknown(checksum, settings) }
      // The last version of a lightweight stage is the first version of the stage that follows.
      if let custom = stages.lazy.compactMap({ $0 as? CustomMigrationStage })
        .first(where: { $0.currentModel.versionChecksum == checksum })
      {
        try carryOut(custom, settings)
      } else if let place = stages.firstIndex(where: { $0.holds(checksum) }) {
        try leave(place, from: checksum, settings, to: model)
      } else {
        throw isUnknown(checksum, settings)
      }
    }
  }

  private func checksum(of settings: StoreSettings) throws -> String? {
    let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(
      type: settings.type, at: settings.url)
    return (metadata["NSStoreModelVersionHashes"] as? [String: any Sendable]).map {
      ManagedObjectModel.versionChecksum(of: $0.compactMapValues { $0 as? Data })
    }
  }

  /// Migrates through the versions of a lightweight stage in one go, up to the start of the next
  /// stage.
  private func leave(
    _ place: Int, from checksum: String, _ settings: StoreSettings, to model: ManagedObjectModel
  ) throws {
    let known = (stages[place] as? LightweightMigrationStage)?.versionChecksums ?? []
    if let end = known.firstIndex(of: model.versionChecksum),
      let start = known.firstIndex(of: checksum), end < start
    {
      throw isNewer(settings)
    }
    let next = stages.dropFirst(place + 1).lazy.compactMap { $0 as? CustomMigrationStage }.first
    let target =
      known.contains(model.versionChecksum)
      ? model : try next?.currentModel.resolvedModel() ?? model
    try migrate(settings, through: target)
  }

  private func carryOut(_ stage: CustomMigrationStage, _ settings: StoreSettings) throws {
    try call(stage.willMigrateHandler, of: stage, with: stage.currentModel, settings)
    try migrate(settings, through: stage.nextModel.resolvedModel())
    try call(stage.didMigrateHandler, of: stage, with: stage.nextModel, settings)
  }

  private func migrate(_ settings: StoreSettings, through model: ManagedObjectModel) throws {
    var settings = settings
    settings.migration.stages = nil
    try StoreMigration(of: PersistentStoreDescription(settings), to: model).run()
  }

  /// Calls a handler with the store open in a version.
  private func call(
    _ handler: CustomMigrationStage.Handler?, of stage: CustomMigrationStage,
    with reference: ManagedObjectModelReference, _ settings: StoreSettings
  ) throws {
    guard let handler else { return }
    var settings = settings
    settings.migration = MigrationSettings()
    settings.migration.isAutomatic = false
    let open = try PersistentContainer(
      name: settings.url.deletingPathExtension().lastPathComponent,
      managedObjectModel: reference.resolvedModel(),
      descriptions: [PersistentStoreDescription(settings)])
    try open.loadPersistentStores()
    container = open
    defer {
      container = nil
      for store in open.persistentStoreCoordinator.persistentStores {
        try? open.persistentStoreCoordinator.remove(store)
      }
    }
    try handler(self, stage)
  }

  private func isUnknown(_ checksum: String, _ settings: StoreSettings) -> ObjectGraphError {
    if stages.contains(where: { $0.ends(with: checksum) }) { return isNewer(settings) }
    return ObjectGraphError(
      .stagedMigrationModelNotFound,
      "no stage begins with the version of the store \(settings.url.path), \(checksum)",
      repair: "add a stage for that version", details: .init(.filePath, settings.url.path))
  }

  private func isNewer(_ settings: StoreSettings) -> ObjectGraphError {
    ObjectGraphError(
      .stagedMigrationBackward,
      "the store \(settings.url.path) has a newer version than the model it is opened with",
      repair: "open it with the newest version of the program",
      details: .init(.filePath, settings.url.path))
  }
}

extension MigrationStage {
  /// Whether this is a lightweight stage that includes a version.
  fileprivate func holds(_ checksum: String) -> Bool {
    (self as? LightweightMigrationStage)?.versionChecksums.contains(checksum) == true
  }

  fileprivate func ends(with checksum: String) -> Bool {
    (self as? CustomMigrationStage)?.nextModel.versionChecksum == checksum
  }
}

extension PersistentStoreDescription {
  /// The stages in which a store of an older version is migrated; nil to migrate it in one go.
  ///
  /// Stages require `shouldMigrateStoreAutomatically` and `shouldInferMappingModelAutomatically`.
  public var stagedMigrationManager: StagedMigrationManager? {
    get { settings.migration.stages as? StagedMigrationManager }
    set { settings.migration.stages = newValue }
  }
}
