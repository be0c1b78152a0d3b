import Foundation
import ObjectModel

/// The options for opening a store, from a description.
package struct StoreSettings: Sendable {
  package var url: URL
  package var type = StoreType.sqlite
  package var isReadOnly = false
  package var timeout: TimeInterval = 10
  var pragmas: [String: String] = [:]
  var configuration: String?
  /// Whether opening a store read-only neither creates nor changes files beside it.
  package var leavesNoTrace = false
  package var migration = MigrationSettings()
}

extension StoreSettings {
  /// Settings for a store of a type at a URL.
  ///
  /// - Throws: code 134080 if a file is required and no URL is given.
  init(type: StoreType, at url: URL?, configuration: String?) throws {
    guard url != nil || type != .sqlite else {
      throw ObjectGraphError(
        .persistentStoreOpen, "a store of type \(type.rawValue) needs a URL",
        repair: "give the URL of a file, or that of /dev/null for a store in memory")
    }
    self.init(url: url ?? StoreType.nowhere, type: type, configuration: configuration)
  }

  /// The timeout for SQLite, in milliseconds.
  var busyTimeout: Int32 {
    let milliseconds = min(max(timeout, 0) * 1000, Double(Int32.max))
    return milliseconds.isNaN ? 0 : Int32(milliseconds)
  }

  /// Whether the store has no file.
  package var isInMemory: Bool { type.isInMemory(at: url) }
}

/// How to handle a store that was created with another version of the model.
package struct MigrationSettings: Sendable {
  /// Whether to migrate it; otherwise, opening it fails.
  package var isAutomatic = true
  /// Whether a mapping may be inferred.
  package var infersMapping = true
  /// The known versions of the model, oldest first.
  package var versions: [ManagedObjectModel] = []
  /// Carries out steps with mapping models; nil if there are none.
  package var mapper: (any MappedMigration)?
  /// Carries out a staged migration; nil for an ordinary migration.
  package var stages: (any StagedMigration)?
  /// The location of a backup copy, made before the store's content is replaced; nil for no copy.
  package var backupURL: URL?
  package var progress: MigrationProgress?

  package init() {}
}
