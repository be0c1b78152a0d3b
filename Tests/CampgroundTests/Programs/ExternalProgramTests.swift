import Foundation
import TestSupport
import XCTest

@testable import Campground

@MainActor
final class ExternalProgramTests: XCTestCase {
  private func shell(_ script: String) -> ExternalProgram {
    ExternalProgram(path: "/bin/sh", arguments: ["-c", script])
  }

  func testItReadsItsInputAndTellsItsStatusAndBothOutputs() async throws {
    let run = try shell("cat; echo told >&2; exit 3").run(input: Data("given\n".utf8))
    XCTAssertEqual(run.status, 3)
    XCTAssertEqual(run.output, "given\ntold\n")
    XCTAssertEqual(run.firstLine, "given")
  }

  func testAProgramThatReadsNothingOfALongInputEnds() async throws {
    XCTAssertEqual(try shell("exit 0").run(input: Data(count: 1 << 21)).status, 0)
  }

  func testOnlyTheBeginningOfALongOutputIsKept() async throws {
    let run = try shell("yes | head -c 1000000").run()
    XCTAssertEqual(run.output.utf8.count, 65_536)
  }

  func testOneThatHangsIsKilledWithItsChildren() async throws {
    let folder = try temporaryFolder()
    let mark = folder.appendingPathComponent("child").path
    XCTAssertThrowsError(
      try shell("sleep 3600 & echo $! > '\(mark)'; wait").run(seconds: 1)
    ) { XCTAssertEqual($0 as? ExternalProgram.Failure, .tooSlow(seconds: 1)) }
    let child = try XCTUnwrap(
      Int32(String(contentsOfFile: mark, encoding: .utf8).filter(\.isNumber)))
    // A killed child may be a zombie for a while, which no signal reaches either.
    let state = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ""
    XCTAssertTrue(state.isEmpty || state.contains(") Z "), state)
  }

  func testItIsCanceled() async throws {
    XCTAssertThrowsError(try shell("sleep 3600").run(unless: { true })) {
      XCTAssertEqual($0 as? ExternalProgram.Failure, .canceled)
    }
  }

  func testWhatIsNotThereCannotBeStarted() async throws {
    XCTAssertThrowsError(try ExternalProgram(path: "/nowhere/at-all").run()) {
      guard case .notStarted = $0 as? ExternalProgram.Failure else { return XCTFail("\($0)") }
    }
    XCTAssertNil(ExternalProgram.path(of: ["sh"], in: []))
    XCTAssertEqual(
      ExternalProgram.path(of: ["no-such", "sh"], in: ["/nowhere", "/bin"]), "/bin/sh")
  }
}
