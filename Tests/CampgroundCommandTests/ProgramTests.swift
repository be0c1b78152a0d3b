import Foundation
import SQLite
import TestSupport
import XCTest

/// The program as scripts and pipes see it.
final class ProgramTests: ProgramTestCase {
  private func database(_ path: String) throws -> Connection {
    try Connection(path: program.folder.path + "/" + path)
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: program.folder.path + "/" + path)
  }

  func testALimitOnTheSizeOfFilesIsToldLikeAFullDisk() throws {
    let refused = try program.runCommandLine("ulimit -f 8; campground -c 'camper add Ada'")
    XCTAssertEqual(refused.status, 73)
    XCTAssertTrue(refused.output.contains("cannot be read or written"), refused.output)
  }

  func testAPipedReservationIsInTheStore() throws {
    let script = """
      campsite add 15 electricity 50
      camper add "Johnny Appleseed" phone 408-555-1234
      reserve 15 for "Johnny Appleseed" from 2026-07-01 nights 3

      """
    let booked = try program.run(
      "--store", "x.sqlite", "--now", "2026-07-01T09:00", input: script)
    XCTAssertEqual(booked.status, 0, booked.errors)
    XCTAssertEqual(booked.errors, "")
    XCTAssertTrue(booked.output.contains(" · 3 nights · no price\n"), booked.output)

    let fetched = try program.run(
      "--store", "x.sqlite", "--output", "json", "-c",
      "fetch Reservation where campSite.siteNumber == 15")
    XCTAssertEqual(fetched.status, 0, fetched.errors)
    let rows = try JSONSerialization.jsonObject(with: Data(fetched.output.utf8))
    let row = try XCTUnwrap((rows as? [[String: Any]])?.first)
    XCTAssertEqual(row["dateFrom"] as? String, "2026-07-01")
    XCTAssertEqual(row["dateTo"] as? String, "2026-07-04")
    XCTAssertEqual(row["camper"] as? String, "Johnny Appleseed")
    XCTAssertEqual(row["campSite"] as? String, "15")

    let database = try database("x.sqlite")
    XCTAssertEqual(
      try database.text("SELECT ZNUMBER || ' ' || ZSTATUS FROM ZRESERVATION"), "1 Reserved")
    XCTAssertEqual(try database.integer("SELECT count(*) FROM ZRESERVATIONNIGHT"), 3)
  }

  func testOptionsAreCheckedBeforeAnythingIsMade() throws {
    for arguments in [
      ["--kep-going"], ["--output", "boxx"], ["--store"], ["--color", "blue"], ["list"],
      ["--now", "2026-02-30"], ["--now", "noon"], ["--timezone", "Mars/Base"],
      ["--timeout", "soon"], ["--campground"], ["--campground="], ["--readonly=yes"],
      ["--no-migrate=yes"],
      ["--in-memory", "--store", "x"], ["-x"],
    ] {
      let outcome = try program.start(arguments).outcome
      XCTAssertEqual(outcome.status, 64, "\(arguments)")
      XCTAssertTrue(outcome.errors.hasPrefix("campground: error: "), outcome.errors)
      XCTAssertTrue(outcome.errors.contains("hint: "), outcome.errors)
      XCTAssertEqual(outcome.output, "")
    }
    XCTAssertFalse(exists("data"))
  }

  func testTheCampgroundToWorkAtIsNamedOnTheCommandLine() throws {
    let zones =
      "campground add Wawona timezone America/Los_Angeles; campground add Lake timezone UTC"
    XCTAssertEqual(try program.run("-c", zones).status, 0)
    let there = try program.run("--campground", "Lake", "-c", "campsite add 7; campground show")
    XCTAssertEqual(there.status, 0, there.errors)
    XCTAssertTrue(there.output.contains("Lake"), there.output)
    XCTAssertEqual(try program.run("--campground=Lake", "-c", "count CampSite").output, "1\n")
    XCTAssertEqual(
      try program.run("-c", "campsite list").output,
      "No campsites yet; add one with campsite add\n")
    // 09:00 on the wall of that campground, and not of the first one.
    let booked = try program.run(
      "--campground", "Lake", "--now", "2026-07-01T09:00", "-c",
      "camper add Ada; reserve 7 for Ada from 2026-07-02 nights 1", "-c",
      "fetch Event where kind == \"reserved\" select happenedAt")
    XCTAssertTrue(booked.output.contains("2026-07-01T09:00:00Z"), booked.output + booked.errors)
  }

  func testACampgroundThatTheStoreLacksIsAMistakeOfUse() throws {
    XCTAssertEqual(try program.run("-c", "campground add Wawona").status, 0)
    let wrong = try program.run("--campground", "Wawna", "-c", "camper add Ada")
    XCTAssertEqual(wrong.status, 64)
    XCTAssertEqual(
      wrong.errors,
      "campground: error: there is no campground \"Wawna\"\nhint: did you mean \"Wawona\"?\n")
    XCTAssertEqual(wrong.output, "")
    XCTAssertEqual(try program.run("-c", "count Camper").output, "0\n")
    let none = try program.run("--in-memory", "--campground", "Wawona", "-c", "camper add Ada")
    XCTAssertEqual(none.status, 64)
    XCTAssertTrue(none.errors.contains("campground add"), none.errors)
  }

  func testHelpAndVersion() throws {
    let help = try program.run("--help")
    XCTAssertEqual(help.status, 0)
    for option in [
      "-c", "-f", "--store", "--in-memory", "--readonly", "--no-migrate", "--keep-going",
    ] {
      XCTAssertTrue(help.output.contains(option), option)
    }
    XCTAssertTrue(try program.run("--version").output.hasPrefix("campground "))
    XCTAssertFalse(exists("data"))
  }

  func testBadInputEndsABatchWithStatus65() throws {
    XCTAssertEqual(
      try program.run("-c", "campsite add 15", "-c", "camper add Ada").status, 0)
    for command in [
      "frobnicate", "reserve 15 for Ada from soon nights 1",
      "reserve 15 for Ada from 2026-02-30 nights 1", "reserve 15 for Ada from 2026-07-01 nights 0",
      "reserve 15 for Ada from 2026-07-01 nights -1", "reserve 99 for Ada from 2026-07-01 nights 1",
      "camper show \"Ada", "fetch Reservation where status =", "count Nothing",
      "fetch Camper where fullName == %@", "campsite add 15", "cancel R-77", "camper add \"\"",
      "campsite add 16 rate 99999999999999999999", "fetch Camper where (fullName",
    ] {
      let outcome = try program.run("-c", command, "-c", "camper add Never")
      XCTAssertEqual(outcome.status, 65, command)
      XCTAssertTrue(outcome.errors.contains("error: "), command)
      XCTAssertEqual(outcome.output, "", command)
    }
    XCTAssertEqual(
      try program.run("-c", "count Camper; count CampSite; count Reservation").output, "1\n1\n0\n")
  }

  func testAScriptNamesThePlaceAndStops() throws {
    let script = "campsite add 1\n\n  campsite add 2 water maybe\ncampsite add 3\n"
    try Data(script.utf8).write(to: program.folder.appendingPathComponent("a.camp"))
    let stopped = try program.run("-f", "a.camp")
    XCTAssertEqual(stopped.status, 65)
    XCTAssertTrue(stopped.errors.hasPrefix("a.camp:3:24: error: "), stopped.errors)
    XCTAssertEqual(try program.run("-c", "count CampSite").output, "1\n")

    let piped = try program.run("--in-memory", input: script)
    XCTAssertTrue(piped.errors.hasPrefix("<stdin>:3:24: error: "), piped.errors)

    let kept = try program.run(
      "--in-memory", "--keep-going", "-f", "a.camp", "-c", "count CampSite")
    XCTAssertEqual(kept.status, 65)
    XCTAssertTrue(kept.output.hasSuffix("2\n"), kept.output)
  }

  func testMissingFilesHaveStatus66AndMakeNothing() throws {
    XCTAssertEqual(try program.run("-f", "missing.camp").status, 66)
    XCTAssertEqual(try program.run("-f", ".").status, 66)
    XCTAssertFalse(exists("data"))
    XCTAssertEqual(try program.run("--store", "x.sqlite", "--readonly", "-c", "help").status, 66)
    XCTAssertFalse(exists("x.sqlite"))
    XCTAssertEqual(try program.run("--in-memory", "-c", "import stays no.csv").status, 66)
  }

  func testAScriptThatIsNotUTF8IsRefused() throws {
    try Data([0x63, 0x0A, 0xFF, 0x0A]).write(to: program.folder.appendingPathComponent("bad"))
    let outcome = try program.run("--in-memory", "-f", "bad")
    XCTAssertEqual(outcome.status, 65)
    XCTAssertTrue(outcome.errors.hasPrefix("bad:2:1: error: "), outcome.errors)
  }

  func testATruncatedFileImportsNothing() throws {
    try Data("site,arrival,departure\n1,2026-07-01,2026-07-02\n1,2026".utf8)
      .write(to: program.folder.appendingPathComponent("cut.csv"))
    let outcome = try program.run("-c", "import stays cut.csv")
    XCTAssertEqual(outcome.status, 65)
    XCTAssertTrue(outcome.errors.contains("cut.csv:3: row 3"), outcome.errors)
    XCTAssertEqual(try program.run("-c", "count Reservation; count CampSite").output, "0\n0\n")
  }

  // MARK: Stores that cannot be

  func testAStorePathThatCannotBeAStore() throws {
    try Data("a file\n".utf8).write(to: program.folder.appendingPathComponent("file"))
    _ = try program.runCommandLine("mkdir folder")
    try database("other.sqlite").execute("CREATE TABLE t (a)")
    for (path, status) in [
      ("folder", Int32(73)), ("file/x.sqlite", 73), ("nowhere/x.sqlite", 73), ("file", 65),
      ("other.sqlite", 65),
    ] {
      let outcome = try program.run("--store", path, "-c", "campsite add 1")
      XCTAssertEqual(outcome.status, status, path)
      XCTAssertTrue(outcome.errors.hasPrefix("campground: error: "), outcome.errors)
    }
    XCTAssertEqual(
      try String(contentsOf: program.folder.appendingPathComponent("file"), encoding: .utf8),
      "a file\n")
    XCTAssertEqual(
      try program.runCommandLine("ls folder; ls file* other*").output, "file\nother.sqlite\n")
    XCTAssertEqual(
      try database("other.sqlite").text("SELECT group_concat(name) FROM sqlite_master"), "t")
  }

  func testALockedStoreIsReportedWithStatus75() throws {
    XCTAssertEqual(try program.run("--store", "x.sqlite", "-c", "campsite add 15").status, 0)
    let holder = try database("x.sqlite")
    try holder.execute("BEGIN IMMEDIATE")
    let outcome = try program.run(
      "--store", "x.sqlite", "--timeout", "0.1", "-c", "camper add Ada")
    try holder.execute("ROLLBACK")
    XCTAssertEqual(outcome.status, 75, outcome.errors)
    XCTAssertTrue(outcome.errors.contains("is locked by another process"), outcome.errors)
    XCTAssertEqual(try program.run("--store", "x.sqlite", "-c", "count Camper").output, "0\n")
  }

  func testAReadOnlyStoreAnswersAndRefusesChanges() throws {
    XCTAssertEqual(try program.run("--store", "x.sqlite", "-c", "campsite add 15").status, 0)
    let read = try program.run("--store", "x.sqlite", "--readonly", "-c", "count CampSite")
    XCTAssertEqual(read.output, "1\n", read.errors)
    let write = try program.run("--store", "x.sqlite", "--readonly", "-c", "campsite add 16")
    XCTAssertNotEqual(write.status, 0)
    XCTAssertTrue(write.errors.contains("read-only"), write.errors)
    XCTAssertEqual(try program.run("--store", "x.sqlite", "-c", "count CampSite").output, "1\n")
  }

  func testTheDefaultStoreIsPrivate() throws {
    XCTAssertEqual(try program.run("-c", "campsite add 15").status, 0)
    XCTAssertEqual(
      try program.runCommandLine("stat -c '%a' data/campground data/campground/campground.sqlite")
        .output, "700\n600\n")
  }

  func testWithoutAHomeTheConfigurationIsAtFault() throws {
    let outcome = try program.runCommandLine(
      "unset HOME XDG_DATA_HOME; campground -c 'campsite list'")
    XCTAssertEqual(outcome.status, 78, outcome.output)
  }

  func testTheAuditNamesWhoLoggedInUnlessTheShellIsToldAName() throws {
    let outcome = try program.runCommandLine(
      """
      campground -c 'campsite add 1'
      USER= LOGNAME=kasey campground -c 'campsite add 2'
      USER=morgan LOGNAME=kasey campground -c 'campsite add 3'
      USER=morgan campground --as Ada -c 'campsite add 4'
      """)
    XCTAssertEqual(outcome.status, 0, outcome.output)
    XCTAssertEqual(
      try program.run(
        "--output", "csv", "-c", "fetch Event where noun == \"site\" sort number select who"
      ).output, "who\n\"\"\nkasey\nmorgan\nAda\n")
  }

  // MARK: Output

  func testAFullDiskIsReportedWithStatus74() throws {
    let outcome = try program.runCommandLine("campground --in-memory -c help > /dev/full")
    XCTAssertEqual(outcome.status, 74)
  }

  func testAReaderThatLeavesEndsTheProgramQuietly() throws {
    let lines = String(repeating: "help\n", count: 2_000)
    try Data(lines.utf8).write(to: program.folder.appendingPathComponent("many"))
    let outcome = try program.runCommandLine("campground --in-memory -f many | head -n 1")
    XCTAssertEqual(outcome.output.split(separator: "\n").count, 1, outcome.output)
  }

  func testAnInterruptedScriptHasStatus130() throws {
    let outcome = try program.runCommandLine(
      """
      mkfifo pipe
      campground --in-memory -f - < pipe > out &
      exec 3> pipe; echo help >&3
      while [ ! -s out ]; do sleep 0.05; done
      kill -INT $!; wait $!
      """)
    XCTAssertEqual(outcome.status, 130, outcome.output)
  }

  func testOutputGoesToAFile() throws {
    let outcome = try program.run(
      "--in-memory", "-c", "campsite add 15", "-c", ".output csv; .output list.csv; campsite list",
      "-c", ".output -; count CampSite")
    XCTAssertEqual(outcome.status, 0, outcome.errors)
    XCTAssertEqual(outcome.output, "Added site 15\ncount\n1\n")
    let file = try String(
      contentsOf: program.folder.appendingPathComponent("list.csv"), encoding: .utf8)
    XCTAssertTrue(file.hasPrefix("site,loop,class,type,"), file)
  }

  func testTheStoreIsNoFileForAnswersAndNoneToImport() throws {
    let set = try program.run("--store", "x.sqlite", "-c", "camper add Ada")
    XCTAssertEqual(set.status, 0, set.errors)
    let folder = program.folder
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: folder.path + "/x.sqlite")
    for command in [".output x.sqlite", ".output link", "import stays ./x.sqlite"] {
      let refused = try program.run("--store", "x.sqlite", "-c", command)
      XCTAssertEqual(refused.status, 65, command)
      XCTAssertTrue(refused.errors.contains("is the store itself"), refused.errors)
    }
    XCTAssertEqual(
      try program.run("--store", "x.sqlite", "-c", "count Camper").output, "1\n")
  }

  func testNoPaperIsWrittenOverTheStore() throws {
    let folder = program.folder.path
    let book = """
      campsite add 1 rate 40; camper add Ada
      group book Scouts sites 1 for Ada from 2026-07-20 nights 1
      """
    let files = FileManager.default
    try files.createDirectory(atPath: folder + "/sub", withIntermediateDirectories: true)
    let set = try program.run("--store", "x.sqlite", "--now", "2026-07-01T09:00", "-c", book)
    XCTAssertEqual(set.status, 0, set.errors)
    // Links to what is there, and to what is not there while nobody has the store open.
    try files.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "x.sqlite")
    try files.createSymbolicLink(
      atPath: folder + "/sub/far", withDestinationPath: "../x.sqlite-journal")
    try files.linkItem(atPath: folder + "/x.sqlite", toPath: folder + "/hard")
    let places = [
      "x.sqlite", "./x.sqlite", "sub/../x.sqlite", "\(folder)/x.sqlite", "link", "hard",
      "x.sqlite-wal", "x.sqlite-shm", "x.sqlite-journal", "sub/far", ".x_SUPPORT/picture",
    ]
    try files.createDirectory(
      atPath: folder + "/.x_SUPPORT", withIntermediateDirectories: true)
    let papers = [
      "receipt R-1", "confirmation R-1", "group receipt Scouts", "group confirmation Scouts",
    ]
    for (index, place) in places.enumerated() {
      let file = place.contains("/") ? place : "./" + place
      for command in [papers[index % papers.count] + " to \(file) replace", ".output \(place)"] {
        let refused = try program.run("--store", "x.sqlite", "--yes", "-c", command)
        XCTAssertEqual(refused.status, 65, command)
        XCTAssertTrue(refused.errors.contains("is the store itself"), refused.errors)
      }
    }
    XCTAssertEqual(try program.run("--store", "link", "-c", "count Camper").output, "1\n")
    XCTAssertEqual(
      try program.run("--store", "link", "-c", "receipt R-1 to ./x.sqlite-wal").status, 65)
    XCTAssertFalse(files.fileExists(atPath: folder + "/x.sqlite-journal"))
  }

  func testWithYesAScriptReplacesAFile() throws {
    try run("campsite add 15", ".output list.txt; campsite list")
    let again = ["-c", ".output list.txt; count CampSite"]
    let refused = try program.start(again).outcome
    XCTAssertEqual(refused.status, 73)
    XCTAssertTrue(refused.errors.contains("list.txt already exists"), refused.errors)
    XCTAssertEqual(try program.start(["--yes"] + again).outcome.status, 0)
    XCTAssertEqual(
      try String(
        contentsOf: program.folder.appendingPathComponent("list.txt"), encoding: .utf8), "1\n")
  }

  func testPipesAreReadToTheirEndAndNobodyWaitsForAReader() throws {
    let piped = try program.runCommandLine(
      "echo 'unit,arrival,departure' | campground --in-memory -c 'import stays /dev/stdin'")
    XCTAssertEqual(piped.output, "Imported 0 reservations\n")
    let script = try program.runCommandLine(
      "echo 'campsite add 15' | campground --in-memory -f /dev/stdin")
    XCTAssertEqual(script.output, "Added site 15\n")
    XCTAssertEqual(mkfifo(program.folder.path + "/pipe", 0o600), 0)
    XCTAssertEqual(try program.run("--in-memory", "-c", ".output pipe").status, 73)
  }

  func testTheClockAndTheZoneAreTheOnesGiven() throws {
    // 23:30 of June 30 in Los Angeles is July 1 in UTC: the stay that ends on July 1 is not over.
    let store = ["--store", "x.sqlite", "--timezone", "America/Los_Angeles"]
    let book = "campsite add 1; camper add Ada; reserve 1 for Ada from 2026-06-29 nights 2"
    let first = store + ["--now", "2026-06-29T09:00", "-c", book]
    XCTAssertEqual(try program.start(first).outcome.status, 0)
    let early = store + ["--now", "2026-06-30T23:30", "-c", "campsite delete 1"]
    XCTAssertEqual(try program.start(early).outcome.status, 65)
    let late = store + ["--now", "2026-07-01T00:30", "-c", "campsite delete 1"]
    XCTAssertEqual(try program.start(late).outcome.status, 0)
  }

  func testTheGivenPresentIsReadInTheCampgroundsZoneUnlessAnotherIsGiven() throws {
    try run(
      "campground add Wawona timezone Pacific/Kiritimati", "campsite add 15 rate 10; camper add Ada"
    )
    let now = ["--now", "2026-07-01T23:30"]
    // Where it is the evening of July 1, it is July 1.
    XCTAssertEqual(
      try program.start(now + ["-c", "draft 15 for Ada from today nights 1"]).outcome.output,
      "Recorded draft R-1 · Ada · site 15 · Wed 2026-07-01 to Thu 2026-07-02 · 1 night · $10.00\n")
    // In UTC that is 14 hours later: on Kiritimati July 2.
    let inUTC = now + ["--timezone", "UTC", "-c", "draft 15 for Ada from today nights 1"]
    XCTAssertEqual(
      try program.start(inUTC).outcome.output,
      "Recorded draft R-2 · Ada · site 15 · Thu 2026-07-02 to Fri 2026-07-03 · 1 night · $10.00\n")
    XCTAssertEqual(
      try program.start(now + ["-c", "hold 15 for Ada from +2 nights 1 minutes 10"]).outcome.status,
      0)
    XCTAssertTrue(try run("reservation show R-3").contains("hold ended\t2026-07-01 23:40\n"))
  }

  func testWithoutACampgroundTheGivenPresentIsTheMachines() throws {
    let made = try program.run(
      "--in-memory", "--now", "2026-07-01T23:30", "-c", "campsite add 15; camper add Ada", "-c",
      "draft 15 for Ada from today nights 1")
    XCTAssertTrue(
      made.output.contains("Wed 2026-07-01 to Thu 2026-07-02"), made.output + made.errors)
  }
}
