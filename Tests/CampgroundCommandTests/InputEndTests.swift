import Foundation
import XCTest

@testable import CampgroundCommand

/// Whether a command that runs until the input ends goes on.
final class InputEndTests: XCTestCase {
  private func isReached(_ input: Pipe, _ output: Pipe = Pipe()) -> Bool {
    InputEnd.isReached(
      input: input.fileHandleForReading.fileDescriptor,
      output: output.fileHandleForWriting.fileDescriptor)
  }

  func testAnOpenPipeGoesOnWhetherItHasContentsOrNot() throws {
    let input = Pipe()
    XCTAssertFalse(isReached(input))
    try input.fileHandleForWriting.write(contentsOf: Data("more\n".utf8))
    XCTAssertFalse(isReached(input))
    // Nothing was consumed.
    XCTAssertEqual(try input.fileHandleForReading.read(upToCount: 5), Data("more\n".utf8))
    try input.fileHandleForWriting.close()
    XCTAssertTrue(isReached(input))
  }

  func testWithoutAReaderOfTheOutputThereIsNothingToGoOnFor() throws {
    let (input, output) = (Pipe(), Pipe())
    XCTAssertFalse(isReached(input, output))
    try output.fileHandleForReading.close()
    XCTAssertTrue(isReached(input, output))
  }

  func testAFileEndsAfterItsLastByte() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).txt")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("one\n".utf8).write(to: url)
    let file = try FileHandle(forReadingFrom: url)
    let output = Pipe()
    func isReached() -> Bool {
      InputEnd.isReached(
        input: file.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor)
    }
    XCTAssertFalse(isReached())
    _ = try file.readToEnd()
    XCTAssertTrue(isReached())
  }
}
