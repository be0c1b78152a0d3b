import Foundation
import XCTest

/// The Python interpreter, an independent judge of what we read, write and work out.
public enum Python {
  /// A script that failed.
  public struct Failure: Error {
    /// The exit status of python3.
    public let status: Int32
  }

  /// What a script prints; it finds the input on its standard input and the arguments in
  /// `sys.argv[1:]`.
  ///
  /// - Throws: `XCTSkip` where there is no python3; `Failure` when the script fails.
  public static func run(
    _ script: String, _ input: Data = Data(), arguments: [String] = []
  ) throws -> Data {
    // Files rather than pipes: a script that writes before it has read all cannot block them.
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("in")
    let target = folder.appendingPathComponent("out")
    try input.write(to: source)
    try Data().write(to: target)

    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-X", "utf8", "-c", script] + arguments
    process.standardInput = try FileHandle(forReadingFrom: source)
    process.standardOutput = try FileHandle(forWritingTo: target)
    try process.run()
    process.waitUntilExit()
    // What env answers when it does not find the program.
    if process.terminationStatus == 127 { throw XCTSkip("python3 is not installed") }
    guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    return try Data(contentsOf: target)
  }

  /// What a script prints as JSON; it finds the files' paths in `sys.argv[1:]`.
  ///
  /// - Throws: as `run(_:_:arguments:)`, and what decoding the answer throws.
  public static func answer<Answer: Decodable>(
    of script: String, about files: [URL], as type: Answer.Type = Answer.self
  ) throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: run(script, arguments: files.map(\.path)))
  }

  /// What a script prints as text; it finds the input in a file named by its first argument.
  ///
  /// - Throws: as `run(_:_:arguments:)`.
  public static func output(of script: String, input: String = "") throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return String(decoding: try run(script, arguments: [file.path]), as: UTF8.self)
  }
}
