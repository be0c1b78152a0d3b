/// Why a store cannot be copied, or not be restored from a file. Nothing has changed.
public enum BackupError: Error, Sendable, Hashable {
  /// The store is in memory.
  case noFile
  /// The file would be replaced, but is no backup of this store.
  case notReplaced(path: String)
  /// The file is a store, but not a campground's.
  case notACampground(path: String)
  /// The file was made by a program that knows more than this one.
  case unknownVersion(path: String, version: String, own: String)
  /// The database is damaged.
  case damaged(path: String, reason: String)
}

extension BackupError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noFile: "the store is in memory and has no file"
    case .notReplaced(let path): "\(path) is not a backup of this store, and is kept"
    case .notACampground(let path): "\(path) is not the store of a campground"
    case .unknownVersion(let path, let version, let own):
      "\(path) has \(version), which this program does not know; its own is version \(own)"
    case .damaged(let path, let reason): "\(path) is damaged: \(reason)"
    }
  }

  /// What to do about it, as a phrase.
  public var advice: String {
    switch self {
    case .noFile: "open a store in a file with --store"
    case .notReplaced: "choose another file"
    case .notACampground: "\"backup list\" shows the backups of this store"
    case .unknownVersion: "restore it with the program that made it, or a newer one"
    case .damaged: "\"backup list\" shows the backups, and \"restore\" brings one back"
    }
  }
}
