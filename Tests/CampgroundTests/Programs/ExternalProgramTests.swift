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
    let pipe = folder.appendingPathComponent("pipe").path
    XCTAssertEqual(mkfifo(pipe, 0o600), 0)
    let end = open(pipe, O_RDONLY | O_NONBLOCK)
    XCTAssertGreaterThanOrEqual(end, 0)
    defer { close(end) }
    XCTAssertThrowsError(try shell("sleep 3600 9> '\(pipe)' & wait").run(seconds: 1)) {
      XCTAssertEqual($0 as? ExternalProgram.Failure, .tooSlow(seconds: 1))
    }
    // The child alone holds the other end, which hangs up when it dies.
    var event = pollfd(fd: end, events: 0, revents: 0)
    XCTAssertEqual(poll(&event, 1, 30_000), 1, "the child goes on")
    XCTAssertEqual(event.revents, Int16(POLLHUP))
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
