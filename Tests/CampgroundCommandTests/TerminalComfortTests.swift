import Foundation
import TestSupport
import XCTest

/// What a terminal offers beyond plain lines: a status beside the prompt, candidates with what they
/// are, and lists to choose from.
final class TerminalComfortTests: ProgramTestCase {
  private let now = "2026-07-01T09:00"

  override func setUpWithError() throws {
    try super.setUpWithError()
    let outcome = try program.run(
      "--now", now, "-c", "campground add Wawona timezone UTC; campsite add 1-4 rate 40", "-c",
      """
      camper add "Maria Gonzalez"; camper add "Pedro Gonzalez"
      reserve 1 for "Maria Gonzalez" from 2026-07-01 nights 3
      reserve 2 for "Pedro Gonzalez" from 2026-07-01 nights 2
      """)
    XCTAssertEqual(outcome.status, 0, outcome.errors)
  }

  func testTheStatusIsBesideThePrompt() throws {
    let terminal = try open("--now", now, "--as", "Kasey")
    terminal.wait(for: "2 due in · Kasey · 2026-07-01")
    terminal.type("checkin R-1\r")
    terminal.wait(for: "Checked in R-1")
    terminal.wait(for: "1 due in · Kasey · 2026-07-01")
    leave(terminal)
  }

  func testTheStatusMakesRoomForALongLine() throws {
    let terminal = try open("--now", now)
    terminal.wait(for: "2 due in · 2026-07-01")
    terminal.give(
      "camper add \"\(String(repeating: "Ada ", count: 15))Lee\"", expecting: "Added camper Ada")
    leave(terminal)
  }

  func testNothingOfItIsInAPipe() throws {
    let outcome = try program.run("--now", now, "--as", "Kasey", input: "count Camper\n")
    XCTAssertEqual(outcome.output, "2\n")
    XCTAssertEqual(outcome.errors, "")
  }

  func testALastNameIsCompletedToTheCodesOfItsStays() throws {
    let terminal = try open("--now", now)
    terminal.type("checkin Gonz\t\t")
    terminal.wait(for: "R-1  Maria Gonzalez · site 1 · arrives today")
    terminal.wait(for: "R-2  Pedro Gonzalez · site 2 · arrives today")
    terminal.type("\u{15}checkin Ped\t\r")
    terminal.wait(for: "Checked in R-2")
    terminal.wait(for: "campground> ")
    leave(terminal)
  }

  func testAnAmbiguousNameIsChosenFromAListThatNarrows() throws {
    let terminal = try open("--now", now)
    terminal.type("folio Gonzalez\r")
    terminal.wait(for: "2 reservations match \"Gonzalez\":")
    terminal.wait(for: "Which one?")
    terminal.type("ped\r")
    terminal.wait(for: "Chosen: R-2 · Pedro Gonzalez")
    terminal.wait(for: "code = R-2")
    terminal.wait(for: "campground> ")
    terminal.type("folio Gonzalez\r")
    terminal.wait(for: "Which one?")
    terminal.type("1")
    terminal.wait(for: "code = R-1")
    terminal.wait(for: "campground> ")
    for key in ["\u{1B}", "\u{3}"] {
      terminal.type("folio Gonzalez\r")
      terminal.wait(for: "Which one?")
      terminal.type(key)
      terminal.wait(for: "more than one reservation, and none was chosen")
      terminal.wait(for: "campground> ")
    }
    terminal.give("count Camper", expecting: "\n2")
    leave(terminal)
  }

  func testLinesPastedBehindAnAmbiguousNameChooseNothing() throws {
    let terminal = try open("--now", now)
    terminal.type("checkin Gonzalez\r2\rcount Camper\r")
    terminal.wait(for: "Which one?")
    terminal.type("1")
    terminal.wait(for: "Checked in R-1")
    terminal.wait(for: "unknown command \"2\"")
    terminal.wait(for: "hint: see")
    terminal.wait(for: "\n2\r")
    terminal.wait(for: "campground> ")
    leave(terminal)
    XCTAssertTrue(try run("reservation show R-2").contains("Reserved"))
  }

  func testWatchedArrivalsShowWhatAnotherDeskDoes() throws {
    let terminal = try open("--now", now, columns: 120)
    terminal.type("watch arrivals\r")
    terminal.wait(for: "2 due in · 0 overdue out")
    terminal.wait(for: "q leaves")
    XCTAssertEqual(try program.run("--now", now, "-c", "checkin R-1").status, 0)
    terminal.wait(for: "1 due in · 0 overdue out")
    terminal.wait(for: "Checked in")
    terminal.type("q")
    terminal.wait(for: "campground> ")
    leave(terminal)
  }

  func testAGuestIsEditedFieldByField() throws {
    let terminal = try open("--now", now, columns: 120)
    terminal.type("edit Pedro\r")
    terminal.wait(for: "Enter keeps a value")
    terminal.wait(for: "name [Pedro Gonzalez]: ")
    terminal.type("\r")
    terminal.wait(for: "phone: ")
    terminal.type("408 555 0102\r")
    for field in ["email", "address", "plates", "length", "note", "favorite"] {
      terminal.wait(for: field)
      terminal.type("\r")
    }
    terminal.wait(for: "camper edit Pedro phone \"408 555 0102\"")
    terminal.wait(for: "Go ahead? [y/N] ")
    terminal.give("y", expecting: "Changed camper Pedro Gonzalez")
    terminal.type("edit Pedro\r")
    terminal.wait(for: "name [Pedro Gonzalez]: ")
    terminal.type("\u{3}")
    terminal.wait(for: "Nothing changed")
    terminal.wait(for: "campground> ")
    leave(terminal)
    XCTAssertTrue(try run("camper show Pedro").contains("408 555 0102"))
  }

  func testASafeShellReachesNoFiles() throws {
    let terminal = try open("--now", now, "--safe")
    terminal.give(".output all.txt", expecting: "a safe session reaches")
    terminal.give("count Camper", expecting: "\n2")
    leave(terminal)
    let file = program.folder.appendingPathComponent("all.txt").path
    XCTAssertFalse(FileManager.default.fileExists(atPath: file))
  }

  func testAScriptIsToldTheChoices() throws {
    let outcome = try program.run("--now", now, "-c", "folio Gonzalez")
    XCTAssertEqual(outcome.status, 65)
    XCTAssertTrue(outcome.errors.contains("R-1 · Maria Gonzalez · site 1"), outcome.errors)
  }
}
