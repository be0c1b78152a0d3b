import Campground
import ObjectGraph
import Rendering
import TestSupport
import XCTest

@testable import CampgroundShell

/// `watch` where there is no terminal: the list, and lines for what changes.
final class WatchCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 15 rate 45 loop Creek; campsite add 16 loop Hill; camper add Ada")
    try run("camper add Bo; reserve 15 for Ada from 2026-07-01 nights 3")
    try run("reserve 16 for Bo from 2026-08-01 nights 1; cancel R-2")
  }

  /// Watches while somebody at the same campground gives commands, one at a time.
  private func watch(_ command: String, while commands: String...) throws -> [String] {
    let other = TestShell(stack)
    var rest = commands[...]
    var isOver = false
    session.isInputOver = {
      guard !isOver else { return true }
      // What the last command changed is still to be told.
      guard let next = rest.popFirst() else {
        isOver = true
        return false
      }
      do { try other.run(next) } catch { XCTFail("\(next): \(error)") }
      return false
    }
    defer { session.isInputOver = { true } }
    return try run(command).split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0)
    }.dropLast()
  }

  // MARK: The list

  func testTheListIsWhatFetchGivesInItsOrder() async throws {
    for format in [OutputFormat.plain, .box, .markdown] {
      session.format = format
      for clauses in ["", " where fullName != \"Ada\"", " sort fullName desc"] {
        XCTAssertEqual(try run("watch Camper\(clauses)"), try run("fetch Camper\(clauses)"))
      }
    }
  }

  func testSectionsHaveHeadings() async throws {
    session.format = .plain
    XCTAssertEqual(
      try run("watch CampSite by loop sort siteNumber for 0"),
      "\(try run("fetch CampSite").prefix { $0 != "\n" })\n"
        + "Creek (1)\n\(try rows("fetch CampSite where siteNumber == 15"))"
        + "Hill (1)\n\(try rows("fetch CampSite where siteNumber == 16"))")
    session.format = .table
    XCTAssertTrue(
      try run("watch Camper by isFavorite").hasPrefix("isFavorite false (2)\nfullName |"))
    XCTAssertTrue(try run("watch Camper by email").hasPrefix("no email (2)\n"))
  }

  func testSectionsFollowTheSortWhereItBeginsWithTheirKey() async throws {
    session.format = .plain
    func headings(_ command: String) throws -> [String] {
      try run(command).split(separator: "\n").filter { $0.hasSuffix(")") }.map { String($0) }
    }
    XCTAssertEqual(
      try headings("watch Reservation by status"), ["Canceled (1)", "Reserved (1)"])
    XCTAssertEqual(
      try headings("watch Reservation by status sort dateFrom"), ["Canceled (1)", "Reserved (1)"])
    XCTAssertEqual(
      try headings("watch Reservation by status sort status desc, number"),
      ["Reserved (1)", "Canceled (1)"])
    XCTAssertEqual(
      try headings("watch Reservation by dateFrom"), ["2026-07-01 (1)", "2026-08-01 (1)"])
    XCTAssertEqual(try headings("watch Reservation by campSite"), ["15 (1)", "16 (1)"])
    XCTAssertEqual(
      try headings("watch Reservation by campSite.loop sort campSite.loop localized"),
      ["Creek (1)", "Hill (1)"])
  }

  func testValuesThatDifferInCapitalsAloneAreSectionsOfTheirOwn() async throws {
    try run("camper add Cy email A@x; camper add Di email a@x; camper add Ed email A@x")
    session.format = .plain
    let text = try run(
      "watch Camper by email where email != nil sort email caseinsensitive, fullName")
    XCTAssertTrue(text.contains("A@x (2)\n") && text.contains("a@x (1)\n"), text)
  }

  func testRowsForProgramsSayTheirSectionAndThatNothingHappened() async throws {
    XCTAssertTrue(
      try run("watch Camper by fullName").hasPrefix(
        "{\"change\":null,\"section\":\"Ada\",\"fullName\":\"Ada\""))
    XCTAssertTrue(
      try run("watch Camper").hasPrefix("{\"change\":null,\"section\":null,\"fullName\":\"Ada\""))
    session.format = .csv
    XCTAssertTrue(try run("watch Camper").hasPrefix("change,section,fullName,"))
  }

  // MARK: Changes

  func testEachChangeIsALine() async throws {
    session.format = .plain
    XCTAssertEqual(
      try watch(
        "watch Camper", while: "camper add Cy", "camper edit Bo phone 555", "camper delete Cy"
      ).dropFirst(),
      [
        "Ada\t\t\t\t\t\t\tfalse", "Bo\t\t\t\t\t\t\tfalse", "+ Cy\t\t\t\t\t\t\tfalse",
        "~ Bo\t555\t\t\t\t\t\tfalse",
        "- Cy\t\t\t\t\t\t\tfalse",
      ])
    session.format = .box
    XCTAssertEqual(
      try watch("watch Camper by isFavorite", while: "camper edit Ada favorite yes").last,
      "~ isFavorite true: Ada · isFavorite true")
  }

  func testChangesForProgramsSayWhatHappened() async throws {
    let lines = try watch(
      "watch Reservation by status", while: "reserve 15 for Bo from 2026-09-01 nights 1",
      "reservation edit R-1 party 2", "cancel R-3")
    XCTAssertEqual(
      lines.dropFirst(2).map { String($0.prefix(57)) },
      [
        #"{"change":"insert","section":"Reserved","number":3,"dateFr"#,
        #"{"change":"update","section":"Reserved","number":1,"dateFr"#,
        #"{"change":"move","section":"Canceled","number":3,"dateFrom"#,
      ].map { String($0.prefix(57)) })
    session.format = .csv
    XCTAssertEqual(
      try watch("watch Camper", while: "camper add Cy").last, "insert,,Cy,,,,,,,false")
  }

  func testWhatDoesNotMeetTheConditionAnyMoreGoes() async throws {
    session.format = .plain
    XCTAssertEqual(
      try watch(
        "watch Camper where isFavorite == no sort fullName", while: "camper edit Ada favorite yes",
        "camper edit Ada favorite no", "campsite edit 15 note x"
      ).dropFirst(),
      [
        "Ada\t\t\t\t\t\t\tfalse", "Bo\t\t\t\t\t\t\tfalse", "- Ada\t\t\t\t\t\t\tfalse",
        "+ Ada\t\t\t\t\t\t\tfalse",
      ])
  }

  func testARowThatIsSortedAnewMoves() async throws {
    XCTAssertTrue(
      try watch("watch Camper sort fullName", while: "camper edit Ada name Zoe").last?
        .hasPrefix(#"{"change":"move","section":null,"fullName":"Zoe""#) ?? false)
  }

  func testTheScratchPadIsWatchedWithItsChanges() async throws {
    try run("begin; camper add Cy")
    session.format = .plain
    XCTAssertEqual(try rows("watch Camper sort fullName").split(separator: "\n").count, 3)
    try run("rollback")
    XCTAssertEqual(try rows("watch Camper sort fullName").split(separator: "\n").count, 2)
  }

  func testItEndsInTime() async throws {
    session.isInputOver = { false }
    defer { session.isInputOver = { true } }
    let start = ContinuousClock.now
    try run("watch Camper for 1")
    XCTAssertGreaterThanOrEqual(ContinuousClock.now - start, .seconds(1))
  }

  func testAnInterruptionEndsItAndNothingElse() async throws {
    let coordinator = stack.persistentStoreCoordinator
    session.isInputOver = {
      coordinator.interrupt()
      return false
    }
    defer { session.isInputOver = { true } }
    session.format = .plain
    XCTAssertEqual(
      try rows("watch Camper; count Camper"), "Ada\t\t\t\t\t\t\tfalse\nBo\t\t\t\t\t\t\tfalse\n2\n")
    XCTAssertFalse(coordinator.isInterrupted)
  }
}
