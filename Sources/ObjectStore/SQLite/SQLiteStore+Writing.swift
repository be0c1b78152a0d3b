import Foundation
import ObjectModel
import SQLite

/// Parts of what is written.
extension SQLiteStore {
  func write(
    _ facts: [String: any Sendable], in session: SQLiteSession
  ) throws -> StoreMetadata {
    var metadata = try StoreMetadata(from: session.connection, path: name)
    metadata.replaceFacts(facts)
    try metadata.write(to: session.connection)
    return metadata
  }

  func checkWritable(_ session: SQLiteSession) throws {
    guard !isReadOnly else {
      throw ObjectGraphError(
        .persistentStoreSave, "the store \(name) was opened read-only",
        repair: "open it without the read-only option")
    }
    guard !isLeaving else { throw ObjectGraphError.isLeaving(name) }
    guard !session.connection.isFileGone else { throw fileGoneError(.persistentStoreSave) }
  }

  func fileGoneError(_ code: ObjectGraphError.Code) -> ObjectGraphError {
    ObjectGraphError(
      code, "the file of the store \(name) was deleted, moved or replaced while it was open",
      repair: "put the file back, or remove the store from its coordinator and add it again; "
        + "unsaved changes are still there", details: ["NSFilePath": name])
  }

  /// Read after the transaction was rolled back, when the rows are as they were.
  func conflictError(
    _ conflicted: SaveOperation.Conflicted, in session: SQLiteSession
  ) throws -> ObjectGraphError {
    let list = try conflicted.conflicts.map { conflict in
      StoreConflict(
        layout: conflict.layout, key: conflict.key, expectedVersion: conflict.expectedVersion,
        persisted: try session.row(key: conflict.key, root: conflict.layout))
    }
    guard let referrer = conflicted.referrer else { return .conflict(list, in: identity) }
    return .conflict(list, in: identity, referrer: referrer)
  }
}
