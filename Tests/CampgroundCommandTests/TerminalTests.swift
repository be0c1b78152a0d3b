import Foundation
import TestSupport
import XCTest

/// The shell as a person at a terminal sees it.
final class TerminalTests: ProgramTestCase {
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
    try run("campsite add 4711", "camper add \"Johnny Appleseed\"")
    let terminal = try open()
    terminal.give("reserve 47\tfor Joh\tfrom tomorrow nights 1", expecting: "Reserved R-1")
    terminal.give("count Reservation where campS\t.siteN\t == 4711", expecting: "\n1")
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
    terminal.give("count Camper", expecting: "0")
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
    try run(try writeSites(2_000))
    let terminal = try open(columns: 300)
    // The answer of the first command tells that the line is at work.
    terminal.type("count Camper; \(endlessQuestion); camper add Ada\r")
    terminal.wait(for: "\n0")
    terminal.type("\u{3}")
    terminal.wait(for: "interrupted")
    terminal.wait(for: "campground> ")
    terminal.give("count Camper; count CampSite", expecting: "\n0", "\n2000")
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
    terminal.give("count CampSite; rollback", expecting: "\n1\r", "nothing changed")
    leave(terminal)
  }

  func testControlCEndsABatchWithStatus130() throws {
    try run(try writeSites(2_000))
    let terminal = try TerminalSession(
      program: SealedProgram.path,
      arguments: [
        "--keep-going", "-c", "count Camper", "-c", endlessQuestion, "-c", "camper add A",
      ],
      environment: program.environment)
    terminal.wait(for: "0\r")
    terminal.type("\u{3}")
    XCTAssertEqual(terminal.waitForExit(), 130 << 8)
    XCTAssertEqual(try run("count Camper"), "0\n")
  }

  func testAnswersFitATerminalThatWasMadeNarrower() throws {
    let terminal = try open()
    let name = Array(repeating: "Ada", count: 15).joined(separator: " ")
    terminal.give("camper add \"\(name)\"", expecting: "Added camper")
    terminal.resize(columns: 40)
    terminal.type("camper list\r")
    terminal.wait(for: "┌")
    let line = terminal.wait(for: "┐")
    XCTAssertLessThanOrEqual(line.count + 2, 40)
    terminal.wait(for: "campground> ")
    leave(terminal)
  }

  func testAStoreThatIsRemovedUnderTheShellTakesNothingMore() throws {
    let terminal = try open()
    terminal.give("camper add Ada", expecting: "Added camper Ada")
    let store = program.folder.appendingPathComponent("data/campground/campground.sqlite")
    let moved = program.folder.appendingPathComponent("moved.sqlite")
    try FileManager.default.moveItem(at: store, to: moved)
    terminal.give("camper add Bob", expecting: "was removed or replaced while it was open")
    try FileManager.default.moveItem(at: moved, to: store)
    terminal.give("count Camper", expecting: "\n1")
    leave(terminal)
  }

  func testAMistakeIsMarkedAndTheShellGoesOn() throws {
    let terminal = try open()
    terminal.give("campsit add 15", expecting: "unknown command", "campsite")
    terminal.give("campsite add 15", expecting: "Added site 15")
    leave(terminal)
  }

  func testAnotherProcessesChangesAreSeen() throws {
    let terminal = try open()
    terminal.give("count CampSite", expecting: "0")
    try run("campsite add 4711")
    terminal.give("campsite list", expecting: "4711")
    leave(terminal)
  }
}
