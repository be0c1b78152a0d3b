import Foundation
import TestSupport
import XCTest

/// Scratch pads in scripts, and at the prompt.
final class ScratchPadProgramTests: ProgramTestCase {
  func testABatchThatEndsWithUnsavedWorkFailsAndTellsWhatIsDropped() throws {
    for ending in ["camper add Bob", "exit"] {
      let outcome = try program.run("-c", "begin; camper add Ada", "-c", ending)
      XCTAssertEqual(outcome.status, 65)
      XCTAssertTrue(
        outcome.errors.hasPrefix("campground: error: the scratch pad was not saved"),
        outcome.errors)
      XCTAssertTrue(outcome.errors.contains("hint: end it with save or rollback"), outcome.errors)
    }
    XCTAssertEqual(try run("count Camper"), "0\n")
    XCTAssertEqual(try program.run("-c", "begin; count Camper").status, 0)
  }

  func testAnErrorInABatchDropsThePad() throws {
    let outcome = try program.run("-c", "begin; camper add Ada; cancel R-1; save")
    XCTAssertEqual(outcome.status, 65)
    XCTAssertTrue(
      outcome.errors.contains(
        "campground: warning: the scratch pad was not saved, its change is dropped (1 change: 1 added)"
      ),
      outcome.errors)
    XCTAssertEqual(try run("count Camper"), "0\n")
  }

  func testABatchThatGoesOnAfterErrorsSavesTheRestOfThePad() throws {
    let outcome = try program.run(
      "--keep-going", "-c", "begin; camper add Ada", "-c", "cancel R-1", "-c", "save")
    XCTAssertEqual(outcome.status, 65)
    XCTAssertEqual(try run("count Camper"), "1\n")
  }

  func testThePromptShowsUnsavedWork() throws {
    let terminal = try open()
    terminal.give("begin", expecting: "Opened a scratch pad")
    terminal.give("camper add Ada", expecting: "Added camper Ada", prompt: "campground*> ")
    terminal.give("undo", expecting: "Undid: camper add Ada")
    terminal.give("redo", prompt: "campground*> ")
    terminal.give("save", expecting: "Saved 1 change: 1 added")
    leave(terminal)
  }

  func testLeavingUnsavedWorkIsWarnedOfOnce() throws {
    let terminal = try open()
    terminal.give("begin; camper add Ada", prompt: "campground*> ")
    terminal.give(
      "exit", expecting: "warning: the scratch pad is not saved", prompt: "campground*> ")
    // Whoever goes on working is warned again.
    terminal.give("camper list", expecting: "Ada", prompt: "campground*> ")
    terminal.type("\u{4}")
    terminal.wait(for: "warning: the scratch pad is not saved")
    terminal.wait(for: "campground*> ")
    terminal.type("\u{4}")
    XCTAssertEqual(terminal.waitForExit(), 0)
    XCTAssertEqual(try run("count Camper"), "0\n")
  }

  // MARK: After a crash

  func testAPadComesBackAfterAKill() throws {
    try run("campsite add 15 rate 45; camper add Ada")
    let terminal = try open("--yes", "--now", "2026-12-01T12:00")
    terminal.give("let night = 3", prompt: "campground> ")
    terminal.give("begin", expecting: "Opened a scratch pad")
    terminal.give(
      "reserve 15 for Ada from tomorrow nights $night", expecting: "Reserved R-new1",
      prompt: "campground*> ")
    terminal.give("camper add Bob", expecting: "Added camper Bob", prompt: "campground*> ")
    terminal.give("undo", expecting: "Undid: camper add Bob", prompt: "campground*> ")
    terminal.give("cancel R-new1", expecting: "Canceled R-new1", prompt: "campground*> ")
    // What lives is nobody else's.
    let early = try program.run("-c", "begin recover")
    XCTAssertTrue(early.errors.contains("there is no scratch pad to recover"), early.errors)
    terminal.send(SIGKILL)
    _ = terminal.waitForExit()

    // A day later, and somebody else has R-1 by then.
    try run("reserve 15 for Ada from 2027-01-01 nights 1")
    let outcome = try program.run(
      "--now", "2026-12-02T12:00", "-c", "begin recover; pending; save; reservation list")
    XCTAssertEqual(outcome.status, 0, outcome.errors)
    XCTAssertTrue(outcome.output.hasPrefix("Recovered 2 commands: "), outcome.output)
    XCTAssertTrue(outcome.output.contains("R-new1 is now R-2"), outcome.output)
    XCTAssertTrue(
      outcome.output.contains("R-2\tAda\t15\t2026-12-02\t2026-12-05\t3\t1 adult\tCanceled"),
      outcome.output)
    XCTAssertEqual(try program.run("-c", "begin recover").status, 65)
  }

  func testWhatCommandsComeToAfterACrashIsTold() throws {
    try run("campsite add 15 rate 45; camper add Ada")
    let terminal = try open("--now", "2026-12-01T12:00")
    terminal.give("begin", expecting: "Opened a scratch pad")
    terminal.give(
      "reserve 15 for Ada from 2026-12-10 nights 2", expecting: "$90.00", prompt: "campground*> ")
    terminal.send(SIGKILL)
    _ = terminal.waitForExit()
    try run("campsite edit 15 rate 60")
    let outcome = try program.run("-c", "begin recover; rollback")
    XCTAssertTrue(
      outcome.errors.contains("someone changed R-new1 meanwhile: $90.00 is now $120.00"),
      outcome.errors)
  }

  func testAPadThatWasSavedDoesNotComeBack() throws {
    let terminal = try open()
    terminal.give("begin", expecting: "Opened a scratch pad")
    terminal.give("camper add Ada", expecting: "Added camper Ada", prompt: "campground*> ")
    let files = FileManager.default.enumerator(at: program.folder, includingPropertiesForKeys: nil)
    let list = try XCTUnwrap(
      files?.compactMap { $0 as? URL }.first { $0.lastPathComponent.contains(".unsaved-") })
    let content = try Data(contentsOf: list)
    terminal.give("save", expecting: "Saved 1 change: 1 added")
    leave(terminal)
    // As if the shell had been killed just after the commit.
    try content.write(to: list)
    let outcome = try program.run("-c", "begin recover")
    XCTAssertTrue(outcome.errors.contains("there is no scratch pad to recover"), outcome.errors)
    XCTAssertFalse(FileManager.default.fileExists(atPath: list.path))
    // One that is damaged is told.
    try content.prefix(20).write(to: list)
    let damaged = try program.run("-c", "begin recover")
    XCTAssertTrue(damaged.errors.contains("cannot be read"), damaged.errors)
    XCTAssertEqual(damaged.status, 74)
    XCTAssertEqual(try run("count Camper"), "1\n")
  }

  func testAPadThatCameBackIsDroppedForGood() throws {
    let terminal = try open()
    terminal.give("begin", expecting: "Opened a scratch pad")
    terminal.give("camper add Ada", expecting: "Added camper Ada", prompt: "campground*> ")
    terminal.send(SIGKILL)
    _ = terminal.waitForExit()
    let again = try open()
    again.give("begin recover", expecting: "Recovered 1 command", prompt: "campground*> ")
    again.give("rollback", expecting: "Dropped 1 change")
    leave(again)
    XCTAssertEqual(try program.run("-c", "begin recover").status, 65)
    XCTAssertEqual(try run("count Camper"), "0\n")
  }
}
