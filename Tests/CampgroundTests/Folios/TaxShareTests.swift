import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The share of a tax belongs to the day of what it is for, whatever is taken back and charged.
@MainActor
final class TaxShareTests: XCTestCase {
  private func lines(_ desk: TestDesk) throws -> [String] {
    try desk.folios.lines(of: XCTUnwrap(desk.find("R-1").folio))
      .map { "\($0.date) \($0.text) \($0.amount)" }
  }

  private func charged(_ desk: TestDesk, on date: String) throws -> String {
    "\(try desk.folios.money(of: day(date)).charged)"
  }

  /// Four nights of 40 from June 24 on, with a pet for 3 a night and 10% on both. Canceled two days
  /// before, one night and a fee of 8 are kept.
  private func reinstated(_ desk: TestDesk) throws -> StayChange {
    _ = try desk.campground(in: "UTC")
    try desk.rates.addTax("L", TaxPlan(percent: 10))
    try desk.rates.addFee(
      "Pet", FeePlan(amount: 3, basis: .petNight, taxGroup: "lodging", isRefundable: true))
    try desk.policies.add(
      "P",
      PolicyPlan(
        steps: [
          .init(NoticeDays(from: 0, through: 1), keeps: .percent(100)),
          .init(NoticeDays(from: 2, through: nil), keeps: .nights(1), fee: 8),
        ], graceMinutes: 0))
    let site = try desk.sites.add("1", features: CampSiteFeatures(petsAllowed: true), rate: 40)
    _ = try desk.reservations.reserve(
      Booking(
        site, for: nil, dates: StayDates(arrival: day("2026-06-24"), nights: 4),
        party: Party(adults: 1, pets: 1)))
    let service = try desk.reservations(on: "2026-06-22")
    try service.cancel("R-1")
    return try service.reinstate("R-1")
  }

  func testAReinstatedStayHasTheTaxOfEachDayOnThatDay() async throws {
    try await eachStore { desk in
      // 10% of 43 a night.
      XCTAssertEqual(
        try reinstated(desk).newLines.filter { $0.kind == .tax }.map { "\($0.day) \($0.amount)" },
        [
          "2026-06-24 $4.30", "2026-06-25 $4.30", "2026-06-26 $4.30", "2026-06-27 $4.30",
        ])
    }
  }

  func testANoShowAfterAReinstatedCancellationIsNotTaxed() async throws {
    try await eachStore { desk in
      _ = try reinstated(desk)
      try desk.folios(on: "2026-06-25").runNightly(day("2026-06-24"))
      XCTAssertEqual(try desk.find("R-1").state, .noShow)
      // Four nights are kept, which are not taxed; the pet is not kept.
      XCTAssertEqual(try lines(desk).filter { $0.contains(" L ") }, [])
      XCTAssertEqual(try charged(desk, on: "2026-06-22"), "$0.00")
      XCTAssertEqual(try charged(desk, on: "2026-06-24"), "$0.00")
      XCTAssertEqual(try charged(desk, on: "2026-06-25"), "$160.00")
    }
  }

  func testANightThatIsGivenUpTakesItsOwnTaxBack() async throws {
    try await eachStore { desk in
      _ = try reinstated(desk)
      // Three nights from June 25 on: of June 24 the night is kept, without tax, and the fee of 8.
      let change = try desk.reservations(on: "2026-06-22").changeDates(
        "R-1", to: StayDates(arrival: day("2026-06-25"), nights: 3))
      XCTAssertEqual(
        change.newLines.filter { $0.kind == .tax }.map { "\($0.day) \($0.amount)" },
        [
          "2026-06-25 $4.30", "2026-06-26 $4.30", "2026-06-27 $4.30",
        ])
      XCTAssertEqual(change.after.total, try usd("189.90"))
    }
  }

  func testWhatIsLeftOfATaxIsWrittenOnTheDayOnWhichItIsTakenBack() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addTax("L", TaxPlan(percent: 10))
      try desk.rates.addFee("Pet", FeePlan(amount: 30, basis: .petNight, taxGroup: "lodging"))
      let site = try desk.sites.add("1", features: CampSiteFeatures(petsAllowed: true), rate: 40)
      _ = try desk.reservations.reserve(
        Booking(
          site, for: nil, dates: StayDates(arrival: day("2026-06-15"), nights: 1),
          party: Party(adults: 1, pets: 1)))
      try desk.reservations.checkIn("R-1")
      let folios = try desk.folios(on: "2026-06-16")
      try folios.runNightly(day("2026-06-15"))
      let night = try XCTUnwrap(
        folios.lines(of: XCTUnwrap(desk.find("R-1").folio)).first { $0.kind == .lodging })
      try folios.reverse(night, reason: "cold")
      // 40, 30 and their 7.00; the next day 40 and 7.00 less, and the 3.00 on the pet.
      XCTAssertEqual(try charged(desk, on: "2026-06-15"), "$77.00")
      XCTAssertEqual(try charged(desk, on: "2026-06-16"), "-$44.00")
      XCTAssertEqual(try desk.find("R-1").total, try usd("33"))
    }
  }

  func testATaxThatComesToTheSameIsNotTakenBack() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addTax("L", TaxPlan(percent: 10))
      try desk.rates.addFee("Pen", FeePlan(amount: 1, basis: .night, taxGroup: "lodging"))
      try desk.rates.addFee(
        "Stamp", FeePlan(amount: Decimal(1) / 100, basis: .night, taxGroup: "lodging"))
      _ = try desk.reservations.reserve(
        desk.sites.add("1", rate: 40), for: nil, dates: stay("2026-06-15", "2026-06-16"))
      try desk.reservations.checkIn("R-1")
      let folios = try desk.folios(on: "2026-06-16")
      try folios.runNightly(day("2026-06-15"))
      // 10% of 41.01 and of 41.00 are 4.10.
      let stamp = try XCTUnwrap(
        folios.lines(of: XCTUnwrap(desk.find("R-1").folio)).first { $0.text == "Stamp" })
      try folios.reverse(stamp, reason: "lost")
      XCTAssertEqual(try lines(desk).last, "2026-06-16 Reversed: Stamp -$0.01")
      XCTAssertEqual(try desk.find("R-1").total, try usd("45.10"))
    }
  }
}
