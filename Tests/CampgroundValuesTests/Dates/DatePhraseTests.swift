import CampgroundValues
import Foundation
import XCTest

/// Dates as clerks type them.
final class DatePhraseTests: XCTestCase {
  /// 2026-07-01 is a Wednesday.
  private func date(_ text: String, on today: String = "2026-07-01") throws -> String {
    try DatePhrase(text).date(from: CalendarDate(parsing: today)).description
  }

  func testDaysBesideToday() throws {
    XCTAssertEqual(try date("today"), "2026-07-01")
    XCTAssertEqual(try date("tomorrow"), "2026-07-02")
    XCTAssertEqual(try date("yesterday"), "2026-06-30")
    XCTAssertEqual(try date("Today"), "2026-07-01")
    XCTAssertEqual(try date("tomorrow", on: "2026-12-31"), "2027-01-01")
  }

  func testAWeekdayIsTheNextOneAfterToday() throws {
    let expected = [
      "thursday": "2026-07-02", "fri": "2026-07-03", "Saturday": "2026-07-04", "SUN": "2026-07-05",
      "mon": "2026-07-06", "tues": "2026-07-07",
    ]
    for (word, day) in expected { XCTAssertEqual(try date(word), day, word) }
    XCTAssertEqual(try date("wednesday"), "2026-07-08", "today's own name is in a week")
  }

  func testASignCountsDays() throws {
    XCTAssertEqual(try date("+3"), "2026-07-04")
    XCTAssertEqual(try date("-1"), "2026-06-30")
    XCTAssertEqual(try date("+0"), "2026-07-01")
    XCTAssertEqual(try date("+365"), "2027-07-01")
  }

  func testACalendarDateIsItselfOnAnyDay() throws {
    XCTAssertEqual(try date("2028-02-29"), "2028-02-29")
    XCTAssertFalse(try DatePhrase("2028-02-29").isCounted)
    XCTAssertTrue(try DatePhrase("+1").isCounted)
  }

  func testADateIsReadInTheOrderOfTheCampgroundsLocale() throws {
    let today = try CalendarDate(parsing: "2026-07-01")
    let american = DateOrder(Locale(identifier: "en_US"))
    let british = DateOrder(Locale(identifier: "en_GB"))
    XCTAssertEqual(
      try DatePhrase("12/4/2026", order: american).date(from: today).description, "2026-12-04")
    XCTAssertEqual(
      try DatePhrase("12/4/2026", order: british).date(from: today).description, "2026-04-12")
    XCTAssertEqual(DateOrder(Locale(identifier: "de_DE")), .dayFirst)
    XCTAssertEqual(DateOrder(Locale(identifier: "ja_JP")), .monthFirst)
    XCTAssertEqual(try date("2026/7/9"), "2026-07-09", "a year of four digits may stand first")
    XCTAssertEqual(try date("9.7.2026"), "2026-07-09", "with dots the day stands first")
    XCTAssertEqual(try date("7/9/26"), "2026-07-09")
    XCTAssertThrowsError(try DatePhrase("13/1/2026", order: american)) {
      XCTAssertEqual($0 as? CalendarDateError, .impossibleMonth(13))
    }
  }

  func testAMonthMayBeWrittenByItsName() throws {
    for text in ["July 9, 2026", "9 July 2026", "jul 9th 2026", "JULY 9", "9 jul", "July 9"] {
      XCTAssertEqual(try date(text), "2026-07-09", text)
    }
    XCTAssertEqual(try date("Sept 3"), "2026-09-03")
    XCTAssertThrowsError(try DatePhrase("June 31")) {
      XCTAssertEqual("\($0)", "June has 30 days")
    }
  }

  func testTheYearOfADayMayBeCounted() throws {
    for text in ["July 1 next year", "1 july next year", "jul 1st, next year", "next July 1"] {
      XCTAssertEqual(try date(text), "2027-07-01", text)
    }
    XCTAssertEqual(try date("next July 2"), "2026-07-02")
    XCTAssertEqual(try date("March 1 this year"), "2026-03-01")
    XCTAssertEqual(try date("February 29 next year"), "2027-02-28")
    XCTAssertThrowsError(try DatePhrase("July 1 last year"))
    XCTAssertThrowsError(try DatePhrase("this July 1"))
  }

  func testThisWeekendAndTheNextOneBeginOnFriday() throws {
    XCTAssertEqual(try date("this weekend"), "2026-07-03")
    XCTAssertEqual(try date("next weekend"), "2026-07-10")
    XCTAssertEqual(try date("this weekend", on: "2026-07-04"), "2026-07-04")
    XCTAssertEqual(try date("next weekend", on: "2026-07-04"), "2026-07-10")
    XCTAssertEqual(try date("this weekend", on: "2026-07-05"), "2026-07-10")
    XCTAssertEqual(try date("next weekend", on: "2026-07-05"), "2026-07-10")
  }

  func testAYearThatIsLeftOutIsTheNextOrTheLastThatFits() throws {
    let today = try CalendarDate(parsing: "2026-07-01")
    XCTAssertEqual(try date("7/1"), "2026-07-01")
    XCTAssertEqual(try date("6/30"), "2027-06-30")
    XCTAssertEqual(try date("2/29"), "2028-02-29", "the next year that has one")
    XCTAssertEqual(try DatePhrase("7/1").date(from: today, .back).description, "2026-07-01")
    XCTAssertEqual(try DatePhrase("8/1").date(from: today, .back).description, "2026-08-01")
    XCTAssertEqual(try DatePhrase("8/2").date(from: today, .back).description, "2025-08-02")
    let winter = try CalendarDate(parsing: "2026-12-20")
    XCTAssertEqual(try DatePhrase("1/15").date(from: winter, .back).description, "2027-01-15")
    XCTAssertEqual(try DatePhrase("2/29").date(from: today, .back).description, "2024-02-29")
    XCTAssertTrue(try DatePhrase("7/1").leavesOutTheYear)
    XCTAssertFalse(try DatePhrase("7/1/2026").leavesOutTheYear)
  }

  func testWhatIsNoDateIsRefused() {
    for text in [
      "", "fr", "soon", "fridays", "3", "+", "+12345", "+-3", "+3d", "today+1", "7/", "7/4/1/1",
      "7.5", "July",
      "1 1", "July 1 26 3",
    ] {
      XCTAssertThrowsError(try DatePhrase(text), text) {
        XCTAssertEqual($0 as? CalendarDateError, .notADate(text))
      }
    }
    XCTAssertThrowsError(try DatePhrase("2026-02-30")) {
      XCTAssertEqual("\($0)", "February 2026 has 28 days")
    }
  }
}
