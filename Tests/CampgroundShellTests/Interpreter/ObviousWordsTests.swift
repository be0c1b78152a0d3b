import XCTest

@testable import CampgroundShell

/// Words that have one obvious meaning although they are no commands by the book.
final class ObviousWordsTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run(
      """
      campground add Wawona timezone UTC; campsite add 1 rate 40; camper add Ada
      reserve 1 for Ada from 2026-07-01 nights 2
      """)
  }

  func testACodeAloneShowsWhatItIsFor() async throws {
    XCTAssertEqual(try run("R-1"), try run("reservation show R-1"))
    XCTAssertEqual(try run("r-1"), try run("reservation show R-1"))
    XCTAssertEqual(try run("let r = R-1; show $r"), try run("reservation show R-1"))
    XCTAssertEqual(try run("show R-1"), try run("reservation show R-1"))
    XCTAssertEqual(try failure("R-9").message, try failure("reservation show R-9").message)
  }

  func testSitesAndCampersAreListed() async throws {
    XCTAssertEqual(try run("sites"), try run("campsite list"))
    XCTAssertEqual(try run("campers"), try run("camper list"))
  }

  func testTheWordsOfOtherShellsWork() async throws {
    XCTAssertEqual(try run("history R-1"), try run("audit R-1"))
    XCTAssertEqual(
      try run("explain count Camper"), try run("query explain count Camper"))
    XCTAssertEqual(try run("migrate status"), "{\"version\":\"7\",\"migrated_from\":null}\n")
  }

  func testClosingASiteAndCheckingInLeadToTheirCommands() async throws {
    XCTAssertEqual(
      try failure("close 1 today to 7/4 repair").hint,
      "did you mean \"block add\" or \"day close\"?")
    XCTAssertEqual(try failure("check in Ada").hint, "did you mean \"checkin\"?")
  }

  func testTheDayOfADrawerLiesBehind() async throws {
    // Today is 2026-06-15.
    XCTAssertTrue(try run("day show 6/1").contains("\"day\":\"2026-06-01\""))
  }

  func testTodayAndDeletingAStayLeadToTheirCommands() async throws {
    XCTAssertEqual(
      try failure("today").hint, "did you mean \"arrivals\", \"departures\" or \"inhouse\"?")
    XCTAssertEqual(try failure("delete R-1").hint, "did you mean \"cancel R-1\"?")
  }

  func testTheCalendarTakesAPeriod() async throws {
    // Today is Monday 2026-06-15; weeks begin on Sunday.
    func days(_ command: String) throws -> [String] {
      try run(command).split(separator: "\n").map(String.init)
    }
    let july = try days("calendar july")
    XCTAssertEqual(july.count, 31)
    XCTAssertTrue(july[0].contains("2026-07-01"), july[0])
    let week = try days("calendar week")
    XCTAssertEqual(week.count, 7)
    XCTAssertTrue(week[0].contains("2026-06-14"), week[0])
    XCTAssertEqual(try days("calendar 2026-07-01").count, 14)
    XCTAssertEqual(try days("calendar july days 3").count, 3)
    XCTAssertEqual(
      try failure("calendar july from today").message, "from goes without a period")
  }
}
