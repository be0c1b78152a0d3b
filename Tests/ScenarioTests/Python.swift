import Foundation
import XCTest

/// The Python interpreter, which works out from the files themselves what the engine ought to answer.
enum Python {
  /// What a script prints as JSON; it finds the files' paths in `sys.argv[1:]`.
  ///
  /// - Throws: a skip of the test where there is no python3; what decoding its answer throws.
  static func answer<Answer: Decodable>(
    of script: String, about files: [URL], as type: Answer.Type = Answer.self
  ) throws -> Answer {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-X", "utf8", "-c", script] + files.map(\.path)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    // What env answers when it does not find the program.
    if process.terminationStatus == 127 { throw XCTSkip("python3 is not installed") }
    XCTAssertEqual(process.terminationStatus, 0, "python3 refused the script or a file")
    return try JSONDecoder().decode(Answer.self, from: bytes)
  }
}
