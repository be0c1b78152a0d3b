import TestSupport
import XCTest

@testable import Campground

@MainActor
final class RetiringTests: XCTestCase {
  func testARetiredSiteKeepsItsHistoryAndIsNotLetAgain() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let past = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-29", "2026-07-01"))
      try desk.sites.retire(site, from: day("2026-07-01"))
      XCTAssertEqual(site.retirement, try day("2026-07-01"))
      XCTAssertTrue(past.campSite === site)
      XCTAssertEqual(try desk.count(ReservationNight.self), 2)
      XCTAssertEqual(try desk.sites.available(stay("2026-07-01", "2026-07-02")), [])
      assertBreaks(.unfit, "site 15 is retired from 2026-07-01") {
        try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-02"))
      }
      assertBreaks(.unfit, "site 15 is retired from 2026-07-01") {
        try desk.blocks.block(site, stay("2026-06-30", "2026-07-02"), reason: "roots")
      }
      // The nights before are let as ever.
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-20", "2026-06-22"))
      try desk.sites.restore(site)
      XCTAssertEqual(try desk.sites.available(stay("2026-07-01", "2026-07-02")), [site])
    }
  }

  func testASiteWithALaterReservationIsNotRetired() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-29", "2026-07-02"))
      let canceled = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-08-01", "2026-08-02"))
      try desk.reservations.cancel(canceled.code)
      assertBreaks(.siteHasReservations("15", codes: ["R-1"])) {
        try desk.sites.retire(site, from: day("2026-07-01"))
      }
      XCTAssertNil(site.retirement)
      try desk.sites.retire(site, from: day("2026-07-02"))
      // What was canceled cannot come back to a site that is not let any more.
      assertBreaks(.unfit, "site 15 is retired from 2026-07-02") {
        try desk.reservations.reinstate(canceled.code)
      }
    }
  }

  func testBlocksEndWithTheSite() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let block = try desk.blocks.block(site, stay("2026-06-29", "2026-07-04"), reason: "roots")
        .block
      try desk.blocks.block(site, stay("2026-07-10", "2026-07-12"), reason: "more roots")
      try desk.sites.retire(site, from: day("2026-07-01"))
      XCTAssertEqual(block.dates, try stay("2026-06-29", "2026-07-01"))
      XCTAssertEqual(try desk.count(SiteBlock.self), 1)
      XCTAssertEqual(try desk.count(ReservationNight.self), 2)
    }
  }

  func testARetiredSiteLeavesTheCalendarAfterItsLastNight() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try desk.sites.retire(site, from: day("2026-07-03"))
      let calendar = try desk.availability.calendar(from: day("2026-07-01"), days: 4)
      XCTAssertEqual(calendar.rows[0].cells.map(\.state), [.free, .free, .retired, .retired])
      XCTAssertEqual(
        try desk.availability.calendar(from: day("2026-07-03"), days: 4).rows.count, 0)
    }
  }
}
