import CampgroundDemo
import Foundation
import TestSupport
import XCTest

/// The options `--demo`, `--demo-short` and `--demo-new`.
@MainActor
final class DemoProgramTests: XCTestCase {
  private var program: SealedProgram!

  override func setUp() async throws { program = try SealedProgram() }

  override func tearDown() async throws { program.remove() }

  private var folder: URL { program.folder.appendingPathComponent(".cache/campground") }

  private func names() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  private func run(_ arguments: String...) throws -> SealedProgram.Outcome {
    try program.start(["--now", "2026-07-15T09:00"] + arguments).outcome
  }

  /// Puts the demo where the program looks for it.
  private func placeDemo() throws {
    let version = try program.run("--version").output.split(separator: " ").last ?? ""
    let file = DemoFile(
      SharedDemo.demo, version: String(version).trimmingCharacters(in: .whitespacesAndNewlines),
      in: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try SharedDemo.write(to: file.original)
  }

  func testADemoExcludesOtherStores() async throws {
    for (options, message) in [
      (["--demo", "--store", "x"], "--demo and --store cannot be given together"),
      (["--demo-short", "--in-memory"], "--demo and --in-memory cannot be given together"),
      (["--demo-new", "--store", "x"], "--demo and --store cannot be given together"),
    ] {
      let outcome = try program.start(options).outcome
      XCTAssertEqual(outcome.status, 64)
      XCTAssertTrue(outcome.errors.contains(message), outcome.errors)
      XCTAssertTrue(outcome.errors.contains("use only one of them"), outcome.errors)
    }
    XCTAssertEqual(names(), [])
  }

  func testWhatIsTriedStaysUntilTheDemoBeginsAgain() async throws {
    try placeDemo()
    let before = try run("--demo-short", "-c", "count Camper")
    XCTAssertEqual(before.status, 0, before.errors)
    XCTAssertEqual(try run("--demo-short", "-c", "camper add \"Ada Rivera\"").status, 0)
    let after = try run("--demo-short", "-c", "count Camper")
    XCTAssertEqual(
      Int(after.output.dropLast()), Int(before.output.dropLast()).map { $0 + 1 }, after.errors)
    let again = try run("--demo-new", "--demo-short", "-c", "count Camper")
    XCTAssertEqual(again.output, before.output, again.errors)
    XCTAssertEqual(names().filter { $0.hasPrefix("making-") }, [])
    // The store of the clerk was never touched.
    XCTAssertFalse(FileManager.default.fileExists(atPath: program.folder.path + "/data"))
  }

  func testTheGreetingSaysThatItIsADemo() async throws {
    try placeDemo()
    let terminal = try TerminalSession(
      program: SealedProgram.path,
      arguments: ["--demo-short", "--now", "2026-07-15T09:00"], environment: program.environment,
      columns: 100)
    terminal.wait(for: "the demo of 2026-07-15, help tour shows you around")
    terminal.wait(for: "campground> ")
    terminal.type("exit\r")
    XCTAssertEqual(terminal.waitForExit(), 0)
  }

  func testCtrlCEndsTheMakingAndLeavesNothing() async throws {
    let terminal = try TerminalSession(
      program: SealedProgram.path,
      arguments: ["--demo-short", "--now", "2026-07-15T09:00"], environment: program.environment,
      columns: 100)
    terminal.wait(for: "Making the demo")
    terminal.wait(for: "█")
    terminal.type("\u{3}")
    XCTAssertEqual(terminal.waitForExit(), 130 << 8)
    XCTAssertEqual(names(), [])
  }

  func testAFolderThatCannotBeWrittenIsToldWithAWayOut() async throws {
    try Data().write(to: program.folder.appendingPathComponent(".cache"))
    let outcome = try run("--demo-short", "-c", "arrivals")
    XCTAssertEqual(outcome.status, 73, outcome.errors)
    XCTAssertTrue(outcome.errors.contains("the demo cannot be made in "), outcome.errors)
    XCTAssertTrue(outcome.errors.contains("XDG_CACHE_HOME"), outcome.errors)
  }
}
