import Foundation
import ObjectModel

/// A file that is written whole or not at all: the text goes into a file beside it, which takes its
/// place at the end.
///
///     let file = try WholeFile(path: "arrivals.csv")
///     try file.write(text)
///     try file.finish()
///
/// Until `finish()`, an existing file stays as it was. A device or a pipe is written directly.
package final class WholeFile {
  private let name: String
  /// The file to replace at the end, with all links followed; nil for a device or a pipe.
  private let target: String?
  private let temporary: String
  private var descriptor: Int32

  /// Begins a file.
  ///
  /// - Parameter isOpen: whether others may read it.
  /// - Throws: a diagnostic with status 73 if it cannot be created.
  package init(path: String, isOpen: Bool = false) throws(Diagnostic) {
    name = path
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw Diagnostic(
          "\(path) is a folder", hint: "name a file in it", exitStatus: .cannotCreate)
      }
      // Without O_NONBLOCK, opening a pipe without a reader would block forever.
      descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
      (target, temporary) = (nil, "")
      guard descriptor >= 0 else { throw Self.failure(path) }
      _ = fcntl(descriptor, F_SETFL, O_WRONLY)
      return
    }
    let target = Self.place(of: path)
    let folder = target.parentFolder
    let template = (folder.isEmpty ? "" : folder + "/") + ".campground-XXXXXX"
    var bytes = Array(template.utf8CString)
    // The file gets mode 0600.
    descriptor = mkstemp(&bytes)
    self.target = target
    temporary = String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard descriptor >= 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw Self.failure(path) }
      let folder = path.parentFolder
      throw Diagnostic(
        "\(path) cannot be written: there is no folder \(folder)",
        hint: "make the folder first, or choose another", exitStatus: .cannotCreate)
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    if isOpen { fchmod(descriptor, 0o644) }
  }

  deinit { discard() }

  /// Whether a path leads to a file that is not empty.
  package static func hasContent(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
  }

  /// Writes text at the end.
  ///
  /// - Throws: a diagnostic with status 74; the file is then discarded.
  package func write(_ text: String) throws(Diagnostic) { try write(Data(text.utf8)) }

  /// Writes bytes at the end.
  ///
  /// - Throws: a diagnostic with status 74; the file is then discarded.
  package func write(_ data: Data) throws(Diagnostic) {
    do {
      try data.withUnsafeBytes { bytes in
        var rest = bytes
        while !rest.isEmpty {
          let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
          if count < 0 {
            if errno == EINTR || errno == EAGAIN { continue }
            throw Self.failure(name, exitStatus: .inputOutput)
          }
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
      }
    } catch let failure as Diagnostic {
      discard()
      throw failure
    } catch {
      throw Diagnostic("\(error)")
    }
  }

  /// Puts the file in its place.
  ///
  /// - Throws: a diagnostic with status 74; an existing file is then unchanged.
  package func finish() throws(Diagnostic) {
    guard descriptor >= 0 else { return }
    // Some systems only report here that the disk is full.
    guard target == nil || fsync(descriptor) == 0 else {
      let failure = Self.failure(name, exitStatus: .inputOutput)
      discard()
      throw failure
    }
    close(descriptor)
    descriptor = -1
    guard let target else { return }
    guard rename(temporary, target) == 0 else {
      let failure = Self.failure(name, exitStatus: .inputOutput)
      unlink(temporary)
      throw failure
    }
  }

  private func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    if target != nil { unlink(temporary) }
  }

  /// The path with all links followed, so that the file that a link leads to is replaced and not
  /// the link.
  private static func place(of path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }

  private static func failure(
    _ path: String, exitStatus: ExitStatus = .cannotCreate
  ) -> Diagnostic {
    DescriptorDestination.failure(
      path, hint: exitStatus == .cannotCreate ? "check the path and its permissions" : nil,
      exitStatus: exitStatus)
  }
}
