import Foundation
import Histories
import TestSupport

/// A second process on a store, which does one step after the other.
final class AgentProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread = Data()

  /// - Parameter arguments: what comes before the path of the store.
  init(store: URL, arguments: [String] = []) throws {
    process.executableURL = SealedProgram.binaries.appendingPathComponent("HistoryAgent")
    process.arguments = arguments + [store.path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Lets the process end.
  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Tells the process what to do, without waiting.
  func tell(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Waits for the next line that the process says.
  func listen() throws -> String {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread = Data(unread[(end + 1)...])
        return line
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw HistoryError(reason: "the second process went away") }
      unread.append(more)
    }
  }

  func ask(_ line: String) throws -> String {
    try tell(line)
    return try listen()
  }
}
