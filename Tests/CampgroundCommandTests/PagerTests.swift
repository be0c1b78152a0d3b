import Foundation
import TestSupport
import XCTest

/// Answers longer than the screen, which has 24 lines.
final class PagerTests: ProgramTestCase {
  /// Opens the shell with a pager, on a store with a list of 40 rows.
  private func open(pager: String, _ arguments: String...) throws -> TerminalSession {
    try run((1...40).map { "campsite add \($0)" }.joined(separator: "; "))
    var environment = program.environment
    environment["COLUMNS"] = nil
    environment["PAGER"] = pager
    let terminal = try TerminalSession(
      program: SealedProgram.path, arguments: arguments, environment: environment)
    terminal.wait(for: "campground> ")
    return terminal
  }

  func testALongAnswerGoesThroughThePagerAndAShortOneDoesNot() throws {
    let terminal = try open(pager: "sed s/^/paged:/")
    terminal.type("campsite list\r")
    terminal.wait(for: "paged:┌─")
    // The whole list, and not what fits the screen.
    terminal.wait(for: "paged:│ 40 ")
    terminal.wait(for: "paged:└─")
    terminal.wait(for: "campground> ")
    terminal.type("campsite list limit 3\r")
    XCTAssertFalse(terminal.wait(for: "└─").contains("paged"))
    terminal.wait(for: "campground> ")
    leave(terminal)
  }

  func testThePagerIsTurnedOff() throws {
    let terminal = try open(pager: "sed s/^/paged:/")
    terminal.type(".pager off; campsite list\r")
    XCTAssertFalse(terminal.wait(for: "└─").contains("paged"))
    terminal.wait(for: "shows the next")
    terminal.give(".pager on; campsite list", expecting: "paged:│ 40 ")
    leave(terminal)
  }

  func testThePagerIsLeftOutByAnOption() throws {
    let terminal = try open(pager: "sed s/^/paged:/", "--no-pager")
    terminal.type("campsite list limit 40\r")
    XCTAssertFalse(terminal.wait(for: "└─").contains("paged"))
    terminal.wait(for: "campground> ")
    leave(terminal)
  }

  func testAUserWhoLeavesThePagerEarlyIsBackInTheShell() throws {
    // More than a pipe holds.
    let pager = try open(pager: "head -2")
    pager.type("help language; let x = 1; fetch CampSite limit 40; .schema CampSite\r")
    pager.wait(for: "campground> ")
    pager.give("count CampSite", expecting: "\n40")
    leave(pager)
  }

  func testControlCInThePagerEndsItAlone() throws {
    let terminal = try open(pager: "cat; exec sleep 60")
    terminal.type("campsite list; count CampSite\r")
    terminal.wait(for: "└─")
    terminal.type("\u{3}")
    terminal.wait(for: "campground> ", seconds: 10)
    terminal.give("count CampSite", expecting: "\n40")
    leave(terminal)
  }

  func testCommandsThatAreTypedAheadAreNotForThePager() throws {
    let terminal = try open(pager: "cat; read key < /dev/tty; echo got $key")
    terminal.type("campsite list\rcount CampSite\r")
    terminal.wait(for: "└─")
    terminal.type("q\r")
    terminal.wait(for: "got q")
    terminal.wait(for: "\n40")
    terminal.wait(for: "campground> ")
    leave(terminal)
  }

  func testAPagerThatDoesNotExistIsToldOnce() throws {
    for pager in ["nosuchpager -x", "nosuchpager < '/dev/null'"] {
      let terminal = try open(pager: pager)
      terminal.type("campsite list limit 40\r")
      terminal.wait(for: "the pager \"\(pager)\" cannot be run")
      terminal.wait(for: "│ 40 ")
      terminal.wait(for: "campground> ")
      terminal.type("campsite list limit 40\r")
      XCTAssertFalse(terminal.wait(for: "│ 40 ").contains("cannot be run"))
      terminal.wait(for: "campground> ")
      leave(terminal)
      program.remove()
      try setUpWithError()
    }
  }

  func testFilesAndScriptsAreNotPaged() throws {
    let terminal = try open(pager: "sed s/^/paged:/")
    let file = program.folder.appendingPathComponent("all.txt").path
    terminal.give("campsite list to \"\(file)\"", expecting: "Wrote 40 rows")
    let script = program.folder.appendingPathComponent("list.camp")
    try "campsite list limit 40\n".write(to: script, atomically: true, encoding: .utf8)
    terminal.type(".read \"\(script.path)\"\r")
    XCTAssertFalse(terminal.wait(for: "└─").contains("paged"))
    terminal.wait(for: "campground> ")
    leave(terminal)
  }
}
