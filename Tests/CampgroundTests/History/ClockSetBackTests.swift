import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// A clock that goes back by a day, and a campground that moves to another time zone: nothing that
/// was done is lost or done twice. The desk's clock stands at noon of 2026-06-15.
///
/// What is noted as an instant or as a date keeps it. Only what is asked from then on is seen from
/// the other time: who is to arrive today, whether a hold is over, for which day a line is written.
@MainActor
final class ClockSetBackTests: XCTestCase {
  private func folios(_ desk: TestDesk, on date: String) throws -> FolioService {
    FolioService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
      clock: FixedClock(try noon(date)), voucherCodes: .seeded(1))
  }

  private func assertTaken(
    file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Reservation
  ) {
    XCTAssertThrowsError(try body(), file: file, line: line) { error in
      guard reason(of: error)?.code == .siteTaken else {
        return XCTFail("\(error)", file: file, line: line)
      }
    }
  }

  // MARK: The clock

  func testAGuestWhoIsInTheHouseStaysSoAndIsChargedEachNightOnce() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000, 4_000])
      try desk.reservations.checkIn(stay.code)
      let before = try desk.reservations(on: "2026-06-14")
      assertBreaks(
        .illegalTransition(
          code: "R-1", from: "CheckedIn", to: .checkedIn, allowed: [.checkedOut])
      ) { try before.checkIn("R-1") }
      XCTAssertEqual(try before.inHouse(on: day("2026-06-14")).map(\.code), ["R-1"])
      XCTAssertEqual(try before.arrivals(on: day("2026-06-14")).map(\.code), [])
      let early = try folios(desk, on: "2026-06-14").runNightly()
      XCTAssertEqual([early.linesPosted, early.noShows.count], [0, 0])
      XCTAssertEqual(stay.checkedInAt, try noon("2026-06-15"))
      for (date, lines) in [("2026-06-16", 1), ("2026-06-15", 0), ("2026-06-16", 0)] {
        XCTAssertEqual(try folios(desk, on: date).runNightly().linesPosted, lines, date)
      }
      try desk.reservations(on: "2026-06-17").checkOut("R-1")
      XCTAssertEqual(try desk.due(stay), "$80.00")
      XCTAssertEqual(
        try desk.folios.lines(of: XCTUnwrap(stay.folio)).map(\.amountMinor), [4_000, 4_000])
    }
  }

  func testWhoIsCheckedOutBeforeTheDayOfTheArrivalHasHadOneNight() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000, 4_000])
      try desk.reservations.checkIn(stay.code)
      try desk.reservations(on: "2026-06-14").checkOut("R-1")
      XCTAssertEqual(stay.state, .checkedOut)
      XCTAssertEqual(stay.nights.map(\.date), [try day("2026-06-15")])
      XCTAssertEqual(stay.departure, try day("2026-06-16"))
    }
  }

  func testEachPaymentIsOfOneDayAndInOneSum() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000, 4_000])
      try desk.folios.pay(50, by: .cash, for: stay)
      // The day before is open, and is the day that the clock shows.
      let late = try folios(desk, on: "2026-06-14").pay(30, by: .card, for: stay)
      XCTAssertEqual(late.date, try day("2026-06-14"))
      XCTAssertEqual(try desk.due(stay), "$0.00")
      XCTAssertEqual(try desk.folios.closeDay(try day("2026-06-14")).paidMinor, 3_000)
      XCTAssertEqual(try desk.folios.closeDay(try day("2026-06-15")).paidMinor, 5_000)
    }
  }

  func testAClosedDayIsNeitherClosedAgainNorOpenedAndTheNextOneWaits() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [9_000])
      try desk.folios.pay(50, by: .cash, for: stay)
      _ = try desk.folios.closeDay(try day("2026-06-15"))
      let before = try folios(desk, on: "2026-06-14")
      assertBreaks(.dayToCome(try day("2026-06-16"), today: try day("2026-06-14"))) {
        try before.closeDay()
      }
      assertBreaks(.dayClosedAlready, "2026-06-15 is already closed") {
        try before.closeDay(try day("2026-06-15"))
      }
      XCTAssertEqual(
        try before.pay(20, by: .cash, for: stay).date, try day("2026-06-16"))
      XCTAssertTrue(try before.runNightly(closing: true).isDayClosed)
      XCTAssertEqual(try before.closedDays().rows.map(\.paidMinor), [5_000])
      let next = try folios(desk, on: "2026-06-16").closeDay()
      XCTAssertEqual(next.date, try day("2026-06-16"))
      XCTAssertEqual(next.paidMinor, 2_000)
    }
  }

  func testAHoldLastsToItsInstantAndEndsOnce() async throws {
    try await eachStore { desk in
      let booking = Booking(
        try desk.sites.add("15"), for: nil, dates: try stay("2026-07-01", "2026-07-03"))
      let hold = try desk.reservations.hold(booking)
      let end = try noon("2026-06-15").addingTimeInterval(900)
      let before = try desk.reservations(on: "2026-06-14")
      XCTAssertEqual(try before.expireOverdue().map(\.code), [])
      assertTaken { try before.reserve(booking) }
      XCTAssertEqual(hold.holdExpiresAt, end)
      XCTAssertEqual(try desk.reservations(at: end).expireOverdue().map(\.code), ["R-1"])
      XCTAssertEqual(try desk.reservations(at: end).expireOverdue().map(\.code), [])
      // Over is over, whatever the clock shows then; whoever books the nights has them.
      assertBreaks(
        .illegalTransition(code: "R-1", from: "Expired", to: .reserved, allowed: [])
      ) { try before.reserve("R-1") }
      XCTAssertEqual(try before.reserve(booking).code, "R-2")
      XCTAssertEqual(try desk.count(ReservationNight.self), 2)
    }
  }

  func testAHoldMadeUnderAClockThatIsBehindIsOverOnceItIsRight() async throws {
    try await eachStore { desk in
      let booking = Booking(
        try desk.sites.add("15"), for: nil, dates: try stay("2026-07-01", "2026-07-03"))
      let hold = try desk.reservations(on: "2026-06-14").hold(booking)
      XCTAssertEqual(try desk.reservations.reserve(booking).code, "R-2")
      XCTAssertEqual(hold.state, .expired)
      // The nights stay with whom they went to when the clock goes back again.
      assertTaken { try desk.reservations(on: "2026-06-14").reserve(booking) }
      XCTAssertEqual(try desk.count(ReservationNight.self), 2)
    }
  }

  // MARK: The time zone

  func testAnotherTimeZoneLosesAndDoublesNothing() async throws {
    try await eachStore { desk in
      // There it is 2 o'clock of the 16th.
      let campground = try desk.campground(in: "Pacific/Kiritimati")
      let site = try desk.sites.add("15", rate: 40)
      let camper = try desk.campers.addCamper("Rivera", phoneNumber: nil)
      let guest = try desk.reservations.reserve(
        site, for: camper, dates: stay("2026-06-16", "2026-06-18"))
      try desk.reservations.checkIn(guest.code)
      let held = Booking(
        try desk.sites.add("16"), for: nil, dates: try stay("2026-06-20", "2026-06-21"))
      let hold = try desk.reservations.hold(held)
      let end = hold.holdExpiresAt
      let night = try desk.folios.runNightly(try day("2026-06-16"), closing: true)
      XCTAssertEqual(night.linesPosted, 1)

      // Here it is still the 15th, and the books are at the 17th.
      let zone = try XCTUnwrap(TimeZone(identifier: "America/Los_Angeles"))
      try desk.campgrounds.edit(campground, settings: CampgroundSettings(timeZone: zone))
      XCTAssertEqual(guest.dates, try stay("2026-06-16", "2026-06-18"))
      XCTAssertEqual(
        guest.nights.map(\.date).sorted(), [try day("2026-06-16"), try day("2026-06-17")])
      XCTAssertEqual(try desk.reservations.inHouse(on: day("2026-06-15")).map(\.code), ["R-1"])
      XCTAssertEqual(campground.lastClosedDay, try day("2026-06-16"))
      XCTAssertEqual(try desk.folios.runNightly(closing: true).linesPosted, 0)
      XCTAssertEqual(try desk.folios.closedDays().rows.map(\.chargedMinor), [4_000])
      XCTAssertEqual(
        try desk.folios.pay(30, by: .cash, for: guest).date, try day("2026-06-17"))
      assertBreaks(.dayToCome(try day("2026-06-17"), today: try day("2026-06-15"))) {
        try desk.folios.closeDay()
      }
      XCTAssertEqual(hold.holdExpiresAt, end)
      assertTaken { try desk.reservations.reserve(held) }
      let over = try XCTUnwrap(end)
      XCTAssertEqual(try desk.reservations(at: over).expireOverdue().map(\.code), ["R-2"])
      XCTAssertEqual(try desk.reservations(at: over).expireOverdue().map(\.code), [])

      // On the 18th the last night is posted, once.
      for count in [1, 0] {
        XCTAssertEqual(try folios(desk, on: "2026-06-18").runNightly().linesPosted, count)
      }
      try desk.reservations(on: "2026-06-18").checkOut("R-1")
      XCTAssertEqual(try desk.due(guest), "$50.00")
      XCTAssertEqual(try folios(desk, on: "2026-06-18").closeDay().chargedMinor, 4_000)
    }
  }
}
