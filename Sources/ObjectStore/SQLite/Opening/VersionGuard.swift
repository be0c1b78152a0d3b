import Foundation
import ObjectModel
import SQLite
import Synchronization

/// Detects that the file of an open store has been migrated to another version of its model.
///
/// SQLite would not report this: it prepares a statement again if the new tables still have its
/// columns. So each read is checked at its end, before its result is returned, and each write at
/// its start.
final class VersionGuard: Sendable {
  private let hashes: [String: Data]
  private let path: String
  /// The version of the file's schema when its model was last checked.
  private let schema: Atomic<Int64>

  init(_ connection: Connection, _ metadata: StoreMetadata, path: String) throws {
    hashes = metadata.hashes
    self.path = path
    schema = Atomic(try Self.schemaVersion(of: connection))
  }

  private static func schemaVersion(of connection: Connection) throws -> Int64 {
    try connection.integer("PRAGMA main.schema_version") ?? 0
  }

  /// - Throws: code 134100 if the store has another version now.
  func check(_ connection: Connection) throws {
    try connection.untraced { try checkSchema(connection) }
  }

  private func checkSchema(_ connection: Connection) throws {
    let version = try Self.schemaVersion(of: connection)
    guard version != schema.load(ordering: .relaxed) else { return }
    // The schema also changes with indexes.
    let stored = try? StoreMetadata(from: connection, path: path).hashes
    guard stored == hashes else {
      throw ObjectGraphError(
        .persistentStoreIncompatibleVersionHash,
        "the store \(path) was migrated to another version of the model while it was open",
        repair: "remove the store from its coordinator, and add it again with the new version of "
          + "the model; unsaved changes are kept", details: .init(.filePath, path))
    }
    schema.store(version, ordering: .relaxed)
  }
}
