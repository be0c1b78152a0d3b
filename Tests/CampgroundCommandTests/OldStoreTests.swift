import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The program with a store of version 1 of the model.
@MainActor
final class OldStoreTests: XCTestCase {
  private func sealedProgram() throws -> SealedProgram {
    let program = try SealedProgram()
    addTeardownBlock { program.remove() }
    let book = try BookStore(at: program.folder.appendingPathComponent("book.sqlite"))
    let ada = try book.camper("Ada Rivera", phone: "408-555-1234")
    // 2026-07-01 and 2026-07-04 at 04:00 UTC, 21:00 of the day before in California.
    let arrival = CalendarDate(dayNumber: 9_312).midnightUTC.addingTimeInterval(4 * 3_600)
    try book.reservation(
      from: arrival, to: arrival.addingTimeInterval(3 * 86_400), of: ada, on: book.site(15))
    try book.close()
    return program
  }

  private func files(_ program: SealedProgram) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: program.folder.path).filter {
      $0.contains("book") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
    }
  }

  private func content(_ program: SealedProgram) throws -> Data {
    try Data(contentsOf: program.folder.appendingPathComponent("book.sqlite"))
  }

  func testAnOldStoreIsMigratedAndThatIsSaidOnce() async throws {
    let program = try sealedProgram()
    let first = try program.run(
      "--store", "book.sqlite", "--now", "2026-07-01T09:00", "-c", "arrivals", "-c", "checkin R-1")
    XCTAssertEqual(first.status, 0)
    XCTAssertEqual(first.errors, "migrated the store from version 1 to version 7\n")
    XCTAssertTrue(
      first.output.contains("R-1\tAda Rivera\t15\t2026-07-01\t2026-07-04"), first.output)
    XCTAssertTrue(first.output.contains("Checked in R-1"), first.output)
    // No copy is left beside it.
    XCTAssertEqual(try files(program), ["book.sqlite"])

    let second = try program.run("--store", "book.sqlite", "-c", "count Reservation")
    XCTAssertEqual(second.errors, "")
    XCTAssertEqual(second.output, "1\n")
  }

  func testTheTimeZoneThatIsAskedForIsThatOfTheBooksClock() async throws {
    let program = try sealedProgram()
    let outcome = try program.run(
      "--store", "book.sqlite", "--timezone", "America/Los_Angeles", "--now", "2026-06-30T09:00",
      "-c", "arrivals", "-c", "campground list")
    XCTAssertEqual(outcome.status, 0, outcome.errors)
    XCTAssertTrue(outcome.output.contains("R-1\tAda Rivera\t15\t2026-06-30\t2026-07-03"))
    XCTAssertTrue(outcome.output.contains("America/Los_Angeles"), outcome.output)
  }

  func testWhatIsPastIsSeenFromTheTimeThatIsAskedFor() async throws {
    let program = try sealedProgram()
    let outcome = try program.run(
      "--store", "book.sqlite", "--now", "2026-07-02T09:00", "-c", "reservation show R-1")
    XCTAssertTrue(outcome.output.contains("Checked in"), outcome.output)
  }

  func testNoMigrateRefusesAndSaysWhichVersionTheStoreHas() async throws {
    for (option, hint) in [
      (
        "--no-migrate",
        "leave --no-migrate out to migrate it; copy the file first if older programs are to open it"
      ), ("--readonly", "copy the file, and open the copy without --readonly"),
    ] {
      let program = try sealedProgram()
      let before = try content(program)
      let refused = try program.run("--store", "book.sqlite", option, "-c", "campsite list")
      XCTAssertEqual(refused.status, 65, option)
      XCTAssertEqual(refused.output, "")
      XCTAssertEqual(
        refused.errors,
        """
        campground: error: the store \(program.folder.path)/book.sqlite has version 1 and would have to \
        be migrated to version 7, which \(option) does not allow
        hint: \(hint)

        """)
      XCTAssertEqual(try content(program), before, option)
    }
  }

  func testAnOldStoreThatCannotBeWrittenIsToBeCopied() async throws {
    let program = try sealedProgram()
    // Permissions count for root only without this right.
    let outcome = try program.runCommandLine(
      """
      chmod 400 book.sqlite
      [ "$(id -u)" = 0 ] && limit="setpriv --bounding-set=-dac_override" || limit=
      $limit campground --store book.sqlite -c 'count Camper'
      """)
    XCTAssertEqual(outcome.status, 73)
    XCTAssertEqual(
      outcome.output,
      """
      campground: error: the store \(program.folder.path)/book.sqlite has version 1 and cannot be \
      written, so it cannot be migrated to version 7
      hint: copy the file to a place that can be written, and open the copy

      """)
  }

  func testNoMigrateLeavesAStoreOfTodayAndANewOneAlone() async throws {
    let program = try sealedProgram()
    for _ in 1...2 {
      let outcome = try program.run("--store", "new.sqlite", "--no-migrate", "-c", "count Camper")
      XCTAssertEqual(outcome.status, 0, outcome.errors)
      XCTAssertEqual(outcome.errors, "")
      XCTAssertEqual(outcome.output, "0\n")
    }
  }

  func testAStoreOfALaterVersionAsksForTheNewestProgram() async throws {
    let program = try sealedProgram()
    let model = try ManagedObjectModel.campground.copy()
    model.entities += [
      EntityDescription("Kayak") { AttributeDescription("name", .string) }
    ]
    model.versionIdentifiers = ["99"]
    let file = program.folder.appendingPathComponent("later.sqlite")
    try StoreStack(model: model, store: PersistentStoreDescription(url: file)).close()
    for options in [[], ["--no-migrate"], ["--readonly"]] {
      let outcome = try program.start(
        ["--store", "later.sqlite", "-c", "count Camper"] + options
      ).outcome
      XCTAssertEqual(outcome.status, 65, "\(options)")
      XCTAssertTrue(
        outcome.errors.hasSuffix("hint: use the newest campground, or the program that made it\n"),
        outcome.errors)
      XCTAssertTrue(outcome.errors.contains("99"), outcome.errors)
    }
  }

  func testAMigrationIsShownAtATerminal() async throws {
    let program = try sealedProgram()
    var environment = program.environment
    environment["COLUMNS"] = nil
    let terminal = try TerminalSession(
      program: SealedProgram.path,
      arguments: ["--store", program.folder.appendingPathComponent("book.sqlite").path],
      environment: environment, columns: 100)
    terminal.wait(for: "Migrating book.sqlite █")
    terminal.wait(for: "100 %")
    terminal.wait(for: "migrated the store from version 1 to version 7")
    terminal.wait(for: "campground> ")
    terminal.type("exit\r")
    XCTAssertEqual(terminal.waitForExit(), 0)
  }

  func testCtrlCAtTheBarCancelsTheMigration() async throws {
    let program = try SealedProgram()
    addTeardownBlock { program.remove() }
    let url = program.folder.appendingPathComponent("book.sqlite")
    let book = try BookStore(at: url)
    // So many that it goes on for long after the bar is there.
    for number in 1...3_000 { try book.camper("Camper \(number)", phone: "\(number)") }
    try book.close()
    let before = try content(program)
    let terminal = try TerminalSession(
      program: SealedProgram.path, arguments: ["--store", url.path],
      environment: program.environment)
    terminal.wait(for: "Migrating book.sqlite ")
    terminal.type("\u{3}")
    terminal.wait(for: "campground: error: canceled; the store is unchanged")
    XCTAssertEqual(terminal.waitForExit() >> 8, 130)
    XCTAssertEqual(try files(program), ["book.sqlite"])
    XCTAssertEqual(try content(program), before)
  }
}
