import XCTest

@testable import CampgroundShell

/// What the words of a payment and a refund mean by where they stand.
final class PaymentWordTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 1 rate 40; campsite add 2 rate 40; camper add \"Walt Simmons\"")
    try run("reserve 1 for Walt from 2026-06-15 nights 3")
    session.format = .plain
  }

  func testANumberAfterCheckCardOrTransferIsTheReferenceOfWhatIsDue() async throws {
    XCTAssertTrue(
      try run("pay Walt check 1188").hasPrefix("Paid $120.00 by check for R-1 · line 1"))
    XCTAssertTrue(try run("find 1188").contains("$120.00"))
    try run("refund R-1 120 reason error")
    XCTAssertTrue(
      try run("pay R-1 20 card 4242").hasPrefix("Paid $20.00 by card for R-1"))
    XCTAssertTrue(try run("find 4242").contains("$20.00"))
    XCTAssertTrue(try run("pay R-1 30 visa 4242-9981").hasPrefix("Paid $30.00 by card"))
    XCTAssertTrue(try run("find 9981").contains("$30.00"))
    XCTAssertTrue(try run("pay R-1 transfer 20270601").hasPrefix("Paid $70.00 by transfer"))
    XCTAssertTrue(try run("find 20270601").contains("$70.00"))
  }

  func testAnAmountAfterTheMethodIsRefusedWithTheForm() async throws {
    let forms = [
      "pay R-1 cash 100": "write pay R-1 100 cash",
      "pay R-1 cash 1188": "write pay R-1 1188 cash",
      "pay Walt check 11.88": "write pay Walt 11.88 check",
      "pay R-1 check $1188": "write pay R-1 $1188 check",
      "pay R-1 card 1,188.00 on today": "write pay R-1 1,188.00 card on today",
      "pay R-1 card 20 USD": "write pay R-1 20 USD card",
      "pay R-1 transfer -20": "write pay R-1 -20 transfer",
      "pay R-1 voucher 20": "write pay R-1 20 voucher",
      "pay R-1 check \"20\"": "write pay R-1 \"20\" check",
      "let n = 20; pay R-1 check $n": "write pay R-1 $n check",
      "refund R-1 as cash 5 reason rain": "write refund R-1 5 as cash reason rain",
      "refund R-1 cash 5": "write refund R-1 5 cash",
      "refund R-1 as voucher 5": "write refund R-1 5 as voucher",
    ]
    for (text, form) in forms {
      let error = try failure(text)
      XCTAssertEqual(error.hint, form, text)
      XCTAssertTrue(error.message.hasPrefix("an amount is written before "), error.message)
    }
    XCTAssertEqual(try rows("query count FolioEntry"), "")
  }

  func testAMethodWithoutANumberRefusesOneAndARefGivenTwice() async throws {
    XCTAssertEqual(
      try failure("pay R-1 100 cash 1188").message, "cash cannot have the reference 1188")
    XCTAssertEqual(
      try failure("pay R-1 check 1188 reference 9").message, "the reference is given twice")
    XCTAssertEqual(
      try failure("pay R-1 voucher").message, "a voucher is redeemed by its code")
  }

  func testACodeAfterVoucherRedeemsIt() async throws {
    try run("voucher add 30 for Walt")
    let code = try rows("voucher list").prefix { $0 != "\t" }
    XCTAssertTrue(try run("pay R-1 voucher \(code)").hasPrefix("Paid $30.00 by voucher"))
  }

  func testADateAfterTheMethodIsStillTheDay() async throws {
    XCTAssertTrue(try run("pay R-1 20 cash on 6/14").contains("on 2026-06-14"))
    XCTAssertTrue(try run("pay R-1 20 cash 2026-06-14").contains("on 2026-06-14"))
  }

  func testARefundIsByTheCheckOfThatNumber() async throws {
    try run("pay R-1 150 transfer")
    XCTAssertTrue(try run("refund R-1 as check 77").hasPrefix("Refunded $30.00 by check"))
    XCTAssertTrue(try run("find 77").contains("$30.00"))
    XCTAssertTrue(
      try run("refund R-1 10 reason rain check 78").hasPrefix("Refunded $10.00 by check"))
    XCTAssertTrue(try run("find 78").contains("$10.00"))
  }

  func testAGroupPaysByTheSameWords() async throws {
    try run("group book \"Troop 42\" sites 2 for Walt from 2026-07-01 nights 2")
    XCTAssertEqual(
      try failure("group pay \"Troop 42\" cash 20").hint, "write group pay \"Troop 42\" 20 cash")
    XCTAssertTrue(try run("group pay \"Troop 42\" check 118").contains("80.00"))
    XCTAssertTrue(try run("find 118").contains("$80.00"))
  }

  func testTheDepositIsPaidByItsName() async throws {
    try run("deposit add Half 50%; reserve 2 for Walt from 2026-07-01 nights 2")
    try run("pay R-2 10 cash")
    XCTAssertTrue(
      try run("pay R-2 deposit card 4242").hasPrefix("Paid $30.00 by card for R-2 · line 2"))
    let error = try failure("pay R-2 deposit card")
    XCTAssertEqual(error.message, "the deposit of R-2, $40.00, is paid")
    XCTAssertEqual(error.hint, "leave deposit out to pay the balance due")
    XCTAssertEqual(try failure("pay R-1 deposit card").message, "R-1 has no deposit")
  }
}
