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
    terminal.type("begin\r")
    terminal.wait(for: "Opened a scratch pad")
    terminal.wait(for: "campground> ")
    terminal.type("camper add Ada\r")
    terminal.wait(for: "Added camper Ada")
    terminal.wait(for: "campground*> ")
    terminal.type("undo\r")
    terminal.wait(for: "Undid: camper add Ada")
    terminal.wait(for: "campground> ")
    terminal.type("redo\r")
    terminal.wait(for: "campground*> ")
    terminal.type("save\r")
    terminal.wait(for: "Saved 1 change: 1 added")
    leave(terminal)
  }

  func testLeavingUnsavedWorkIsWarnedOfOnce() throws {
    let terminal = try open()
    terminal.type("begin; camper add Ada\r")
    terminal.wait(for: "campground*> ")
    terminal.type("exit\r")
    terminal.wait(for: "warning: the scratch pad is not saved")
    terminal.wait(for: "campground*> ")
    // Whoever goes on working is warned again.
    terminal.type("camper list\r")
    terminal.wait(for: "Ada")
    terminal.wait(for: "campground*> ")
    terminal.type("\u{4}")
    terminal.wait(for: "warning: the scratch pad is not saved")
    terminal.wait(for: "campground*> ")
    terminal.type("\u{4}")
    XCTAssertEqual(terminal.waitForExit(), 0)
    XCTAssertEqual(try run("count Camper"), "0\n")
  }
}
