import Foundation
import ObjectModel

/// Stores as whole files.
extension PersistentStoreCoordinator {
  /// Empties a store that is not open here.
  ///
  /// A file is not deleted but made an empty database, so that others who have it open keep a valid
  /// file; the next who adds it makes a new store of it. A store that is not there is no error, and
  /// neither is one in memory.
  ///
  /// - Throws: code 134070 when the store is open here, 134080 when it cannot be written, 134020
  ///   when the file is a database of something else, 134090 when another process holds it.
  public func destroyPersistentStore(at url: URL, type: StoreType) throws {
    try requireClosed(url)
    guard !type.isInMemory(at: url) else { return }
    try StoreFiles(type: type, url: url).destroy()
  }

  /// Puts a copy of a store in the place of another one, which need not exist; for backups and for
  /// stores that an application comes with.
  ///
  /// The copy is of one moment, whoever writes to the original meanwhile, and has its UUID.
  ///
  /// - Throws: as `destroyPersistentStore(at:type:)`, and 134080 when there is no store to copy.
  public func replacePersistentStore(
    at destinationURL: URL, withPersistentStoreFrom sourceURL: URL, type: StoreType
  ) throws {
    try requireClosed(destinationURL)
    let source = try StoreFiles(type: type, url: sourceURL)
    try StoreFiles(type: type, url: destinationURL).replace(by: source)
  }

  private func requireClosed(_ url: URL) throws {
    guard let store = persistentStore(for: url), !store.isInMemory else { return }
    throw ObjectGraphError(
      .persistentStoreOperation, "the store \(store.url.path) is open in this coordinator",
      repair: "remove it from the coordinator first")
  }
}
