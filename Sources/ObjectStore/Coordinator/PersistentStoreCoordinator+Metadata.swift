import Foundation
import ObjectModel
import SQLite

/// Facts about stores, with or without opening them.
extension PersistentStoreCoordinator {
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
  public func setMetadata(
    _ metadata: [String: any Sendable]?, for store: PersistentStore
  ) throws {
    guard persistentStores.contains(where: { $0 === store }) else { throw isForeign }
    try store.stageMetadata(metadata ?? [:])
    noteStagedMetadata()
  }

  func noteStagedMetadata() {
    isMetadataStaged.store(
      persistentStores.contains(where: \.hasStagedMetadata), ordering: .releasing)
  }

  /// The facts about a store that need not be open.
  ///
  /// - Throws: code 134000 for a type that has no files, 134080 when there is no store or it is
  ///   damaged, 134020 when the file is a database of something else.
  public static func metadataForPersistentStore(
    type: StoreType, at url: URL
  ) throws -> [String: any Sendable] {
    try StoreFiles(type: type, url: url).metadata()
  }

  /// Sets the application's facts about a store that need not be open, in place of those that were
  /// there before, at once.
  ///
  /// - Throws: as `metadataForPersistentStore(type:at:)`, and as `setMetadata(_:for:)`.
  public static func setMetadata(
    _ metadata: [String: any Sendable]?, type: StoreType, at url: URL
  ) throws {
    try StoreFiles(type: type, url: url).setMetadata(metadata ?? [:])
  }
}
