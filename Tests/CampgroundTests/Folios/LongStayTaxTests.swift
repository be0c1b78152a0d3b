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
  private func stay(ofNights nights: Int, _ desk: Desk) throws -> Reservation {
    try desk.rates.addTax("Bed tax", TaxPlan(percent: 10, exemptFromNights: 30))
    try desk.rates.addTax("City tax", TaxPlan(percent: 3))
    return try desk.stay(nights: Array(repeating: 1_000, count: nights), isInHouse: true)
  }

  private func lines(_ stay: Reservation, _ desk: Desk) throws -> [String] {
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

  func testTheNightsOfAllPartsOfAStayCountTogether() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("Bed tax", TaxPlan(percent: 10, exemptFromNights: 5))
      // Two nights on one site, and three on another.
      try desk.splitStay()
      let part = try desk.find("R-2")
      try desk.folios.charge(50, for: "Cleaning", to: part, taxGroup: "lodging")
      XCTAssertEqual(try lines(part, desk), ["Cleaning $50.00"])
      // Of four nights it is not free any more; the line that stands stays as it is.
      try desk.reservations.shorten("R-1", by: 1)
      try desk.folios.charge(50, for: "Cleaning", to: part, taxGroup: "lodging")
      XCTAssertEqual(
        try lines(part, desk), ["Cleaning $50.00", "Cleaning $50.00", "Bed tax $5.00"])
    }
  }
}
