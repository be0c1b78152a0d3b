import XCTest

@testable import CampgroundShell

/// Stays by the month, counted from the arrival.
final class MonthsTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 15; rate add Month 600 kind monthly; camper add Ada; camper add Ben")
    session.format = .plain
  }

  private let reserved = "reserve 15 for Ada from 2027-01-31"

  func testSixMonthsAreSixTimesTheRate() async throws {
    XCTAssertEqual(
      try run("\(reserved) months 6"),
      "Reserved R-1 · Ada · site 15 · Sun 2027-01-31 to Sat 2027-07-31 · 181 nights · $3,600.00\n")
    XCTAssertTrue(try run("quote 15 from 2026-12-15 months 6").contains("total\t3600.00\n"))
  }

  func testEveryCommandThatTakesNightsTakesMonths() async throws {
    for (number, verb) in ["hold", "request", "draft"].enumerated() {
      try run("\(verb) 15 for Ada from 2027-0\(2 * number + 1)-01 months 1")
      XCTAssertTrue(
        try run("reservation show R-\(number + 1)").contains("to\t2027-0\(2 * number + 2)-01\n"))
    }
    try run("campsite add 16; group book Crew sites 16 for Ada from 2027-01-31 months 1")
    XCTAssertTrue(try run("reservation show R-4").contains("to\t2027-02-28\n"))
    try run("reservation dates R-4 from 2027-01-31 months 2")
    XCTAssertTrue(try run("reservation show R-4").contains("to\t2027-03-31\n"))
    try run("waitlist add Ben from 2027-01-31 months 1 anyway")
    XCTAssertTrue(try run("waitlist list").contains("2027-01-31\t2027-02-28"))
    XCTAssertEqual(
      try rows("available from 2027-08-31 months 1").split(separator: "\n").count, 2)
  }

  func testAMonthThatIsAddedOrTakenAwayIsCountedFromTheArrival() async throws {
    try run("\(reserved) months 1")
    XCTAssertTrue(
      try run("reservation extend R-1 months 1").contains(
        "Sun 2027-01-31 to Wed 2027-03-31 · 59 nights · $1,200.00"))
    XCTAssertTrue(
      try run("reservation shorten R-1 months 1").contains(
        "Sun 2027-01-31 to Sun 2027-02-28 · 28 nights · $600.00"))
    XCTAssertThrowsError(try run("reservation shorten R-1 months 1"))
  }

  func testContiguousMonthsCanBeBooked() async throws {
    try run("\(reserved) months 1; reserve 15 for Ben from 2027-02-28 months 1")
    let error = try failure("reserve 15 for Ada from 2027-03-27 months 1")
    XCTAssertEqual(error.message, "site 15 is taken 2027-02-28 to 2027-03-28 (R-2)")
    try run("reserve 15 for Ada from 2027-03-28 months 1")
  }

  func testASeriesOfMonthsHasNoNightsBetween() async throws {
    try run("\(reserved) months 1 every month times 4")
    XCTAssertEqual(
      try rows("reservation list").split(separator: "\n").map {
        $0.split(separator: "\t")[3...4].joined(separator: " ")
      },
      [
        "2027-01-31 2027-02-28", "2027-02-28 2027-03-31", "2027-03-31 2027-04-30",
        "2027-04-30 2027-05-31",
      ])
    let error = try failure("reserve 15 for Ada from 2028-01-31 months 2 every month times 2")
    XCTAssertEqual(error.message, "stays of 60 nights every month would overlap")
  }

  func testNightsMonthsAndTheDepartureExcludeEachOther() async throws {
    XCTAssertEqual(
      try failure("\(reserved) months 1 nights 3").message,
      "nights and months cannot be given together")
    XCTAssertEqual(try failure(reserved).message, "reserve needs nights, months or to")
    XCTAssertEqual(try failure("\(reserved) months 0").marked, "0")
    let error = try failure("\(reserved) months 40")
    XCTAssertEqual(error.message, "a stay can have at most 1000 nights, not 1216")
    XCTAssertEqual(error.marked, "40")
    let flexible = try failure("available months 1 between 2027-01-01 and 2027-04-01")
    XCTAssertEqual(flexible.message, "flexible dates need a number of nights")
    XCTAssertEqual(flexible.hint, "write nights N instead of months")
  }
}
