import Foundation
import ObjectModel
import SQLite

/// Copies of an open store, and putting one in its place.
extension PersistentStoreCoordinator {
  /// Copies an open store to a file, for example as a backup, while others read and write it.
  ///
  /// The copy is a snapshot of one moment, with the external files to which its rows refer, the same
  /// UUID and the same metadata. It needs no files beside it, apart from those external files. It
  /// appears in its place at once and whole.
  ///
  ///     try coordinator.copyPersistentStore(store, to: file) { draft in
  ///       try check(draft)
  ///       return ["BackupDate": Date.now]
  ///     }
  ///
  /// - Parameters:
  ///   - url: the location of the copy.
  ///   - isReplacing: whether a store that is there already is replaced.
  ///   - confirm: called with the location of the copy before it is in its place; it returns entries
  ///     for the metadata of the copy. If it throws, nothing remains of the copy.
  /// - Throws: errors of the closure; code 134070 if the store does not belong to this coordinator or
  ///   is in memory, 134080 if a file exists at the URL or cannot be created there, 134061 for the
  ///   store's own file or one whose name differs only in its extension, 3072 if requests are
  ///   interrupted. Then nothing has changed.
  public func copyPersistentStore(
    _ store: PersistentStore, to url: URL, isReplacing: Bool = false,
    confirming confirm: (_ draft: URL) throws -> [String: any Sendable] = { _ in [:] }
  ) throws {
    guard persistentStores.contains(where: { $0 === store }) else { throw isForeign }
    let place = try StoreFile(type: .sqlite, url: url)
    guard place.path != store.store.path else { throw place.sameFile }
    try place.requireOwnFolder(beside: store)
    if !isReplacing { try place.requireAbsent() }
    let draft = try StoreDraft(for: place)
    try store.copySnapshot(to: draft.file, called: place.path)
    let facts = try confirm(draft.url)
    if !facts.isEmpty {
      try draft.file.setMetadata(draft.file.metadata().merging(facts) { $1 })
    }
    try interruption.check()
    if !isReplacing { try place.requireAbsent() }
    try draft.moveIntoPlace()
  }

  /// Replaces the content of an open store with that of another one, in one transaction.
  ///
  /// Everyone who has the store open reads either the former content or the new one, and notices the
  /// replacement as a change by another process. The store keeps its UUID. Primary keys that the
  /// former content used are not given again, so that an ID of an object that is gone never
  /// identifies another one.
  ///
  /// - Parameters:
  ///   - url: the other store, which has the same version of the model and which nothing else uses:
  ///     its UUID and its counters are changed.
  ///   - former: the location of a copy of the former content, where no file may exist.
  ///   - confirm: called with the location of that copy, while nobody else can write; it returns
  ///     entries for the metadata of the copy. If it throws, nothing has changed.
  /// - Throws: errors of the closure; code 134070 if the store does not belong to this coordinator or
  ///   is in memory, 134030 if it is read-only, 134100 if the other has another version of the model,
  ///   134090 if another process holds its lock, 3072 if requests are interrupted, and errors of
  ///   `copyPersistentStore(_:to:isReplacing:confirming:)`. Then nothing has changed.
  public func replaceContent(
    of store: PersistentStore, withPersistentStoreFrom url: URL, keepingFormerContentAt former: URL,
    confirming confirm: (_ draft: URL) throws -> [String: any Sendable] = { _ in [:] }
  ) throws {
    guard persistentStores.contains(where: { $0 === store }) else { throw isForeign }
    guard !store.isReadOnly else {
      throw ObjectGraphError(
        .persistentStoreSave, "the store \(store.name) was opened read-only",
        repair: "open it without the read-only option")
    }
    let source = try StoreFile(type: .sqlite, url: url)
    guard let path = store.store.path, source.path != path else { throw source.sameFile }
    let kept = try StoreFile(type: .sqlite, url: former)
    do {
      try source.withStore(isReadOnly: false) { new in
        try ContentReplacement(
          store: store, path: path, new: new, folder: ExternalFolder(storePath: source.path)
        ).run {
          try copyPersistentStore(store, to: former, confirming: confirm)
        } orElse: {
          kept.erase()
        }
      }
    } catch let error as SQLiteError {
      if error.kind == .interrupted { try interruption.check() }
      throw error.graphError(path: path)
    }
  }
}

/// The replacement of a store's content.
private struct ContentReplacement {
  let store: PersistentStore
  let path: String
  /// The new content.
  let new: Connection
  /// Its external files.
  let folder: ExternalFolder

  /// - Parameters:
  ///   - keep: keeps the former content, while nobody else can write.
  ///   - discard: removes what was kept.
  func run(_ keep: () throws -> Void, orElse discard: () -> Void) throws {
    let check = store.interruption.check
    let own = ExternalFolder(storePath: path)
    let files = MigrationFiles(of: path, identifier: store.identifier)
    let mapping = store.store.mapping
    try SQLFunctions.register(on: new)
    let metadata = try StoreMetadata(from: new, path: folder.storePath)
    guard metadata.hashes == store.metadata[StoreMetadata.hashesKey] as? [String: Data] else {
      throw ObjectGraphError(
        .persistentStoreIncompatibleVersionHash,
        "the store \(folder.storePath) has another version of the model than \(path)",
        repair: "migrate it first")
    }
    let needed = try own.referencedNames(new, mapping)
    // Another process may write between the release of the lock and the replacement; what it wrote
    // has to be kept too.
    while true {
      let lock = try MigrationLock(path: path, busyTimeout: store.store.settings.busyTimeout)
      defer {
        lock.release()
        // Files that cannot be removed now are removed when the store is next opened.
        try? files.tidy(mapping)
      }
      try keep()
      var isReplaced = false
      defer { if !isReplaced { discard() } }
      try takeOver(lock.connection)
      try files.mark(lock.connection, mapping)
      try files.mark(new, mapping)
      _ = try folder.copy(needed, to: own, checking: check)
      isReplaced = try lock.replaceContent(by: new, checking: check)
      guard isReplaced else { continue }
      // Another process that opened the store just before may have taken them for leftovers.
      _ = try? folder.copy(needed, to: own)
      return
    }
  }

  /// Gives the new content the UUID of the store, and its last keys where they are greater.
  private func takeOver(_ present: Connection) throws {
    let keys = try present.rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY") {
      ($0.string(0) ?? "", $0.int64(1))
    }
    try new.writeTransaction {
      try StoreMetadata(from: present, path: path).writeIdentifier(to: new)
      for (entity, last) in keys {
        try new.run(
          "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_NAME = ? AND Z_MAX < ?", .integer(last),
          .text(entity), .integer(last))
      }
    }
  }
}

extension StoreFile {
  fileprivate var sameFile: ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "\(path) is the store itself", repair: "give the URL of another file",
      details: .init(.filePath, path))
  }

  /// - Throws: code 134061 if a copy would keep its large values where the store does.
  fileprivate func requireOwnFolder(beside store: PersistentStore) throws {
    guard ExternalFolder(storePath: path).path == store.folder?.path else { return }
    throw ObjectGraphError(
      .invalidArgument,
      "\(path) and the store would keep their large values in one folder",
      repair: "choose a file name that differs in more than its extension",
      details: .init(.filePath, path))
  }
}
