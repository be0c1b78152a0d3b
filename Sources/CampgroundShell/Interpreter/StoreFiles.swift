import Foundation
import ObjectGraph

/// The files of the store that a session works on, which no command may read or write as its own:
/// writing would destroy the store, and closing one would let go of SQLite's locks on it.
struct StoreFiles {
  private let paths: [String]

  init(of stack: StoreStack) {
    paths = stack.persistentStoreCoordinator.persistentStores.flatMap { store in
      ["", "-wal", "-shm", "-journal"].map { store.url.path + $0 }
    }
  }

  /// Whether a path leads to one of the files, by whatever name.
  func contain(_ path: String) -> Bool {
    guard let file = Self.identity(of: path) else { return false }
    return paths.contains { Self.identity(of: $0) == file }
  }

  private struct Identity: Equatable {
    let device: UInt
    let inode: UInt
  }

  /// The identity of a regular file; nil for what is none.
  private static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
  }
}
