import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Stays that come again and again.
@MainActor
final class SeriesTests: XCTestCase {
  private func booking(_ desk: TestDesk, _ arrival: String, nights: Int) throws -> Booking {
    let site = try desk.sites.find("15")
    return Booking(site, for: nil, dates: try StayDates(arrival: day(arrival), nights: nights))
  }

  func testMonthlyStaysAreCountedFromTheFirst() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15", rate: 40)
      let made = try desk.reservations.reserveSeries(
        booking(desk, "2027-01-31", nights: 2), every: .month, times: 4)
      XCTAssertEqual(made.stays.map(\.code), ["R-1", "R-2", "R-3", "R-4"])
      XCTAssertEqual(
        try desk.reservations.series(of: "R-3").map { "\($0.arrival)" },
        ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"])
      XCTAssertEqual(made.skipped, [])
      XCTAssertEqual(made.stays.map(\.difference.description), Array(repeating: "$80.00", count: 4))
      XCTAssertEqual(try desk.count(ReservationNight.self), 8)
    }
  }

  func testTheOtherSteps() async throws {
    let desk = TestDesk(try TestStoreStack())
    _ = try desk.sites.add("15")
    let expected: [(SeriesStep, String, [String])] = [
      (.week, "2026-12-25", ["2026-12-25", "2027-01-01", "2027-01-08"]),
      (.twoWeeks, "2026-09-01", ["2026-09-01", "2026-09-15", "2026-09-29"]),
      (.year, "2028-02-29", ["2028-02-29", "2029-02-28", "2030-02-28"]),
    ]
    for (step, first, arrivals) in expected {
      let made = try desk.reservations.reserveSeries(
        booking(desk, first, nights: 1), every: step, times: 3)
      XCTAssertEqual(made.stays.compactMap(\.after.dates?.arrival.description), arrivals)
    }
  }

  func testATakenStayStopsTheWholeSeriesUnlessItIsSkipped() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let other = try stay("2026-07-09", "2026-07-10")
      _ = try desk.reservations.reserve(site, for: nil, dates: other)
      let first = try booking(desk, "2026-07-01", nights: 2)
      let taken = [TakenStay(dates: other, code: "R-1")]
      assertBreaks(.siteTaken(site: "15", by: taken)) {
        try desk.reservations.reserveSeries(first, every: .week, times: 3)
      }
      XCTAssertEqual(try desk.count(Reservation.self), 1)
      XCTAssertEqual(try desk.count(StaySeries.self), 0)

      let made = try desk.reservations.reserveSeries(
        first, every: .week, times: 3, skippingTaken: true)
      XCTAssertEqual(made.stays.map(\.code), ["R-2", "R-3"])
      XCTAssertEqual(made.skipped.map(\.dates), [try stay("2026-07-08", "2026-07-10")])
      XCTAssertEqual(made.skipped.map(\.stays), [taken])
      XCTAssertEqual(
        made.skipped.map(\.description),
        ["2026-07-08 to 2026-07-10: taken 2026-07-09 to 2026-07-10 (R-1)"])
      let series = try XCTUnwrap(desk.find("R-2").series)
      XCTAssertEqual(series.count, 3)
      XCTAssertEqual(series.stays.count, 2)

      assertBreaks(.noRoom, "site 15 is taken on every date of the series") {
        try desk.reservations.reserveSeries(
          booking(desk, "2026-07-01", nights: 1), every: .twoWeeks, times: 2, skippingTaken: true)
      }
      XCTAssertEqual(try desk.count(StaySeries.self), 1)
    }
  }

  func testWhatMakesNoSeriesIsRefused() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15")
      let long = try booking(desk, "2026-07-01", nights: 8)
      assertBreaks("stays of 8 nights every week would overlap") {
        try desk.reservations.reserveSeries(long, every: .week, times: 2)
      }
      for times in [Int.min, 0, 1, 601, Int.max] {
        assertBreaks(.outOfRange("times", value: times, allowed: 2...600)) {
          try desk.reservations.reserveSeries(long, every: .month, times: times)
        }
      }
      let late = try booking(desk, "9900-01-01", nights: 1)
      assertBreaks(.invalidDates(.tooManyNights(1))) {
        try desk.reservations.reserveSeries(late, every: .year, times: 200)
      }
      XCTAssertEqual(try desk.count(Reservation.self), 0)
      XCTAssertEqual(try desk.count(StaySeries.self), 0)
    }
  }

  func testTheRestOfASeriesIsCanceled() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try desk.reservations.reserveSeries(
        booking(desk, "2026-07-01", nights: 2), every: .week, times: 4)
      try desk.reservations.cancel("R-3")
      let changes = try desk.reservations.cancelSeries(from: "R-2", reason: "sold the trailer")
      XCTAssertEqual(changes.map(\.code), ["R-2", "R-4"])
      XCTAssertEqual(try desk.find("R-1").state, .reserved)
      XCTAssertEqual(try desk.find("R-4").reason, "sold the trailer")
      assertBreaks("the series has nothing left to cancel from R-2 on") {
        try desk.reservations.cancelSeries(from: "R-2")
      }
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-09-01", "2026-09-02"))
      assertBreaks(.inNoSeries("R-5")) {
        try desk.reservations.cancelSeries(from: "R-5")
      }
      assertBreaks(.inNoSeries("R-5")) { try desk.reservations.series(of: "R-5") }
      assertBreaks(.unknown, "no reservation R-9") {
        try desk.reservations.cancelSeries(from: "R-9")
      }
    }
  }
}
