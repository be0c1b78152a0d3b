import Foundation
import XCTest

/// A program with a pseudo-terminal as its controlling terminal, and a test at the other end.
public final class TerminalSession {
  private let master: Int32
  private let process: pid_t
  private var output = ""
  private var unread: String.Index { output.index(output.startIndex, offsetBy: consumed) }
  private var consumed = 0
  /// The status as waitpid gives it, once the program has ended.
  public private(set) var exitStatus: Int32?

  /// Starts a program in a session of its own.
  ///
  /// - Throws: `XCTSkip` where there are no pseudo-terminals.
  public init(
    program: String, arguments: [String], environment: [String: String], columns: UInt16 = 80
  ) throws {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var master: Int32 = -1
    var terminal: Int32 = -1
    var name = [CChar](repeating: 0, count: 64)
    guard openpty(&master, &terminal, &name, nil, &size) == 0 else {
      throw XCTSkip("no pseudo-terminals here")
    }
    self.master = master
    defer { close(terminal) }
    _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // POSIX_SPAWN_SETSID, which Glibc's module leaves out.
    posix_spawnattr_setflags(&attributes, 0x80)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    // The first terminal that the leader of a session opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)

    let arguments = Self.copies([program] + arguments)
    let variables = Self.copies(environment.map { "\($0)=\($1)" })
    defer {
      for string in arguments + variables { free(string) }
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    var child: pid_t = 0
    let code = posix_spawn(&child, program, &actions, &attributes, arguments, variables)
    process = child
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
  }

  private static func copies(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
    strings.map { (string: String) in strdup(string) } + [nil]
  }

  deinit {
    close(master)
    if exitStatus == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  /// Presses keys.
  public func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    XCTAssertEqual(write(master, bytes, bytes.count), bytes.count)
  }

  /// Changes the width of the terminal.
  public func resize(columns: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Sends the program a signal.
  public func send(_ signal: Int32) { kill(process, signal) }

  /// Reads on until the text shows, after what earlier calls waited for; answers what was skipped.
  @discardableResult
  public func wait(
    for text: String, seconds: Double = 20, file: StaticString = #filePath, line: UInt = #line
  ) -> String {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while Date() < deadline {
      if let found = output[unread...].range(of: text) {
        let skipped = String(output[unread..<found.lowerBound])
        consumed = output.distance(from: output.startIndex, to: found.upperBound)
        return skipped
      }
      if !readSome() { break }
    }
    XCTFail(
      "no \(text.debugDescription) in \(output[unread...].debugDescription)", file: file, line: line
    )
    return ""
  }

  /// Waits for the program to end; its status as waitpid gives it.
  public func waitForExit(file: StaticString = #filePath, line: UInt = #line) -> Int32 {
    let deadline = Date(timeIntervalSinceNow: 20)
    var status: Int32 = 0
    while Date() < deadline {
      if waitpid(process, &status, WNOHANG) == process {
        exitStatus = status
        return status
      }
      _ = readSome()
    }
    XCTFail("the program goes on", file: file, line: line)
    return -1
  }

  private func readSome() -> Bool {
    var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 50) > 0 else { return true }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(master, &bytes, bytes.count)
    guard count > 0 else { return false }
    output += String(decoding: bytes[..<count], as: UTF8.self)
    return true
  }
}
