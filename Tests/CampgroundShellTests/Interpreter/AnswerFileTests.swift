import CommandKit
import Foundation
import TestSupport
import XCTest

@testable import CampgroundShell

/// What `to FILE`, `.once` and `.output` write.
final class AnswerFileTests: SessionTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUp() async throws {
    try await super.setUp()
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("answers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try run("campsite add 15 rate 40; camper add Ada note \"=1+1\"; camper add Bo phone +49-30-1")
    session.format = .plain
  }

  override func tearDown() async throws {
    try? FileManager.default.removeItem(at: folder)
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func content(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  private func mode(_ name: String) throws -> Int {
    try XCTUnwrap(
      FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  func testTheEndingDecidesTheFormat() async throws {
    let query = "fetch Camper select fullName, phoneNumber sort fullName"
    for (name, text) in [
      ("a.csv", "fullName,phoneNumber\nAda,\nBo,'+49-30-1\n"),
      (
        "a.json",
        "[{\"fullName\":\"Ada\",\"phoneNumber\":null},\n"
          + "{\"fullName\":\"Bo\",\"phoneNumber\":\"+49-30-1\"}]\n"
      ),
      (
        "a.md",
        "| fullName | phoneNumber |\n| -------- | ----------- |\n| Ada      |             |\n"
          + "| Bo       | +49-30-1    |\n"
      ),
      (
        "a.txt",
        "fullName | phoneNumber\n---------+------------\nAda      |\nBo       | +49-30-1\n"
      ),
    ] {
      XCTAssertEqual(
        try run("\(query) to \"\(path(name))\""), "Wrote 2 rows to \(path(name))\n", name)
      XCTAssertEqual(try content(name), text, name)
      XCTAssertEqual(try mode(name), 0o600, name)
    }
    try run("\(query) to \"\(path("a.html"))\"")
    let page = try content("a.html")
    XCTAssertTrue(page.hasPrefix("<!DOCTYPE html>\n"), page)
    XCTAssertTrue(page.contains("<td>Ada</td>"), page)
    try run("\(query) to \"\(path("list"))\"")
    XCTAssertEqual(try content("list"), try run(query))
  }

  func testTheAnswerAboutTheFileHasTheFormatOfTheShell() async throws {
    session.format = .json
    XCTAssertEqual(
      try run("camper list to \(path("a.csv"))"),
      "[{\"file\":\"\(path("a.csv"))\",\"rows\":2}]\n")
    XCTAssertEqual(
      try run("camper show Ada to \(path("b.csv"))"), "[{\"file\":\"\(path("b.csv"))\"}]\n")
    XCTAssertTrue(try content("b.csv").contains("'=1+1"))
  }

  func testOneRowIsOneRow() async throws {
    XCTAssertEqual(
      try run("campsite list to \(path("a.csv"))"), "Wrote 1 row to \(path("a.csv"))\n")
    XCTAssertEqual(
      try run("arrivals to \(path("b.csv"))"), "Wrote 0 rows to \(path("b.csv"))\n")
    XCTAssertTrue(try content("b.csv").hasPrefix("code,"))
  }

  func testRawLeavesTextsAsTheyAreAndAPipeHasThemSo() async throws {
    let query = "fetch Camper select note where note != nil"
    try run("\(query) to \(path("a.csv"))")
    XCTAssertEqual(try content("a.csv"), "note\n'=1+1\n")
    try run("\(query) to \(path("b.csv")) raw")
    XCTAssertEqual(try content("b.csv"), "note\n=1+1\n")
    session.format = .csv
    XCTAssertEqual(try run(query), "note\n=1+1\n")
  }

  func testAListInAFileHasNoLimit() async throws {
    session.format = .box
    session.mostRows = 1
    XCTAssertEqual(
      try run("camper list to \(path("a.txt"))"), "Wrote 2 rows to \(path("a.txt"))\n")
  }

  func testAnybodyMayReadWhatHasNoNames() async throws {
    for (command, mode) in [
      ("available from tomorrow nights 1", 0o644), ("month", 0o644), ("calendar", 0o600),
      ("campsite list", 0o600),
    ] {
      try run("\(command) to \(path("a.csv")) replace")
      XCTAssertEqual(try self.mode("a.csv"), mode, command)
    }
  }

  func testAFileThatIsThereIsReplacedOnlyWhereTheCommandSaysSo() async throws {
    try "a season's work\n".write(toFile: path("a.csv"), atomically: true, encoding: .utf8)
    let fault = try failure("camper list to \(path("a.csv"))")
    XCTAssertEqual(fault.message, "\(path("a.csv")) already exists")
    XCTAssertEqual(fault.hint, "add replace to overwrite it, or choose another file")
    XCTAssertEqual(fault.exitStatus, .cannotCreate)
    XCTAssertEqual(fault.range?.start.column, 16)
    XCTAssertEqual(try content("a.csv"), "a season's work\n")
    session.ask = { _ in false }
    XCTAssertEqual(try run("camper list to \(path("a.csv"))"), "Nothing was written\n")
    XCTAssertEqual(try content("a.csv"), "a season's work\n")
    session.ask = { $0 == "\(self.path("a.csv")) already exists. Replace it?" }
    try run("camper list to \(path("a.csv"))")
    XCTAssertTrue(try content("a.csv").contains("Ada"))
    session.ask = nil
    try run("campsite list to \(path("a.csv")) replace")
    XCTAssertFalse(try content("a.csv").contains("Ada"))
    XCTAssertEqual(try names, ["a.csv"])
  }

  func testALinkStaysAndItsFileIsReplaced() async throws {
    try "old".write(toFile: path("real.csv"), atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: path("link.csv"), withDestinationPath: "real.csv")
    try run("camper list to \(path("link.csv")) replace")
    XCTAssertTrue(try content("real.csv").contains("Ada"))
    XCTAssertEqual(
      try FileManager.default.destinationOfSymbolicLink(atPath: path("link.csv")), "real.csv")
  }

  func testWhereNothingCanBeWrittenNothingIs() async throws {
    for (target, message, status) in [
      (
        path("no/a.csv"), "\(path("no/a.csv")) cannot be written: there is no folder \(path("no"))",
        ExitStatus.cannotCreate
      ),
      (folder.path + "/", "\(folder.path)/ is a folder", .cannotCreate),
      ("/dev/full", "/dev/full cannot be written: no space left on device", .inputOutput),
    ] {
      for command in ["camper list to \(target)", ".once \(target)\ncamper list"] {
        let fault = try failure(command)
        XCTAssertEqual(fault.message, message, command)
        XCTAssertEqual(fault.exitStatus, status, command)
        try run(".once -")
      }
      XCTAssertEqual(try names, [])
    }
    XCTAssertEqual(try failure("camper list to \(path("no/a.csv"))").range?.start.column, 16)
  }

  func testACommandThatFailsWritesNothing() async throws {
    try run("let old = 1")
    XCTAssertNotNil(try? failure("folio R-9 to \(path("a.csv"))"))
    XCTAssertNotNil(try? failure("fetch Camper where nothing == 1 to \(path("a.csv"))"))
    XCTAssertEqual(try names, [])
  }

  // MARK: .once

  func testOnceIsForTheNextAnswerOnly() async throws {
    XCTAssertEqual(try run(".once \(path("a.csv"))"), "")
    XCTAssertEqual(try run(".timer off"), "")
    XCTAssertEqual(try run("camper list"), "Wrote 2 rows to \(path("a.csv"))\n")
    XCTAssertTrue(try content("a.csv").hasPrefix("camper,"))
    XCTAssertEqual(try run("count Camper"), "2\n")
  }

  func testOnceAlsoTakesTheAnswerOfAChange() async throws {
    try run(".once \(path("a.json")); camper add Cy")
    XCTAssertTrue(try content("a.json").contains("\"camper\":\"Cy\""))
  }

  func testACommandThatFailsLeavesTheFileToTheNextOne() async throws {
    try run(".once \(path("a.csv"))")
    XCTAssertNotNil(try? failure("folio R-9"))
    try run("camper list")
    XCTAssertTrue(try content("a.csv").contains("Ada"))
    try run(".once \(path("b.csv")); .once -; camper list")
    XCTAssertEqual(try names, ["a.csv"])
  }

  func testOnceRefusesWhatToRefuses() async throws {
    try "x".write(toFile: path("a.csv"), atomically: true, encoding: .utf8)
    XCTAssertEqual(try failure(".once \(path("a.csv"))").exitStatus, .cannotCreate)
    XCTAssertEqual(
      try failure(".once \(path("a.pdf"))").message, "answers cannot be written as .pdf")
    try run(".once \(path("a.csv")) replace; camper list")
    XCTAssertTrue(try content("a.csv").contains("Ada"))
  }

  // MARK: .output

  func testOutputWritesByTheEndingUntilItEnds() async throws {
    session.format = .box
    let query = "fetch Camper select note where note != nil"
    try run(".output \(path("a.csv")); \(query); .output -")
    XCTAssertEqual(try content("a.csv"), "note\n'=1+1\n")
    XCTAssertTrue(try run(query).contains("│"))
    try run(".output \(path("b.json")); \(query); .output -")
    XCTAssertEqual(try content("b.json"), "[{\"note\":\"=1+1\"}]\n")
    try run(".output \(path("c.html")); \(query); .output -")
    XCTAssertTrue(try content("c.html").hasPrefix("<!DOCTYPE html>"))
    try run(".output \(path("d.csv")) raw; \(query); .output json; \(query); .output -")
    XCTAssertEqual(try content("d.csv"), "note\n=1+1\n[{\"note\":\"=1+1\"}]\n")
    XCTAssertEqual(try mode("a.csv"), 0o600)
    XCTAssertEqual(
      try failure(".output \(path("a.pdf"))").message, "answers cannot be written as .pdf")
  }

  func testAFileBesideTheFileOfOutput() async throws {
    try run(".output \(path("a.csv")); camper list to \(path("b.json")); .output -")
    XCTAssertEqual(try content("a.csv"), "file,rows\n\(path("b.json")),2\n")
    XCTAssertTrue(try content("b.json").hasPrefix("[{"))
  }

  func testHelpFindsFilesByTheWordsThatPeopleUse() async throws {
    for word in ["spreadsheet", "csv", "excel", "file"] {
      let help = try XCTUnwrap(Session.help.text(about: word), word)
      XCTAssertTrue(help.contains("export "), help)
      XCTAssertTrue(help.hasPrefix("Answers as files: "), help)
    }
    XCTAssertTrue(Session.help.text(about: "to")?.contains("arrivals to today.csv") ?? false)
  }
}
