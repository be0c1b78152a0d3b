import Foundation
import ObjectModel

/// Options for opening a store.
///
/// Changes made while the store is open take effect when it is next opened.
public final class PersistentStoreDescription: Sendable {
  private let state: Lock<StoreSettings>

  /// The current settings.
  package var settings: StoreSettings {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  package init(_ settings: StoreSettings) { state = Lock(settings) }

  /// Describes a store; the parameters are the properties of the same names.
  public convenience init(
    url: URL, type: StoreType = .sqlite, isReadOnly: Bool = false, timeout: TimeInterval = 10,
    pragmas: [String: String] = [:], configuration: String? = nil
  ) {
    self.init(
      StoreSettings(
        url: url, type: type, isReadOnly: isReadOnly, timeout: timeout, pragmas: pragmas,
        configuration: configuration))
  }

  /// An in-memory store that nothing else shares.
  public static func inMemory(configuration: String? = nil) -> PersistentStoreDescription {
    PersistentStoreDescription(
      url: StoreType.nowhere, type: .inMemory, configuration: configuration)
  }

  /// An independent copy.
  public func copy() -> PersistentStoreDescription { PersistentStoreDescription(settings) }

  /// The store's location; not used by in-memory stores. A store at `/dev/null` is in memory,
  /// whatever its type.
  public var url: URL {
    get { settings.url }
    set { settings.url = newValue }
  }

  /// The kind of store. The default is SQLite.
  public var type: StoreType {
    get { settings.type }
    set { settings.type = newValue }
  }

  /// The name of the model's configuration whose entities the store holds; nil for all entities.
  public var configuration: String? {
    get { settings.configuration }
    set { settings.configuration = newValue }
  }

  /// Whether the store is opened read-only, in which case it must exist. The default is false.
  public var isReadOnly: Bool {
    get { settings.isReadOnly }
    set { settings.isReadOnly = newValue }
  }

  /// How long to wait for another process's lock, in seconds. The default is 10.
  public var timeout: TimeInterval {
    get { settings.timeout }
    set { settings.timeout = newValue }
  }

  /// SQLite pragmas by name, set when the store is opened, such as `synchronous`.
  public var pragmas: [String: String] {
    get { settings.pragmas }
    set { settings.pragmas = newValue }
  }

  /// Whether the store has no file.
  package var isInMemory: Bool { settings.isInMemory }
}

/// Migration.
extension PersistentStoreDescription {
  /// Whether opening a store that was created with another version of the model migrates it. The
  /// default is true; if false, opening such a store fails with code 134100.
  public var shouldMigrateStoreAutomatically: Bool {
    get { settings.migration.isAutomatic }
    set { settings.migration.isAutomatic = newValue }
  }

  /// Whether the mapping from one version to another may be inferred if none is given. The default
  /// is true.
  public var shouldInferMappingModelAutomatically: Bool {
    get { settings.migration.infersMapping }
    set { settings.migration.infersMapping = newValue }
  }

  /// The versions of the model with which stores may have been created, oldest first; the newest
  /// may be omitted.
  ///
  /// A store is migrated from each to the next. Because a store has its model embedded, no version
  /// need be listed if the mapping can be inferred in a single step.
  public var modelVersions: [ManagedObjectModel] {
    get { settings.migration.versions }
    set { settings.migration.versions = newValue }
  }

  /// The location of a backup copy of the store, made before it is migrated; nil, the default, for
  /// no copy. No file may exist there.
  public var migrationBackupURL: URL? {
    get { settings.migration.backupURL }
    set { settings.migration.backupURL = newValue }
  }

  /// Reports the progress of a migration, and can cancel it; nil for none.
  public var migrationProgress: MigrationProgress? {
    get { settings.migration.progress }
    set { settings.migration.progress = newValue }
  }
}
