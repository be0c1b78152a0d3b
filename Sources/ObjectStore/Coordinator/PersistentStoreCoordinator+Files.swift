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
    try StoreFile(type: type, url: url).destroy()
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
    let source = try StoreFile(type: type, url: sourceURL)
    try StoreFile(type: type, url: destinationURL).replace(by: source)
  }

  private func requireClosed(_ url: URL) throws {
    guard let store = persistentStore(for: url), !store.isInMemory else { return }
    throw ObjectGraphError(
      .persistentStoreOperation, "the store \(store.url.path) is open in this coordinator",
      repair: "remove it from the coordinator first")
  }

  // MARK: Metadata

  /// The facts about a store: its type and its UUID under `NSStoreType` and `NSStoreUUID`, the
  /// version hashes of its model, and what the application added.
  public func metadata(for store: PersistentStore) -> [String: any Sendable] { store.metadata }

  /// Sets the application's facts about a store, in place of those that were there before.
  ///
  /// They are read back at once and written with the next save of any context of the coordinator,
  /// also one that has nothing else to write. The store's own facts, whose keys start with `NS` or
  /// `_NS`, stay as they are.
  ///
  /// - Throws: code 134070 when the store is not one of this coordinator's, 134061 for a value that
  ///   a property list cannot hold, 134030 for a store that cannot be written.
  public func setMetadata(_ metadata: [String: any Sendable]?, for store: PersistentStore) throws {
    guard persistentStores.contains(where: { $0 === store }) else { throw isForeign }
    try store.stageMetadata(metadata ?? [:])
  }

  /// The facts about a store that need not be open.
  ///
  /// - Throws: code 134000 for a type that has no files, 134080 when there is no store or it is
  ///   damaged, 134020 when the file is a database of something else.
  public static func metadataForPersistentStore(
    type: StoreType, at url: URL
  ) throws -> [String: any Sendable] {
    try StoreFile(type: type, url: url).metadata()
  }

  /// Sets the application's facts about a store that need not be open, in place of those that were
  /// there before, at once.
  ///
  /// - Throws: as `metadataForPersistentStore(type:at:)`, and as `setMetadata(_:for:)`.
  public static func setMetadata(
    _ metadata: [String: any Sendable]?, type: StoreType, at url: URL
  ) throws {
    try StoreFile(type: type, url: url).setMetadata(metadata ?? [:])
  }
}

// MARK: - Models

extension PersistentStoreCoordinator {
  /// The model that a store carries, which need not be open: our own stores do, and Core Data's since
  /// 2015.
  ///
  /// - Throws: code 134130 when it carries none, and as `metadataForPersistentStore(type:at:)`.
  public static func storedModel(at url: URL) throws -> ManagedObjectModel {
    try StoreFile(type: .sqlite, url: url).model()
  }
}
