import ObjectModel

/// One stage of a staged migration.
public class MigrationStage: @unchecked Sendable {
  // Sound: the mutable state is behind a lock, as it is in the subclasses, which are all in this
  // file.
  private let state = Lock("")

  fileprivate init() {}

  /// A name for the application's own use.
  public var label: String {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A series of versions, each of which can be migrated to the next by an inferred mapping.
public final class LightweightMigrationStage: MigrationStage, @unchecked Sendable {
  // Sound: as its superclass.

  /// The version checksums, oldest first.
  public let versionChecksums: [String]

  /// Creates a stage.
  ///
  /// - Parameter versionChecksums: the checksums of the versions, oldest first; see
  ///   `ManagedObjectModel.versionChecksum`.
  public init(_ versionChecksums: [String]) { self.versionChecksums = versionChecksums }
}

/// A step from one version to the next by an inferred mapping; the application can work on the
/// store before and after it.
public final class CustomMigrationStage: MigrationStage, @unchecked Sendable {
  // Sound: as its superclass.

  /// Works on the store before or after a stage; if it throws, the migration ends with that error.
  public typealias Handler = @Sendable (StagedMigrationManager, CustomMigrationStage) throws -> Void

  /// The version of the store before the step.
  public let currentModel: ManagedObjectModelReference
  /// The version of the store after the step.
  public let nextModel: ManagedObjectModelReference

  private let handlers = Lock((will: Handler?.none, did: Handler?.none))

  /// Creates a stage without handlers.
  public init(
    migratingFrom currentModel: ManagedObjectModelReference,
    to nextModel: ManagedObjectModelReference
  ) {
    self.currentModel = currentModel
    self.nextModel = nextModel
  }

  /// Called before the step; the manager's container has the store open in the current version.
  public var willMigrateHandler: Handler? {
    get { handlers.withLock { $0.will } }
    set { handlers.withLock { $0.will = newValue } }
  }

  /// Called after the step; the manager's container has the store open in the next version.
  public var didMigrateHandler: Handler? {
    get { handlers.withLock { $0.did } }
    set { handlers.withLock { $0.did = newValue } }
  }
}
