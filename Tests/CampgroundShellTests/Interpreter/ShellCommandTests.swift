import CommandKit
import Foundation
import XCTest

@testable import CampgroundShell

/// Help, output, completion and imports.
final class ShellCommandTests: SessionTestCase {
  func testHelpIsTheSameInEveryForm() async throws {
    XCTAssertTrue(try run("help").hasPrefix("New here? "))
    XCTAssertTrue(try run("help camper add").contains("camper add NAME"))
    XCTAssertNotNil(try failure("help campre").hint)
    XCTAssertEqual(try failure("help alowance").hint, "did you mean \"allowance\"?")
  }

  func testExitEndsTheSession() async throws {
    XCTAssertEqual(try run("exit"), "")
    XCTAssertTrue(session.isOver)
  }

  func testOutputChoosesTheForm() async throws {
    try run(".output csv; camper add Ada")
    XCTAssertEqual(try run("count Camper"), "count\n1\n")
    XCTAssertEqual(try failure(".output /nowhere/at/all").exitStatus, .cannotCreate)
    XCTAssertEqual(try run("count Camper"), "count\n1\n")
  }

  func testCompletionOffersWhatTheStoreHas() async throws {
    try run("campsite add 15 loop Creek; campsite add B001; camper add \"Johnny Appleseed\"")
    try run("reserve 15 for \"Johnny Appleseed\" from 2026-07-01 nights 1")
    let completer = Completer(session.grammar, in: session)
    XCTAssertEqual(completer.complete("reserve ").candidates, ["class", "15", "B001"])
    try run("class add \"RV 50A\"")
    XCTAssertEqual(completer.complete("reserve class ").candidates, ["\"RV 50A\""])
    XCTAssertEqual(completer.complete("reserve class \"RV 50A\" fo").candidates, ["for"])
    XCTAssertEqual(completer.complete("reserve 15 for j").candidates, ["\"Johnny Appleseed\""])
    try run("camper add \"(Jo)\"; camper add \"Ada Johnson\"")
    XCTAssertEqual(
      completer.complete("reserve 15 for \"Johnny A").candidates, ["\"Johnny Appleseed\""])
    XCTAssertEqual(completer.complete("camper show (").candidates, ["(Jo)"])
    XCTAssertEqual(completer.complete("cancel ").candidates, ["R-1"])
    XCTAssertEqual(completer.complete("campsite add 16 loop ").candidates, ["Creek"])
    XCTAssertEqual(
      completer.complete("fetch Reservation where campSite.siteN").candidates, ["siteNumber"])
    XCTAssertEqual(completer.complete("count CampS").candidates, ["CampSite"])
    XCTAssertEqual(
      completer.complete("count CampSite where loop == ").candidates, ["\"Creek\""])
    XCTAssertEqual(
      completer.complete("count Camper where ANY reservations.status == ").candidates,
      ["\"Reserved\""], "over a relationship to many")
    XCTAssertEqual(
      completer.complete("count ReservationNight where night == 2").candidates, ["2026-07-01"])
    XCTAssertEqual(
      completer.complete("count CampSite where water == ").candidates, ["YES", "NO"])
  }

  func testAnImportTakesAllRowsOrNone() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/stays.csv"
    try Data("unit,arrival,departure\nA,2026-07-01,2026-07-03\nA,2026-07-02,2026-07-04\n".utf8)
      .write(to: URL(fileURLWithPath: path))
    let error = try failure("import stays \"\(path)\" create yes")
    XCTAssertTrue(error.message.hasPrefix("1 of 2 rows"), error.message)
    XCTAssertTrue(error.message.contains("row 3"), error.message)
    try Data("unit,arrival,departure\nA,2026-07-01,2026-07-03\n".utf8)
      .write(to: URL(fileURLWithPath: path))
    session.format = .plain
    XCTAssertEqual(
      try run("import stays \"\(path)\" create yes dry-run; count Reservation"),
      """
      Would import 1 reservation · new: 1 campground · new: 1 campsite · nothing changed
        row 2: site A · 2026-07-01 to 2026-07-03 · Reserved
      0

      """)
    XCTAssertEqual(
      try run("import stays \"\(path)\" create yes; count Reservation"),
      "Imported 1 reservation · new: 1 campground · new: 1 campsite\n1\n")
    XCTAssertEqual(try failure("import stays nothing.csv").exitStatus, .noInput)
  }

  func testTheFirstCampgroundHasTheZoneThatTheImportNames() async throws {
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).csv"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("unit,arrival,departure\nA,2026-07-01,2026-07-03\n".utf8)
      .write(to: URL(fileURLWithPath: path))
    try run("import stays \"\(path)\" create yes timezone America/Chicago")
    XCTAssertTrue(try run("campground list").contains("America/Chicago"))
  }
}
