import Foundation
import ObjectModel

/// What a migration needs on the disk of a store.
struct DiskSpace {
  let path: String

  /// The bytes that are free for us; nil where the file system does not say.
  static let free: @Sendable (_ folder: String) -> Int64? = { folder in
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }

  /// The new content, and once more as it goes through the write-ahead log into the old file; the new
  /// content is taken to be as large as the old one.
  func required() -> Int64 {
    let size = ["", "-wal"].reduce(Int64(0)) { size, suffix in
      var status = stat()
      return stat(path + suffix, &status) == 0 ? size + Int64(status.st_size) : size
    }
    return 2 * size
  }

  /// - Throws: code 640 when the disk has too little space, before anything is written.
  func check(free: (_ folder: String) -> Int64? = Self.free) throws {
    let folder = (path as NSString).deletingLastPathComponent
    guard let bytes = free(folder.isEmpty ? "." : folder), bytes < required() else { return }
    func megabytes(_ bytes: Int64) -> String { "\((bytes + 999_999) / 1_000_000) MB" }
    throw ObjectGraphError(
      .fileWriteOutOfSpace,
      "migrating \(path) needs \(megabytes(required())) of disk space, and \(megabytes(bytes)) are free",
      repair: "make room on the disk and try again; the store was left as it was",
      details: ["NSFilePath": path])
  }
}
