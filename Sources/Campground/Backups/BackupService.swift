import Foundation
import ObjectGraph

/// Copies a store to files, and restores it from one.
///
///     let backups = BackupService(managedObjectContext: stack.mainContext, storeStack: stack)
///     let backup = try backups.backUp(to: file)
///     let restore = try backups.restore(from: backup.url)
///     try restore.run(keepingFormerStoreAt: former)
public final class BackupService: Service {
  /// The store.
  ///
  /// - Throws: `BackupError.noFile` for a store in memory.
  func store() throws -> PersistentStore {
    let store = storeStack.persistentStoreCoordinator.persistentStores.first
    guard let store, store.type == .sqlite else {
      throw BackupError.noFile
    }
    return store
  }

  /// The name of the store's file, without its extension.
  private func storeName() throws -> String {
    try store().url.deletingPathExtension().lastPathComponent
  }

  /// The folder `backups` beside the store, which need not exist.
  ///
  /// - Throws: `BackupError.noFile` for a store in memory.
  public func folder() throws -> URL {
    try store().url.deletingLastPathComponent().appendingPathComponent("backups", isDirectory: true)
  }

  /// A file in a folder for a backup made now, which does not exist yet:
  /// `campground-2026-07-04-0900.sqlite`.
  public func newFile(in folder: URL, at time: WallTime) throws -> URL {
    let digits = "\(time)".dropFirst(10).filter(\.isNumber)
    return free("\(try storeName())-\(time.date)-\(digits)", in: folder)
  }

  /// A file for the content that a restore replaces: `campground-before-2026-07-04.sqlite`.
  public func newFile(in folder: URL, before day: CalendarDate) throws -> URL {
    free("\(try storeName())-before-\(day)", in: folder)
  }

  private func free(_ name: String, in folder: URL) -> URL {
    func file(_ name: String) -> URL { folder.appendingPathComponent("\(name).sqlite") }
    var number = 1
    var found = file(name)
    while FileManager.default.fileExists(atPath: found.path) {
      number += 1
      found = file("\(name)-\(number)")
    }
    return found
  }

  // MARK: Making

  /// Copies the store to a file, with its pictures, while others work on it, and checks the copy.
  ///
  /// - Parameter isReplacing: whether a backup of this store that is there already is replaced.
  /// - Throws: `BackupError.noFile` for a store in memory; `.notReplaced` for an existing file
  ///   that is no backup of this store; `.damaged` where the copy is damaged, as the store then is; and
  ///   errors of `PersistentStoreCoordinator.copyPersistentStore`. Then there is no copy.
  @discardableResult
  public func backUp(to url: URL, isReplacing: Bool = false) throws -> Backup {
    let store = try store()
    if isReplacing, FileManager.default.fileExists(atPath: url.path) {
      try requireReplaceable(url, store)
    }
    var lacking = 0
    try storeStack.persistentStoreCoordinator.copyPersistentStore(
      store, to: url, isReplacing: isReplacing
    ) { draft in
      let (contents, lost) = try Self.examine(draft, of: store.url)
      lacking = lost
      return BackupMark(madeAt: scope.clock.now, .asked, contents).entry
    }
    guard var backup = try Backup(at: url) else { throw BackupError.notReplaced(path: url.path) }
    backup.lackingFiles = lacking
    return backup
  }

  /// - Throws: `BackupError.notReplaced` for a file that is no backup of a store.
  private func requireReplaceable(_ url: URL, _ store: PersistentStore) throws {
    let backup = try? Backup(at: url)
    guard let backup, backup.storeIdentifier == store.identifier else {
      throw BackupError.notReplaced(path: url.path)
    }
  }

  /// Counts what is in a copy, and how many of its files are lost.
  ///
  /// - Throws: `BackupError.damaged`.
  static func examine(_ copy: URL, of original: URL) throws -> (StoreContents, lackingFiles: Int) {
    let stack = try CampgroundStack(store: PersistentStoreDescription(url: copy, isReadOnly: true))
    defer { try? stack.close() }
    let coordinator = stack.persistentStoreCoordinator
    var lacking = 0
    for fault in try coordinator.persistentStores.flatMap({ try coordinator.faults(in: $0) }) {
      switch fault.kind {
      case .database:
        throw BackupError.damaged(path: original.path, reason: fault.message)
      case .missingFile: lacking += 1
      case .missingDestination, .primaryKey, .unusedFile: break
      }
    }
    let contents = try stack.rootContext.performAndWait { try StoreContents(of: $0) }
    return (contents, lacking)
  }

  // MARK: Listing

  /// The backups in a folder, the latest first; those of other stores only on request.
  ///
  /// - Throws: `BackupError.noFile` for a store in memory.
  public func backups(in folder: URL? = nil) throws -> [Backup] {
    let store = try store()
    let folder = try folder ?? self.folder()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }
      .compactMap { name in
        // Anything else in the folder is not listed.
        (try? Backup(at: folder.appendingPathComponent(name))) ?? nil
      }
      .filter { $0.storeIdentifier == store.identifier }
      .sorted { ($0.mark.madeAt, $0.url.path) > ($1.mark.madeAt, $1.url.path) }
  }

  // MARK: Restoring

  /// Prepares to restore the store from a file: makes a copy, which is migrated where it has an older
  /// version of the model, and compares it with the present store. Nothing is changed yet.
  ///
  /// - Parameter timeZone: the time zone of a campground where the file does not record one.
  /// - Throws: `BackupError.noFile` for a store in memory; `.notACampground` and
  ///   `.unknownVersion` for a file that cannot be restored; `.damaged`; and errors of
  ///   `PersistentStoreCoordinator.replacePersistentStore`.
  @MainActor
  public func restore(from url: URL, timeZone: TimeZone = .current) throws -> StoreRestore {
    try StoreRestore(of: self, from: url, timeZone: timeZone)
  }
}
