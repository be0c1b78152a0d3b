import Foundation
import XCTest

/// The Python interpreter, as a second opinion on what our output means.
enum Python {
  /// What a script prints; it finds `input` in a file named by its first argument.
  ///
  /// - Throws: `XCTSkip` where there is no python3.
  static func output(of script: String, input: String = "") throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-X", "utf8", "-c", script, file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    // What env answers when it does not find the program.
    if process.terminationStatus == 127 { throw XCTSkip("python3 is not installed") }
    XCTAssertEqual(process.terminationStatus, 0, "python3 refused what we wrote")
    return String(decoding: bytes, as: UTF8.self)
  }
}
