import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

@MainActor
final class SiteBlockServiceTests: XCTestCase {
  func testABlockKeepsItsNightsAsAReservationDoes() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let dates = try stay("2026-07-01", "2026-07-04")
      let block = try desk.blocks.block(site, dates, reason: " new hookup ").block
      XCTAssertEqual(block.reason, "new hookup")
      XCTAssertEqual(block.kind, .maintenance)
      XCTAssertEqual(block.dates, dates)
      XCTAssertEqual(try desk.count(ReservationNight.self), 3)
      XCTAssertEqual(try desk.availability.search(AvailabilityQuery(dates)).count, 0)
      XCTAssertEqual(try desk.sites.available(stay("2026-07-04", "2026-07-05")), [site])
      XCTAssertThrowsError(
        try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-03", "2026-07-05"))
      ) {
        XCTAssertTrue("\($0)".contains("2026-07-01 to 2026-07-04"), "\($0)")
        XCTAssertTrue("\($0)".contains("new hookup"), "\($0)")
      }
      // It is no reservation.
      XCTAssertEqual(try desk.reservations.reservations(), [])
    }
  }

  func testABlockIsRefusedOverReservationsWhichItNames() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-03", "2026-07-05"))
      assertBreaks(
        .siteTaken(
          site: "15", by: [TakenStay(dates: try stay("2026-07-03", "2026-07-05"), code: "R-1")])
      ) {
        try desk.blocks.block(site, stay("2026-07-01", "2026-07-04"), reason: "roots")
      }
      XCTAssertEqual(try desk.count(SiteBlock.self), 0)
      XCTAssertEqual(try desk.count(ReservationNight.self), 2)
    }
  }

  func testAHoldThatIsOverIsNotInTheWayOfABlock() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let held = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
      held.state = .hold
      held.holdExpiresAt = desk.stack.clock.now
      for night in held.nights { night.heldUntil = desk.stack.clock.now }
      try desk.stack.mainContext.saveThrough()
      try desk.blocks.block(site, stay("2026-07-03", "2026-07-06"), reason: "roots")
      XCTAssertEqual(held.state, .expired)
      XCTAssertEqual(try desk.count(ReservationNight.self), 3)
    }
  }

  func testABlockIsMadeLongerOverFreeNightsOnly() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let block = try desk.blocks.block(site, stay("2026-07-01", "2026-07-04"), reason: "roots")
        .block
      try desk.blocks.edit(block, dates: stay("2026-07-02", "2026-07-06"), reason: " a part ")
      XCTAssertEqual(block.dates, try stay("2026-07-02", "2026-07-06"))
      XCTAssertEqual(block.reason, "a part")
      XCTAssertEqual(
        block.nights.map(\.date).sorted(),
        try ["2026-07-02", "2026-07-03", "2026-07-04", "2026-07-05"].map { try day($0) })
      XCTAssertEqual(try desk.count(ReservationNight.self), 4)

      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-06", "2026-07-08"))
      assertBreaks(
        .siteTaken(
          site: "15", by: [TakenStay(dates: try stay("2026-07-06", "2026-07-08"), code: "R-1")])
      ) {
        try desk.blocks.edit(block, dates: stay("2026-07-02", "2026-07-07"))
      }
      assertBreaks(.emptyName(of: "reason")) { try desk.blocks.edit(block, reason: " ") }
      XCTAssertEqual(block.dates, try stay("2026-07-02", "2026-07-06"))
      XCTAssertEqual(try desk.count(ReservationNight.self), 6)
    }
  }

  func testNightsThatAShorterBlockLeavesFreeAreOfferedToWhoWaits() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let block = try desk.blocks.block(site, stay("2026-07-01", "2026-07-06"), reason: "roots")
        .block
      let camper = try desk.campers.addCamper("Rivera", phoneNumber: nil)
      _ = try desk.waitlist.add(WaitlistWish(dates: stay("2026-07-04", "2026-07-06")), for: camper)
      XCTAssertEqual(
        try desk.blocks.edit(block, dates: stay("2026-07-01", "2026-07-05")).offers.count, 0)
      let offers = try desk.blocks.edit(block, dates: stay("2026-07-01", "2026-07-04")).offers
      XCTAssertEqual(offers.map(\.camper), ["Rivera"])
    }
  }

  func testADeletedBlockOpensTheSiteAgain() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let dates = try stay("2026-07-01", "2026-07-04")
      try desk.blocks.block(site, dates, kind: .office, reason: "owner's family")
      let block = try desk.blocks.find(site, on: day("2026-07-03"))
      XCTAssertEqual(block.kind, .office)
      assertBreaks("site 15 is not out of service on 2026-07-04") {
        try desk.blocks.find(site, on: day("2026-07-04"))
      }
      try desk.blocks.delete(block)
      XCTAssertEqual(try desk.count(SiteBlock.self), 0)
      XCTAssertEqual(try desk.count(ReservationNight.self), 0)
      _ = try desk.reservations.reserve(site, for: nil, dates: dates)
      assertBreaks(.gone("the block")) { try desk.blocks.delete(block) }
    }
  }

  func testBlocksAreListedByTheirFirstNight() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let other = try desk.sites.add("9")
      let late = try desk.blocks.block(site, stay("2026-07-05", "2026-07-06"), reason: "b").block
      let early = try desk.blocks.block(other, stay("2026-07-01", "2026-07-04"), reason: "a").block
      XCTAssertEqual(try desk.blocks.blocks(), [early, late])
      XCTAssertEqual(try desk.blocks.blocks(endingAfter: day("2026-07-04")), [late])
      XCTAssertEqual(try desk.blocks.blocks(site: other), [early])
    }
  }

  func testABlockNeedsAReasonAndAnEnd() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let dates = try stay("2026-07-01", "2026-07-04")
      assertBreaks(.emptyName(of: "reason")) {
        try desk.blocks.block(site, dates, reason: " ")
      }
      assertBreaks(
        .invalidValue,
        "the text of a reason must be one line, without line breaks or control characters"
      ) {
        try desk.blocks.block(site, dates, reason: "a\nb")
      }
      assertBreaks(.stayTooLong(nights: 1_001, most: 1_000)) {
        try desk.blocks.block(
          site, StayDates(arrival: dates.arrival, nights: 1_001), reason: "rebuilt")
      }
      XCTAssertEqual(try desk.count(SiteBlock.self), 0)
    }
  }

  func testTheCalendarShowsABlockWithItsReason() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-02"))
      try desk.blocks.block(site, stay("2026-07-02", "2026-07-04"), reason: "roots")
      let cells = try desk.availability.calendar(from: day("2026-07-01"), days: 4).rows[0].cells
      XCTAssertEqual(cells.map(\.state), [.reserved, .closed, .closed, .free])
      XCTAssertEqual(cells.map(\.occupant), ["R-1", "roots", "roots", nil])
      let month = try XCTUnwrap(CalendarMonth("2026-07"))
      let days = try desk.availability.summaries(of: month)
      XCTAssertEqual(days.prefix(4).map(\.closed), [0, 1, 1, 0])
      XCTAssertEqual(days.prefix(4).map(\.free), [0, 0, 0, 1])
      XCTAssertEqual(days.prefix(4).map(\.taken), [1, 0, 0, 0])
    }
  }
}
