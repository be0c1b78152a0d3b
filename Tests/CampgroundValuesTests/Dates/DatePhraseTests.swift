import CampgroundValues
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

  func testWhatIsNoDateIsRefused() {
    for text in ["", "fr", "soon", "fridays", "3", "+", "+12345", "+-3", "+3d", "today+1", "7/4"] {
      XCTAssertThrowsError(try DatePhrase(text), text) {
        XCTAssertEqual($0 as? CalendarDateError, .notADate(text))
      }
    }
    XCTAssertThrowsError(try DatePhrase("2026-02-30")) {
      XCTAssertEqual("\($0)", "February 2026 has 28 days")
    }
  }
}
