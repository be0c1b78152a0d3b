import Foundation
import ObjectModel
import SQLite

/// Whole databases.
extension PersistentStore {
  /// Copies the whole database, with what nobody here understands, into a file that is empty,
  /// and the files beside it.
  func copy(toPath path: String) throws {
    let other = ExternalFolder(storePath: path)
    if let folder {
      return try folder.copyFiles(to: other) {
        try sessions.writing { try $0.connection.copy(toPath: path) }
      }
    }
    try sessions.writing { session in
      try session.connection.copy(toPath: path)
      guard session.hasExternals else { return }
      let copy = try Connection(path: path)
      try SQLFunctions.register(on: copy)
      try other.moveOutOfRows(of: copy, session.mapping)
    }
  }

  /// Makes an empty database in memory a copy of the whole database, with the large values in it.
  func copy(to connection: Connection) throws {
    try sessions.writing { session in
      try connection.copy(from: session.connection)
      guard let folder, session.hasExternals else { return }
      try folder.moveIntoRows(of: connection, session.mapping)
    }
  }
}
