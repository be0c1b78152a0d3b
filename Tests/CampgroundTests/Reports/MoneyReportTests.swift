import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What the reports of sales, taxes and balances count.
@MainActor
final class MoneyReportTests: ReportTestCase {
  func testSalesAreByDepartmentAndEmployeeNetOfWhatWasTakenBack() async throws {
    try await eachStore { desk in
      let kasey = try desk.employees.addEmployee("Kasey", EmployeePlan(department: "Shop"))
      let bo = try desk.employees.addEmployee("Bo", EmployeePlan(department: "Shop"))
      try desk.sales.addSale(of: .words("ice"), amount: 3, by: kasey)
      try desk.sales.addSale(of: .words("ice"), amount: 4, quantity: 2, by: bo)
      let wrong = try desk.sales.addSale(of: .words("tour"), amount: 20, by: bo)
      try desk.sales.addSale(of: .words("map"), amount: 5)
      try desk.sales.reverse(wrong)
      let today = try period("2026-06-15", "2026-06-15")
      XCTAssertEqual(
        try reports(desk).sales(today).map {
          "\($0.department ?? "-") \($0.employee ?? "-") \($0.total.saleCount) \($0.total.quantity) "
            + "\($0.total.amount)"
        }, ["- - 1 1 $5.00", "Shop Bo 1 2 $4.00", "Shop Kasey 1 1 $3.00"])
      XCTAssertEqual(
        try reports(desk).sales(today, by: .department).map { "\($0.label ?? "-") \($0.amount)" },
        ["- $5.00", "Shop $7.00"])
      XCTAssertEqual(try reports(desk).sales(period("2026-06-16", "2026-06-17")), [])
    }
  }

  func testTaxesAreByNameAndWhatIsTakenBackComesOff() async throws {
    try await eachStore { desk in
      let site = try site(desk, "1")
      try desk.rates.addRate("Base", RatePlan(amount: 40))
      try desk.rates.addTax("Lodging tax", TaxPlan(percent: 10))
      try desk.rates.addTax("Sales tax", TaxPlan(percent: 8, group: "goods"))
      _ = try desk.reservations.reserve(
        Booking(site, for: nil, dates: stay("2026-06-15", "2026-06-17")))
      _ = try desk.reservations(at: evening("2026-06-15")).checkIn("R-1")
      try desk.folios.runNightly(day("2026-06-15"))
      let sale = try desk.sales.addSale(of: .words("ice", taxGroup: "goods"), amount: 50)
      try desk.sales.addSale(of: .words("ice", taxGroup: "goods"), amount: 25)
      @MainActor func texts() throws -> [String] {
        try reports(desk).taxes(period("2026-06-15", "2026-06-15")).map {
          "\($0.name) \($0.amount)"
        }
      }
      XCTAssertEqual(try texts(), ["Lodging tax $4.00", "Sales tax $6.00"])
      try desk.sales.reverse(sale)
      XCTAssertEqual(try texts(), ["Lodging tax $4.00", "Sales tax $2.00"])
    }
  }

  /// Two nights at 100: one taxed, one waived. Thirty nights at 50 are exempt by their length, and
  /// of 200 kept for unused nights nothing is taxed.
  func testEachTaxHasItsBaseAndWhatIsExemptWithTheReason() async throws {
    try await eachStore { desk in
      try desk.rates.addRate("Base", RatePlan(amount: 100))
      try desk.rates.addTax("Lodging tax", TaxPlan(percent: 10, exemptFromNights: 30))
      try desk.rates.addTax("Bed levy", TaxPlan(amount: 2))
      try desk.policies.add(
        "Strict", PolicyPlan(steps: try PolicyPlan.steps(parsing: "0+ all"), graceMinutes: 0),
        isDefault: true)
      for (name, last) in [("1", "2026-06-17"), ("2", "2026-07-15"), ("3", "2026-06-17")] {
        _ = try desk.reservations.reserve(
          Booking(try site(desk, name), for: nil, dates: stay("2026-06-15", last)))
      }
      for code in ["R-1", "R-2"] {
        _ = try desk.reservations(at: evening("2026-06-15")).checkIn(code)
      }
      try desk.reservations.cancel("R-3")
      try desk.folios.runNightly(day("2026-06-15"))
      @MainActor func texts(_ first: String, _ last: String) throws -> [String] {
        try reports(desk).taxes(period(first, last)).map { tax in
          "\(tax.name) \(tax.taxable.map { "\($0)" } ?? "-") \(tax.amount) "
            + tax.exempt.map { "\($0.amount) \($0.reason)" }.joined(separator: ", ")
        }
      }
      XCTAssertEqual(
        try texts("2026-06-15", "2026-06-15"),
        [
          "Bed levy - $4.00 ",
          "Lodging tax $100.00 $10.00 $200.00 kept for unused nights, $100.00 30 nights or more",
        ])
      let tax = try XCTUnwrap(
        desk.folios.lines(of: XCTUnwrap(desk.find("R-1").folio)).first { $0.name == "Lodging tax" })
      try desk.folios.reverse(tax, reason: "embassy")
      XCTAssertEqual(
        try texts("2026-06-15", "2026-06-15").last,
        "Lodging tax $0.00 $0.00 $200.00 kept for unused nights, $100.00 30 nights or more, "
          + "$100.00 embassy")
    }
  }

  /// What becomes exempt later moves on that day; the closed day stays as it was.
  func testAStayThatBecomesExemptMovesItsBaseOnThatDay() async throws {
    try await eachStore { desk in
      try desk.rates.addRate("Base", RatePlan(amount: 100))
      try desk.rates.addTax("Lodging tax", TaxPlan(percent: 10, exemptFromNights: 3))
      _ = try desk.reservations.reserve(
        Booking(try site(desk, "1"), for: nil, dates: stay("2026-06-15", "2026-06-17")))
      _ = try desk.reservations(at: evening("2026-06-15")).checkIn("R-1")
      try desk.folios.runNightly(day("2026-06-15"), closing: true)
      try desk.reservations.extend("R-1", by: 1)
      @MainActor func texts(_ day: String) throws -> [String] {
        try reports(desk).taxes(period(day, day)).map { tax in
          "\(tax.taxable.map { "\($0)" } ?? "-") \(tax.amount) "
            + tax.exempt.map { "\($0.amount) \($0.reason)" }.joined(separator: ", ")
        }
      }
      XCTAssertEqual(try texts("2026-06-15"), ["$100.00 $10.00 "])
      XCTAssertEqual(try texts("2026-06-16"), ["-$100.00 -$10.00 $100.00 3 nights or more"])
    }
  }

  func testBalancesAreTheOpenBillsOfStaysInThePeriod() async throws {
    try await eachStore { desk in
      let first = try desk.stay("2026-06-20", nights: [4_000, 4_000], site: "1")
      let second = try desk.stay("2026-06-22", nights: [3_000], site: "2")
      try desk.folios.pay(100, by: .cash, for: second)
      @MainActor func codes(_ from: String, _ to: String) throws -> [String] {
        try reports(desk).balances(period(from, to)).map { "\($0.code) \($0.balance.due)" }
      }
      XCTAssertEqual(try codes("2026-06-20", "2026-06-22"), ["R-1 $80.00", "R-2 -$70.00"])
      // The night of the 21st is the last one of the first stay.
      XCTAssertEqual(try codes("2026-06-22", "2026-06-30"), ["R-2 -$70.00"])
      XCTAssertEqual(try codes("2026-06-21", "2026-06-21"), ["R-1 $80.00"])
      try desk.folios.pay(80, by: .card, for: first)
      XCTAssertEqual(try codes("2026-06-20", "2026-06-21"), [])
    }
  }
}
