import XCTest

@testable import CampgroundValues

/// Periods as people type them; the days are those of a wall calendar.
final class PeriodPhraseTests: XCTestCase {
  /// A Wednesday.
  private let today = "2026-07-01"

  private func days(_ text: String, on today: String? = nil, from first: Weekday = .sunday) throws
    -> String?
  {
    let today = try CalendarDate(parsing: today ?? self.today)
    return PeriodPhrase(text)?.days(from: today, firstWeekday: first).description
      .replacingOccurrences(of: "...", with: " to ")
  }

  func testAMonthByItsNameIsTheLastOneThatBeganOrTheNextOne() throws {
    XCTAssertEqual(try days("july"), "2026-07-01 to 2026-07-31")
    XCTAssertEqual(try days("JUN"), "2026-06-01 to 2026-06-30")
    XCTAssertEqual(try days("august"), "2026-08-01 to 2026-08-31", "it begins within a month")
    XCTAssertEqual(try days("september"), "2025-09-01 to 2025-09-30")
    XCTAssertEqual(try days("december", on: "2026-01-02"), "2025-12-01 to 2025-12-31")
  }

  func testAMonthOrAYearWithItsNumber() throws {
    XCTAssertEqual(try days("2026-02"), "2026-02-01 to 2026-02-28")
    XCTAssertEqual(try days("Feb 2028"), "2028-02-01 to 2028-02-29")
    XCTAssertEqual(try days("december 2024"), "2024-12-01 to 2024-12-31")
    XCTAssertEqual(try days("2025"), "2025-01-01 to 2025-12-31")
  }

  func testPeriodsCountedFromToday() throws {
    XCTAssertEqual(try days("this month"), "2026-07-01 to 2026-07-31")
    XCTAssertEqual(try days("last month"), "2026-06-01 to 2026-06-30")
    XCTAssertEqual(try days("last month", on: "2026-03-31"), "2026-02-01 to 2026-02-28")
    XCTAssertEqual(try days("next month", on: "2026-12-31"), "2027-01-01 to 2027-01-31")
    XCTAssertEqual(try days("this year"), "2026-01-01 to 2026-12-31")
    XCTAssertEqual(try days("Last Year", on: "2024-02-29"), "2023-01-01 to 2023-12-31")
  }

  func testWeeksBeginAsTheCampgroundsDo() throws {
    XCTAssertEqual(try days("this week"), "2026-06-28 to 2026-07-04")
    XCTAssertEqual(try days("this week", from: .monday), "2026-06-29 to 2026-07-05")
    XCTAssertEqual(try days("last week", from: .monday), "2026-06-22 to 2026-06-28")
    XCTAssertEqual(try days("this week", on: "2026-06-28"), "2026-06-28 to 2026-07-04")
    XCTAssertEqual(
      try days("this week", on: "2026-06-28", from: .monday), "2026-06-22 to 2026-06-28")
    XCTAssertEqual(try days("week"), try days("this week"))
  }

  func testOtherWordsAreNone() throws {
    for text in ["", "july 1", "7/1", "friday", "last friday", "years", "13", "2026-13", "20260"] {
      XCTAssertNil(PeriodPhrase(text), text)
    }
    XCTAssertTrue(PeriodPhrase.goesOn(["last"], with: "month"))
    XCTAssertTrue(PeriodPhrase.goesOn(["july"], with: "2026"))
    XCTAssertFalse(PeriodPhrase.goesOn(["july"], with: "august"))
    XCTAssertFalse(PeriodPhrase.goesOn(["2026"], with: "2027"))
  }
}
