import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Lines that people read as one.
@MainActor
final class BillLineTests: XCTestCase {
  /// Three nights of 33.33 with 12.35% of tax and 10% off, all posted, and a bundle of wood.
  private func stay(_ desk: TestDesk) throws -> Reservation {
    let site = try desk.sites.add("15", rate: try usd("33.33").amount)
    try desk.rates.addTax("Lodging tax", TaxPlan(percent: try usd("12.35").amount))
    try desk.rates.addDiscount("Summer", DiscountPlan(percent: 10, isAutomatic: true))
    let stay = try desk.reservations(on: "2026-06-12").reserve(
      site, for: nil, dates: self.stay("2026-06-12", "2026-06-15"))
    try desk.reservations(on: "2026-06-12").checkIn(stay.code)
    try desk.folios.runNightly()
    try desk.folios.charge(5, for: "firewood", to: stay)
    return stay
  }

  private func stay(_ arrival: String, _ departure: String) throws -> StayDates {
    try StayDates(arrival: day(arrival), departure: day(departure))
  }

  func testEveryKindOfBillLineIsAKindOfLedgerLine() async {
    for kind in Bill.Line.Kind.allCases {
      XCTAssertEqual(ChargeKind(kind).rawValue, kind.rawValue)
    }
  }

  func testTaxesAndDiscountsAreOneLineEachAndTheLedgerHasThemByDay() async throws {
    try await eachStore { desk in
      let stay = try stay(desk)
      let folio = try XCTUnwrap(stay.folio)
      // 10% of 99.99 is 10.00; 12.35% of 89.99 is 11.11.
      XCTAssertEqual(
        try desk.folios.bill(of: folio).map { "\($0.day) \($0.text) \($0.amount)" },
        [
          "2026-06-12 Night $33.33", "2026-06-13 Night $33.33", "2026-06-14 Night $33.33",
          "2026-06-14 Summer from 2026-06-12 -$10.00",
          "2026-06-14 Lodging tax from 2026-06-12 $11.11", "2026-06-15 firewood $5.00",
        ])
      XCTAssertEqual(try desk.folios.lines(of: folio).count, 10)
      XCTAssertEqual(try desk.folios.bill(of: folio, itemized: true).count, 10)
    }
  }

  func testAllowancesOfClerksStayApartAndAReversalIsNoPartOfWhatItTakesBack() async throws {
    try await eachStore { desk in
      let stay = try stay(desk)
      try desk.folios.pay(100, by: .card, for: stay, reference: "4242")
      for _ in 1...2 { try desk.folios.allow(20, to: stay, reason: "rain") }
      let folio = try XCTUnwrap(stay.folio)
      let tax = try XCTUnwrap(try desk.folios.lines(of: folio).first { $0.kind == .tax })
      try desk.folios.reverse(tax, reason: "exempt")
      let texts = try desk.folios.bill(of: folio).map(\.text)
      XCTAssertEqual(texts.filter { $0 == "Allowance" }.count, 2)
      // What was charged, what went with the allowances, and what is not charged any more.
      XCTAssertEqual(texts.filter { $0.hasPrefix("Lodging tax") }.count, 2)
      XCTAssertEqual(texts.last, "Reversed: Lodging tax", "\(texts)")
      XCTAssertTrue(texts.contains("Payment by card (4242)"), "\(texts)")
    }
  }

  func testTheSumOfWhatIsShownIsTheSumOfTheLedger() async throws {
    try await eachStore { desk in
      let stay = try stay(desk)
      try desk.folios.pay(50, by: .cash, for: stay)
      let folio = try XCTUnwrap(stay.folio)
      let shown = try desk.folios.bill(of: folio).map { try $0.amount.minorUnits() }
      XCTAssertEqual(
        shown.reduce(0, +), try desk.folios.lines(of: folio).map(\.amountMinor).reduce(0, +))
      let receipt = try desk.folios.receipt(of: stay)
      XCTAssertEqual(
        receipt.sections[0].lines.map(\.text).filter { $0.contains("tax") },
        ["Lodging tax"])
      XCTAssertEqual(
        receipt.sections[0].sums.map { "\($0.text) \($0.amount)" },
        [
          "Total charged $106.10", "taxes included $11.11",
        ])
    }
  }

  func testAConfirmationHasEachTaxOnce() async throws {
    try await eachStore { desk in
      let stay = try stay(desk)
      let lines = try desk.folios.confirmation(of: stay).sections[0].lines
      XCTAssertEqual(
        lines.map { "\($0.text) \($0.amount)" },
        [
          "Night $33.33", "Night $33.33", "Night $33.33", "Summer discount -$10.00",
          "Lodging tax $11.11", "firewood $5.00",
        ])
    }
  }
}
