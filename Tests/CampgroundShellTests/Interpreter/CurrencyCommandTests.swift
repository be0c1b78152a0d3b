import Campground
import XCTest

@testable import CampgroundShell

/// Amounts in currencies of no, two and three decimal places, as they are printed and typed.
final class CurrencyCommandTests: SessionTestCase {
  private struct Case {
    let code: String
    /// The price of a night, what three of them cost, what is paid and what is left.
    let rate, total, paid, left: String
    let tooPrecise, hint: String
  }

  private let cases = [
    Case(
      code: "JPY", rate: "12,345", total: "37,035", paid: "10,000", left: "27,035",
      tooPrecise: "10.5", hint: "enter it without a decimal point"),
    Case(
      code: "KWD", rate: "1,234.567", total: "3,703.701", paid: "1,000.001", left: "2,703.700",
      tooPrecise: "0.0005", hint: "enter at most 3 decimal places"),
    Case(
      code: "EUR", rate: "1,234.56", total: "3,703.68", paid: "1,000.01", left: "2,703.67",
      tooPrecise: "0.005", hint: "enter at most 2 decimal places"),
    Case(
      code: "CHF", rate: "1,234.55", total: "3,703.65", paid: "1,000.05", left: "2,703.60",
      tooPrecise: "0.005", hint: "enter at most 2 decimal places"),
  ]

  private func plain(_ amount: String) -> String { amount.filter { $0 != "," } }

  func testWhatIsPrintedMayBeTypedInBillsPapersListsAndHints() async throws {
    try run("camper add Rivera")
    for item in cases {
      let (code, name) = (item.code, item.code.lowercased())
      try run("campground add \(name) currency \(code); use \(name)")
      try run("campsite add 15 rate \(item.rate) \(code)")
      session.format = .plain
      let booked = try run("reserve 15 for Rivera from 2026-07-01 nights 3")
      XCTAssertTrue(booked.hasSuffix(" · 3 nights · \(item.total) \(code)\n"), booked)
      let key = booked.split(separator: " ")[1]
      XCTAssertTrue(try run("reservation list").contains("\t\(plain(item.total))\n"))
      let paid = try run("pay \(key) \(item.paid) \(code) cash")
      XCTAssertTrue(paid.hasPrefix("Paid \(item.paid) \(code) by cash for \(key) "), paid)
      XCTAssertTrue(paid.hasSuffix(" · balance due \(item.left) \(code)\n"), paid)
      let folio = try run("folio \(key)")
      XCTAssertTrue(folio.contains("due\t\(plain(item.left))\n"), folio)
      let receipt = try run("receipt \(key)")
      XCTAssertTrue(receipt.contains(" \(item.paid) \(code)\n"), receipt)
      XCTAssertTrue(receipt.contains(" \(item.left) \(code)\n"), receipt)
      let page = try run("receipt \(key) format html")
      XCTAssertTrue(page.contains(">\(item.left) \(code)<"), page)
      // The price that a night has, given at the desk as it is printed, comes to the same.
      let priced = try run("reservation edit \(key) price \(item.rate) \(code)")
      XCTAssertTrue(priced.contains(" · \(item.total) \(code)\n"), priced)
      XCTAssertTrue(priced.contains(" · 3 × \(item.rate) \(code)\n"), priced)
      let fault = try failure("pay \(key) \(item.tooPrecise) cash")
      XCTAssertEqual(fault.hint, item.hint)
      let rest = try run("pay \(key) \(item.left) cash")
      XCTAssertTrue(rest.hasSuffix(" · paid in full\n"), rest)
      session.format = .jsonl
      XCTAssertTrue(
        try run("reservation show \(key)").contains("\"total\":\(plain(item.total)),"))
    }
  }

  func testTheCodeOfAnotherCurrencyIsRefusedWhereItStands() async throws {
    try run(
      "campsite add 15 rate 40; camper add Rivera; "
        + "reserve 15 for Rivera from 2026-07-01 nights 1")
    for amount in ["40 EUR", "40EUR", "\"40 EUR\""] {
      let fault = try failure("pay R-1 \(amount) cash")
      XCTAssertEqual(fault.message, "amount: amounts are in USD here, not in EUR", amount)
      XCTAssertEqual(fault.range?.start.column, 9, amount)
    }
    XCTAssertTrue(try run("pay R-1 40 USD cash").contains("\"due\":0.00"))
    // A word that is no currency is what it was.
    XCTAssertEqual(
      try failure("pay R-1 40 eur cash").message,
      "method expects cash, card, check, transfer or voucher, not \"eur\"")
  }

  func testTheStaysCampgroundSaysWhichSignIsTheRightOne() async throws {
    try run(
      "campground add Fuji currency JPY; campground add Val currency USD; camper add Sato; use Fuji"
        + "; campsite add 1 rate 4500; reserve 1 for Sato from 2026-07-10 nights 1; use Val")
    for command in [
      "pay R-1 $10 cash", "charge R-1 $10 ice", "refund R-1 $10 reason rain",
      "allowance R-1 $10 reason rain", "credit R-1 $10", "reservation edit R-1 price $10",
    ] {
      let fault = try failure(command)
      let name = command.contains("price") ? "price" : "amount"
      XCTAssertEqual(
        fault.message, "\(name): R-1 is at Fuji, and amounts are in JPY here, not in $", command)
      XCTAssertEqual(fault.hint, "enter the number alone", command)
    }
    XCTAssertEqual(try run("count FolioEntry"), "{\"count\":0}\n")
    session.format = .plain
    let paid = try run("pay R-1 ¥4500 cash")
    XCTAssertTrue(paid.hasPrefix("Paid 4,500 JPY by cash for R-1 "), paid)
    // What is taken back is counted in the currency of its line, wherever the clerk is.
    XCTAssertTrue(
      try run("reverse R-1 1 reason \"typed twice\"").hasPrefix("Reversed 4,500 JPY for R-1"))
    XCTAssertEqual(
      try failure("campsite add 2 rate ¥45").message, "rate: amounts are in USD here, not in ¥")
  }
}
