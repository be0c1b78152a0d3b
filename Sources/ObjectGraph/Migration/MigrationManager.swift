import Foundation
import ObjectModel
import ObjectStore

/// Makes the objects of a store anew in another one, of another version of the model, as a mapping
/// model says.
///
///     let manager = try MigrationManager(sourceModel: old, destinationModel: new)
///     try manager.migrateStore(
///       from: notes, mapping: MappingModel(contentsOf: mappingURL), to: migratedNotes)
///
/// It stays on the thread that migrates; `progress` is for others. A manager may migrate several
/// stores, one after the other.
public final class MigrationManager {
  /// The version of the model that the source store has.
  public let sourceModel: ManagedObjectModel

  /// The version of the model that the destination store has, or is to have.
  public let destinationModel: ManagedObjectModel

  /// How far the migration is, and the way to end it, for whichever thread.
  public let progress: MigrationProgress

  /// Called on the migrating thread whenever `migrationProgress` has grown.
  public var progressHandler: ((Float) -> Void)?

  /// Anything that the application's policies want to keep.
  public var userInfo: [AnyHashable: Any]?

  /// The mappings of the migration that is under way or was last, with all that the two models decide;
  /// empty before the first.
  public internal(set) var mappingModel = MappingModel()

  /// The mapping whose objects are being made, related or checked; nil when no migration is under way.
  public internal(set) var currentEntityMapping: EntityMapping?

  /// Where the objects of the source store are read. It holds none outside of a migration.
  public internal(set) var sourceContext: ManagedObjectContext

  /// Where the objects of the destination store are made. It is saved from time to time in the course
  /// of a migration, and is another one in each migration.
  public internal(set) var destinationContext: ManagedObjectContext

  let queue: ContextQueue
  let sourceCoordinator: PersistentStoreCoordinator
  let destinationCoordinator: PersistentStoreCoordinator
  private let sourceBindings: ModelBinding
  private let destinationBindings: ModelBinding

  /// What is under way.
  var run: MigrationRun?

  /// What no mapping of the last migration has taken.
  var omitted: [OmittedObjects] = []

  /// The relationship whose value is being worked out: of what may have become of an object it takes
  /// what it can lead to.
  var wantedRelationship: PropertyLayout?

  /// Makes a manager for two versions of a model.
  ///
  /// - Throws: code 134020 when one of them is not valid.
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

  /// Gives the two contexts anew, which forget what the former ones hold.
  ///
  /// - Parameter destination: what reads and saves in the destination; nil for its coordinator.
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

  /// The part of the work that is done, from 0 to 1; 0 when no migration is under way.
  public var migrationProgress: Float { Float(progress.fractionCompleted) }

  /// The values of `migrationProgress`, as `MigrationProgress.updates`.
  public var progressUpdates: AsyncStream<Double> { progress.updates }

  /// Ends the migration that is under way, or the next one, with an error.
  ///
  /// Another thread does so by `progress.cancel(with:)`.
  ///
  /// - Parameter error: nil for code 134120.
  public func cancelMigrationWithError(_ error: (any Error)? = nil) {
    progress.cancel(with: error)
  }

  func advance(to fraction: Float) {
    if progress.advance(to: Double(fraction)) { progressHandler?(fraction) }
  }

  // MARK: Entities

  /// The entity of the source model that a mapping is for; nil for a mapping that adds one.
  public func sourceEntity(for mapping: EntityMapping) -> EntityDescription? {
    mapping.sourceEntityName.flatMap { sourceModel.entitiesByName[$0] }
  }

  /// The entity of the destination model that a mapping makes objects of; nil for a mapping that
  /// removes one.
  public func destinationEntity(for mapping: EntityMapping) -> EntityDescription? {
    mapping.destinationEntityName.flatMap { destinationModel.entitiesByName[$0] }
  }
}

/// A manager stays on its thread.
@available(*, unavailable)
extension MigrationManager: Sendable {}
