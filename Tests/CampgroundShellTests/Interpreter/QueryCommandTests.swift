import ObjectGraph
import XCTest

@testable import CampgroundShell

/// `fetch`, `count`, `explain`, `.schema`, `.sql` and `.timer`.
final class QueryCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 15 rate 45; campsite add 16; camper add Ada; camper add Bo")
    try run(
      "reserve 15 for Ada from 2026-07-01 nights 3; reserve 16 for Bo from 2026-08-01 nights 1")
  }

  func testAttributesAreShownAsStoredAndRelationshipsByLabel() async throws {
    let row = try run("fetch Reservation where campSite.siteNumber == 15")
    for part in [
      "\"dateFrom\":\"2026-07-01\"", "\"dateTo\":\"2026-07-04\"", "\"totalMinor\":13500",
      "\"camper\":\"Ada\"", "\"campSite\":\"15\"", "\"number\":1",
    ] {
      XCTAssertTrue(row.contains(part), "\(part) in \(row)")
    }
    XCTAssertTrue(
      try run("fetch ReservationNight limit 1").contains("\"reservation\":\"R-1\""))
  }

  func testRowsAreSortedAndCut() async throws {
    session.format = .plain
    XCTAssertEqual(try rows("fetch Camper sort fullName desc limit 1"), "Bo\t\t\t\t\t\t\tfalse\n")
    XCTAssertEqual(
      try rows("fetch Camper sort fullName desc limit 1 offset 1"), "Ada\t\t\t\t\t\t\tfalse\n")
  }

  func testConditionsCount() async throws {
    session.format = .plain
    XCTAssertEqual(try run("count Reservation where dateFrom > 2026-07-15"), "1\n")
    XCTAssertEqual(try run("count Camper where ANY reservations.campSite.name == \"15\""), "1\n")
    XCTAssertEqual(try run("count camper"), "2\n")
  }

  func testVariablesStandForValues() async throws {
    session.format = .plain
    session.variables["who"] = "Ada"
    XCTAssertEqual(try run("count Camper where fullName == $who"), "1\n")
    XCTAssertEqual(try failure("count Camper where fullName == $nobody").column, 32)
  }

  func testAFaultOfThePredicateIsMarkedInTheScript() async throws {
    let key = try failure("fetch Reservation where campSit.siteNumber == 15")
    XCTAssertEqual(key.column, 25)
    XCTAssertEqual(key.length, 18)
    XCTAssertEqual(key.hint, "did you mean campSite?")
    let later = try failure("fetch Reservation where (party.adults > 0\n  AND stats == \"x\")")
    XCTAssertEqual(later.line, 2)
    XCTAssertEqual(later.column, 7)
    XCTAssertEqual(later.sourceLine, "  AND stats == \"x\")")
    XCTAssertEqual(try failure("fetch Camper where fullName == %@").exitStatus, .data)
  }

  func testAFaultOfTheSortIsMarkedInTheScript() async throws {
    let error = try failure("fetch Camper sort fullName, fone desc")
    XCTAssertEqual(error.column, 29)
    XCTAssertEqual(error.length, 4)
  }

  func testAnUnknownEntityIsMarked() async throws {
    let error = try failure("fetch Campr")
    XCTAssertEqual(error.column, 7)
    XCTAssertEqual(error.hint, "did you mean \"Camper\"?")
  }

  func testWideRowsBecomeBlocksOfLines() async throws {
    session.format = .box
    session.rendering.width = 80
    let text = try run("fetch Reservation where number == 1")
    XCTAssertTrue(text.contains("  dateFrom = 2026-07-01\n"), text)
    XCTAssertFalse(text.contains("note"), text)
    session.rendering.width = 400
    XCTAssertTrue(try run("fetch Reservation").hasPrefix("┌"))
  }

  func testTheSchemaListsEntitiesAndProperties() async throws {
    session.format = .plain
    XCTAssertTrue(try run(".schema").contains("Camper\t8\t5\n"))
    XCTAssertTrue(try run(".schema Reservation").contains("campSite\tto one CampSite\tno\n"))
  }

  func testExplainingIsAboutTheWholeRequestAndFetchesNothing() async throws {
    session.format = .plain
    let coordinator = session.stack.persistentStoreCoordinator
    let (page, report) = try coordinator.measure {
      try run("query explain fetch Camper where fullName == \"Ada\" sort fullName limit 1")
    }
    XCTAssertTrue(page.hasPrefix("fetch of Camper\nstore: in memory\n  SELECT "), page)
    XCTAssertTrue(
      page.contains("SEARCH t0 USING INDEX Z_Camper_fullName (ZFULLNAME=?)"), page)
    XCTAssertEqual(report.fetches.count, 0)
    XCTAssertTrue(try run("query explain count camper").hasPrefix("count of Camper\n"))
    XCTAssertEqual(try failure("query explain fetch Campr").hint, "did you mean \"Camper\"?")
    XCTAssertEqual(try failure("query explain count Camper where fulName == 1").column, 34)
  }

  func testQueriesStandBehindQueryAndSomeHaveAShortForm() async throws {
    session.format = .plain
    for query in ["fetch Camper sort fullName", "count Camper", "watch Camper sort fullName for 0"]
    {
      XCTAssertEqual(try run("query \(query)"), try run(query))
    }
    XCTAssertEqual(
      try failure("query group").message, "query group needs ENTITY (entity)")
    let help = try XCTUnwrap(Session.help.text(about: "query explain"))
    XCTAssertTrue(help.contains("\n  query explain group "), help)
    XCTAssertTrue(try XCTUnwrap(Session.help.text(about: "fetch")).contains("Also written fetch."))
  }

  func testOlderWordsForQueriesLeadToTheNewOnes() async throws {
    for (typed, hint) in [
      ("group Reservation by status", "write query group Reservation …"),
      ("group Reservation where number > 1 by status", "write query group Reservation …"),
      ("group Reservation", "write query group Reservation …"),
      ("group reservation by status", "write query group reservation …"),
      ("query explain Camper", "write query explain fetch|count|group"),
      ("query explain cuont Camper", "did you mean \"count\"?"),
      ("query ftch Camper", "did you mean \"fetch\"?"),
    ] {
      XCTAssertEqual(try failure(typed).hint, hint, typed)
    }
    XCTAssertEqual(try failure("query explain Camper").column, 15)
  }

  func testTheTimerIsAboutEachCommandUntilItIsSwitchedOff() async throws {
    try run("count Camper")
    XCTAssertEqual(notes, "")
    try run(".timer on; count Camper; count Reservation")
    XCTAssertEqual(notes.split(separator: "\n").count { $0.hasPrefix("time: ") }, 2)
    _ = try failure("fetch Camper where fulName == 1")
    XCTAssertTrue(notes.hasPrefix("time: "), "a command that fails takes time too")
    try run(".timer off; count Camper")
    XCTAssertEqual(notes.split(separator: "\n").count, 1, "the command that switches it off")
    XCTAssertEqual(try failure(".timer").exitStatus, .data)
    XCTAssertEqual(try failure(".timer maybe").exitStatus, .data)
  }

  func testSwitchingTheStatementsOffTellsTheStoreToForgetTheListener() async throws {
    let coordinator = session.stack.persistentStoreCoordinator
    let before = coordinator.work.interests
    try run(".sql on; .sql on")
    XCTAssertTrue(coordinator.work.interests.contains(.bindings))
    try run("count Camper")
    XCTAssertEqual(notes.split(separator: "\n").count, 1, "a statement is told once: \(notes)")
    XCTAssertTrue(notes.contains("SELECT COUNT(*) FROM ZCAMPER"), notes)
    try run(".sql off; count Camper")
    XCTAssertEqual(notes, "")
    XCTAssertEqual(coordinator.work.interests, before)
  }
}
