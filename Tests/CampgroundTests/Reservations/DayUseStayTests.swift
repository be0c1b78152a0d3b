import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Stays on sites that are used by the day.
@MainActor
final class DayUseStayTests: XCTestCase {
  func testWhoHasASiteForADayLeavesOnThatDay() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add(
        "P1", features: CampSiteFeatures(type: .dayUse), rate: 12)
      let today = try day("2026-06-15")
      let stay = try desk.reservations.reserve(
        site, for: nil, dates: StayDates(arrival: today, nights: 1))
      XCTAssertEqual(stay.leavingDay, today)
      XCTAssertEqual(try desk.folios.bill(of: stay).lines.map(\.text), ["Day"])
      XCTAssertEqual(try desk.reservations.departures(on: today), [stay])
      XCTAssertEqual(try desk.reservations.departures(on: today.advanced(by: 1)), [])
      try desk.reservations.checkIn(stay.code)
      let late = WallTime(
        try noon("2026-06-15").addingTimeInterval(36_000), in: stay.campground?.timeZone ?? .gmt)
      XCTAssertFalse(stay.isDepartureOverdue(at: late))
      let tomorrow = try desk.reservations(on: "2026-06-16")
      XCTAssertEqual(try tomorrow.departures(on: today.advanced(by: 1)), [stay])
      XCTAssertTrue(
        stay.isDepartureOverdue(
          at: WallTime(try noon("2026-06-16"), in: stay.campground?.timeZone ?? .gmt)))
    }
  }

  func testWhoLeavesOnTheLastOfSeveralDaysHasHadThemAll() async throws {
    try await eachStore { desk in
      try desk.policies.add(
        "P",
        PolicyPlan(
          steps: [
            .init(NoticeDays(from: 0, through: 1), keeps: .nothing, fee: 8),
            .init(NoticeDays(from: 2, through: nil), keeps: .nothing),
          ], graceMinutes: 0))
      let site = try desk.sites.add(
        "P1", features: CampSiteFeatures(type: .dayUse), rate: 15)
      let arrival = try day("2026-06-15")
      let full = try desk.reservations.reserve(
        site, for: nil, dates: StayDates(arrival: arrival, nights: 2))
      try desk.reservations.checkIn(full.code)
      let second = try desk.reservations(on: "2026-06-16")
      XCTAssertEqual(try second.departures(on: arrival.advanced(by: 1)), [full])
      try second.checkOut(full.code)
      XCTAssertEqual(full.departure, arrival.advanced(by: 2))
      XCTAssertEqual(try desk.folios.balance(of: full).charged, try usd("30"))
      // The day that was had is not let again.
      XCTAssertThrowsError(
        try second.reserve(
          site, for: nil, dates: StayDates(arrival: arrival.advanced(by: 1), nights: 1)))

      let other = try desk.sites.add(
        "P2", features: CampSiteFeatures(type: .dayUse), rate: 15)
      let early = try desk.reservations.reserve(
        other, for: nil, dates: StayDates(arrival: arrival, nights: 3))
      try desk.reservations.checkIn(early.code)
      try second.checkOut(early.code)
      XCTAssertEqual(early.departure, arrival.advanced(by: 2))
      // Two days, and the fee for the third.
      XCTAssertEqual(try desk.folios.balance(of: early).charged, try usd("38"))
    }
  }

  func testADayUseSiteThatIsTakenIsTakenForDays() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("P1", features: CampSiteFeatures(type: .dayUse))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-02"))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-02", "2026-07-04"))
      XCTAssertThrowsError(
        try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-03"))
      ) {
        XCTAssertEqual(
          "\($0)",
          "site P1 is taken 2026-07-01 · 1 day (R-1), 2026-07-02 to 2026-07-03 · 2 days (R-2)"
        )
      }
    }
  }
}
