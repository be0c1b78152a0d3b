import Foundation
import ObjectModel

/// A copy of a store in the making: a folder beside its place, with its file and its external files
/// under the names that they will have.
///
/// What has not been placed is removed along with the folder, so that a copy that fails leaves
/// nothing.
package final class StoreDraft {
  /// The place of the copy.
  private let place: String
  private let folder: String

  /// The file, which does not exist at first.
  let file: StoreFile

  /// The URL of the file.
  package var url: URL { URL(fileURLWithPath: file.path) }

  /// Creates the folder.
  ///
  /// - Throws: code 134080 if that is not possible.
  package convenience init(for place: URL) throws {
    try self.init(for: StoreFile(type: .sqlite, url: place))
  }

  init(for place: StoreFile) throws {
    self.place = place.path
    let path = place.path as NSString
    let parent = place.path.parentFolder
    Self.removeAbandoned(in: parent)
    folder = (parent as NSString).appendingPathComponent(
      ".\(path.lastPathComponent)\(Self.infix)\(getpid())-\(UUID().uuidString)")
    file = try StoreFile(
      type: .sqlite,
      url: URL(fileURLWithPath: folder).appendingPathComponent(path.lastPathComponent))
    guard mkdir(folder, 0o700) == 0 else { throw Self.failure(place.path, errno) }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static let infix = ".draft-"

  /// Puts the copy in its place, at once: whoever looks there finds the former file or the copy.
  ///
  /// External files of a former store in that place that the copy does not need are removed.
  ///
  /// - Throws: code 134080 if that is not possible; a former store is then unchanged.
  func moveIntoPlace() throws {
    let (from, to) = (ExternalFolder(storePath: file.path), ExternalFolder(storePath: place))
    let (names, former) = (from.fileNames, to.fileNames)
    var moved: [String] = []
    do {
      if !names.isEmpty { try to.prepare() }
      for name in names.sorted() {
        guard rename(from.filePath(name), to.filePath(name)) == 0 else {
          throw Self.failure(to.filePath(name), errno)
        }
        if !former.contains(name) { moved.append(name) }
      }
      if !names.isEmpty { try to.sync() }
      guard rename(file.path, place) == 0 else { throw Self.failure(place, errno) }
    } catch {
      for name in moved { to.remove(name) }
      to.removeIfEmpty()
      throw error
    }
    try? ExternalFolder.sync(folder: place.parentFolder)
    if !to.isShared { for name in former.subtracting(names) { to.remove(name) } }
    to.removeIfEmpty()
  }

  private static func failure(_ path: String, _ number: Int32) -> ObjectGraphError {
    let folder = path.parentFolder
    let repair =
      switch number {
      case ENOENT, ENOTDIR: "check the path of the folder"
      case ENOSPC, EDQUOT: "free some space and try again"
      default: "check the permissions of the folder \(folder.isEmpty ? "." : folder)"
      }
    return ObjectGraphError(
      .persistentStoreOpen,
      "\(path) cannot be created: \(String(cString: strerror(number)).lowercased())",
      repair: repair, details: .init(.filePath, path))
  }

  /// Removes the drafts of processes that were killed, which are at least an hour old, as another
  /// machine's may be in the same folder.
  private static func removeAbandoned(in folder: String) {
    let folder = folder.isEmpty ? "." : folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(".") {
      guard let infix = name.range(of: infix, options: .backwards),
        let process = name[infix.upperBound...].split(separator: "-").first.flatMap({ pid_t($0) }),
        process > 0, kill(process, 0) != 0, errno == ESRCH
      else { continue }
      let path = (folder as NSString).appendingPathComponent(name)
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
        time(nil) - status.st_mtim.tv_sec > 3_600
      else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
