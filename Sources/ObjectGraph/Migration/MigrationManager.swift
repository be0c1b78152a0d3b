import Foundation
import ObjectModel
import ObjectStore

/// Migrates the objects of a store to a store of another version of the model, following a mapping
/// model.
///
///     let manager = try MigrationManager(sourceModel: old, destinationModel: new)
///     try manager.migrateStore(
///       from: notes, mapping: MappingModel(contentsOf: mappingURL), to: migratedNotes)
///
/// A manager is confined to the thread that migrates; only `progress` may be used from other
/// threads. A manager can migrate several stores, one after the other.
public final class MigrationManager {
  /// The version of the model of the source store.
  public let sourceModel: ManagedObjectModel

  /// The version of the model of the destination store, which may not exist yet.
  public let destinationModel: ManagedObjectModel

  /// The migration's progress, which also cancels it; for use from any thread.
  public let progress: MigrationProgress

  /// Called on the migrating thread each time `migrationProgress` grows.
  public var progressHandler: ((Float) -> Void)?

  /// Storage for the application's policies.
  public var userInfo: [AnyHashable: Any]?

  /// The completed mappings of the current or last migration; empty before the first.
  public internal(set) var mappingModel = MappingModel()

  /// The mapping that is being carried out; nil when no migration is running.
  public internal(set) var currentEntityMapping: EntityMapping?

  /// The context that reads the source store. It is empty outside a migration.
  public internal(set) var sourceContext: ManagedObjectContext

  /// The context that creates the destination's objects. It is saved repeatedly during a migration;
  /// each migration has its own.
  public internal(set) var destinationContext: ManagedObjectContext

  let queue: ContextQueue
  let sourceCoordinator: PersistentStoreCoordinator
  let destinationCoordinator: PersistentStoreCoordinator
  private let sourceBindings: ModelBinding
  private let destinationBindings: ModelBinding

  /// The migration that is running.
  var run: MigrationRun?

  /// The source objects that no mapping of the last migration migrated.
  var omitted: [OmittedObjects] = []

  /// The relationship whose value is being evaluated; it takes only those destination instances
  /// that it can lead to.
  var wantedRelationship: PropertyLayout?

  /// Creates a manager for two versions of a model.
  ///
  /// - Throws: code 134020 if one of them is not valid.
  public init(
    sourceModel: ManagedObjectModel, destinationModel: ManagedObjectModel
  ) throws {
    self.sourceModel = sourceModel
    progress = MigrationProgress()
    self.destinationModel = destinationModel
    queue = ContextQueue(label: "ObjectGraph.MigrationManager")
    sourceCoordinator = try PersistentStoreCoordinator(managedObjectModel: sourceModel)
    destinationCoordinator = try PersistentStoreCoordinator(managedObjectModel: destinationModel)
    sourceCoordinator.rememberFewRows()
    sourceBindings = ModelBinding(plainObjectsOf: sourceCoordinator.layout)
    destinationBindings = ModelBinding(plainObjectsOf: destinationCoordinator.layout)
    sourceContext = ManagedObjectContext(
      parent: .coordinator(sourceCoordinator), queue: queue, bindings: sourceBindings)
    destinationContext = ManagedObjectContext(
      parent: .coordinator(destinationCoordinator), queue: queue, bindings: destinationBindings)
  }

  /// Replaces the two contexts with empty ones.
  ///
  /// - Parameter destination: the coordinator through which the destination is read and saved; nil
  ///   for its own.
  func makeContexts(savingTo destination: PersistentStoreCoordinator? = nil) {
    sourceContext.tracker.forgetAll()
    destinationContext.tracker.forgetAll()
    sourceContext = ManagedObjectContext(
      parent: .coordinator(sourceCoordinator), queue: queue, bindings: sourceBindings)
    destinationContext = ManagedObjectContext(
      parent: .coordinator(destination ?? destinationCoordinator), queue: queue,
      bindings: destinationBindings)
    destinationContext.settings.validatesObjects = false
  }

  // MARK: Progress

  /// The fraction of the work that is done, from 0 to 1; 0 when no migration is running.
  public var migrationProgress: Float { Float(progress.fractionCompleted) }

  /// Ends the current migration, or the next one, with an error.
  ///
  /// From another thread, call `progress.cancel(with:)`.
  ///
  /// - Parameter error: nil for code 134120.
  public func cancelMigrationWithError(_ error: (any Error)? = nil) {
    progress.cancel(with: error)
  }

  func advance(to fraction: Float) {
    if progress.advance(to: Double(fraction)) { progressHandler?(fraction) }
  }

  // MARK: Entities

  /// The source entity of a mapping; nil for a mapping that adds an entity.
  public func sourceEntity(for mapping: EntityMapping) -> EntityDescription? {
    mapping.sourceEntityName.flatMap { sourceModel.entitiesByName[$0] }
  }

  /// The destination entity of a mapping; nil for a mapping that removes an entity.
  public func destinationEntity(for mapping: EntityMapping) -> EntityDescription? {
    mapping.destinationEntityName.flatMap { destinationModel.entitiesByName[$0] }
  }
}

/// A manager is confined to its thread.
@available(*, unavailable)
extension MigrationManager: Sendable {}
