import Foundation
import ObjectModel

/// The files beside a store that its content is made anew in, one for each step of a migration.
///
/// Their names are always the same, so that what a process left over that died is overwritten by the
/// next migration, which holds the store's lock.
struct MigrationSiblings {
  let original: String

  /// `.camp.sqlite.migration-1` beside `camp.sqlite`.
  func path(_ step: Int) -> String {
    let store = original as NSString
    return (store.deletingLastPathComponent as NSString)
      .appendingPathComponent(".\(store.lastPathComponent).migration-\(step)")
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

  /// Removes all that a migration makes.
  func removeAll() {
    let store = original as NSString
    let folder = store.deletingLastPathComponent
    let prefix = ".\(store.lastPathComponent).migration-"
    let names =
      (try? FileManager.default.contentsOfDirectory(
        atPath: folder.isEmpty ? "." : folder)) ?? []
    for name in names where name.hasPrefix(prefix) {
      unlink((folder as NSString).appendingPathComponent(name))
    }
    unlink(supportLink)
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
