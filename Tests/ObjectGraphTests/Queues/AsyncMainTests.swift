import TestSupport
import XCTest

/// The main context in a program whose `main` waits.
final class AsyncMainTests: XCTestCase {
  func testTheMainActorIsRecognisedOnThreadsOtherThanTheMainOne() throws {
    let program = try SealedProgram()
    defer { program.remove() }
    let outcome = try program.runCommandLine("AsyncMainProgram")
    XCTAssertEqual(outcome.output, "[\"Ann\", \"Bob\"]\n[2, 2]\n2\n")
    XCTAssertEqual(outcome.status, 0)
  }
}
