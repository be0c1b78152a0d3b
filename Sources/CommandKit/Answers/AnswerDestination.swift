import Foundation

/// Where the text of answers is written.
@MainActor
package protocol AnswerDestination: AnyObject {
  /// Writes text, without buffering it.
  ///
  /// - Throws: a diagnostic when it cannot be written.
  func write(_ text: String) throws(Diagnostic)
}

/// An open descriptor: standard output, or the file that `.output` names.
package final class DescriptorDestination: AnswerDestination {
  private let descriptor: Int32
  private let name: String
  private let isOwner: Bool

  /// Writes to a descriptor that the caller closes; the name is for messages.
  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    isOwner = false
  }

  /// Opens a file for appending, and creates it if it does not exist.
  ///
  /// - Throws: a diagnostic with status 73 when that is not possible.
  package init(path: String) throws(Diagnostic) {
    // Without O_NONBLOCK, opening a pipe without a reader would block forever.
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else {
      throw Self.failure(
        path, hint: "check the path and its permissions", exitStatus: .cannotCreate)
    }
    _ = fcntl(descriptor, F_SETFL, O_WRONLY | O_APPEND)
    name = path
    isOwner = true
  }

  deinit {
    if isOwner { close(descriptor) }
  }

  /// Empties the file; does nothing to a device or a pipe.
  ///
  /// - Throws: a diagnostic with status 74; the file is then unchanged.
  package func empty() throws(Diagnostic) {
    guard isFile else { return }
    guard ftruncate(descriptor, 0) == 0 else { throw Self.failure(name) }
  }

  package func write(_ text: String) throws(Diagnostic) {
    let length = isOwner && isFile ? lseek(descriptor, 0, SEEK_END) : nil
    do {
      try write(bytes: Array(text.utf8))
    } catch {
      // The file ends with its last whole answer.
      if let length { _ = ftruncate(descriptor, length) }
      throw error
    }
  }

  private var isFile: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Writes bytes that are not text.
  ///
  /// - Throws: a diagnostic when they cannot be written.
  package func write(bytes: [UInt8]) throws(Diagnostic) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        throw Self.failure(name)
      }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Why the system could not write.
  nonisolated static func failure(
    _ name: String, hint: String? = nil, exitStatus: ExitStatus = .inputOutput
  ) -> Diagnostic {
    Diagnostic(
      "\(name) cannot be written: \(String(cString: strerror(errno)).lowercased())", hint: hint,
      exitStatus: exitStatus)
  }
}

/// A destination for what nobody reads.
package final class NoDestination: AnswerDestination {
  package init() {}

  package func write(_ text: String) throws(Diagnostic) {}
}
