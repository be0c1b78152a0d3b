import Foundation

/// The files that a command reads, whose contents stay the same when the command is repeated.
final class InputFiles {
  private var contents: [String: Data] = [:]

  /// The content of the file.
  ///
  /// - Throws: `ImportError.unreadable`.
  func content(of path: String) throws(ImportError) -> Data {
    if let known = contents[path] { return known }
    let content = try InputFile.content(of: path)
    contents[path] = content
    return content
  }
}

/// Reads a file, pipe or device to its end.
package enum InputFile {
  /// The most bytes to read, because a device may never end.
  private static let most = 256 << 20

  /// The content of the file.
  ///
  /// - Throws: `ImportError.unreadable`.
  package static func content(of path: String) throws(ImportError) -> Data {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path, errno) }
    defer { close(descriptor) }
    var content = Data()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count == 0 { return content }
      if count > 0 {
        content.append(contentsOf: chunk[..<count])
      } else if errno != EINTR {
        throw unreadable(path, errno)
      }
      guard content.count <= most else {
        throw .unreadable(path: path, reason: "it is larger than \(most >> 20) MB")
      }
    }
  }

  private static func unreadable(_ path: String, _ code: Int32) -> ImportError {
    let reason =
      switch code {
      case ENOENT: "there is no such file"
      case EISDIR: "it is a directory"
      case EACCES: "permission denied"
      default: String(cString: strerror(code)).lowercased()
      }
    return .unreadable(path: path, reason: reason)
  }
}
