import Foundation
import ObjectModel
import SQLite
import Synchronization

/// Notices that somebody migrated the file of an open store to another version of its model.
///
/// SQLite would go on in silence: it prepares a statement of the old version anew where the new tables
/// still have the columns that it names. So each request compares, when it is done and before its answer
/// is given, and each write before it begins.
final class VersionGuard: Sendable {
  private let hashes: [String: Data]
  private let path: String
  /// The version of the file's schema at which its model was looked at last.
  private let schema: Atomic<Int64>

  init(_ connection: Connection, _ metadata: StoreMetadata, path: String) throws {
    hashes = metadata.hashes
    self.path = path
    schema = Atomic(try Self.schemaVersion(of: connection))
  }

  private static func schemaVersion(of connection: Connection) throws -> Int64 {
    try connection.integer("PRAGMA main.schema_version") ?? 0
  }

  /// - Throws: code 134100 when the store has another version now.
  func check(_ connection: Connection) throws {
    try connection.untraced { try checkSchema(connection) }
  }

  private func checkSchema(_ connection: Connection) throws {
    let version = try Self.schemaVersion(of: connection)
    guard version != schema.load(ordering: .relaxed) else { return }
    // Indexes come and go, too.
    let stored = try? StoreMetadata(from: connection, path: path).hashes
    guard stored == hashes else {
      throw ObjectGraphError(
        .persistentStoreIncompatibleVersionHash,
        "the store \(path) was migrated to another version of the model while it was open",
        repair: "remove the store from its coordinator, and add it again with the new version of "
          + "the model; unsaved changes are still there", details: ["NSFilePath": path])
    }
    schema.store(version, ordering: .relaxed)
  }
}
