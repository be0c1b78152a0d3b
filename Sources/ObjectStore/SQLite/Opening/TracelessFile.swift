import Foundation
import ObjectModel

/// Determines how to read a database without creating or changing files beside it.
///
/// In WAL mode, even a read-only connection otherwise creates a missing log and its shared-memory
/// index, or writes to the index.
package struct TracelessFile {
  private let path: String

  package init(path: String) { self.path = path }

  /// The URI with which SQLite leaves those files alone; nil if the plain path suffices, which it
  /// does outside WAL mode, or if no URI helps; see `hasLogWithoutIndex`.
  ///
  /// If both the log and the index exist, as they do while any connection is open, later writes by
  /// other connections are visible. Otherwise, SQLite assumes that the file does not change.
  var uri: String? {
    guard isLogged, !hasLogWithoutIndex,
      let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
    else { return nil }
    return "file:\(escaped)?" + (hasIndex && hasLog ? "readonly_shm=1" : "immutable=1")
  }

  /// Calls a function with the path, and the URI if there is one, with which SQLite leaves the files
  /// beside the database alone: those of the database itself, or of a temporary copy of it and its
  /// log if the log has no index.
  func reading<Result>(_ body: (_ path: String, _ uri: String?) throws -> Result) throws -> Result {
    guard hasLogWithoutIndex else { return try body(path, uri) }
    let files = FileManager.default
    let folder = files.temporaryDirectory.appendingPathComponent("objectgraph-\(UUID())").path
    defer { try? files.removeItem(atPath: folder) }
    do {
      try files.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      for suffix in ["", "-wal"] {
        try files.copyItem(atPath: path + suffix, toPath: folder + "/store" + suffix)
      }
    } catch {
      throw ObjectGraphError(
        .persistentStoreOpen, "the store \(path) cannot be copied to be read: \(error)",
        repair: "free some space in the folder for temporary files",
        details: .init((.filePath, path), (.underlyingError, error)))
    }
    return try body(folder + "/store", nil)
  }

  /// Whether the database has a non-empty log without an index, which SQLite creates to read the
  /// log. To leave no trace, read a copy of the database and its log instead.
  package var hasLogWithoutIndex: Bool {
    isLogged && !hasIndex && size(ofFileWith: "-wal") ?? 0 > 0
  }

  /// Whether SQLite reads the file without locks and would not notice changes: nothing had it open
  /// for writing before.
  package var isReadWithoutLocks: Bool { isLogged && !hasLogWithoutIndex && !(hasIndex && hasLog) }

  /// Whether it is a file, rather than a folder or a pipe, which could be read forever.
  private var isRegular: Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private var hasIndex: Bool { size(ofFileWith: "-shm") != nil }

  private var hasLog: Bool { size(ofFileWith: "-wal") != nil }

  private func size(ofFileWith suffix: String) -> off_t? {
    var status = stat()
    return stat(path + suffix, &status) == 0 ? status.st_size : nil
  }

  /// Whether the database is in WAL mode, according to the file's header.
  private var isLogged: Bool {
    guard isRegular, let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let header = (try? file.read(upToCount: 20)) ?? Data()
    return header.count == 20 && header[18] == 2
  }
}
