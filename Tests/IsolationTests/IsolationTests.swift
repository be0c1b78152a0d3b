import XCTest

/// What must not compile: taking objects and contexts away from the queue that they belong to.
///
/// Each program in `Programs/Refused` says at the end of a line what the compiler has to say there;
/// its twin in `Programs/Accepted` does the same job in the way that is meant to be used.
final class IsolationTests: XCTestCase {
  func testEachLeakIsRefusedAtItsLine() throws {
    let programs = try CompiledProgram.all(in: "Refused")
    XCTAssertGreaterThanOrEqual(programs.count, 16)
    for program in programs {
      let expected = try program.expectedRefusals()
      XCTAssertFalse(expected.isEmpty, "\(program.name) has no line marked // refused:")
      let (isCompiled, errors, transcript) = try program.compile()
      XCTAssertFalse(isCompiled, "\(program.name) compiled")
      for refusal in expected {
        XCTAssertTrue(
          errors.contains { $0.line == refusal.line && $0.message.contains(refusal.text) },
          "\(program.name):\(refusal.line) is not refused with \"\(refusal.text)\":\n\(transcript)")
      }
      let lines = Set(expected.map(\.line))
      for error in errors where !lines.contains(error.line) {
        XCTFail("\(program.name):\(error.line) is refused for another reason:\n\(transcript)")
      }
    }
  }

  func testTheRightWayToDoEachOfThemCompiles() throws {
    let accepted = try CompiledProgram.all(in: "Accepted")
    XCTAssertEqual(
      accepted.map(\.name), try CompiledProgram.all(in: "Refused").map(\.name),
      "each refused program has an accepted twin")
    for program in accepted {
      let (isCompiled, _, transcript) = try program.compile()
      XCTAssertTrue(isCompiled, "\(program.name) is refused:\n\(transcript)")
    }
  }
}
