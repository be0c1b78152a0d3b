import Foundation

extension PersistentStoreDescription {
  /// Whether the file exists.
  package var isThere: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// Removes the file of a store that is not open, along with its companion files.
  package func eraseFile() throws {
    try StoreFile(type: type, url: url).erase()
  }
}
