import Campground
import CommandKit
import Foundation
import XCTest

@testable import CampgroundShell

/// What is wrong with amounts, days, lines and vouchers stands at its word.
final class MoneyFaultTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 15 rate 45; camper add \"Ada Rivera\"")
    try run("reserve 15 for \"Ada Rivera\" from 2026-07-01 nights 3")
    session.format = .plain
  }

  /// The word that the caret stands under, with the message and the hint.
  private func fault(_ text: String) throws -> (marked: String, message: String, hint: String?) {
    let diagnostic = try failure(text)
    return (diagnostic.marked ?? "", diagnostic.message, diagnostic.hint)
  }

  func testTheWordIsMarked() async throws {
    let cases = [
      "pay R-1 10.555 cash": "10.555", "pay R-1 0 cash": "0", "charge R-1 1.005 wood": "1.005",
      "pay R-1 99999999999999 cash": "99999999999999",
      "reservation extend R-1 nights 2000": "2000", "reverse R-1 99 reason x": "99",
      "available nights 9 between 2026-07-01 and 2026-07-05": "9",
      "pay R-1 5 voucher reference V-1": "V-1", "voucher show V-9": "V-9",
      "voucher add 5 until 2020-01-01": "2020-01-01", "credit R-1": "R-1", "credit R-1 7": "7",
      "refund R-1 500 reason rain": "500", "pay R-1 5 cash on 2027-01-01": "2027-01-01",
      "day close 2027-01-01": "2027-01-01", "nightly 2027-01-01": "2027-01-01",
      "charge R-1 5 wood group nonsense": "nonsense", "rate add Base 10.555": "10.555",
      "pay R-1 €5 cash": "€5", "pay R-1 12,50 cash": "12,50", "tax add Bed €2": "€2",
    ]
    for (command, word) in cases { XCTAssertEqual(try fault(command).marked, word, command) }
    XCTAssertEqual(try run("count FolioEntry"), "0\n")
  }

  func testHintsTellHowToMend() async throws {
    XCTAssertEqual(
      try fault("pay R-1 10.555 cash").hint, "enter at most 2 decimal places")
    XCTAssertEqual(
      try fault("reverse R-1 99 reason x").hint, "\"folio CODE\" lists the lines with their numbers"
    )
    XCTAssertEqual(
      try fault("pay R-1 5 voucher reference V-1").hint,
      "\"voucher list open\" lists vouchers with money left")
    let group = try fault("charge R-1 5 wood group nonsense")
    XCTAssertEqual(group.message, "no tax group \"nonsense\"; there is lodging")
    XCTAssertEqual(
      group.hint, "a tax group begins with its first tax: tax add NAME 8% group nonsense")
    XCTAssertEqual(
      try fault("charge R-1 5 wood group lodgin").hint, "did you mean \"lodging\"?")
    XCTAssertEqual(
      try fault("pay R-1 €5 cash").message, "amount: amounts are in USD here, not in €")
    XCTAssertEqual(
      try fault("pay R-1 12,50 cash").hint,
      "use commas for thousands only, 1,000.00, and a point for cents, 12.50")
  }

  func testAVoucherThatWasMistypedIsSuggested() async throws {
    let issued = try run("voucher add 50")
    let code = try XCTUnwrap(issued.firstMatch(of: /V-....-..../)).output
    let typed = code.dropLast() + "?"
    XCTAssertEqual(
      try fault("pay R-1 5 voucher reference \(typed)").hint, "did you mean \"\(code)\"?")
    XCTAssertEqual(session.values(of: .voucher), [String(code)])
    let completer = Completer(session.grammar, in: session)
    XCTAssertEqual(
      completer.complete("pay R-1 5 voucher reference V", after: []).candidates, [String(code)])
    XCTAssertEqual(
      completer.complete("charge R-1 5 wood group l", after: []).candidates, ["lodging"])
    XCTAssertEqual(
      completer.complete("campground add X currency KW", after: []).candidates, ["KWD"])
  }

  func testAmountsMayHaveCommasAndTheSignOfTheCurrency() async throws {
    XCTAssertEqual(
      try run("pay R-1 1,000.00 cash"),
      "Paid $1,000.00 by cash for R-1 · line 1 · credit $865.00\n")
    XCTAssertEqual(
      try run("charge R-1 $12.50 firewood"),
      "Charged $12.50 for R-1 · firewood · line 2 · credit $852.50\n")
    XCTAssertTrue(try run("tax add Bed $1,000").contains("$1,000.00"))
  }

  func testACurrencyThatNobodyPaysWithIsRefusedAndSomeAreNamed() async throws {
    let fund = try fault("campground add X currency CLF")
    XCTAssertEqual(fund.marked, "CLF")
    XCTAssertEqual(fund.message, "currency does not know the currency CLF")
    XCTAssertTrue(fund.hint?.contains("CLP") == true, fund.hint ?? "")
    XCTAssertTrue(fund.hint?.contains("EUR, GBP, JPY, KWD") == true, fund.hint ?? "")
    XCTAssertEqual(try fault("campground add X currency XXX").marked, "XXX")
  }

  func testASiteWithoutATellablePriceIsListed() async throws {
    try run("campsite add 16 rate 45")
    let sites = CampSiteService(
      managedObjectContext: session.stack.mainContext, storeStack: session.stack)
    try sites.find("16").rateMinor = .max
    try session.stack.mainContext.saveThrough()
    let text = try run("available from 2026-07-10 nights 3")
    XCTAssertTrue(text.contains("135.00"), text)
    XCTAssertTrue(text.contains("no price: the amount of USD is too large"), text)
  }

  func testAnAmountBeyondTheMostIsRefusedAtEveryDoor() async throws {
    let doors = [
      "campsite add 16 rate AMOUNT", "campsite edit 15 rate AMOUNT", "rate add Night AMOUNT",
      "fee add Booking AMOUNT", "tax add Bed AMOUNT", "discount add Club AMOUNT",
      "deposit add Half AMOUNT", "meter rate electricity AMOUNT unit kWh", "pay R-1 AMOUNT cash",
      "charge R-1 AMOUNT firewood", "voucher add AMOUNT",
      "policy add Strict steps \"0+ all\" fee AMOUNT",
      "policy add Strict steps \"0+ all\" changefee AMOUNT", "reservation edit R-1 price AMOUNT",
      "quote 15 from 2026-07-20 nights 1 price AMOUNT",
      "reserve 15 for \"Ada Rivera\" from 2026-07-20 nights 1 price AMOUNT",
    ]
    for door in doors {
      let command = door.replacingOccurrences(of: "AMOUNT", with: "1000000000.01")
      let told = try fault(command)
      XCTAssertEqual(
        told.message, "an amount is at most $1,000,000,000.00, not $1,000,000,000.01", command)
      XCTAssertEqual(
        told.hint,
        "an amount this large looks like a typing mistake; if it is right, enter it in parts",
        command)
      XCTAssertEqual(told.marked, "1000000000.01", command)
    }
    try run("rate add Night 1000000000")
  }

  func testAFeeOfAGroupWithoutATaxIsTakenWithAWarning() async throws {
    try run("fee add Dogs 3 group pets")
    XCTAssertTrue(notes.contains("no tax applies to the group pets yet"), notes)
    try run("tax add \"Pet tax\" 5% group pets; fee edit Dogs amount 4")
    XCTAssertEqual(notes, "")
  }

  // MARK: Closing days

  func testClosingADayThatIsNotOverIsAskedAndToldWhatItMeans() async throws {
    try begin(daysAgo: 1)
    var questions: [String] = []
    session.ask = { question in
      questions.append(question)
      return false
    }
    let shown = try run("day close 2026-06-15")
    XCTAssertEqual(
      shown,
      """
      2026-06-15 has not ended. Once it is closed, charges and payments are dated \
      2026-06-16,
      and guests who arrive later are not counted in its nights.
      Nothing changed

      """)
    _ = try run("nightly 2026-06-15 close")
    XCTAssertEqual(questions, ["Close it?", "Close it?"])
    XCTAssertEqual(try run("count ClosedDay"), "0\n")
    // A day that is over is closed unasked, and so is any day where nobody can answer.
    _ = try run("day close 2026-06-14")
    XCTAssertEqual(questions.count, 2)
    session.ask = { _ in true }
    XCTAssertTrue(
      try run("day close").contains("closed early; new lines are dated"))
    XCTAssertEqual(
      try failure("day close").message, "2026-06-16 is in the future; today is 2026-06-15")
  }

  func testNobodyIsAskedToCloseADayThatCannotBeClosed() async throws {
    var questions: [String] = []
    session.ask = { question in
      questions.append(question)
      return true
    }
    try begin(daysAgo: 1)
    try run("campsite add 77 rate 40; camper add Guest; day close 2026-06-14")
    let code = try run("reserve 77 for Guest from 2026-06-15 nights 2").split(separator: " ")[1]
    try run("checkin \(code)")
    let before = questions.count
    let fault = try failure("day close")
    XCTAssertEqual(fault.message, "the night of 2026-06-15 is not posted for \(code)")
    XCTAssertEqual(fault.hint, "\"nightly 2026-06-15\" posts it")
    XCTAssertEqual(questions.count, before)
    try run("nightly 2026-06-15")
    XCTAssertTrue(try run("day close").contains("Closed Mon 2026-06-15"))
    XCTAssertEqual(questions.dropFirst(before), ["Close it?"])
  }

  // MARK: Folios

  func testAFolioShowsReferencesAndEachTaxOnce() async throws {
    try run("tax add Bed 12.35%; reserve 15 for \"Ada Rivera\" from 2026-06-15 nights 3")
    try run("checkin R-2; nightly 2026-06-15; pay R-2 20 card reference 4242")
    session.format = .markdown
    let text = try run("folio R-2")
    XCTAssertTrue(text.contains("| Payment by card (4242) |"), text)
    try run("charge R-2 1 wood group lodging; charge R-2 1 wood group lodging")
    let bed = try run("folio R-2").split(separator: "\n").filter { $0.contains("Bed") }
    XCTAssertEqual(bed.count, 1, "\(bed)")
    let all = try run("folio R-2 all").split(separator: "\n").filter { $0.contains("Bed") }
    XCTAssertEqual(all.count, 3, "\(all)")
    session.format = .jsonl
    XCTAssertTrue(
      try run("folio R-2").contains("\"method\":\"card\",\"reference\":\"4242\""))
  }

  func testASharedBillSaysWhoseEachLineIsAndWhatEachStayComesTo() async throws {
    try run("campsite add 16 rate 40; campsite add 17 rate 40")
    try run("group book Scouts sites 16,17 for \"Ada Rivera\" from 2026-07-01 nights 1")
    try run("charge R-2 5 ice; pay R-3 60 cash")
    session.format = .markdown
    let text = try run("folio R-2")
    XCTAssertTrue(text.contains("| line | day        | code | site | text"), text)
    XCTAssertTrue(text.contains("| R-2  | 16   | ice"), text)
    XCTAssertTrue(text.contains("| R-3  | 17   | Payment by cash"), text)
    XCTAssertTrue(
      text.contains("| R-2  | Ada Rivera | 16   |    5.00 |   40.00 |  0.00 | 45.00 |   0.00 |"),
      text)
    XCTAssertTrue(
      text.contains("| R-3  | Ada Rivera | 17   |    0.00 |   40.00 | 60.00 |  0.00 |  20.00 |"),
      text)
    XCTAssertTrue(
      text.contains("| all  |            |      |    5.00 |   80.00 | 60.00 | 25.00 |   0.00 |"),
      text)
  }

  func testAChangeTellsATaxByItsWhole() async throws {
    try run("tax add Bed 10%; rate add All 33.33")
    let text = try run("reservation extend R-1 nights 1 dry-run")
    // 45 is the site's own price, and all nights have the tax of their dates.
    XCTAssertTrue(
      text.contains("  - Bed · $13.50\n  + Night 2026-07-04 · $45.00\n  + Bed · $18.00\n"), text)
    XCTAssertTrue(text.contains("difference $49.50 · balance due $198.00"), text)
  }
}
