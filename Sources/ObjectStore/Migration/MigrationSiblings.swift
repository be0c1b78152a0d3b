import Foundation
import ObjectModel

/// The files beside a store that its content is made anew in, by turns for the steps of a migration.
///
/// Their names are always the same two, so that what a process leaves that dies is found: by the next
/// migration, or by whoever opens the store.
struct MigrationSiblings {
  let original: String

  /// `.camp.sqlite.migration-1` for the first step beside `camp.sqlite`.
  func path(_ step: Int) -> String {
    let store = original as NSString
    return (store.deletingLastPathComponent as NSString)
      .appendingPathComponent(".\(store.lastPathComponent).migration-\(step % 2)")
  }

  /// Makes an empty file, with access for its owner alone.
  func make(_ step: Int) throws -> String {
    remove(step)
    let path = path(step)
    try StoreFile(type: .sqlite, url: URL(fileURLWithPath: path)).prepareNew()
    return path
  }

  func remove(_ step: Int) {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path(step) + suffix) }
  }

  /// Removes all that a migration makes, while the store's lock is held.
  func removeAll() {
    for step in 0...1 { remove(step) }
    unlink(supportLink)
  }

  /// Removes what a process left that died, unless somebody migrates or writes just now.
  func removeLeftovers() {
    let paths: [String] = [path(0), path(1), supportLink]
    var status = stat()
    guard paths.contains(where: { lstat($0, &status) == 0 }),
      let lock = try? MigrationLock(path: original, busyTimeout: 0)
    else { return }
    removeAll()
    lock.release()
  }

  // MARK: Files of large values

  /// Lets the siblings keep their large values in the original's own folder.
  func linkFolder() throws {
    try ExternalFolder(storePath: original).prepare()
    unlink(supportLink)
    let target = (ExternalFolder(storePath: original).path as NSString).deletingLastPathComponent
    guard symlink((target as NSString).lastPathComponent, supportLink) == 0 else {
      throw ObjectGraphError(
        .migration,
        "\(supportLink) cannot be made: \(String(cString: strerror(errno)).lowercased())",
        repair: "check the permissions of the folder", details: ["NSFilePath": supportLink])
    }
  }

  /// Ends that; a folder in which nothing came is removed.
  func unlinkFolder() {
    unlink(supportLink)
    ExternalFolder(storePath: original).removeIfEmpty()
  }

  private var supportLink: String {
    (ExternalFolder(storePath: path(1)).path as NSString).deletingLastPathComponent
  }
}
