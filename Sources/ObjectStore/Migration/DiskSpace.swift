import Foundation
import ObjectModel

/// The disk space that a migration needs.
struct DiskSpace {
  /// The path of the store.
  let path: String
  /// The path of the backup copy of the store; nil for none.
  let backupPath: String?
  let stepCount: Int
  /// Whether the new content is created but does not replace the store's content.
  let isTrial: Bool

  /// Queries about a disk.
  struct Disk {
    /// The device number, equal for all folders of a disk; nil if the file system does not report
    /// it.
    var number: @Sendable (_ folder: String) -> UInt64? = { folder in
      var status = stat()
      return stat(folder, &status) == 0 ? UInt64(status.st_dev) : nil
    }

    /// The number of bytes available to this process; nil if the file system does not report it.
    var free: @Sendable (_ folder: String) -> Int64? = { folder in
      var status = statvfs()
      guard statvfs(folder, &status) == 0 else { return nil }
      return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }
  }

  /// The space needed in a folder.
  struct Need: Equatable {
    let path: String
    let bytes: Int64

    var folder: String {
      let folder = path.parentFolder
      return folder.isEmpty ? "." : folder
    }
  }

  /// The space needed next to the store, and for the backup if that is on another disk. The new
  /// content of each step is assumed to be as large as the old content.
  func needs(_ disk: Disk = Disk()) -> [Need] {
    let size = ["", "-wal"].reduce(Int64(0)) { $0 + Self.size(of: path + $1) }
    // A step exists alongside the one it is created from.
    let making = size * Int64(min(stepCount, 2))
    // Replacing the content writes it once to the write-ahead log and once to the old file.
    let placing = isTrial ? 0 : 2 * size
    guard let backupPath, !isTrial else {
      return [Need(path: path, bytes: max(making, placing))]
    }
    let folder = ExternalFolder(storePath: path)
    let copied = folder.names.reduce(size) { $0 + Self.size(of: folder.filePath($1)) }
    let (place, backup) = (Need(path: path, bytes: 0), Need(path: backupPath, bytes: copied))
    if let number = disk.number(place.folder), number == disk.number(backup.folder) {
      return [Need(path: path, bytes: max(making, placing + copied))]
    }
    return [Need(path: path, bytes: max(making, placing)), backup]
  }

  /// - Throws: code 640 if a disk has too little space, before anything is written.
  func check(_ disk: Disk = Disk()) throws {
    for need in needs(disk) {
      guard let bytes = disk.free(need.folder), bytes < need.bytes else { continue }
      let subject = need.path == path ? "migrating \(path)" : "the copy \(need.path)"
      throw ObjectGraphError(
        .fileWriteOutOfSpace,
        "\(subject) needs \(Self.text(need.bytes, .up)) of disk space, but only "
          + "\(Self.text(bytes, .down)) is free",
        repair: "free up disk space and try again; the store is unchanged",
        details: .init(.filePath, need.path))
    }
  }

  static func size(of path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// `640 bytes`, `1.2 MB`. Rounding the smaller of two numbers down and the larger one up keeps
  /// their order visible.
  static func text(_ bytes: Int64, _ rule: FloatingPointRoundingRule) -> String {
    if bytes < 1_000 { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    let units = ["KB", "MB", "GB", "TB"]
    var (tenths, place) = ((Double(bytes) / 100).rounded(rule), 0)
    while tenths >= 10_000, place < units.count - 1 {
      place += 1
      tenths = (Double(bytes) / pow(1_000, Double(place + 1)) * 10).rounded(rule)
    }
    let whole = tenths.truncatingRemainder(dividingBy: 10) == 0
    return (whole ? "\(Int64(tenths / 10))" : "\(tenths / 10)") + " \(units[place])"
  }
}
