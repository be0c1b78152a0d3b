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
}
