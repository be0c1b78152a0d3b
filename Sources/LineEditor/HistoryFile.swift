import Foundation

/// A history on disk, shared by several shells.
struct HistoryFile {
  let path: String

  /// The stored history; empty when there is no file yet.
  ///
  /// - Throws: `LineReaderError.historyUnusable` when it cannot be read or is not a history.
  func load() throws -> History {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return History() }
      throw unusable(errno)
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unusable(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unusable("it is not a regular file") }
    // A thousand commands are far smaller than this; a mistyped path must not overwrite another
    // file.
    guard status.st_size <= 16 << 20 else { throw unusable("it is too big for a history") }
    guard let bytes = try? file.readToEnd() else { return History() }
    guard !bytes.contains(0) else { throw unusable("it is not a text file") }
    return History(fileText: String(decoding: bytes, as: UTF8.self))
  }

  /// Adds a command to the current history on disk, which other shells may have changed.
  ///
  /// - Throws: `LineReaderError.historyUnusable` when it cannot be written; it is then unchanged.
  func add(_ command: String) throws {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let directory = target.deletingLastPathComponent().path
    try makeDirectory(directory)
    let lock = lockDirectory(directory)
    defer { if lock >= 0 { close(lock) } }
    var history = try load()
    guard history.add(command) else { return }
    try write(Array(history.fileText.utf8), to: target.path)
  }

  private func makeDirectory(_ directory: String) throws {
    if mkdir(directory, 0o700) == 0 || errno == EEXIST { return }
    let parent = (directory as NSString).deletingLastPathComponent
    guard errno == ENOENT, parent != directory, !parent.isEmpty else { throw unusable(errno) }
    try makeDirectory(parent)
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw unusable(errno) }
  }

  /// Waits only briefly, because a shell suspended while holding the lock must not block others.
  private func lockDirectory(_ directory: String) -> Int32 {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return descriptor }
    for _ in 0..<20 where flock(descriptor, LOCK_EX | LOCK_NB) != 0 { usleep(5_000) }
    return descriptor
  }

  /// Writes to a temporary file and renames it, so that a full disk leaves the old history intact.
  private func write(_ bytes: [UInt8], to target: String) throws {
    var template = Array("\(target).XXXXXX".utf8CString)
    // mkstemp creates the file 0600.
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw unusable(errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      written += count
    }
    var code: Int32 = written == bytes.count ? 0 : errno
    if close(descriptor) != 0 && code == 0 { code = errno }
    if code == 0 && rename(template, target) != 0 { code = errno }
    if code != 0 {
      unlink(template)
      throw unusable(code)
    }
  }

  private func unusable(_ code: Int32) -> LineReaderError {
    unusable(String(cString: strerror(code)))
  }

  private func unusable(_ reason: String) -> LineReaderError {
    .historyUnusable(path: path, reason: reason)
  }
}
