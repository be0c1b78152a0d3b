import Foundation
import TestSupport
import XCTest

/// The shell as a person at a terminal sees it.
final class TerminalTests: XCTestCase {
  private var program: SealedProgram!

  override func setUpWithError() throws {
    program = try SealedProgram()
  }

  override func tearDown() {
    program.remove()
  }

  private func open(columns: UInt16 = 80) throws -> TerminalSession {
    var environment = program.environment
    environment["COLUMNS"] = nil
    let terminal = try TerminalSession(
      program: SealedProgram.path, arguments: [], environment: environment,
      columns: columns)
    terminal.wait(for: "help lists the commands")
    terminal.wait(for: "campground> ")
    return terminal
  }

  /// Presses Ctrl-D at the prompt: before it, it would be the end of a line that nobody reads.
  private func leave(_ terminal: TerminalSession) {
    terminal.wait(for: "campground> ")
    terminal.type("\u{4}")
    XCTAssertEqual(terminal.waitForExit(), 0)
  }

  func testACommandIsTypedAndAnswered() throws {
    let terminal = try open()
    terminal.type("campsite add 15\r")
    terminal.wait(for: "Added site 15")
    terminal.type("campsite list\r")
    terminal.wait(for: "┌──")
    terminal.type("exit\r")
    XCTAssertEqual(terminal.waitForExit(), 0)
    let state = program.folder.appendingPathComponent("state/campground/history")
    XCTAssertEqual(
      try String(contentsOf: state, encoding: .utf8), "campsite add 15\ncampsite list\nexit\n")
  }

  func testTabCompletesCommandsSitesAndNames() throws {
    let setUp = try program.run(
      "-c", "campsite add 4711", "-c", "camper add \"Johnny Appleseed\"")
    XCTAssertEqual(setUp.status, 0, setUp.errors)
    let terminal = try open()
    terminal.type("reserve 47\tfor Joh\tfrom 2126-07-01 nights 1\r")
    terminal.wait(for: "Reserved R-1")
    terminal.wait(for: "campground> ")
    terminal.type("count Reservation where campS\t.siteN\t == 4711\r")
    terminal.wait(for: "\n1")
    leave(terminal)
  }

  func testControlCClearsTheLineAndControlDLeaves() throws {
    let terminal = try open()
    terminal.type("camper add \"Ada")
    terminal.wait(for: "\"Ada")
    terminal.type("\u{3}")
    terminal.wait(for: "campground> ")
    terminal.type("camper add \"Ada\r")
    terminal.wait(for: "...> ")
    terminal.type("\u{3}")
    terminal.wait(for: "campground> ")
    terminal.type("count Camper\r")
    terminal.wait(for: "0")
    leave(terminal)
  }

  /// A list of sites that takes long to read, and a question about it that takes longer.
  ///
  /// - Returns: the command that imports them.
  private func writeSites(_ count: Int) throws -> String {
    let rows = (1...count).map { "\($0)" }.joined(separator: "\n")
    let file = program.folder.appendingPathComponent("sites.csv")
    try "site\n\(rows)\n".write(to: file, atomically: true, encoding: .utf8)
    return "import campsites \"\(file.path)\""
  }

  /// No site differs from itself: all pairs of sites are looked at for each of them.
  private let endlessQuestion =
    "count CampSite where SUBQUERY(campground.sites, $a, "
    + "SUBQUERY(campground.sites, $b, $b.water != $a.water).@count > 0).@count > 0"

  func testControlCEndsACommandAndNotTheShell() throws {
    let setUp = try program.run("-c", try writeSites(2_000))
    XCTAssertEqual(setUp.status, 0, setUp.errors)
    let terminal = try open(columns: 300)
    // The answer of the first command tells that the line is at work.
    terminal.type("count Camper; \(endlessQuestion); camper add Ada\r")
    terminal.wait(for: "\n0")
    terminal.type("\u{3}")
    terminal.wait(for: "interrupted")
    terminal.wait(for: "campground> ")
    terminal.type("count Camper; count CampSite\r")
    terminal.wait(for: "\n0")
    terminal.wait(for: "\n2000")
    leave(terminal)
  }

  func testAnImportThatIsInterruptedHasImportedNothing() throws {
    let command = try writeSites(200_000)
    let terminal = try open(columns: 300)
    terminal.type("campsite add x; count Camper; \(command)\r")
    terminal.wait(for: "\n0")
    terminal.type("\u{3}")
    terminal.wait(for: "interrupted")
    terminal.wait(for: "campground> ")
    terminal.type("begin; count CampSite; \(command)\r")
    terminal.wait(for: "\n1\r")
    terminal.type("\u{3}")
    terminal.wait(for: "interrupted")
    terminal.wait(for: "campground")
    terminal.type("count CampSite; rollback\r")
    terminal.wait(for: "\n1\r")
    terminal.wait(for: "nothing was changed")
    leave(terminal)
  }

  func testControlCEndsABatchWithStatus130() throws {
    let setUp = try program.run("-c", try writeSites(2_000))
    XCTAssertEqual(setUp.status, 0, setUp.errors)
    let terminal = try TerminalSession(
      program: SealedProgram.path,
      arguments: [
        "--keep-going", "-c", "count Camper", "-c", endlessQuestion, "-c", "camper add A",
      ],
      environment: program.environment)
    terminal.wait(for: "0\r")
    terminal.type("\u{3}")
    XCTAssertEqual(terminal.waitForExit(), 130 << 8)
    XCTAssertEqual(try program.run("-c", "count Camper").output, "0\n")
  }

  func testAnswersFitATerminalThatWasMadeNarrower() throws {
    let terminal = try open()
    terminal.type("campsite add 15 type rv rate 45 loop Creek\r")
    terminal.wait(for: "Added site 15")
    terminal.wait(for: "campground> ")
    terminal.resize(columns: 40)
    terminal.type("campsite list\r")
    terminal.wait(for: "┌")
    let line = terminal.wait(for: "┐")
    XCTAssertLessThanOrEqual(line.count + 2, 40)
    leave(terminal)
  }

  func testAStoreThatIsRemovedUnderTheShellTakesNothingMore() throws {
    let terminal = try open()
    terminal.type("camper add Ada\r")
    terminal.wait(for: "Added camper Ada")
    terminal.wait(for: "campground> ")
    let store = program.folder.appendingPathComponent("data/campground/campground.sqlite")
    let moved = program.folder.appendingPathComponent("moved.sqlite")
    try FileManager.default.moveItem(at: store, to: moved)
    terminal.type("camper add Bob\r")
    terminal.wait(for: "was removed or replaced while it was open")
    terminal.wait(for: "campground> ")
    try FileManager.default.moveItem(at: moved, to: store)
    terminal.type("count Camper\r")
    terminal.wait(for: "\n1")
    leave(terminal)
  }

  func testAMistakeIsMarkedAndTheShellGoesOn() throws {
    let terminal = try open()
    terminal.type("campsit add 15\r")
    terminal.wait(for: "unknown command")
    terminal.wait(for: "campsite")
    terminal.wait(for: "campground> ")
    terminal.type("campsite add 15\r")
    terminal.wait(for: "Added site 15")
    leave(terminal)
  }

  func testAnotherProcessesChangesAreSeen() throws {
    let terminal = try open()
    terminal.type("count CampSite\r")
    terminal.wait(for: "0")
    terminal.wait(for: "campground> ")
    XCTAssertEqual(try program.run("-c", "campsite add 4711").status, 0)
    terminal.type("campsite list\r")
    terminal.wait(for: "4711")
    leave(terminal)
  }
}
