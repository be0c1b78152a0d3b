import Foundation
import ObjectModel
import SQLite

/// Removes files that a process left over which died while it saved.
///
/// It holds the store's write lock while it looks: whoever saves writes files only under that lock,
/// so a file that no row refers to then is one that nobody waits for.
struct ExternalSweep {
  /// How the names of the marks of unfinished saves begin.
  static let markPrefix = "pending-"

  let folder: ExternalFolder
  let connection: Connection
  let mapping: StoreMapping

  /// Does nothing unless a mark says that files may be left over.
  ///
  /// - Throws: what SQLite reports, such as that another process holds the write lock.
  func run() throws {
    guard mapping.model.entities.contains(where: { !$0.externals.isEmpty }),
      folder.names.contains(where: { $0.hasPrefix(Self.markPrefix) })
    else { return }
    try connection.writeTransaction {
      let names = folder.names
      let kept = try referencedNames()
      for name in names where !kept.contains(name) {
        if name.hasPrefix(Self.markPrefix) || UUID(uuidString: name) != nil { folder.remove(name) }
      }
    }
  }

  private func referencedNames() throws -> Set<String> {
    var names: Set<String> = []
    for table in mapping.tables {
      for column in table.columns where column.property.kind == .externalData {
        let statement = try Statement(
          connection: connection,
          sql: "SELECT \(column.name) FROM \(table.name) WHERE length(\(column.name)) = 38")
        while try statement.step() {
          if let name = ExternalData(statement.blobBytes(0)).fileName { names.insert(name) }
        }
      }
    }
    return names
  }
}
