import Foundation
import ObjectModel
import SQLite

/// The files of large values that a migration makes, and those that it leaves behind.
///
/// Marks in the store's folder name them, so that what the store's rows do not refer to in the end is
/// removed: by the migration, or if that is killed, by whoever opens the store next.
struct MigrationFiles {
  let folder: ExternalFolder
  /// The UUID of the store.
  let identifier: String

  init(of path: String, identifier: String) {
    folder = ExternalFolder(storePath: path)
    self.identifier = identifier
  }

  /// Names the files that the rows of a database refer to.
  func mark(_ connection: Connection, _ mapping: StoreMapping) throws {
    let names = try folder.referencedNames(connection, mapping)
    guard !names.isEmpty else { return }
    try folder.prepare()
    let mark = ExternalFolder.markPrefix(of: identifier) + UUID().uuidString
    try folder.write(Data(names.sorted().joined(separator: "\n").utf8), named: mark)
    try folder.sync()
  }

  /// Removes the named files that the store's rows do not refer to.
  ///
  /// - Parameter mapping: that of the content which the store has now.
  func tidy(_ mapping: StoreMapping) throws {
    let connection = try Connection(path: folder.storePath)
    try SQLFunctions.register(on: connection)
    try folder.removeLeftovers(ofStore: identifier, connection, mapping)
  }

  /// The UUID of a store that a step makes, whose own marks are among those of the original, and not the
  /// other way round.
  func identifier(ofStep number: Int) -> String { "\(identifier)-\(number)" }
}
