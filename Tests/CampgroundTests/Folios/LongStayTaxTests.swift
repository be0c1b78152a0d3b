import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Stays that are long enough to be free of a tax, and what they are charged beside their nights.
@MainActor
final class LongStayTaxTests: XCTestCase {
  /// A stay of so many nights of 10.00, whose guest is here, where 10% are free from 30 nights on
  /// and 3% are for everybody.
  private func stay(ofNights nights: Int, _ desk: TestDesk) throws -> Reservation {
    try desk.rates.addTax("Bed tax", TaxPlan(percent: 10, exemptFromNights: 30))
    try desk.rates.addTax("City tax", TaxPlan(percent: 3))
    return try desk.stay(nights: Array(repeating: 1_000, count: nights), isInHouse: true)
  }

  private func lines(_ stay: Reservation, _ desk: TestDesk) throws -> [String] {
    try desk.folios.lines(of: XCTUnwrap(stay.folio)).map { "\($0.text) \($0.amount)" }
  }

  func testAChargeByHandIsFreeOfTheTaxThatTheStayIsFreeOf() async throws {
    try await eachStore { desk in
      let short = try stay(ofNights: 29, desk)
      try desk.folios.charge(50, for: "Cleaning", to: short, taxGroup: "lodging")
      // 10% and 3% of 50.
      XCTAssertEqual(
        try lines(short, desk), ["Cleaning $50.00", "Bed tax $5.00", "City tax $1.50"])
    }
    try await eachStore { desk in
      let long = try stay(ofNights: 30, desk)
      try desk.folios.charge(50, for: "Cleaning", to: long, taxGroup: "lodging")
      XCTAssertEqual(try lines(long, desk), ["Cleaning $50.00", "City tax $1.50"])
      // What is taken off has as little of it: 3% of 20 are 0.60.
      try desk.folios.allow(20, to: long, reason: "noise", taxGroup: "lodging")
      XCTAssertEqual(
        try lines(long, desk).suffix(2), ["Allowance -$20.00", "City tax -$0.60"])
    }
  }

  func testAMeterReadingIsFreeOfTheTaxThatTheStayIsFreeOf() async throws {
    for (nights, expected) in [
      (29, ["Electricity 100 kWh at $0.20 $20.00", "Bed tax $2.00", "City tax $0.60"]),
      (30, ["Electricity 100 kWh at $0.20 $20.00", "City tax $0.60"]),
    ] {
      try await eachStore { desk in
        let stay = try stay(ofNights: nights, desk)
        let site = try XCTUnwrap(stay.campSite)
        try desk.folios.setMeterRate(
          .electricity, price: Decimal(2) / 10, unit: "kWh", taxGroup: "lodging")
        _ = try desk.folios.readMeter(.electricity, of: site, showing: 900)
        _ = try desk.folios.readMeter(.electricity, of: site, showing: 1_000)
        XCTAssertEqual(try lines(stay, desk), expected)
      }
    }
  }

  func testTheNightsOnAllSitesOfAStayCountTogether() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("Bed tax", TaxPlan(percent: 10, exemptFromNights: 5))
      // Two nights on one site, and three on another.
      try desk.splitStay()
      let part = try desk.find("R-1")
      try desk.folios.charge(50, for: "Cleaning", to: part, taxGroup: "lodging")
      XCTAssertEqual(try lines(part, desk), ["Cleaning $50.00"])
      // Of four nights it is not free any more; the line that stands stays as it is.
      try desk.reservations.shorten("R-1", by: 1)
      try desk.folios.charge(50, for: "Cleaning", to: part, taxGroup: "lodging")
      XCTAssertEqual(
        try lines(part, desk), ["Cleaning $50.00", "Cleaning $50.00", "Bed tax $5.00"])
    }
  }

  // MARK: Nights that were posted

  /// A stay of two people on a site of 40.00, who are here and of whom three nights are posted;
  /// 10% and 2.00 by the person and night are free from five nights on, as the day of the call is
  /// June 18.
  private func threeNightsPosted(
    of nights: Int, _ desk: TestDesk, _ body: (ReservationService) throws -> Void
  ) throws {
    _ = try desk.campground(in: "UTC")
    try desk.rates.addTax("T", TaxPlan(percent: 10, exemptFromNights: 5))
    try desk.rates.addTax("PN", TaxPlan(amount: 2, basis: .personNight, exemptFromNights: 5))
    _ = try desk.reservations.reserve(
      Booking(
        desk.sites.add("15", rate: 40), for: nil,
        dates: StayDates(arrival: day("2026-06-15"), nights: nights), party: Party(adults: 2)))
    try desk.reservations.checkIn("R-1")
    try desk.folios(on: "2026-06-18").runNightly(day("2026-06-17"))
    try body(desk.reservations(on: "2026-06-18"))
  }

  private func taxes(_ lines: [Bill.Line], _ name: String) -> [String] {
    lines.filter { $0.name == name }.map { "\($0.day) \($0.text) \($0.amount)" }
  }

  func testATaxByTheNightComesBackForPostedNightsAsAPercentageDoes() async throws {
    try await eachStore { desk in
      try threeNightsPosted(of: 4, desk) { service in
        // Six nights of 40, and nothing of the 12.00 that were posted of each tax.
        let longer = try service.extend("R-1", by: 2)
        XCTAssertEqual(longer.after.total, try usd("240"))
        XCTAssertEqual(taxes(longer.newLines, "PN"), [])
        XCTAssertEqual(longer.balance.charged, try usd("120"))
        XCTAssertEqual(try service.reprice("R-1").after.total, try usd("240"))
        // Four nights again: 160, 10% of it, and 4 × 2 × 2.
        XCTAssertEqual(try service.shorten("R-1", by: 2).after.total, try usd("192"))
      }
    }
  }

  func testATaxByTheNightIsChargedForPostedNightsThatWereFreeOfIt() async throws {
    try await eachStore { desk in
      try threeNightsPosted(of: 6, desk) { service in
        // 160 and 16.00 of each tax.
        let shorter = try service.shorten("R-1", by: 2)
        XCTAssertEqual(shorter.after.total, try usd("192"))
        XCTAssertEqual(
          taxes(shorter.newLines, "PN"),
          ["15", "16", "17", "18"].map { "2026-06-\($0) PN × 2 $4.00" })
        XCTAssertEqual(try service.reprice("R-1").after.total, try usd("192"))
        // One more person from today on: 2.00.
        XCTAssertEqual(
          try service.edit("R-1", party: Party(adults: 3)).after.total, try usd("194"))
        XCTAssertEqual(try service.extend("R-1", by: 2).after.total, try usd("240"))
      }
    }
  }

  func testWhatWasGivenBackAndPostedIsChargedAgain() async throws {
    try await eachStore { desk in
      try threeNightsPosted(of: 4, desk) { service in
        try service.extend("R-1", by: 2)
        try desk.folios(on: "2026-06-19").runNightly(day("2026-06-18"), closing: false)
        let later = try desk.reservations(on: "2026-06-19")
        // Five nights are free, four of which are posted, and too few are not: 4 × 2 × 2 again.
        XCTAssertEqual(try later.shorten("R-1", by: 1).after.total, try usd("200"))
        XCTAssertEqual(try later.shorten("R-1", by: 1).after.total, try usd("192"))
        XCTAssertEqual(try later.extend("R-1", by: 1).after.total, try usd("200"))
      }
    }
  }

  func testATaxOnceAStayComesBackAndIsChargedAgain() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("Once", TaxPlan(amount: 5, exemptFromNights: 5))
      try threeNightsPosted(of: 4, desk) { service in
        XCTAssertEqual(try service.extend("R-1", by: 2).after.total, try usd("240"))
        XCTAssertEqual(try service.shorten("R-1", by: 2).after.total, try usd("197"))
      }
    }
  }

  func testPostedNightsOnTheSiteThatAGuestLeftAreChargedWithTheOthers() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("PN", TaxPlan(amount: 2, basis: .personNight, exemptFromNights: 5))
      try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      try desk.folios(on: "2026-06-22").runNightly(day("2026-06-21"))
      // Two nights at 40 and two at 55, and 4 × 2.
      let change = try desk.reservations(on: "2026-06-22").shorten("R-1", by: 1)
      XCTAssertEqual(change.after.total, try usd("198"))
    }
  }
}
