import Foundation
import XCTest

/// Asks a store's file with the sqlite3 command, which knows nothing of our engine.
struct StoreShell {
  let file: URL

  init(_ file: URL) {
    self.file = file
  }

  /// The rows of a query, columns joined by bars.
  func rows(_ sql: String) throws -> [String] {
    try run(["-readonly", file.path, sql])
  }

  /// Changes the file behind the engine's back.
  func change(_ sql: String) throws { _ = try run([file.path, sql]) }

  private func run(_ arguments: [String]) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3"] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus != 127 else {
      throw XCTSkip("the sqlite3 command is not installed")
    }
    XCTAssertEqual(process.terminationStatus, 0)
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
