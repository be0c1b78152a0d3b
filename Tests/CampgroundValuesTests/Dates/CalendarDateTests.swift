import CampgroundValues
import XCTest

final class CalendarDateTests: XCTestCase {
  private func date(_ text: String) throws -> CalendarDate {
    try CalendarDate(parsing: text)
  }

  // Expected numbers: python3 `(date(…) - date(2001, 1, 1)).days`.
  func testDayNumberCountsFrom2001() throws {
    let expected: [String: Int32] = [
      "2001-01-01": 0, "2000-12-31": -1, "2000-02-29": -307, "2026-07-01": 9_312,
      "1970-01-01": -11_323, "0001-01-01": -730_485, "9999-12-31": 2_921_573,
      "2100-03-01": 36_218,
    ]
    for (text, number) in expected {
      XCTAssertEqual(try date(text).dayNumber, number, text)
      XCTAssertEqual(CalendarDate(dayNumber: number).description, text)
    }
  }

  func testEveryDayOfFourCenturiesFollowsTheOneBefore() throws {
    var expected = (year: 1900, month: 1, day: 1)
    var number = try date("1900-01-01").dayNumber
    while expected.year < 2301 {
      let date = CalendarDate(dayNumber: number)
      let parts = date.components
      XCTAssert(parts == expected, "\(number): \(parts) is not \(expected)")
      let made = try CalendarDate(year: parts.year, month: parts.month, day: parts.day)
      XCTAssertEqual(made.dayNumber, number)
      number += 1
      expected.day += 1
      if expected.day > CalendarDate.lastDay(ofMonth: expected.month, year: expected.year) {
        expected = (expected.year, expected.month + 1, 1)
      }
      if expected.month > 12 {
        expected = (expected.year + 1, 1, 1)
      }
    }
    // 1900 to 2300 inclusive: 401 years with 97 leap days and one more in the last, none in 2300.
    XCTAssertEqual(try date("1900-01-01").distance(to: CalendarDate(dayNumber: number)), 146_462)
  }

  func testImpossibleDatesNameTheReason() {
    func reason(_ text: String) -> String? {
      do throws(CalendarDateError) {
        _ = try CalendarDate(parsing: text)
        return nil
      } catch {
        return error.description
      }
    }
    XCTAssertEqual(reason("2026-02-30"), "February 2026 has 28 days")
    XCTAssertEqual(reason("2028-02-30"), "February 2028 has 29 days")
    XCTAssertEqual(reason("2026-06-31"), "June 2026 has 30 days")
    for (text, month) in [("2026-13-01", 13), ("2026-00-01", 0)] {
      XCTAssertEqual(
        reason(text), "the month must be from 1 to 12, not \(month)")
    }
    XCTAssertEqual(reason("2026-01-00"), "the day must be at least 1, not 0")
    XCTAssertEqual(reason("0000-01-01"), "the year must be from 0001 to 9999, not 0")
    for text in ["2026-7-1", "01/07/2026", "2026-07-01 ", "", "2026-07-0a", "２026-07-01"] {
      XCTAssertEqual(
        reason(text),
        "\"\(text)\" is not a date; use year-month-day, like 2026-07-01")
    }
    XCTAssertNil(reason("2028-02-29"))
  }

  func testTextReadsBackEvenForFarYears() throws {
    for number in [Int32.min, -1_000_000, -730_486, 0, 9_312, 2_921_574, Int32.max] {
      let date = CalendarDate(dayNumber: number)
      XCTAssertEqual(CalendarDate(date.description), date, date.description)
    }
    XCTAssertEqual(CalendarDate(dayNumber: 2_921_574).description, "+10000-01-01")
    XCTAssertEqual(CalendarDate(dayNumber: -730_486).description, "0000-12-31")
    XCTAssertNil(CalendarDate("2026-02-30"))
    XCTAssertNil(CalendarDate("-2026-02-30"))
    XCTAssertNil(CalendarDate("+2026-07-01"))
    XCTAssertNil(CalendarDate("+99999999999-07-01"))
  }

  func testCodableUsesTheText() throws {
    let dates = [try date("2026-07-01")]
    let data = try JSONEncoder().encode(dates)
    XCTAssertEqual(String(decoding: data, as: UTF8.self), #"["2026-07-01"]"#)
    XCTAssertEqual(try JSONDecoder().decode([CalendarDate].self, from: data), dates)
    XCTAssertThrowsError(
      try JSONDecoder().decode([CalendarDate].self, from: Data(#"["2026-02-30"]"#.utf8)))
  }

  func testWeekdays() throws {
    XCTAssertEqual(try date("2026-07-01").weekday, .wednesday)
    XCTAssertEqual(try date("2000-02-29").weekday, .tuesday)
    XCTAssertEqual(try date("2001-01-01").weekday, .monday)
    XCTAssertEqual(try date("2000-12-31").weekday, .sunday)
  }

  func testAddingMonthsStaysAnchoredAndClampsToTheMonthEnd() throws {
    let anchor = try date("2026-01-31")
    XCTAssertEqual(anchor.adding(months: 1).description, "2026-02-28")
    XCTAssertEqual(anchor.adding(months: 2).description, "2026-03-31")
    XCTAssertEqual(anchor.adding(months: -2).description, "2025-11-30")
    XCTAssertEqual(anchor.adding(months: -13).description, "2024-12-31")
    XCTAssertEqual(try date("2018-02-28").adding(months: 6).description, "2018-08-28")
    XCTAssertEqual(try date("2018-03-01").adding(months: 6).description, "2018-09-01")
    XCTAssertEqual(anchor.adding(months: .max).dayNumber, .max)
    XCTAssertEqual(anchor.adding(months: .min).dayNumber, .min)
  }

  func testAdvancingStopsAtTheLastDateInsteadOfTrapping() throws {
    XCTAssertEqual(try date("2026-07-01").advanced(by: .max).dayNumber, .max)
    XCTAssertEqual(try date("2026-07-01").advanced(by: .min).dayNumber, .min)
    XCTAssertEqual(try date("2026-12-31").advanced(by: 1).description, "2027-01-01")
  }

  func testMidnightUTCIsWhatTheStoreHolds() throws {
    let day = try date("2026-07-01")
    XCTAssertEqual(day.midnightUTC.timeIntervalSince1970, 1_782_864_000)
    XCTAssertEqual(CalendarDate(midnightUTC: day.midnightUTC), day)
    XCTAssertEqual(CalendarDate(midnightUTC: day.midnightUTC.addingTimeInterval(86_399.5)), day)
    let before = day.midnightUTC.addingTimeInterval(-0.5)
    XCTAssertEqual(CalendarDate(midnightUTC: before).description, "2026-06-30")
    XCTAssertEqual(CalendarDate(midnightUTC: .distantFuture).description, "4001-01-01")
    let infinite = Date(timeIntervalSinceReferenceDate: .infinity)
    XCTAssertEqual(CalendarDate(midnightUTC: infinite).dayNumber, .max)
  }

  func testAnInstantIsReadInTheCampgroundsZone() throws {
    let zone = try XCTUnwrap(TimeZone(identifier: "America/Los_Angeles"))
    // 2026-03-08 10:00 UTC: the clocks jump from 02:00 PST to 03:00 PDT.
    let jump = Date(timeIntervalSince1970: 1_772_964_000)
    XCTAssertEqual(CalendarDate(jump, in: zone).description, "2026-03-08")
    // 23:59:59 PDT of March 8 is 06:59:59 UTC of March 9.
    let lastSecond = Date(timeIntervalSince1970: 1_773_039_599)
    XCTAssertEqual(CalendarDate(lastSecond, in: zone).description, "2026-03-08")
    XCTAssertEqual(
      CalendarDate(lastSecond.addingTimeInterval(1), in: zone).description, "2026-03-09")
  }
}
