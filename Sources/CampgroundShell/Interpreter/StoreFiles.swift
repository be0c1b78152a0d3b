import Foundation
import ObjectGraph

/// The files of the store that a session works on, which no command may read or write as its own:
/// writing would destroy the store, and closing one would let go of SQLite's locks on it.
struct StoreFiles {
  private let stores: [String]
  private let opened: [Identity?]

  /// Takes note of the files as they are when the stores have just been opened.
  init(of stack: StoreStack) {
    stores = stack.persistentStoreCoordinator.persistentStores.map(\.url.path)
    opened = stores.map(Self.identity)
  }

  /// Checks that each store is still found where it was opened.
  ///
  /// - Throws: a diagnostic with status 74 when one was removed or replaced: what is saved from
  ///   then on goes into a file that nobody can open again.
  func checkAreInPlace() throws(Diagnostic) {
    for (path, identity) in zip(stores, opened) where Self.identity(of: path) != identity {
      throw Diagnostic(
        "the store \(path) was removed or replaced while it was open",
        hint: "put it back, or leave the shell and open the store again",
        exitStatus: .inputOutput)
    }
  }

  /// Whether a path leads to one of the files, by whatever name.
  func contain(_ path: String) -> Bool {
    guard let file = Self.identity(of: path) else { return false }
    return stores.contains { store in
      ["", "-wal", "-shm", "-journal"].contains { Self.identity(of: store + $0) == file }
    }
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
