import Campground
import CommandKit
import TestSupport
import XCTest

@testable import CampgroundShell

/// Stays on several sites from the shell.
final class SplitCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 15 rate 40; campsite add 16 rate 55; camper add Rivera")
  }

  private let book = "reserve 15 for Rivera from 2026-06-20 nights 5 then 16 on 2026-06-22"

  func testAStayIsBookedShownSplitAndPutOnOneSite() async throws {
    try run(".output plain; \(book)")
    XCTAssertTrue(
      try run("reservation show R-1").contains(
        "15\t2026-06-20\t2026-06-22\t2\n16\t2026-06-22\t2026-06-25\t3\n"))
    XCTAssertEqual(
      try run("reservation split R-1 at 2026-06-24 to 15").split(separator: "\n").first,
      "Changed R-1 · Rivera · site 15, then 16 from 2026-06-22, then 15 from 2026-06-24 · Sat "
        + "2026-06-20 to Thu 2026-06-25 · 5 nights · $230.00")
    XCTAssertTrue(
      try run("reservation move R-1 to 15 dry-run").hasPrefix(
        "Would be R-1 · Rivera · Reserved · site 15 ·")
    )
    XCTAssertTrue(try run("reservation move R-1 to 15").hasPrefix("Moved R-1 · Rivera · site 15 ·"))
    XCTAssertEqual(try run("count ReservationNight where campSite.name == \"15\""), "5\n")
    XCTAssertEqual(try run("count StaySegment"), "1\n")
  }

  func testArrivalsAndDeparturesMarkWhoChangesTheSite() async throws {
    try run(book)
    XCTAssertTrue(
      try run("arrivals 2026-06-22").contains(
        "{\"code\":\"R-1\",\"guest\":\"Rivera\",\"site\":\"16\""))
    XCTAssertTrue(try run("arrivals 2026-06-22").contains("\"change\":\"from 15\""))
    XCTAssertTrue(try run("departures 2026-06-22").contains("\"change\":\"to 16\""))
    XCTAssertFalse(try run("arrivals 2026-06-20").contains("change"))
  }

  func testTheNightlyRoutinePostsTheNightsOfEachSite() async throws {
    try run("reserve 15 for Rivera from 2026-06-15 nights 5 then 16 on 2026-06-16; checkin R-1")
    let noon = try CalendarDate(parsing: "2026-06-17").midnightUTC.addingTimeInterval(43_200)
    let later = TestShell(stack, format: .plain, clock: FixedClock(noon))
    XCTAssertEqual(try later.run("nightly"), "Night of 2026-06-16 · 2 lines posted, $95.00\n")
    XCTAssertTrue(try later.rows("inhouse").hasPrefix("R-1\tRivera\t16\t"))
  }

  func testAQuoteOfAStayOnSeveralSites() async throws {
    let quote = try run("quote 15 from 2026-06-20 nights 5 then 16 on 2026-06-22")
    XCTAssertTrue(quote.contains("\"site\":\"15, then 16 from 2026-06-22\""), quote)
    XCTAssertTrue(quote.contains("\"total\":245.00"), quote)
  }

  func testAStayOfWhichASiteHasNoPriceSaysWhichNightsHaveNone() async throws {
    try run("campsite add 17; .output plain")
    // Two nights of 40 are priced, the three on site 17 are not.
    XCTAssertEqual(
      try run("reserve 15 for Rivera from 2026-06-20 nights 5 then 17 on 2026-06-22"),
      """
      Reserved R-1 · Rivera · site 15, then 17 from 2026-06-22 · Sat 2026-06-20 to Thu 2026-06-25 · 5 nights · $80.00 + 3 nights to be priced
        3 nights to be priced (2026-06-22, 2026-06-23, 2026-06-24): reservation edit R-1 price AMOUNT unpriced

      """)
    XCTAssertTrue(try run("reservation list").contains("\tReserved\t$80.00 + 3 to price\n"))
    XCTAssertTrue(
      try run("quote 15 from 2026-07-20 nights 5 then 17 on 2026-07-22")
        .contains("$80.00 + 3 nights to be priced"))
    XCTAssertTrue(try run("available from 2026-08-01 nights 1").contains("no price"))
    session.format = .jsonl
    XCTAssertTrue(
      try run("reservation list").contains(
        "\"status\":\"Reserved\",\"total\":80.00,\"unpriced\":3}"))
    session.format = .csv
    XCTAssertTrue(try run("reservation list").contains(",Reserved,80.00,3\n"))
    session.format = .plain
    try run("campsite edit 17 rate 30")
    // 80 and 3 × 30.
    XCTAssertTrue(
      try run("reservation reprice R-1").hasPrefix(
        "Repriced R-1 · Rivera · site 15, then 17 from 2026-06-22 · Sat 2026-06-20 to Thu 2026-06-25 · 5 nights · "
          + "$170.00\n"))
  }

  func testWhatIsWrongBehindThenStandsAtItsWord() async throws {
    let start = "reserve 15 for Rivera from 2026-06-20 nights 5 then "
    let faults: [(String, String, Int)] = [
      ("99 on 2026-06-22", "no site 99", 53),
      ("16", "then needs on and the date of the change here", 55),
      ("16 at 2026-06-22", "the site is followed by on, not \"at\"", 56),
      ("16 on", "on needs the date of the change here", 58),
      ("16 on June", "on expects a date, not \"June\"", 59),
      ("16 on 2026-06-31", "2026-06-31 is not a date: June 2026 has 30 days", 59),
      ("16 on 2026-06-22 15 on 2026-06-23", "a comma is missing before the next site", 70),
    ]
    for (words, message, column) in faults {
      let error = try failure(start + words)
      XCTAssertEqual(error.message, message)
      XCTAssertEqual(error.range?.start.column, column, words)
    }
    XCTAssertEqual(
      try failure(start + "16 on 2026-06-25").message,
      "the stay is from 2026-06-20 to 2026-06-25; a site change on 2026-06-25 "
        + "needs at least one night before and after it")
    XCTAssertEqual(
      try failure(start + "16 on 2026-06-22 every month times 2").message,
      "each stay in a series needs a single site")
    XCTAssertEqual(try run("count Reservation"), "{\"count\":0}\n")
  }

  func testSitesAreCompletedBehindThen() async throws {
    let completer = Completer(session.grammar, in: session)
    let list = completer.complete("reserve 15 for Rivera from 2026-06-20 nights 5 then 1")
    XCTAssertEqual(list.candidates, ["15", "16"])
  }
}
