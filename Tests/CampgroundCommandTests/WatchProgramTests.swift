import TestSupport
import XCTest

@testable import CampgroundCommand

/// `watch` at a terminal and at the end of a pipe.
final class WatchProgramTests: ProgramTestCase {
  /// What stands above guests between tabs.
  private static let headings =
    "fullName\tphoneNumber\temail\taddress\tplates\trigLength\tnote\tisFavorite"

  private let takesScreen = "\u{1B}[?1049h"
  private let givesScreen = "\u{1B}[?1049l"

  // MARK: At a terminal

  func testAListFillsTheScreenAndShowsWhatOthersDo() throws {
    try run("camper add Ada; camper add Bo")
    let terminal = try open()
    terminal.type("watch Camper sort fullName\r")
    terminal.wait(for: takesScreen)
    terminal.wait(for: "Bo")
    terminal.wait(for: "2 results · type to filter")
    try run("camper add Cy")
    terminal.wait(for: "Cy")
    terminal.wait(for: "3 results")
    terminal.type("cy")
    terminal.wait(for: "1 of 3 results · filter: cy")
    terminal.resize(columns: 40)
    terminal.wait(for: "\u{1B}[2J")
    terminal.wait(for: "1 of 3 results · filter: cy")
    terminal.type("\u{1B}")
    terminal.wait(for: "3 results")
    terminal.type("\u{3}")
    terminal.wait(for: givesScreen)
    terminal.wait(for: "campground> ")
    terminal.give("count Camper", expecting: "\n3\r")
    leave(terminal)
  }

  func testControlDGoesBackToThePromptAndSoDoesTheEndOfTheTime() throws {
    let terminal = try open()
    terminal.type("watch Camper\r")
    terminal.wait(for: "There is nothing here yet")
    terminal.type("\u{4}")
    terminal.wait(for: givesScreen)
    terminal.wait(for: "campground> ")
    terminal.type("watch Camper for 1\r")
    terminal.wait(for: takesScreen)
    terminal.wait(for: givesScreen)
    terminal.wait(for: "campground> ")
    leave(terminal)
  }

  func testASignalFromElsewhereEndsTheListAndNotTheShell() throws {
    let terminal = try open()
    terminal.type("watch Camper\r")
    terminal.wait(for: "There is nothing here yet")
    terminal.send(SIGINT)
    terminal.wait(for: givesScreen)
    terminal.give("count Camper", expecting: "\n0\r")
    leave(terminal)
  }

  func testASignalThatEndsTheProgramFindsTheTerminalInOrder() throws {
    for signal in [SIGTERM, SIGHUP] {
      let terminal = try open()
      terminal.type("watch Camper\r")
      terminal.wait(for: "There is nothing here yet")
      terminal.send(signal)
      terminal.wait(for: givesScreen)
      XCTAssertEqual(terminal.waitForExit() & 0x7F, signal)
    }
  }

  func testAStoreThatIsRemovedEndsTheListWithAnError() throws {
    let terminal = try open()
    terminal.type("watch Camper\r")
    terminal.wait(for: "There is nothing here yet")
    let store = program.folder.appendingPathComponent("data/campground/campground.sqlite")
    let moved = program.folder.appendingPathComponent("moved.sqlite")
    try FileManager.default.moveItem(at: store, to: moved)
    terminal.wait(for: givesScreen)
    terminal.wait(for: "was removed or replaced while it was open")
    terminal.wait(for: "campground> ")
    try FileManager.default.moveItem(at: moved, to: store)
    leave(terminal)
  }

  func testLinesAreWrittenAtATerminalForWhoWantsThem() throws {
    let terminal = try open("--output", "jsonl")
    terminal.type("watch Camper\r")
    terminal.wait(for: "\r\n")
    try run("camper add Ada")
    terminal.wait(for: #"{"change":"insert","section":null,"fullName":"Ada""#)
    terminal.type("\u{3}")
    terminal.wait(for: "campground> ")
    terminal.give("count Camper", expecting: "1")
    leave(terminal)
  }

  // MARK: In a pipe

  func testWhatOthersDoBecomesLines() throws {
    try run("camper add Ada; camper add Bo")
    let watching = try program.start(["-c", "watch Camper for 4"])
    Thread.sleep(forTimeInterval: 1.5)
    try run("camper add Cy; camper edit Bo phone 5; camper delete Ada")
    let outcome = watching.outcome
    XCTAssertEqual(outcome.status, 0, outcome.errors)
    XCTAssertEqual(
      Set(outcome.output.split(separator: "\n")),
      [
        Self.headings[...], "Ada\t\t\t\t\t\t\tfalse", "Bo\t\t\t\t\t\t\tfalse",
        "- Ada\t\t\t\t\t\t\tfalse",
        "+ Cy\t\t\t\t\t\t\tfalse",
        "~ Bo\t5\t\t\t\t\t\tfalse",
      ])
  }

  func testItEndsWithItsInput() throws {
    try run("camper add Ada")
    let start = Date()
    let piped = try program.runCommandLine("printf 'watch Camper\\ncount Camper\\n' | campground")
    XCTAssertEqual(piped.output, Self.headings + "\nAda\t\t\t\t\t\t\tfalse\n1\n")
    XCTAssertEqual(
      try program.run("-c", "watch Camper").output, Self.headings + "\nAda\t\t\t\t\t\t\tfalse\n",
      "a file that is read")
    let closed = try program.runCommandLine("campground -c 'watch Camper' </dev/null")
    XCTAssertEqual(closed.output, Self.headings + "\nAda\t\t\t\t\t\t\tfalse\n")
    XCTAssertLessThan(Date().timeIntervalSince(start), 10)
    let later = try program.runCommandLine(
      "{ printf 'watch Camper\\n'; sleep 1; campground -c 'camper add Bo' >/dev/null; sleep 1; } "
        + "| campground")
    XCTAssertEqual(
      later.output, Self.headings + "\nAda\t\t\t\t\t\t\tfalse\n+ Bo\t\t\t\t\t\t\tfalse\n")
  }

  func testItEndsWhenNobodyReadsAnyMore() throws {
    try run("camper add Ada")
    let start = Date()
    let outcome = try program.runCommandLine(
      "mkfifo input; sleep 30 > input & writer=$!; "
        + "campground -c 'watch Camper' < input | head -2; kill $writer")
    XCTAssertEqual(outcome.output, Self.headings + "\nAda\t\t\t\t\t\t\tfalse\n")
    XCTAssertLessThan(Date().timeIntervalSince(start), 20)
  }

  func testAnInterruptionEndsTheCommandAndTheScriptGoesOn() throws {
    try run("camper add Ada")
    let outcome = try program.runCommandLine(
      "mkfifo input; sleep 30 > input & writer=$!; "
        + "campground -c 'watch Camper' -c 'count Camper' < input & watcher=$!; sleep 2; "
        + "kill -INT $watcher; wait $watcher; echo $?; kill $writer")
    XCTAssertEqual(outcome.output, Self.headings + "\nAda\t\t\t\t\t\t\tfalse\n1\n0\n")
  }
}
