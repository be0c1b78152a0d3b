import Foundation
import ObjectModel
import SQLite

/// Removes files that a process left over which died while it saved.
///
/// It holds the store's write lock while it looks: whoever saves writes files only under that lock,
/// so a file that no row refers to then is one that nobody waits for. It touches only files that
/// the marks of this store's saves name: another store of the same folder may have others.
extension ExternalFolder {
  /// How the names of the marks of a store's unfinished saves begin.
  static func markPrefix(of storeIdentifier: String) -> String { "pending-\(storeIdentifier)-" }

  /// Does nothing unless a mark says that files may be left over.
  ///
  /// - Throws: what SQLite reports, such as that another process holds the write lock.
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
    var names: Set<String> = []
    for (table, column) in mapping.externalColumns {
      let statement = try Statement(
        connection: connection, sql: "SELECT \(column) FROM \(table) WHERE length(\(column)) = 38")
      while try statement.step() {
        if let name = ExternalData(statement.blobBytes(0)).fileName { names.insert(name) }
      }
    }
    return names
  }
}
