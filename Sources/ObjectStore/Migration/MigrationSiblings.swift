import Foundation
import ObjectModel

/// The files next to a store in which its new content is created, alternating between the steps of
/// a migration.
///
/// Their two names are fixed, so that files left by a process that died are found: by the next
/// migration, or when the store is next opened.
struct MigrationSiblings {
  let original: String

  /// `.camp.sqlite.migration-1` for the first step next to `camp.sqlite`.
  func path(_ step: Int) -> String {
    let store = original as NSString
    return (original.parentFolder as NSString)
      .appendingPathComponent(".\(store.lastPathComponent).migration-\(step % 2)")
  }

  /// Creates an empty file that only its owner can access.
  func make(_ step: Int) throws -> String {
    remove(step)
    let path = path(step)
    try StoreFile(type: .sqlite, url: URL(fileURLWithPath: path)).prepareNew()
    return path
  }

  func remove(_ step: Int) {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path(step) + suffix) }
  }

  /// Removes all files of a migration; call this while the store is locked.
  func removeAll() {
    for step in 0...1 { remove(step) }
    unlink(supportLink)
  }

  /// Removes the files of a process that died, unless another process is migrating or writing.
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

  /// Makes the siblings keep external data in the original's folder.
  func linkFolder() throws {
    try ExternalFolder(storePath: original).prepare()
    unlink(supportLink)
    let target = ExternalFolder(storePath: original).path.parentFolder
    guard symlink((target as NSString).lastPathComponent, supportLink) == 0 else {
      throw ObjectGraphError(
        .migration,
        "\(supportLink) cannot be created: \(String(cString: strerror(errno)).lowercased())",
        repair: "check the permissions of the folder", details: .init(.filePath, supportLink))
    }
  }

  /// Undoes `linkFolder()`, and removes the folder if it is empty.
  func unlinkFolder() {
    unlink(supportLink)
    ExternalFolder(storePath: original).removeIfEmpty()
  }

  private var supportLink: String {
    ExternalFolder(storePath: path(1)).path.parentFolder
  }
}
