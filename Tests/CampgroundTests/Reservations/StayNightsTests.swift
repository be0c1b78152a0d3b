import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Nights are counted on the campground's wall calendar, whatever its clocks do.
@MainActor
final class StayNightsTests: XCTestCase {
  func testTheNightsOfChangingClocksAreOneNightEach() async throws {
    try await eachStore(now: noon("2026-03-01")) { desk in
      _ = try desk.campground(in: "America/Los_Angeles")
      let site = try desk.sites.add("15", rate: 40)
      // 23 and 25 hours.
      for night in ["2026-03-08", "2026-11-01"] {
        let arrival = try day(night)
        let reservation = try desk.reservations.reserve(site, for: nil, arrival: arrival, nights: 1)
        XCTAssertEqual(reservation.nights.map(\.date), [arrival])
        XCTAssertEqual(reservation.departure, arrival.advanced(by: 1))
        XCTAssertEqual(reservation.totalMinor, 4_000)
        try desk.reservations.extend(reservation.code, by: 1)
        XCTAssertEqual(reservation.nights.count, 2)
        XCTAssertEqual(reservation.totalMinor, 8_000)
      }
    }
  }

  func testFromTheEndOfFebruaryItIsOneNightOrTwo() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      for (arrival, departure, nights) in [
        ("2027-02-28", "2027-03-01", 1), ("2028-02-28", "2028-03-01", 2),
      ] {
        let reservation = try desk.reservations.reserve(
          site, for: nil, dates: stay(arrival, departure))
        XCTAssertEqual(reservation.nights.count, nights)
      }
    }
  }

  func testTodayIsTheDateOfTheCampgroundsWallCalendar() async throws {
    // 2026-06-16T06:59Z is the last minute of June 15 in Los Angeles.
    let late = try day("2026-06-16").midnightUTC.addingTimeInterval(7 * 3_600 - 60)
    try await eachStore(now: late) { desk in
      _ = try desk.campground(in: "America/Los_Angeles")
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-16", "2026-06-18"))
      assertBreaks(
        .beforeArrival(
          code: "R-1", arrival: try day("2026-06-16"), today: try day("2026-06-15"),
          fix: .checkInEarly("R-1"))
      ) {
        try desk.reservations.checkIn("R-1")
      }
      try desk.reservations(at: late.addingTimeInterval(60)).checkIn("R-1")
      XCTAssertEqual(try desk.find("R-1").state, .checkedIn)
    }
  }

  func testAnotherTimeZoneChangesNoNightAndOtherDatesGoOnBeingCounted() async throws {
    try await eachStore { desk in
      let campground = try desk.campground(in: "America/Los_Angeles")
      let site = try desk.sites.add("15")
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-16", "2026-06-18"))
      campground.timeZone = try XCTUnwrap(TimeZone(identifier: "Asia/Tokyo"))
      try desk.stack.mainContext.saveThrough()
      XCTAssertEqual(reservation.arrival, try day("2026-06-16"))
      XCTAssertEqual(
        reservation.nights.map(\.date).sorted(),
        [
          try day("2026-06-16"), try day("2026-06-17"),
        ])
      assertBreaks(
        .siteTaken(
          site: "15", by: [TakenStay(dates: try stay("2026-06-16", "2026-06-18"), code: "R-1")])
      ) {
        try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-17", "2026-06-19"))
      }
      // 2026-06-15T16:00Z is June 16, 1 in the morning, in Tokyo.
      let instant = try day("2026-06-15").midnightUTC.addingTimeInterval(16 * 3_600)
      try desk.reservations(at: instant).checkIn("R-1")
      try desk.reservations(at: instant).extend("R-1", by: 1)
      XCTAssertEqual(reservation.nights.count, 3)
    }
  }

  func testAClockThatIsSetBackLosesNothing() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let booking = Booking(site, for: nil, dates: try stay("2026-06-16", "2026-06-19"))
      let hold = try desk.reservations.hold(booking, minutes: 10)
      let end = TestStoreStack.noon.addingTimeInterval(600)
      let other = try desk.reservations(at: end).reserve(booking)
      // Back to before the hold's end: who took the nights keeps them.
      XCTAssertEqual(hold.state, .expired)
      assertBreaks(
        .siteTaken(site: "15", by: [TakenStay(dates: booking.dates, code: other.code)])
      ) {
        try desk.reservations.reserve(booking)
      }
      try desk.reservations(on: "2026-06-16").checkIn(other.code)
      // Back to before the arrival: leaving keeps the first night, and codes go on.
      try desk.reservations.checkOut(other.code)
      XCTAssertEqual(other.nights.map(\.date), [try day("2026-06-16")])
      let next = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-17", "2026-06-18"))
      XCTAssertEqual(next.code, "R-3")
    }
  }

  // MARK: Lists of a day

  func testTheListsOfADayHaveWhoComesGoesAndIsHereAndMarkWhoIsOverdue() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      @MainActor func stay(_ name: String, _ arrival: String, _ departure: String) throws
        -> Reservation
      {
        try desk.reservations(on: "2026-06-01").reserve(
          desk.sites.add(name), for: nil, arrival: day(arrival), departure: day(departure))
      }
      // Today is June 15.
      let missing = try stay("1", "2026-06-14", "2026-06-17")
      let coming = try stay("2", "2026-06-15", "2026-06-17")
      let here = try stay("3", "2026-06-15", "2026-06-16")
      let leaving = try stay("4", "2026-06-13", "2026-06-15")
      let late = try stay("5", "2026-06-10", "2026-06-14")
      let gone = try stay("6", "2026-06-10", "2026-06-12")
      let later = try stay("7", "2026-06-16", "2026-06-18")
      let canceled = try stay("8", "2026-06-15", "2026-06-18")
      for reservation in [here, leaving, late] {
        try desk.reservations(at: reservation.arrival.midnightUTC).checkIn(reservation.code)
      }
      try desk.reservations.cancel(canceled.code)
      let today = try day("2026-06-15")

      XCTAssertEqual(try desk.reservations.arrivals(on: today), [missing, coming, here])
      XCTAssertEqual(try desk.reservations.departures(on: today), [leaving, late])
      XCTAssertEqual(try desk.reservations.inHouse(on: today), [here, leaving, late])
      XCTAssertEqual(
        try desk.reservations.arrivals(on: today.advanced(by: 1)), [later])
      XCTAssertEqual(
        try desk.reservations.inHouse(on: today.advanced(by: 1)), [missing, coming, later])
      XCTAssertEqual(try desk.reservations.inHouse(on: day("2026-06-11")), [late, gone])

      XCTAssertTrue(missing.isArrivalOverdue(on: today))
      XCTAssertFalse(coming.isArrivalOverdue(on: today))
      XCTAssertFalse(here.isArrivalOverdue(on: today))
      // Guests leave by 11:00.
      let utc = try XCTUnwrap(TimeZone(identifier: "UTC"))
      let eleven = today.midnightUTC.addingTimeInterval(11 * 3_600)
      XCTAssertFalse(leaving.isDepartureOverdue(at: WallTime(eleven - 1, in: utc)))
      XCTAssertTrue(leaving.isDepartureOverdue(at: WallTime(eleven, in: utc)))
      XCTAssertTrue(late.isDepartureOverdue(at: WallTime(eleven - 1, in: utc)))
      XCTAssertFalse(here.isDepartureOverdue(at: WallTime(eleven, in: utc)))
      XCTAssertFalse(missing.isDepartureOverdue(at: WallTime(eleven, in: utc)))
    }
  }

  /// Whoever reads the night before somebody accepts the offer, and the stay after it, sees this.
  func testANightThatSaysItWasOnlyHeldDoesNotGiveABookedStayAway() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let dates = try stay("2026-07-01", "2026-07-04")
      let booked = try desk.reservations.reserve(site, for: nil, dates: dates)
      for night in booked.nights { night.heldUntil = desk.stack.clock.now }
      try desk.stack.mainContext.saveThrough()
      assertBreaks(.siteTaken, "site 15 is taken 2026-07-01 to 2026-07-04 (R-1)") {
        try desk.reservations.reserve(site, for: nil, dates: dates)
      }
      XCTAssertEqual(booked.state, .reserved)
      XCTAssertEqual(booked.nights.count, 3)
    }
  }

  func testAWallTimeIsThatOfTheZone() throws {
    let zone = try XCTUnwrap(TimeZone(identifier: "America/Los_Angeles"))
    // 2026-11-01T09:30Z is the second 01:30 of that night in Los Angeles.
    let instant = try day("2026-11-01").midnightUTC.addingTimeInterval(9.5 * 3_600)
    XCTAssertEqual(WallTime(instant, in: zone).description, "2026-11-01 01:30")
    XCTAssertEqual(WallTime(instant - 3_600, in: zone).description, "2026-11-01 01:30")
    XCTAssertEqual(WallTime(try noon("2026-07-01"), in: zone).description, "2026-07-01 05:00")
  }
}
