import Foundation

/// A database that is read as if nobody had been there.
///
/// Where it has a write-ahead log, a reader otherwise makes the log and its index anew, or writes to
/// the index.
package struct TracelessFile {
  private let path: String

  package init(path: String) { self.path = path }

  /// The URI under which SQLite reads it so; nil where its path alone does, or nothing does.
  ///
  /// What is written meanwhile is seen where the log and its index are there, as they are wherever
  /// somebody has the database open. Without a log the file is taken for one that does not change.
  var name: String? {
    guard isLogged, !hasLogWithoutIndex,
      let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
    else { return nil }
    return "file:\(escaped)?" + (hasIndex && hasLog ? "readonly_shm=1" : "immutable=1")
  }

  /// Whether it has a log that cannot be read without making its index; a copy of both can.
  package var hasLogWithoutIndex: Bool {
    isLogged && !hasIndex && size(ofFileWith: "-wal") ?? 0 > 0
  }

  private var hasIndex: Bool { size(ofFileWith: "-shm") != nil }

  private var hasLog: Bool { size(ofFileWith: "-wal") != nil }

  private func size(ofFileWith suffix: String) -> off_t? {
    var status = stat()
    return stat(path + suffix, &status) == 0 ? status.st_size : nil
  }

  /// Whether the database says that changes go to a log.
  private var isLogged: Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let header = (try? file.read(upToCount: 20)) ?? Data()
    return header.count == 20 && header[18] == 2
  }
}
