import ObjectGraph
import TestSupport
import XCTest

extension SQLRecorder {
  /// Expects a body to run that many statements, on a store that runs any.
  @MainActor
  func expect<Result>(
    _ count: Int, file: StaticString = #filePath, line: UInt = #line,
    _ body: @MainActor () throws -> Result
  ) rethrows -> Result {
    _ = takeStatements()
    let result = try body()
    let statements = takeStatements()
    if isRecording {
      XCTAssertEqual(
        statements.count, count, statements.joined(separator: "\n"), file: file, line: line)
    }
    return result
  }
}
