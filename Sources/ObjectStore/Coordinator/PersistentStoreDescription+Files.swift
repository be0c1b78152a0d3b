import Foundation

extension PersistentStoreDescription {
  /// Whether there is a file already.
  package var isThere: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// Removes the file of a store that is not open, with what lies beside it.
  package func eraseFile() throws {
    try StoreFile(type: type, url: url).erase()
  }
}
