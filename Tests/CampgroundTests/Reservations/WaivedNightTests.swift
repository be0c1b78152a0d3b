import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// A night that was posted and taken back at the desk is free, whatever becomes of the stay.
///
/// R-1 stays three nights at 40.00 from 2026-06-15 on; it is 2026-06-16, and the first is posted.
@MainActor
final class WaivedNightTests: XCTestCase {
  private func stayFirstNight(_ desk: TestDesk) throws -> ReservationService {
    let site = try desk.sites.add("15", rate: 40)
    _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-18"))
    try desk.reservations.checkIn("R-1")
    try desk.folios(on: "2026-06-16").runNightly()
    return try desk.reservations(on: "2026-06-16")
  }

  /// Takes back the posted line of a kind.
  private func takeBack(_ kind: ChargeKind, _ desk: TestDesk) throws {
    let folio = try XCTUnwrap(desk.find("R-1").folio)
    let line = try XCTUnwrap(desk.folios.lines(of: folio).first { $0.kind == kind })
    try desk.folios(on: "2026-06-16").reverse(line, reason: "no water all night")
  }

  func testANightThatWasTakenBackIsOffTheTotal() async throws {
    try await eachStore { desk in
      _ = try stayFirstNight(desk)
      try takeBack(.lodging, desk)
      XCTAssertEqual(try desk.find("R-1").total, try usd("80"))
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$80.00")
    }
  }

  func testNoChangeOfTheStayChargesItAgain() async throws {
    try await eachStore { desk in
      let later = try stayFirstNight(desk)
      try takeBack(.lodging, desk)
      XCTAssertEqual(difference(try later.edit("R-1", party: Party(adults: 2))), [])
      XCTAssertEqual(
        difference(try later.extend("R-1", by: 1)), ["+ 2026-06-18 Night $40.00"])
      let other = try desk.sites.add("16", rate: 50)
      try later.move("R-1", to: other)
      // Three nights from today on at 50.
      XCTAssertEqual(try desk.find("R-1").total, try usd("150"))
      try later.edit("R-1", price: 30)
      XCTAssertEqual(try desk.find("R-1").total, try usd("90"))
      XCTAssertEqual(try later.reprice("R-1").after.total, try usd("150"))
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$150.00")
    }
  }

  func testTheNightlyRoutineAndTheClosingOfTheDayLeaveItAlone() async throws {
    try await eachStore { desk in
      let later = try stayFirstNight(desk)
      try takeBack(.lodging, desk)
      try later.edit("R-1", party: Party(adults: 2))
      XCTAssertEqual(try desk.folios(on: "2026-06-16").runNightly(closing: true).linesPosted, 0)
      XCTAssertEqual(try desk.folios(on: "2026-06-17").runNightly(closing: true).linesPosted, 1)
      try desk.reservations(on: "2026-06-18").checkOut("R-1")
      XCTAssertEqual(try desk.folios.balance(of: desk.find("R-1")).charged, try usd("80"))
    }
  }

  func testWhoLeavesEarlyDoesNotPayIt() async throws {
    try await eachStore { desk in
      _ = try stayFirstNight(desk)
      try takeBack(.lodging, desk)
      try desk.reservations(on: "2026-06-17").checkOut("R-1")
      XCTAssertEqual(try desk.find("R-1").total, try usd("40"))
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$40.00")
    }
  }

  func testItsTaxIsThatOfTheOtherNightsAfterTheNextChange() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("Occ", TaxPlan(percent: 10))
      let later = try stayFirstNight(desk)
      try takeBack(.lodging, desk)
      try later.edit("R-1", party: Party(adults: 2))
      // 10% of 80.
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$88.00")
    }
  }

  func testATaxThatWasTakenBackIsNotChargedAgain() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("Occ", TaxPlan(percent: 10))
      let later = try stayFirstNight(desk)
      try takeBack(.tax, desk)
      try later.edit("R-1", party: Party(adults: 2))
      // 120 and the tax of two nights.
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$128.00")
    }
  }

  func testAFeeThatWasTakenBackIsNotChargedAgain() async throws {
    try await eachStore { desk in
      try desk.rates.addFee("Booking", FeePlan(amount: 8))
      let later = try stayFirstNight(desk)
      try takeBack(.fee, desk)
      try later.extend("R-1", by: 1)
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$160.00")
    }
  }
}
