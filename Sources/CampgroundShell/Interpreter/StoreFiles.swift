import CommandKit
import Foundation
import ObjectGraph

/// The files of a session's store, which no command may read or write as its own: writing would
/// destroy the store, and closing one would release SQLite's locks on it.
struct StoreFiles {
  private let stores: [String]
  private let opened: [Identity?]

  /// Records the identity of the files; call it right after the stores were opened.
  init(of stack: StoreStack) {
    stores = stack.persistentStoreCoordinator.persistentStores.map(\.url.path)
    opened = stores.map(Self.identity)
  }

  /// Checks that each store is still at its path.
  ///
  /// - Throws: a diagnostic with exit status 74 if one was removed or replaced: later changes would
  ///   go
  ///   into a file that nobody can open again.
  func checkAreInPlace() throws(Diagnostic) {
    for (path, identity) in zip(stores, opened) where Self.identity(of: path) != identity {
      throw Diagnostic(
        "the store \(path) was removed or replaced while it was open",
        hint: "put it back, or quit and open the store again",
        exitStatus: .inputOutput)
    }
  }

  /// Whether a path leads to one of the files, under whatever name, or to where one will be
  /// created.
  func contain(_ path: String) -> Bool {
    let file = Self.identity(of: path)
    let place = Self.place(of: path)
    return zip(stores, opened).contains { path, identity in
      // A store in memory has no files.
      guard identity != nil else { return false }
      let store = Self.place(of: path)
      return [path, store].contains { store in
        place.hasPrefix(Self.place(of: Self.folder(beside: store)) + "/")
      }
        || ["", "-wal", "-shm", "-journal"].contains { suffix in
          place == store + suffix
            || (file != nil && Self.identity(of: store + suffix) == file)
        }
    }
  }

  /// The folder of large values.
  private static func folder(beside store: String) -> String {
    let store = URL(fileURLWithPath: store)
    let name = store.deletingPathExtension().lastPathComponent
    return store.deletingLastPathComponent().path + "/.\(name)_SUPPORT"
  }

  /// The path with all links followed, whether or not a file exists there.
  private static func place(of path: String, links: Int = 40) -> String {
    if let found = realpath(path, nil) {
      defer { free(found) }
      return String(cString: found)
    }
    let folder = path.parentFolder
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    if links > 0, let target {
      return place(
        of: target.hasPrefix("/") || folder.isEmpty ? target : "\(folder)/\(target)",
        links: links - 1)
    }
    // A file whose folder does not exist cannot be written.
    guard let found = realpath(folder.isEmpty ? "." : folder, nil) else { return path }
    defer { free(found) }
    return "\(String(cString: found))/\((path as NSString).lastPathComponent)"
  }

  private struct Identity: Equatable {
    let device: UInt
    let inode: UInt
  }

  /// The identity of a regular file; nil for anything else.
  private static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
  }
}
