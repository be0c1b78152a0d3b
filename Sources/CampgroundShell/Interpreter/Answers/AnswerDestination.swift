import CommandKit
import Foundation

/// Where the text of answers goes.
@MainActor
package protocol AnswerDestination: AnyObject {
  /// Takes text, which is out of the program's hands when the call returns.
  ///
  /// - Throws: a diagnostic when it cannot be written.
  func write(_ text: String) throws(Diagnostic)
}

/// An open descriptor: standard output, or the file that `.output` names.
package final class DescriptorDestination: AnswerDestination {
  private let descriptor: Int32
  private let name: String
  private let isOwner: Bool

  /// Writes to a descriptor that somebody else closes; the name is for messages.
  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    isOwner = false
  }

  /// Opens a file, made where there is none; what is in it stays, and texts go behind it.
  ///
  /// - Throws: a diagnostic with status 73 when that is not possible.
  package init(path: String) throws(Diagnostic) {
    // Without O_NONBLOCK, opening a pipe that nobody reads would wait for ever.
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o644)
    guard descriptor >= 0 else {
      throw Diagnostic(
        "\(path) cannot be written: \(String(cString: strerror(errno)).lowercased())",
        hint: "check the path and its permissions", exitStatus: .cannotCreate)
    }
    _ = fcntl(descriptor, F_SETFL, O_WRONLY | O_APPEND)
    name = path
    isOwner = true
  }

  deinit {
    if isOwner { close(descriptor) }
  }

  /// Whether it is a file with something in it.
  var holdsSomething: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_size > 0
  }

  /// Takes out of the file what is in it.
  ///
  /// - Throws: a diagnostic with status 74; the file is then as it was.
  func empty() throws(Diagnostic) {
    guard ftruncate(descriptor, 0) == 0 else {
      throw Diagnostic(
        "\(name) cannot be written: \(String(cString: strerror(errno)).lowercased())",
        exitStatus: .inputOutput)
    }
  }

  package func write(_ text: String) throws(Diagnostic) {
    try write(bytes: Array(text.utf8))
  }

  /// Takes bytes that are no text.
  ///
  /// - Throws: a diagnostic when they cannot be written.
  func write(bytes: [UInt8]) throws(Diagnostic) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        throw Diagnostic(
          "\(name) cannot be written: \(String(cString: strerror(errno)).lowercased())",
          exitStatus: .inputOutput)
      }
      bytes = bytes.dropFirst(count)
    }
  }
}
