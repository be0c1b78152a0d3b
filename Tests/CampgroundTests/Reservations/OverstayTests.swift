import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Guests who leave later than agreed. They came on June 15 for two nights at 40.00 and 10% tax.
@MainActor
final class OverstayTests: XCTestCase {
  private func guest(_ desk: TestDesk, rate: Decimal? = 40) throws -> CampSite {
    let site = try desk.sites.add("15", rate: rate)
    try desk.rates.addTax("Occ", TaxPlan(percent: 10))
    _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-17"))
    try desk.reservations.checkIn("R-1")
    return site
  }

  func testNightsBeyondTheDepartureAreToldWithTheirPriceOfToday() async throws {
    try await eachStore { desk in
      let site = try guest(desk)
      try desk.sites.edit(site, rate: 50)
      let later = try desk.reservations(on: "2026-06-19")
      let extended = try later.preview { try $0.extend("R-1", by: 2) }
      let change = try later.checkOut("R-1")
      let overstay = try XCTUnwrap(change.remarks.overstay)
      XCTAssertEqual(overstay.dates, try stay("2026-06-17", "2026-06-19"))
      // 2 × 50 and 10% of it.
      XCTAssertEqual(overstay.price.total, try usd("110"))
      XCTAssertEqual(overstay.price.total, extended.difference)
      XCTAssertTrue(overstay.isFree)
      // Nothing of it is billed.
      XCTAssertEqual(change.balance.due, try usd("88"))
      try later.undoCheckOut("R-1")
      try later.extend("R-1", by: 2)
      let billed = try later.checkOut("R-1")
      XCTAssertNil(billed.remarks.overstay)
      XCTAssertEqual(billed.balance.due, try usd("198"))
    }
  }

  func testNightsThatSomebodyElseHasAreToldAsThat() async throws {
    try await eachStore { desk in
      let site = try guest(desk)
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-18", "2026-06-20"))
      let overstay = try desk.reservations(on: "2026-06-19").checkOut("R-1").remarks.overstay
      XCTAssertEqual(overstay?.isFree, false)
      XCTAssertEqual(overstay?.price.total, try usd("88"))
    }
  }

  func testWhoLeavesInTimeDidNotOverstay() async throws {
    try await eachStore { desk in
      _ = try guest(desk)
      XCTAssertNil(try desk.reservations(on: "2026-06-17").checkOut("R-1").remarks.overstay)
      XCTAssertNil(try desk.reservations(on: "2026-06-17").undoCheckOut("R-1").remarks.overstay)
      XCTAssertNil(
        try desk.reservations(on: "2026-06-16").preview { try $0.checkOut("R-1") }.remarks.overstay)
    }
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      let whole = try desk.reservations(on: "2026-06-26").checkOut("R-1")
      XCTAssertEqual(whole.remarks.overstay?.dates, try stay("2026-06-25", "2026-06-26"))
      XCTAssertEqual(whole.remarks.overstay?.price.total, try usd("55"))
    }
  }

  func testWhereNoPriceIsKnownNoneIsTold() async throws {
    try await eachStore { desk in
      _ = try guest(desk, rate: nil)
      let overstay = try XCTUnwrap(
        desk.reservations(on: "2026-06-18").checkOut("R-1").remarks.overstay)
      XCTAssertNil(overstay.price.total)
      XCTAssertEqual(overstay.dates.nightCount, 1)
    }
  }
}
