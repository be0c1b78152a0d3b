import Foundation
import ObjectModel

/// How a store is opened: what a description says at that moment.
package struct StoreSettings: Sendable {
  package var url: URL
  package var type: StoreType
  var configuration: String?
  package var isReadOnly: Bool
  package var timeout: TimeInterval
  var pragmas: [String: String]
  package var migration = MigrationSettings()

  package init(
    url: URL, type: StoreType = .sqlite, isReadOnly: Bool = false, timeout: TimeInterval = 10,
    pragmas: [String: String] = [:], configuration: String? = nil
  ) {
    self.url = url
    self.type = type
    self.isReadOnly = isReadOnly
    self.timeout = timeout
    self.pragmas = pragmas
    self.configuration = configuration
  }

  /// A store of a type at a URL.
  ///
  /// - Throws: code 134080 where a file is needed and none is named.
  init(type: StoreType, at url: URL?, configuration: String?) throws {
    guard url != nil || type != .sqlite else {
      throw ObjectGraphError(
        .persistentStoreOpen, "a store of type \(type.rawValue) needs a place",
        repair: "give the URL of a file, or that of /dev/null for a store in memory")
    }
    self.init(url: url ?? StoreType.nowhere, type: type, configuration: configuration)
  }

  /// The timeout as SQLite takes it, in milliseconds.
  var busyTimeout: Int32 {
    let milliseconds = min(max(timeout, 0) * 1000, Double(Int32.max))
    return milliseconds.isNaN ? 0 : Int32(milliseconds)
  }

  /// Whether the store has no file.
  package var isInMemory: Bool { type.isInMemory(at: url) }
}

/// What is done about a store that another version of the model made.
package struct MigrationSettings: Sendable {
  /// Whether it is migrated; otherwise opening it fails.
  package var isAutomatic = true
  /// Whether a mapping may be inferred.
  package var infersMapping = true
  /// The known versions of the model, oldest first.
  package var versions: [ManagedObjectModel] = []
  /// What carries out steps with mapping models; nil where there are none.
  package var mapper: (any MappedMigration)?
  /// What leads through stages; nil for a migration at once.
  package var stages: (any StagedMigration)?
  /// Where the store is copied to before its content is replaced; nil for no copy.
  package var backupURL: URL?
  package var progress: MigrationProgress?

  package init() {}
}
