import TestSupport
import XCTest

@testable import CampgroundShell

/// Reports of a month, a week or a year; today is Monday, 2026-06-15.
final class ReportPeriodTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    session.format = .plain
    try run("campground add Wawona timezone UTC; campsite add 1-2 type rv rate 40; camper add Ada")
    try run("reserve 1 for Ada from 2026-06-29 nights 4")
  }

  /// The nights of all sites in the period: two sites, each day.
  private func nights(_ period: String) throws -> String? {
    try run("report occupancy \(period)").split(separator: "\n")
      .first { $0.hasPrefix("total\t") }?.split(separator: "\t")[3].description
  }

  func testAPeriodIsReportedAsAWholeAndTold() async throws {
    XCTAssertEqual(try nights("june"), "60")
    XCTAssertTrue(notes.contains("note: june is 2026-06-01 to 2026-06-30"), notes)
    XCTAssertEqual(try nights("last month"), "62")
    XCTAssertEqual(try nights("from 2026"), "730")
    XCTAssertEqual(try nights("2026-02"), "56")
    XCTAssertEqual(try nights("this week"), "14")
    XCTAssertTrue(notes.contains("note: this week is 2026-06-14 to 2026-06-20"), notes)
    XCTAssertEqual(
      try run("report arrivals june"), try run("report arrivals from 2026-06-01 to 2026-06-30"))
    XCTAssertTrue(try run("report arrivals june").contains("\n2026-06-29\t1\t"))
  }

  func testAPeriodGoesFromOneToAnotherOne() async throws {
    XCTAssertEqual(try nights("may june"), "122")
    XCTAssertEqual(try nights("from may to 6/3"), "68")
    XCTAssertEqual(try nights("6/1 6/3"), "6")
  }

  func testADayNeedsALastOne() async throws {
    XCTAssertEqual(
      try failure("report occupancy 6/1").message,
      "report occupancy needs to DATE (last day, included; omit it after a period)")
    XCTAssertEqual(
      try failure("report occupancy june to may").message,
      "the last date 2026-05-31 is before the first date 2026-06-01")
  }
}
