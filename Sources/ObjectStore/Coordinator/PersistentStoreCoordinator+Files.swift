import Foundation
import ObjectModel

/// Whole store files.
extension PersistentStoreCoordinator {
  /// Empties a store that is not open in this coordinator.
  ///
  /// The file is not deleted but becomes an empty database, so that other processes that have it
  /// open keep a valid file; adding it again creates a new store in it. It is not an error if the
  /// store does not exist or is in memory.
  ///
  /// - Throws: code 134070 if the store is open in this coordinator, 134080 if it cannot be written
  ///   to, 134020 if the file is an unrelated database, 134090 if another process holds its lock.
  public func destroyPersistentStore(at url: URL, type: StoreType) throws {
    try requireClosed(url)
    guard !type.isInMemory(at: url) else { return }
    try StoreFile(type: type, url: url).destroy()
  }

  /// Replaces a store, which need not exist, with a copy of another one; for backups and for stores
  /// shipped with an application.
  ///
  /// The copy is a consistent snapshot, even while other processes write to the original, and has
  /// the same UUID.
  ///
  /// - Throws: errors of `destroyPersistentStore(at:type:)`, 134080 if there is no store to copy, and
  ///   3072 if requests are interrupted.
  public func replacePersistentStore(
    at destinationURL: URL, withPersistentStoreFrom sourceURL: URL, type: StoreType
  ) throws {
    try requireClosed(destinationURL)
    let source = try StoreFile(type: type, url: sourceURL)
    try StoreFile(type: type, url: destinationURL).replace(
      by: source, checking: interruption.check)
  }

  /// The bytes of a store's file and of its external files; 0 if there is no file.
  public static func size(ofPersistentStoreAt url: URL) -> Int64 {
    let folder = ExternalFolder(storePath: url.path)
    return folder.fileNames.reduce(DiskSpace.size(of: url.path)) {
      $0 + DiskSpace.size(of: folder.filePath($1))
    }
  }

  private func requireClosed(_ url: URL) throws {
    guard let store = persistentStore(for: url), !store.isInMemory else { return }
    throw ObjectGraphError(
      .persistentStoreOperation, "the store \(store.url.path) is open in this coordinator",
      repair: "remove it from the coordinator first")
  }

  // MARK: Metadata

  /// The store's metadata: its type and UUID under `NSStoreType` and `NSStoreUUID`, the version
  /// hashes of its model, and the application's own entries.
  public func metadata(for store: PersistentStore) -> [String: any Sendable] { store.metadata }

  /// Replaces the application's entries in a store's metadata.
  ///
  /// They can be read immediately, and are written by the next save of any context of the
  /// coordinator, even one with no other changes. Entries of the store itself, whose keys start
  /// with `NS` or `_NS`, are kept.
  ///
  /// - Throws: code 134070 if the store does not belong to this coordinator, 134061 for a value
  ///   that a property list cannot hold, 134030 for a store that cannot be written to.
  public func setMetadata(_ metadata: [String: any Sendable]?, for store: PersistentStore) throws {
    guard persistentStores.contains(where: { $0 === store }) else { throw isForeign }
    try store.stageMetadata(metadata ?? [:])
  }

  /// The metadata of a store, which need not be open.
  ///
  /// - Throws: code 134000 for a type without files, 134080 if the store does not exist or is
  ///   damaged, 134020 if the file is an unrelated database.
  public static func metadataForPersistentStore(
    type: StoreType, at url: URL
  ) throws -> [String: any Sendable] {
    try StoreFile(type: type, url: url).metadata()
  }

  /// Replaces the application's entries in the metadata of a store, which need not be open, and
  /// writes them immediately.
  ///
  /// - Throws: errors of `metadataForPersistentStore(type:at:)` and of `setMetadata(_:for:)`.
  public static func setMetadata(
    _ metadata: [String: any Sendable]?, type: StoreType, at url: URL
  ) throws {
    try StoreFile(type: type, url: url).setMetadata(metadata ?? [:])
  }
}

// MARK: - Models

extension PersistentStoreCoordinator {
  /// The model embedded in a store, which need not be open. Stores created by this engine have one,
  /// as do Core Data's since 2015.
  ///
  /// Files beside the store are neither created nor changed: if a program was killed and left a
  /// write-ahead log without its index, a temporary copy of the store is read.
  ///
  /// - Throws: code 134130 if there is none, and errors of `metadataForPersistentStore(type:at:)`.
  public static func storedModel(at url: URL) throws -> ManagedObjectModel {
    try StoreFile(type: .sqlite, url: url).model()
  }
}
