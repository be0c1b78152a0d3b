import Foundation
import ObjectModel

/// How a store is to be opened.
///
/// What is changed once a store is open counts for the next opening.
public final class PersistentStoreDescription: Sendable {
  private let state: Lock<StoreSettings>

  /// What the description says now.
  package var settings: StoreSettings {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  package init(_ settings: StoreSettings) { state = Lock(settings) }

  public convenience init(
    url: URL, type: StoreType = .sqlite, isReadOnly: Bool = false, timeout: TimeInterval = 10,
    pragmas: [String: String] = [:], configuration: String? = nil
  ) {
    self.init(
      StoreSettings(
        url: url, type: type, isReadOnly: isReadOnly, timeout: timeout, pragmas: pragmas,
        configuration: configuration))
  }

  /// A store in memory that nothing else shares.
  public static func inMemory(configuration: String? = nil) -> PersistentStoreDescription {
    PersistentStoreDescription(
      url: StoreType.nowhere, type: .inMemory, configuration: configuration)
  }

  /// A description of its own that says the same.
  public func copy() -> PersistentStoreDescription { PersistentStoreDescription(settings) }

  /// Where the store is; not used by stores in memory. A store at `/dev/null` is in memory, of
  /// whichever type it is.
  public var url: URL {
    get { settings.url }
    set { settings.url = newValue }
  }

  /// The kind of store. The default is SQLite.
  public var type: StoreType {
    get { settings.type }
    set { settings.type = newValue }
  }

  /// The name of the configuration of the model whose entities the store
  /// holds; nil for all of them.
  public var configuration: String? {
    get { settings.configuration }
    set { settings.configuration = newValue }
  }

  /// Whether nothing is ever written, and a missing file is an error. The default is false.
  public var isReadOnly: Bool {
    get { settings.isReadOnly }
    set { settings.isReadOnly = newValue }
  }

  /// For how many seconds a lock of another process is waited for. The default is 10.
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
  /// Whether a store that another version of the model made is migrated when it is opened. The default
  /// is true; without it opening such a store fails with code 134100.
  public var shouldMigrateStoreAutomatically: Bool {
    get { settings.migration.isAutomatic }
    set { settings.migration.isAutomatic = newValue }
  }

  /// Whether the mapping from one version to another may be inferred where none is given. The default is
  /// true.
  public var shouldInferMappingModelAutomatically: Bool {
    get { settings.migration.infersMapping }
    set { settings.migration.infersMapping = newValue }
  }

  /// The versions of the model that stores may have been made with, oldest first; the newest may be
  /// left out.
  ///
  /// A store is migrated from one to the next. A store carries the model that it was made with, so that
  /// none has to be listed where the whole way can be inferred at once.
  public var modelVersions: [ManagedObjectModel] {
    get { settings.migration.versions }
    set { settings.migration.versions = newValue }
  }

  /// Where the store is copied to before it is migrated; nil, the default, for no copy. Nothing may be
  /// there yet.
  public var migrationBackupURL: URL? {
    get { settings.migration.backupURL }
    set { settings.migration.backupURL = newValue }
  }

  /// What tells how far a migration is, and can cancel it; nil for nothing.
  public var migrationProgress: MigrationProgress? {
    get { settings.migration.progress }
    set { settings.migration.progress = newValue }
  }
}
