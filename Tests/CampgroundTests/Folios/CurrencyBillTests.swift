import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Whole bills in currencies with no and with three decimal places, reckoned by hand.
@MainActor
final class CurrencyBillTests: XCTestCase {
  private func number(_ text: String) throws -> Decimal { try XCTUnwrap(Decimal(string: text)) }

  /// Three nights that came to an end, with a tax, a discount and a fee, paid and refunded in part.
  private func history(
    _ desk: TestDesk, _ code: String, rate: String, fee: String
  ) throws -> Reservation {
    _ = try desk.campgrounds.add("Wawona", timeZone: .gmt, currency: Currency(code))
    let site = try desk.sites.add("15", rate: number(rate))
    try desk.rates.addTax("Lodging tax", TaxPlan(percent: number("12.35")))
    try desk.rates.addDiscount("Summer", DiscountPlan(percent: 10, isAutomatic: true))
    try desk.rates.addFee("Booking", FeePlan(amount: number(fee)))
    try desk.rates.addDepositRule("Half", DepositPlan(percent: 50))
    let before = try desk.reservations(on: "2026-06-12")
    let stay = try before.reserve(
      site, for: nil, dates: self.stay("2026-06-12", "2026-06-15"))
    try before.checkIn(stay.code)
    try desk.folios.runNightly()
    return stay
  }

  private func stay(_ arrival: String, _ departure: String) throws -> StayDates {
    try StayDates(arrival: day(arrival), departure: day(departure))
  }

  /// A row of sums on a paper of 80 columns.
  private func row(_ name: String, _ amount: String) -> String {
    let gap = String(repeating: " ", count: 80 - 19 - name.count - amount.count)
    return String(repeating: " ", count: 19) + name + gap + amount + "\n"
  }

  private func sums(_ desk: TestDesk, _ stay: Reservation) throws -> [ChargeKind: Int64] {
    try desk.folios.lines(of: XCTUnwrap(stay.folio))
      .reduce(into: [:]) { $0[$1.kind, default: 0] += $1.amountMinor }
  }

  func testABillInYen() async throws {
    try await eachStore { desk in
      let stay = try history(desk, "JPY", rate: "3333", fee: "500")
      // 3 x 3333 = 9999; 10% = 999.9, so 1000; 12.35% of 8999 = 1111.3765, so 1111.
      let sums = try sums(desk, stay)
      XCTAssertEqual(sums, [.lodging: 9_999, .discount: -1_000, .tax: 1_111, .fee: 500])
      XCTAssertEqual("\(try desk.folios.balance(of: stay))", "balance due 10,610 JPY")
      let site = try XCTUnwrap(stay.campSite)
      let quote = try XCTUnwrap(
        try desk.rates.quote(site, dates: self.stay("2026-07-12", "2026-07-15")))
      XCTAssertEqual(quote.deposit?.description, "5,305 JPY")
      assertBreaks(
        .invalidAmount(.tooPrecise(try number("10.5"), try Currency("JPY")))
      ) { try desk.folios.pay(number("10.5"), by: .cash, for: stay) }
      try desk.folios.pay(11_000, by: .cash, for: stay)
      try desk.folios.refund(390, to: stay, reason: "change")
      let text = try desk.folios.receipt(of: stay).text
      XCTAssertTrue(text.contains(row("Total charged", "10,610 JPY")), text)
      XCTAssertTrue(text.contains(row("taxes included", "1,111 JPY")), text)
      XCTAssertTrue(text.contains(row("Total paid", "10,610 JPY")), text)
      XCTAssertTrue(text.contains(row("Paid in full", "0 JPY")), text)
      XCTAssertNil(text.firstMatch(of: /\d\.\d/), text)
    }
  }

  func testABillInDinarsOfAThousandFils() async throws {
    try await eachStore { desk in
      let stay = try history(desk, "KWD", rate: "3.333", fee: "0.500")
      // 3 x 3.333 = 9.999; 10% = 0.9999, so 1.000; 12.35% of 8.999 = 1.1113765, so 1.111.
      XCTAssertEqual(
        try sums(desk, stay), [.lodging: 9_999, .discount: -1_000, .tax: 1_111, .fee: 500])
      XCTAssertEqual("\(try desk.folios.balance(of: stay))", "balance due 10.610 KWD")
      try desk.folios.charge(number("0.001"), for: "match", to: stay)
      try desk.folios.pay(number("10.611"), by: .card, for: stay)
      XCTAssertEqual("\(try desk.folios.balance(of: stay))", "paid in full")
      assertBreaks(
        .invalidAmount(.tooPrecise(try number("0.0005"), try Currency("KWD")))
      ) { try desk.folios.pay(number("0.0005"), by: .cash, for: stay) }
      let text = try desk.folios.receipt(of: stay).text
      XCTAssertTrue(text.contains(row("Total charged", "10.611 KWD")), text)
      let voucher = try desk.folios.issueVoucher(number("1.234"))
      XCTAssertEqual("\(voucher.remaining)", "1.234 KWD")
    }
  }

  func testSharesOfAGroupAreWholeMinorUnits() async throws {
    for (code, amount, shares) in [
      ("JPY", "100", [34, 33, 33] as [Int64]), ("KWD", "0.100", [34, 33, 33]),
      ("KWD", "100", [33_334, 33_333, 33_333]),
    ] {
      try await eachStore { desk in
        _ = try desk.campgrounds.add("Wawona", timeZone: .gmt, currency: Currency(code))
        let bookings = try ["1", "2", "3"].map {
          Booking(try desk.sites.add($0), for: nil, dates: try stay("2026-07-01", "2026-07-02"))
        }
        try desk.reservations.bookGroup("Scouts", bookings)
        let group = try desk.reservations.group("Scouts")
        try desk.folios.charge(number(amount), for: "Hall", toGroup: group)
        XCTAssertEqual(
          try desk.folios.lines(of: XCTUnwrap(group.folio)).map(\.amountMinor), shares, code)
      }
    }
  }

  func testACampgroundIsOnlySetUpWithACurrencyThatPeoplePayWith() async throws {
    try await eachStore { desk in
      for code in ["XXX", "CLF"] {
        assertBreaks(
          .unknownName(of: "currency", name: code, known: Currency.knownCodes)
        ) { try desk.campgrounds.add("Wawona", currency: Currency(code)) }
      }
      XCTAssertEqual(try desk.count(Campground.self), 0)
    }
  }
}
