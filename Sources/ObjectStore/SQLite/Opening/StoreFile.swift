import Foundation
import ObjectModel

/// The file of a store before SQLite sees it.
struct StoreFile {
  let path: String

  /// - Throws: code 134080 when the URL does not name a file.
  init(url: URL) throws {
    guard url.isFileURL, !url.path.isEmpty else {
      throw ObjectGraphError(
        .persistentStoreOpen, "\(url.absoluteString) does not name a file",
        repair: "give the URL of a file")
    }
    path = url.path
  }

  /// Makes sure that there is a file to open, made with access for its owner alone if it is new.
  ///
  /// - Throws: code 134080 when there cannot be one.
  func prepare(isReadOnly: Bool) throws {
    switch Self.kind(of: path) {
    case S_IFREG: return
    case S_IFDIR: throw failure("it is a directory", repair: "give the path of a file")
    case nil: break
    default: throw failure("it is not a regular file", repair: "give the path of a file")
    }
    let parent = (path as NSString).deletingLastPathComponent
    switch Self.kind(of: parent) {
    case S_IFDIR: break
    case nil:
      throw failure(
        "the directory \(parent) does not exist", repair: "create the directory, or check the path")
    default:
      throw failure("\(parent) is not a directory", repair: "check the path")
    }
    if isReadOnly {
      throw failure("there is no such file", repair: "check the path")
    }
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      // Another process made it in between: then it is opened like any other.
      if errno == EEXIST { return }
      throw failure(
        String(cString: strerror(errno)).lowercased(),
        repair: "check the permissions of the directory \(parent)")
    }
    close(descriptor)
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT
  }

  private func failure(_ reason: String, repair: String) -> ObjectGraphError {
    ObjectGraphError(
      .persistentStoreOpen, "the store \(path) cannot be opened: \(reason)", repair: repair,
      details: ["NSFilePath": path])
  }
}
