import Foundation
import ObjectModel
import SQLite

/// The external files that a migration creates, and those that it leaves behind.
///
/// Mark files in the store's folder list them, so that files to which no row of the store refers in
/// the end are removed: by the migration or, if it is killed, when the store is next opened.
struct MigrationFiles {
  let folder: ExternalFolder
  /// The UUID of the store.
  let identifier: String

  init(of path: String, identifier: String) {
    folder = ExternalFolder(storePath: path)
    self.identifier = identifier
  }

  /// Lists the files that a database's rows refer to.
  func mark(_ connection: Connection, _ mapping: StoreMapping) throws {
    let names = try folder.referencedNames(connection, mapping)
    guard !names.isEmpty else { return }
    try folder.prepare()
    let mark = ExternalFolder.markPrefix(of: identifier) + UUID().uuidString
    try folder.write(Data(names.sorted().joined(separator: "\n").utf8), named: mark)
    try folder.sync()
  }

  /// Removes the listed files to which no row of the store refers.
  ///
  /// - Parameter mapping: the mapping of the store's current content.
  func tidy(_ mapping: StoreMapping) throws {
    let connection = try Connection(path: folder.storePath)
    try SQLFunctions.register(on: connection)
    try folder.removeLeftovers(ofStore: identifier, connection, mapping)
  }

  /// The UUID of the store that a step creates. Cleaning up after the original also removes the
  /// step's marks; cleaning up a step leaves the original's.
  func identifier(ofStep number: Int) -> String { "\(identifier)-\(number)" }
}
