import Campground
import Foundation
import XCTest

@testable import CampgroundShell

/// Money from the shell.
final class FolioCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 15 rate 45; camper add \"Ada Rivera\"")
    try run("reserve 15 for \"Ada Rivera\" from 2026-07-01 nights 3")
    session.format = .plain
  }

  func testPaymentsTellHowTheBillStands() async throws {
    XCTAssertEqual(
      try run("pay R-1 100 card reference 4242"),
      "Paid $100.00 by card for R-1 · line 1 · balance due $35.00\n")
    XCTAssertEqual(
      try run("pay R-1 35 cash"), "Paid $35.00 by cash for R-1 · line 2 · paid in full\n")
    XCTAssertEqual(
      try run("pay R-1 5 check"), "Paid $5.00 by check for R-1 · line 3 · credit $5.00\n")
    session.format = .jsonl
    XCTAssertEqual(
      try run("pay R-1 1 cash"),
      """
      {"line":4,"day":"2026-06-15","text":"Payment by cash","kind":"payment","method":"cash",\
      "reference":null,"reason":null,"amount":-1.00,"due":0.00,"credit":6.00}

      """)
  }

  func testARefundIsDueAgain() async throws {
    try run("pay R-1 100 card")
    XCTAssertEqual(
      try run("refund R-1 20 reason \"broken hookup\""),
      "Refunded $20.00 by card for R-1 · line 2 · balance due $55.00\n")
    let error = try failure("refund R-1 81 reason rain")
    XCTAssertEqual(
      error.message,
      "cannot refund $81.00 for R-1: at most $80.00 is left")
  }

  func testAnAllowanceIsToTheGoodAndCanBeRefunded() async throws {
    try run("pay R-1 135 card; tax add Bed 10%")
    XCTAssertEqual(
      try run("allowance R-1 20 reason \"broken hookup\" group lodging"),
      "Took off $20.00 for R-1 · $2.00 tax · line 2 · credit $8.50\n")
    XCTAssertEqual(
      try failure("credit R-1 22.01").message, "R-1 has a credit of $8.50, not $22.01")
    XCTAssertEqual(
      try run("refund R-1 22 reason \"broken hookup\""),
      "Refunded $22.00 by card for R-1 · line 4 · balance due $13.50\n")
    XCTAssertEqual(
      try failure("allowance R-1 115.01 reason rain").message,
      "the allowance of $115.01 exceeds the bill of R-1 ($115.00)")
  }

  func testACreditBecomesAVoucherThatPays() async throws {
    try run("pay R-1 145 cash")
    let kept = try run("credit R-1 until 2027-06-15 reason \"for next year\"")
    let code = try XCTUnwrap(kept.firstMatch(of: /V-....-..../)).output
    XCTAssertEqual(kept, "Kept $10.00 by voucher \(code) for R-1 · line 2 · paid in full\n")
    try run("charge R-1 4 ice")
    XCTAssertEqual(
      try run("pay R-1 4 voucher reference \(code)"),
      "Paid $4.00 by voucher \(code) for R-1 · line 4 · paid in full\n")
    XCTAssertTrue(try run("voucher show \(code)").contains("Payment by voucher"))
    session.format = .jsonl
    XCTAssertEqual(
      try run("voucher list open"),
      """
      {"voucher":"\(code)","guest":"Ada Rivera","amount":10.00,"left":6.00,\
      "until":"2027-06-15","note":"for next year"}

      """)
    XCTAssertEqual(
      try failure("pay R-1 7 voucher reference \(code)").message,
      "voucher \(code) has $6.00 left, not $7.00")
    XCTAssertEqual(try failure("pay R-1 7 voucher").message, "a voucher is redeemed by its code")
    XCTAssertEqual(try failure("voucher show V-1").message, "no voucher V-1")
    XCTAssertEqual(try failure("credit R-1 1").message, "R-1 has no credit")
    session.format = .plain
    let back = try run("refund R-1 1 reason rain as voucher")
    XCTAssertTrue(back.hasPrefix("Refunded $1.00 by voucher V-"), back)
    XCTAssertTrue(back.contains("balance due $1.00"), back)
  }

  func testALineIsTakenBackByItsNumber() async throws {
    try run("charge R-1 12.50 firewood")
    XCTAssertEqual(
      try run("reverse R-1 1 reason \"typed twice\""),
      "Reversed $12.50 for R-1 · firewood · line 2 · balance due $135.00\n")
    XCTAssertEqual(
      try failure("reverse R-1 1 reason again").message, "line 1 was already reversed by line 2")
    XCTAssertEqual(
      try failure("reverse R-1 9 reason again").message, "no line 9 on the bill of R-1")
  }

  func testAFolioHasARunningBalance() async throws {
    try run("charge R-1 12.50 firewood; pay R-1 20 cash")
    session.format = .csv
    session.format = .markdown
    let text = try run("folio R-1")
    XCTAssertTrue(text.contains("|    1 | 2026-06-15 | firewood "), text)
    XCTAssertTrue(text.contains("| -20.00 |   -7.50 |"), text)
  }

  func testSavedLinesCannotBeChangedFromTheShell() async throws {
    try run("pay R-1 100 card; day close 2026-06-15")
    XCTAssertEqual(
      try run("pay R-1 1 card"),
      "Paid $1.00 by card for R-1 · line 2 · on 2026-06-16 · balance due $34.00\n")
    let closed = try failure("pay R-1 1 card on 2026-06-15")
    XCTAssertEqual(closed.message, "2026-06-15 is closed; post to 2026-06-16")
    XCTAssertEqual(closed.hint, "leave out \"on\" to post to the business day")
    XCTAssertEqual(closed.column, 19)
    XCTAssertEqual(
      try failure("day close 2026-06-15").message, "2026-06-15 is already closed")
    XCTAssertTrue(try run("day list").contains("2026-06-15"))
  }

  func testADayIsClosedWithTheScratchPad() async throws {
    try run("begin; day close 2026-06-15")
    XCTAssertTrue(try run("day list").contains("2026-06-15"))
    try run("rollback")
    XCTAssertFalse(try run("day list").contains("2026-06-15"))
    try run("begin; day close 2026-06-15; save")
    XCTAssertTrue(try run("day list").contains("2026-06-15"))
    XCTAssertEqual(
      try run("begin; pay R-1 100 card; pay R-1 5 cash; folio R-1; rollback").components(
        separatedBy: "Payment by"
      ).count, 3)
    session.format = .jsonl
    XCTAssertEqual(try run("count FolioEntry"), "{\"count\":0}\n")
  }

  func testMetersAreReadAndPriced() async throws {
    XCTAssertEqual(
      try run("meter rate electricity 0.15 unit kWh"), "$0.15 per kWh of electricity\n")
    XCTAssertEqual(
      try run("meter add 15 electricity 1234.5"),
      "Read the electricity meter of site 15 · first reading, nothing charged\n")
    XCTAssertEqual(
      try failure("meter add 15 electricity 1000").message,
      "the electricity meter of site 15 read 1234.5 and cannot go back to 1000 unless it was "
        + "replaced")
    try run("meter add 15 electricity 1000 replaced")
    XCTAssertEqual(try rows("meter list 15").split(separator: "\n").count, 2)
    XCTAssertEqual(try rows("meter rate").split(separator: "\n").count, 1)
    XCTAssertEqual(
      try failure("meter rate water").message, "meter rate needs a price and a unit")
  }

  func testACheckOutAsksAboutAMeterThatWasNotReadAndAReadingSaysWhoPays() async throws {
    try run("campsite add 16 rate 0; meter rate electricity 0.15 unit kWh")
    try run("reserve 16 for \"Ada Rivera\" from 2026-06-14 nights 2 override; checkin R-2")
    try run("meter add 16 electricity 1000 on 2026-06-14")
    var questions: [String] = []
    session.ask = { question in
      questions.append(question)
      return false
    }
    let shown = try run("checkout R-2")
    XCTAssertTrue(
      shown.contains(
        "  the electricity meter was last read on 2026-06-14; to charge what was used since: "
          + "meter add 16 electricity VALUE for R-2\n"), shown)
    XCTAssertTrue(shown.hasSuffix("Nothing changed\n"), shown)
    XCTAssertEqual(questions, ["Go ahead?"])
    session.ask = nil
    XCTAssertTrue(try run("checkout R-2").contains("the electricity meter was last read on"))
    XCTAssertEqual(
      try run("meter add 16 electricity 1010 for R-2"),
      "Read the electricity meter of site 16 · charged $1.50 to R-2, who left on 2026-06-15 · "
        + "2026-06-14 to 2026-06-15 · balance due $1.50\n")
    XCTAssertEqual(
      try run("meter add 16 electricity 1010"),
      "Read the electricity meter of site 16 · nothing was used, nothing charged\n")
    XCTAssertEqual(
      try run("meter add 16 water 1; meter add 16 water 2").components(separatedBy: "\n")[1],
      "Read the water meter of site 16 · water has no rate, nothing charged")
    let stranger = try failure("meter add 16 electricity 1020 for R-1")
    XCTAssertTrue(stranger.message.hasPrefix("R-1 was not on site 16"), stranger.message)
    XCTAssertEqual(stranger.column, 35)
  }

  func testNightlySaysWhatItDid() async throws {
    // Nothing was recorded before today.
    XCTAssertEqual(try run("nightly"), "Night of 2026-06-15 · 0 lines posted, $0.00\n")
    XCTAssertEqual(
      try run("nightly 2026-06-14"), "Night of 2026-06-14 · 0 lines posted, $0.00\n")
    XCTAssertEqual(
      try run("nightly 2026-06-15 close"),
      "Night of 2026-06-15 · 0 lines posted, $0.00 · day closed · closed early; "
        + "new lines are dated 2026-06-16\n")
    XCTAssertEqual(
      try failure("nightly 2026-06-16").message, "2026-06-16 is in the future; today is 2026-06-15")
  }

  func testPapersArePrintedOrWritten() async throws {
    XCTAssertTrue(try run("confirmation R-1").contains("Balance due"))
    XCTAssertTrue(try run("receipt R-1 format html").hasPrefix("<!DOCTYPE html>"))
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("paper-\(UUID().uuidString).html")
    defer { try? FileManager.default.removeItem(at: file) }
    XCTAssertEqual(
      try run("confirmation R-1 to \"\(file.path)\""),
      "Wrote Confirmation R-1 to \(file.path)\n")
    XCTAssertTrue(try String(contentsOf: file, encoding: .utf8).contains("<h1>Confirmation R-1"))
  }
}
