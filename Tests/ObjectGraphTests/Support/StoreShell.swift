import Foundation
import XCTest

/// Asks and changes a store's file by the sqlite3 command, which knows nothing of our engine.
enum StoreShell {
  /// What the command answers, without the last line break.
  ///
  /// - Throws: `XCTSkip` where there is no such command.
  static func run(_ sql: String, in file: URL) throws -> String {
    let executable = "/usr/bin/sqlite3"
    guard FileManager.default.isExecutableFile(atPath: executable) else {
      throw XCTSkip("the sqlite3 shell is not installed")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = ["-bail", file.path, sql]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0, sql)
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}

extension XCTestCase {
  /// Runs a test with the place of a store in a folder of its own.
  @MainActor
  func withStoreFile(_ body: @MainActor (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("file-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appendingPathComponent("Store.sqlite"))
  }
}
