import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The double entries of ledger lines, worked out by hand. The clock stands at 2026-06-15.
@MainActor
final class JournalTests: ReportTestCase {
  private func accounts(_ desk: TestDesk) -> AccountService { AccountService(beside: desk.folios) }

  private func rows(_ journal: Journal) -> [String] {
    journal.rows.map { row in
      [
        "\(row.date)", row.account, row.debit.map { "\($0)" } ?? "-",
        row.credit.map { "\($0)" } ?? "-", row.text,
      ].joined(separator: " | ")
    }
  }

  private func stay(_ desk: TestDesk) throws -> Reservation {
    _ = try desk.campground(in: "UTC")
    try desk.rates.addTax("Lodging tax", TaxPlan(percent: 10, basis: .stay))
    try desk.rates.addTax("Sales tax", TaxPlan(percent: 8, basis: .stay, group: "goods"))
    return try desk.stay("2026-06-15", nights: [4_000, 4_000], isInHouse: true)
  }

  func testChargesGoFromTheGuestsToTheirAccountsAndPaymentsBack() async throws {
    try await eachStore { desk in
      let stay = try self.stay(desk)
      try desk.folios.runNightly(day("2026-06-15"))
      try desk.folios.pay(60, by: .card, for: stay)
      try desk.folios.refund(10, to: stay, by: .card, reason: "a friend pays")
      try desk.folios.allow(5, to: stay, reason: "noise")
      try desk.sales.addSale(of: .words("Firewood", taxGroup: "goods"), amount: 12.5)
      try desk.folios.charge(4, for: "ice", to: stay)
      let journal = try reports(desk).journal(period("2026-06-01", "2026-06-30"))
      // 40 + 4 for the night, less 5 and 0.50, and 4: 42.50 on the bill.
      XCTAssertEqual(
        rows(journal),
        [
          "2026-06-15 | Cash | $13.50 | - | Payments",
          "2026-06-15 | Cards | $60.00 | - | Payments",
          "2026-06-15 | Cards | - | $10.00 | Refunds",
          "2026-06-15 | Guest ledger | $42.50 | - | Charged to guests",
          "2026-06-15 | Guest ledger | - | $50.00 | Paid by guests",
          "2026-06-15 | Lodging | - | $40.00 | Nights",
          "2026-06-15 | Allowances | $5.00 | - | Allowances",
          "2026-06-15 | Fees | - | $4.00 | Charges",
          "2026-06-15 | Store sales | - | $12.50 | Firewood",
          "2026-06-15 | Taxes payable | - | $3.50 | Lodging tax",
          "2026-06-15 | Taxes payable | - | $1.00 | Sales tax",
        ])
      XCTAssertEqual(journal.total, try dollars("121"))
      let later = try reports(desk).journal(period("2026-06-16", "2026-06-30"))
      XCTAssertEqual(rows(later), [])
      XCTAssertEqual(later.total, try dollars("0"))
    }
  }

  func testAReversalIsBookedTheOtherWayRound() async throws {
    try await eachStore { desk in
      let stay = try self.stay(desk)
      let charge = try desk.folios.charge(4, for: "ice", to: stay)
      try desk.folios.reverse(charge, reason: "not hers")
      let sale = try desk.sales.addSale(of: .words("Firewood", taxGroup: "goods"), amount: 12.5)
      try desk.sales.reverse(sale)
      XCTAssertEqual(
        rows(try reports(desk).journal(period("2026-06-15", "2026-06-15"))),
        [
          "2026-06-15 | Cash | $13.50 | - | Payments",
          "2026-06-15 | Cash | - | $13.50 | Payments, reversed",
          "2026-06-15 | Fees | - | $4.00 | Charges",
          "2026-06-15 | Fees | $4.00 | - | Charges, reversed",
          "2026-06-15 | Store sales | - | $12.50 | Firewood",
          "2026-06-15 | Store sales | $12.50 | - | Firewood, reversed",
          "2026-06-15 | Taxes payable | - | $1.00 | Sales tax",
          "2026-06-15 | Taxes payable | $1.00 | - | Sales tax, reversed",
        ])
    }
  }

  func testAVoucherIsOwedUntilItIsRedeemed() async throws {
    try await eachStore { desk in
      let stay = try self.stay(desk)
      try desk.folios.pay(100, by: .cash, for: stay)
      let line = try desk.folios.credit(12, to: stay)
      try desk.folios.redeem(try XCTUnwrap(line.voucher).code, amount: 12, for: stay)
      XCTAssertEqual(
        rows(try reports(desk).journal(period("2026-06-15", "2026-06-15"))),
        [
          "2026-06-15 | Cash | $100.00 | - | Payments",
          "2026-06-15 | Vouchers outstanding | $12.00 | - | Payments",
          "2026-06-15 | Vouchers outstanding | - | $12.00 | Vouchers issued",
          "2026-06-15 | Guest ledger | - | $100.00 | Paid by guests",
        ])
    }
  }

  func testEachLineHasItsRowsWhereTheyAreAskedFor() async throws {
    try await eachStore { desk in
      let stay = try self.stay(desk)
      try desk.folios.pay(60, by: .card, for: stay)
      let journal = try reports(desk).journal(period("2026-06-15", "2026-06-15"), isDetailed: true)
      XCTAssertEqual(
        rows(journal),
        [
          "2026-06-15 | Cards | $60.00 | - | Payment by card",
          "2026-06-15 | Guest ledger | - | $60.00 | Payment by card",
        ])
      XCTAssertEqual(journal.rows.map(\.folio), ["F-1 R-1", "F-1 R-1"])
    }
  }

  private func taxes(_ desk: TestDesk) throws -> [String] {
    rows(try reports(desk).journal(period("2026-06-15", "2026-06-15")))
      .filter { $0.contains("tax") }
  }

  func testAnAccountIsThatOfTheSingleTaxBeforeThatOfAllTaxes() async throws {
    try await eachStore { desk in
      _ = try self.stay(desk)
      try desk.folios.runNightly(day("2026-06-15"))
      try desk.sales.addSale(of: .words("Firewood", taxGroup: "goods"), amount: 12.5)
      let accounts = self.accounts(desk)
      try accounts.setAccount(of: .taxes, to: "2200")
      try accounts.setAccount(of: .taxes, for: "lodging TAX", to: "2210")
      XCTAssertEqual(
        try accounts.accounts().map { [$0.use.rawValue, $0.subject ?? "-", $0.name] },
        [["taxes", "-", "2200"], ["taxes", "Lodging tax", "2210"]])
      XCTAssertEqual(
        try taxes(desk),
        [
          "2026-06-15 | 2200 | - | $1.00 | Sales tax",
          "2026-06-15 | 2210 | - | $4.00 | Lodging tax",
        ])
      XCTAssertEqual(try accounts.resetAccount(of: .taxes, for: "Lodging tax"), "2200")
      XCTAssertEqual(
        try taxes(desk),
        [
          "2026-06-15 | 2200 | - | $4.00 | Lodging tax",
          "2026-06-15 | 2200 | - | $1.00 | Sales tax",
        ])
      assertBreaks(.unknown, "no tax Bed tax") {
        try accounts.setAccount(of: .taxes, for: "Bed tax", to: "2250")
      }
      assertBreaks(.invalidValue, "lodging has one account for everything") {
        try accounts.setAccount(of: .lodging, for: "Lodging tax", to: "4010")
      }
      assertBreaks(.unknown, "no account of fees") {
        try accounts.resetAccount(of: .fees)
      }
    }
  }
}
