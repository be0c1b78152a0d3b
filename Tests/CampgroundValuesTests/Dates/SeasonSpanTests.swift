import CampgroundValues
import XCTest

final class SeasonSpanTests: XCTestCase {
  private func span(
    _ first: (Int, Int), _ last: (Int, Int), year: Int? = nil
  ) throws -> SeasonSpan {
    try SeasonSpan(
      from: .init(month: first.0, day: first.1), through: .init(month: last.0, day: last.1),
      year: year)
  }

  private func dates(in span: SeasonSpan, of texts: [String]) throws -> [String] {
    try texts.filter { span.contains(try CalendarDate(parsing: $0)) }
  }

  func testASeasonHasItsFirstAndItsLastNight() throws {
    XCTAssertEqual(
      try dates(
        in: span((6, 1), (8, 31)),
        of: ["2026-05-31", "2026-06-01", "2026-07-15", "2026-08-31", "2026-09-01", "2031-06-01"]),
      ["2026-06-01", "2026-07-15", "2026-08-31", "2031-06-01"])
  }

  func testASeasonFromOctober15ToApril15WrapsTheYear() throws {
    let winter = try span((10, 15), (4, 15))
    XCTAssertTrue(winter.wrapsTheYear)
    XCTAssertEqual(
      try dates(
        in: winter,
        of: ["2026-10-14", "2026-10-15", "2026-12-31", "2027-01-01", "2027-04-15", "2027-04-16"]),
      ["2026-10-15", "2026-12-31", "2027-01-01", "2027-04-15"])
    XCTAssertEqual(winter.description, "10-15 to 04-15")
  }

  func testASeasonOfOneYearEndsInTheNextWhereItWraps() throws {
    let fair = try span((7, 3), (7, 5), year: 2026)
    XCTAssertEqual(
      try dates(in: fair, of: ["2025-07-04", "2026-07-02", "2026-07-04", "2027-07-04"]),
      ["2026-07-04"])
    let winter = try span((12, 20), (1, 6), year: 2026)
    XCTAssertEqual(
      try dates(
        in: winter, of: ["2026-01-03", "2026-12-20", "2027-01-06", "2027-01-07", "2027-12-24"]),
      ["2026-12-20", "2027-01-06"])
    XCTAssertEqual(winter.description, "2026-12-20 to 2027-01-06")
  }

  func testTheLeapDayIsTheEndOfFebruaryInOtherYears() throws {
    XCTAssertEqual(
      try dates(
        in: span((2, 1), (2, 29)), of: ["2027-02-28", "2027-03-01", "2028-02-29", "2028-03-01"]),
      ["2027-02-28", "2028-02-29"])
    XCTAssertEqual(
      try dates(in: span((2, 29), (3, 2)), of: ["2027-02-28", "2027-03-01", "2028-02-29"]),
      ["2027-03-01", "2028-02-29"])
  }

  func testASeasonOnADayThatThereIsNotIsRefused() throws {
    XCTAssertThrowsError(try span((6, 31), (8, 31))) {
      XCTAssertEqual("\($0)", "June 2000 has 30 days")
    }
    XCTAssertThrowsError(try span((6, 1), (13, 1)))
    XCTAssertThrowsError(try span((0, 1), (8, 1)))
    XCTAssertThrowsError(try span((2, 29), (3, 2), year: 2027))
    XCTAssertNoThrow(try span((2, 29), (3, 2), year: 2028))
    // The end lies in the year after.
    XCTAssertNoThrow(try span((12, 1), (2, 29), year: 2027))
    XCTAssertThrowsError(try span((12, 1), (2, 29), year: 2028))
  }
}
