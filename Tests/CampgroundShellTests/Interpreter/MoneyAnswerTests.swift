import Campground
import TestSupport
import XCTest

@testable import CampgroundShell

/// What clerks are told about money: the whole of a bill, and what goes with a line.
final class MoneyAnswerTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 1 rate 40; campsite add 2 rate 40; camper add Rivera")
    try run("policy add All steps \"0+ all\" grace 0 default yes")
    session.format = .plain
  }

  private func bookScouts() throws {
    try run("group book Scouts sites 1,2 for Rivera from 2026-06-15 nights 1")
  }

  func testAnAnswerAboutOneOfAGroupTellsTheBillAndItsShare() async throws {
    try bookScouts()
    XCTAssertEqual(
      try run("pay R-1 100 cash"),
      "Paid $100.00 by cash for R-1 · line 1 · group Scouts: credit $20.00 · "
        + "R-1 alone: credit $60.00\n")
    XCTAssertTrue(
      try run("credit R-2").hasSuffix(
        " · line 2 · group Scouts: paid in full · R-2 alone: balance due $60.00\n"))
    try run("checkin R-2")
    XCTAssertTrue(
      try run("checkout R-2").contains(
        "  group Scouts: paid in full · R-2 alone: balance due $60.00\n"))
    session.format = .jsonl
    XCTAssertTrue(
      try run("pay R-2 5 cash").contains(
        "\"due\":0.00,\"credit\":5.00,\"share_due\":55.00,\"share_credit\":0.00"))
  }

  func testAGroupPaysItsBalanceDueWhereNobodySaysHowMuch() async throws {
    try bookScouts()
    try run("pay R-1 30 cash")
    let paid = try run("group pay Scouts card reference 4242")
    XCTAssertTrue(paid.contains("due\t0.00\n"), paid)
    XCTAssertTrue(paid.contains("R-1\t1\t10.00\nR-2\t2\t40.00\n"), paid)
    let error = try failure("group pay Scouts cash")
    XCTAssertEqual(error.message, "Scouts has no balance due")
    XCTAssertEqual(error.hint, "group pay Scouts AMOUNT METHOD keeps a payment as a credit")
  }

  func testAGroupThatIsCalledOffTellsWhatItOwesAndPaysIt() async throws {
    try bookScouts()
    XCTAssertTrue(
      try run("group cancel Scouts").hasSuffix("Group Scouts: balance due $80.00\n"))
    XCTAssertTrue(try run("group pay Scouts 80 cash").contains("R-2"))
    XCTAssertEqual(
      try failure("group charge Scouts amount 5 for Hall").hint,
      "charge a canceled stay with \"charge CODE\"; \"group show NAME\" lists them")
  }

  func testWhatIsTakenBackWithALineIsTold() async throws {
    try run("tax add Goods 8% group goods; reserve 1 for Rivera from 2026-06-20 nights 1")
    try run("charge R-1 10 wood group goods")
    XCTAssertEqual(
      try run("reverse R-1 1 reason wrong"),
      "Reversed $10.00 for R-1 · wood · with $0.80 tax · line 3 · balance due $40.00\n")
  }

  func testARefundInTheWayIsNamed() async throws {
    try run(
      "reserve 1 for Rivera from 2026-06-20 nights 1; pay R-1 50 cash; refund R-1 50 reason x")
    let error = try failure("reverse R-1 1 reason typo")
    XCTAssertEqual(
      error.message,
      "the payment in line 1 was refunded by line 2; reversing it would refund more than was paid")
    XCTAssertEqual(
      error.hint,
      "reverse line 2 first; if that money was paid out, charge the difference")
  }

  func testAPaymentForAHoldThatIsOverSaysSo() async throws {
    try run("hold 1 for Rivera from 2026-06-20 nights 1 minutes 10; pay R-1 5 cash")
    XCTAssertEqual(notes, "")
    let late = TestShell(
      stack, clock: FixedClock(stack.clock.now.addingTimeInterval(600)))
    try late.run("pay R-1 5 cash")
    XCTAssertTrue(
      late.notes.hasPrefix(
        "warning: the hold R-1 expired at 2026-06-15 12:10, so nothing is booked"),
      late.notes)
    try late.run("expire R-1; pay R-1 5 cash")
    XCTAssertTrue(late.notes.contains("R-1 has expired, so nothing is booked"), late.notes)
  }
}
