import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Nobody arrives on a day that is past, unless a clerk says so. The clock
/// stands at noon of 2026-06-15.
@MainActor
final class PastArrivalTests: XCTestCase {
  /// The refusal of an arrival on June 14.
  private func refusal(_ dates: StayDates) throws -> String {
    "site 15: arrival \(dates.arrival) is in the past; today is 2026-06-15"
  }

  private func assertPast<Result>(
    _ dates: StayDates, line: UInt = #line, _ body: () throws -> Result
  ) throws {
    let expected = try refusal(dates)
    XCTAssertThrowsError(try body(), line: line) {
      XCTAssertEqual("\($0)", expected, line: line)
    }
  }

  func testAnArrivalBeforeTodayIsRefusedInEveryFirstState() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let dates = try stay("2026-06-14", "2026-06-17")
      for status in [ReservationStatus.reserved, .hold, .requested, .draft] {
        try assertPast(dates) {
          try desk.reservations.book(Booking(site, for: nil, dates: dates), as: status)
        }
      }
      XCTAssertEqual(try desk.count(Reservation.self), 0)
      XCTAssertEqual(try desk.count(ReservationNight.self), 0)
      // Today itself is not past.
      try desk.reservations.book(
        Booking(site, for: nil, dates: try stay("2026-06-15", "2026-06-16")))
    }
  }

  func testAClerkEntersYesterdaysWalkInByOverridingAndTheReservationKeepsARecord() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      var booking = Booking(site, for: nil, dates: try stay("2026-06-14", "2026-06-17"))
      booking.overridesRules = true
      let reservation = try desk.reservations.reserve(booking)
      XCTAssertEqual(
        reservation.rulesSetAside.map(\.words),
        ["2026-06-15: arrival 2026-06-14 is in the past; today is 2026-06-15"])
      // What follows is about the same arrival, and is not asked again.
      try desk.reservations.extend("R-1", by: 1)
      try desk.reservations.move("R-1", to: desk.sites.add("16", rate: 40))
      try desk.reservations.checkIn("R-1")
      XCTAssertEqual(reservation.nights.count, 4)
      XCTAssertEqual(reservation.arrival, try day("2026-06-14"))
    }
  }

  func testAStayIsNotPutIntoThePastAndARequestOfThePastIsAskedAboutWhenAccepted() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let dates = try stay("2026-06-14", "2026-06-18")
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-16", "2026-06-18"))
      try assertPast(dates) { try desk.reservations.changeDates("R-1", to: dates) }
      try desk.reservations.changeDates("R-1", to: dates, overridingRules: true)
      try desk.reservations.cancel("R-1")
      let early = try desk.reservations(on: "2026-06-13")
      _ = try early.request(Booking(site, for: nil, dates: dates))
      try assertPast(dates) { try desk.reservations.accept("R-2") }
      try desk.reservations.accept("R-2", overridingRules: true)
      XCTAssertEqual(try desk.find("R-2").state, .reserved)
    }
  }

  func testADraftIsAskedAboutTheDayOfArrivalWhenItIsReserved() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try desk.rules.add(
        "Fridays", StayRulePlan(.closedToArrival, for: ScopePlan(weekdays: Weekdays([.friday]))))
      let booking = Booking(site, for: nil, dates: try stay("2026-06-19", "2026-06-21"))
      _ = try desk.reservations.draft(booking)
      XCTAssertThrowsError(try desk.reservations.reserve("R-1")) {
        XCTAssertEqual("\($0)", "site 15: \"Fridays\" allows no arrivals on 2026-06-19")
      }
      XCTAssertEqual(try desk.find("R-1").state, .draft)
    }
  }

  func testTheBooksCallTakesAnyInstant() async throws {
    try await eachStore { desk in
      let site = try desk.sites.addCampSite(15, electricity: true, water: true)
      let camper = try desk.campers.addCamper("Johnny Appleseed", phoneNumber: nil)
      let (reservation, error) = desk.reservations.reserveCampSite(
        site, camper: camper, date: try noon("2020-02-01"), numberOfNights: 2)
      XCTAssertNil(error)
      XCTAssertEqual(reservation?.status, "Reserved")
      XCTAssertEqual(reservation?.overriddenRules, [])
    }
  }

  func testNothingIsOfferedForADayThatIsPast() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let dates = try stay("2026-06-14", "2026-06-15")
      XCTAssertEqual(
        try desk.availability.search(AvailabilityQuery(dates)).map(\.site), [])
      XCTAssertEqual(
        try desk.availability.search(AvailabilityQuery(stay("2026-06-15", "2026-06-16")))
          .map(\.site), [site])
    }
  }
}
