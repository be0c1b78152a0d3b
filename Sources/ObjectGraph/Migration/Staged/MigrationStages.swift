import ObjectModel

/// One stage of a staged migration.
public class MigrationStage: @unchecked Sendable {
  // Sound: what changes is behind a lock; subclasses are in this file and keep to that.
  private let state = Lock("")

  fileprivate init() {}

  /// A name for the application's own use.
  public var label: String {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// Versions of which each can be migrated to the next by an inferred mapping.
public final class LightweightMigrationStage: MigrationStage, @unchecked Sendable {
  // Sound: as its superclass.

  /// The version checksums, oldest first.
  public let versionChecksums: [String]

  public init(_ versionChecksums: [String]) { self.versionChecksums = versionChecksums }
}

/// A step from one version to the next by an inferred mapping, before and after which the application
/// works on the store.
public final class CustomMigrationStage: MigrationStage, @unchecked Sendable {
  // Sound: as its superclass.

  public typealias Handler = @Sendable (StagedMigrationManager, CustomMigrationStage) throws -> Void

  /// The version that the store has before.
  public let currentModel: ManagedObjectModelReference
  /// The version that the store has afterwards.
  public let nextModel: ManagedObjectModelReference

  private let handlers = Lock((will: Handler?.none, did: Handler?.none))

  public init(
    migratingFrom currentModel: ManagedObjectModelReference,
    to nextModel: ManagedObjectModelReference
  ) {
    self.currentModel = currentModel
    self.nextModel = nextModel
  }

  /// Called before the step; the manager's container has the store open in the version before.
  public var willMigrateHandler: Handler? {
    get { handlers.withLock { $0.will } }
    set { handlers.withLock { $0.will = newValue } }
  }

  /// Called after the step; the manager's container has the store open in the version after.
  public var didMigrateHandler: Handler? {
    get { handlers.withLock { $0.did } }
    set { handlers.withLock { $0.did = newValue } }
  }
}
