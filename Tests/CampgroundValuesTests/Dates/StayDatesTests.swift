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
        "\($0)", "the departure 2026-07-04 must be later than the arrival 2026-07-04")
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
}
