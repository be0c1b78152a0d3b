import Foundation
import ObjectModel
import SQLite

/// Removes files left by a process that died while saving.
///
/// It holds the store's write lock: files are written only under that lock, so a file to which no
/// row refers is not part of an unfinished save. It touches only files listed in the marks of this
/// store's saves, because another store may share the folder.
extension ExternalFolder {
  /// The prefix of the names of marks for a store's unfinished saves.
  static func markPrefix(of storeIdentifier: String) -> String { "pending-\(storeIdentifier)-" }

  /// Does nothing unless there are marks for unfinished saves.
  ///
  /// - Throws: SQLite errors, for example if another process holds the write lock.
  func removeLeftovers(
    ofStore storeIdentifier: String, _ connection: Connection, _ mapping: StoreMapping
  ) throws {
    func marks() -> [String] {
      names.filter { $0.hasPrefix(Self.markPrefix(of: storeIdentifier)) }
    }
    guard !marks().isEmpty else { return }
    try connection.writeTransaction {
      let kept = try referencedNames(connection, mapping)
      for mark in marks() {
        let text = try data(named: mark).map { String(decoding: $0, as: UTF8.self) } ?? ""
        for name in text.split(separator: "\n").map(String.init)
        where UUID(uuidString: name) != nil && !kept.contains(name) {
          remove(name)
        }
        remove(mark)
      }
    }
  }

  func referencedNames(
    _ connection: Connection, _ mapping: StoreMapping
  ) throws -> Set<String> {
    let names = try mapping.externalColumns.flatMap { table, column in
      try connection.rows("SELECT \(column) FROM \(table) WHERE length(\(column)) = 38") {
        ExternalData($0.blobBytes(0)).fileName
      }
    }
    return Set(names.compactMap { $0 })
  }
}
