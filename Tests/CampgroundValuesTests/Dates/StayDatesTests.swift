import CampgroundValues
import XCTest

final class StayDatesTests: XCTestCase {
  private func stay(_ arrival: String, _ departure: String) throws -> StayDates {
    try StayDates(
      arrival: CalendarDate(parsing: arrival), departure: CalendarDate(parsing: departure))
  }

  func testNightsAreCountedWithoutTheDepartureDay() throws {
    let stay = try stay("2026-07-01", "2026-07-04")
    XCTAssertEqual(stay.nightCount, 3)
    XCTAssertEqual(
      stay.nights.map(\.description), ["2026-07-01", "2026-07-02", "2026-07-03"])
    XCTAssertEqual(stay.description, "2026-07-01 to 2026-07-04")
    XCTAssertTrue(stay.contains(night: try CalendarDate(parsing: "2026-07-03")))
    XCTAssertFalse(stay.contains(night: stay.departure))
  }

  func testFebruaryNightsFollowTheLeapYear() throws {
    XCTAssertEqual(try stay("2027-02-28", "2027-03-01").nightCount, 1)
    XCTAssertEqual(try stay("2028-02-28", "2028-03-01").nightCount, 2)
  }

  func testClockChangesDoNotChangeTheNumberOfNights() throws {
    XCTAssertEqual(try stay("2026-03-08", "2026-03-09").nightCount, 1)
    XCTAssertEqual(try stay("2026-11-01", "2026-11-02").nightCount, 1)
  }

  func testTouchingStaysShareNoNight() throws {
    let first = try stay("2026-07-01", "2026-07-04")
    XCTAssertFalse(first.overlaps(try stay("2026-07-04", "2026-07-07")))
    XCTAssertTrue(first.overlaps(try stay("2026-07-03", "2026-07-05")))
    XCTAssertTrue(first.overlaps(first))
    XCTAssertFalse(try stay("2026-07-04", "2026-07-07").overlaps(first))
  }

  func testAStayWithoutNightsIsRefused() throws {
    let day = try CalendarDate(parsing: "2026-07-04")
    XCTAssertThrowsError(try stay("2026-07-04", "2026-07-04")) {
      XCTAssertEqual(
        "\($0)", "the departure 2026-07-04 must be after the arrival 2026-07-04")
    }
    for nights in [0, -1, .min] {
      XCTAssertThrowsError(try StayDates(arrival: day, nights: nights)) {
        XCTAssertEqual($0 as? StayDatesError, .noNights(nights))
      }
    }
    XCTAssertThrowsError(try StayDates(arrival: day, nights: .max)) {
      XCTAssertEqual($0 as? StayDatesError, .tooManyNights(.max))
    }
    let last = try CalendarDate(parsing: "9999-12-30")
    XCTAssertEqual(try StayDates(arrival: last, nights: 1).departure.description, "9999-12-31")
    XCTAssertEqual(
      "\(StayDatesError.tooManyNights(1))", "1 night would end after the year 9999")
    XCTAssertThrowsError(try StayDates(arrival: last, nights: 2))
  }

  // MARK: By the month

  private func months(_ count: Int, from arrival: String) throws -> StayDates {
    try StayDates(arrival: CalendarDate(parsing: arrival), months: count)
  }

  func testMonthsAreCountedFromTheArrival() throws {
    for (arrival, count, departure) in [
      ("2027-01-31", 1, "2027-02-28"), ("2027-01-31", 2, "2027-03-31"),
      ("2028-01-31", 1, "2028-02-29"), ("2027-02-28", 1, "2027-03-28"),
      ("2026-12-15", 6, "2027-06-15"),
    ] {
      XCTAssertEqual(try months(count, from: arrival), try stay(arrival, departure))
    }
  }

  func testAStayWithoutMonthsOrBeyondTheLastYearIsRefused() throws {
    for count in [0, -1, .min] {
      XCTAssertThrowsError(try months(count, from: "2026-07-01")) {
        XCTAssertEqual($0 as? StayDatesError, .noMonths(count))
      }
    }
    for count in [95_682, Int.max] {
      XCTAssertThrowsError(try months(count, from: "2026-07-01")) {
        XCTAssertEqual($0 as? StayDatesError, .tooManyMonths(count))
      }
    }
    // 7,973 years and 5 months.
    XCTAssertEqual("\(try months(95_681, from: "2026-07-01").departure)", "9999-12-01")
  }

  func testAStayOfWholeMonthsGoesOnAsItBegan() throws {
    for (departure, count, later) in [
      ("2027-02-28", 1, "2027-03-31"), ("2027-03-31", -1, "2027-02-28"),
      ("2027-02-27", 1, "2027-03-27"), ("2027-02-05", 2, "2027-04-05"),
      ("2027-02-28", -1, "2027-01-31"),
    ] {
      let stay = try stay("2027-01-31", departure)
      XCTAssertEqual("\(stay.departure(addingMonths: count))", later, departure)
    }
    let stay = try stay("2027-01-31", "2027-02-28")
    XCTAssertGreaterThan(stay.departure(addingMonths: .max), stay.departure)
    XCTAssertLessThan(stay.departure(addingMonths: .min), stay.arrival)
  }
}
