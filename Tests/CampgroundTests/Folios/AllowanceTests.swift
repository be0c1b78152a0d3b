import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What is taken off a bill, which is never below zero by it.
@MainActor
final class AllowanceTests: XCTestCase {
  /// Three nights at 40, nothing paid.
  private func threeNights(_ desk: TestDesk) throws -> Reservation {
    let site = try desk.sites.add("1", rate: 40)
    return try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-20", "2026-07-23"))
  }

  func testAnAllowanceIsTakenBackAsFarAsAStayThatBecomesShorterDoesNotComeToIt() async throws {
    try await eachStore { desk in
      let stay = try threeNights(desk)
      try desk.folios.allow(110, to: stay, reason: "kind")
      let change = try desk.reservations.shorten(stay.code, by: 2)
      // One night of 40 is left: 40 of the 110 stay off, 70 are taken back.
      XCTAssertEqual("\(change.balance)", "nothing due")
      XCTAssertEqual(
        try desk.folios.lines(of: XCTUnwrap(stay.folio)).map(\.amountMinor), [-11_000, 7_000])
      XCTAssertEqual(try desk.folios.openBills().count, 0)
      assertBreaks("R-1 has no credit") {
        try desk.folios.credit(to: stay)
      }
      // Two nights come to 80: of the 70 that were taken back only 30 are beyond that.
      XCTAssertEqual("\(try desk.reservations.extend(stay.code, by: 1).balance)", "nothing due")
      XCTAssertEqual(
        try desk.folios.lines(of: XCTUnwrap(stay.folio)).map(\.amountMinor),
        [-11_000, 7_000, -4_000])
      // Three come to 120, as they did at first: 10 of them are due.
      XCTAssertEqual("\(try desk.reservations.extend(stay.code, by: 1).balance.due)", "$10.00")
    }
  }

  func testWhatIsGivenBackBeforeAStayIsShortenedLeavesTheGuestNoMoreThanWasPaid() async throws {
    try await eachStore { desk in
      let stay = try threeNights(desk)
      try desk.folios.pay(100, by: .cash, for: stay)
      // 20 of what was paid are left.
      try desk.folios.refund(80, to: stay, by: .voucher, reason: "kind")
      XCTAssertEqual(try desk.due(stay), "$100.00")
      let change = try desk.reservations.shorten(stay.code, by: 2)
      XCTAssertEqual("\(change.balance)", "balance due $20.00")
      XCTAssertEqual(change.balance.charged, try usd("0"))
    }
  }

  // MARK: Called off and taken back

  /// Three nights at 40 with 10%, 132 in all, of which 30 with their 3 of tax are taken off and the
  /// other 99 are paid.
  private func allowedThreeNights(_ desk: TestDesk, fee: Decimal = 0) throws -> Reservation {
    try desk.rates.addTax("T", TaxPlan(percent: 10))
    try desk.policies.add(
      "P",
      PolicyPlan(
        steps: [.init(NoticeDays(from: 0, through: nil), keeps: .nothing, fee: fee)],
        graceMinutes: 0))
    let stay = try threeNights(desk)
    try desk.folios.allow(30, to: stay, reason: "broken", taxGroup: "lodging")
    try desk.folios.pay(99, by: .card, for: stay)
    return stay
  }

  /// The lines of a stay that stand, but for what was paid.
  private func standing(_ stay: Reservation, _ desk: TestDesk) throws -> [String] {
    try desk.folios.lines(of: XCTUnwrap(stay.folio))
      .filter { !$0.isPayment && $0.kind != .reversal && $0.reversedBy == nil }
      .map { "\($0.text) \($0.amount)" }
  }

  func testAnAllowanceThatACancellationTookBackIsValidAgainWithItsTaxes() async throws {
    try await eachStore { desk in
      let stay = try allowedThreeNights(desk)
      let canceled = try desk.reservations.cancel(stay.code)
      XCTAssertEqual(
        try standing(stay, desk),
        ["Allowance -$30.00", "T -$3.00", "Allowance $30.00", "T $3.00"])
      // 132 less, of which 33 had been taken off.
      XCTAssertEqual(canceled.difference, try usd("-99"))
      XCTAssertEqual("\(canceled.balance)", "credit $99.00")
      let again = try desk.reservations.reinstate(stay.code)
      XCTAssertEqual(again.difference, try usd("99"))
      XCTAssertEqual("\(again.balance)", "paid in full")
      XCTAssertEqual(
        try standing(stay, desk),
        [
          "Allowance -$30.00", "T -$3.00", "Allowance $30.00", "T $3.00", "Allowance -$30.00",
          "T -$3.00",
        ])
    }
  }

  func testACanceledBillWithAFeeHasNoTaxOfTheAllowance() async throws {
    try await eachStore { desk in
      let stay = try allowedThreeNights(desk, fee: 8)
      try desk.reservations.cancel(stay.code)
      // It was off the lodging, of which nothing is left.
      XCTAssertEqual(
        try standing(stay, desk).suffix(3),
        ["Cancellation fee $8.00", "Allowance $30.00", "T $3.00"])
      XCTAssertEqual("\(try desk.folios.balance(of: stay))", "credit $91.00")
      XCTAssertEqual("\(try desk.reservations.reinstate(stay.code).balance)", "paid in full")
    }
  }

  func testAFeeBeyondTheAllowanceHasNoTaxOfItEither() async throws {
    try await eachStore { desk in
      let stay = try allowedThreeNights(desk, fee: 50)
      try desk.reservations.cancel(stay.code)
      XCTAssertEqual(
        try standing(stay, desk).suffix(3),
        ["Cancellation fee $50.00", "Allowance $30.00", "T $3.00"])
      XCTAssertEqual("\(try desk.folios.balance(of: stay))", "credit $49.00")
      XCTAssertEqual("\(try desk.reservations.reinstate(stay.code).balance)", "paid in full")
    }
  }

  func testAShorterStayGivesTheAllowanceUpWithItsTaxesAndALongerOneGetsItBack() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("T", TaxPlan(percent: 10))
      let stay = try threeNights(desk)
      try desk.folios.allow(110, to: stay, reason: "kind", taxGroup: "lodging")
      // 44 of the 121 are left: the tax of 4 and 40.
      try desk.reservations.shorten(stay.code, by: 2)
      XCTAssertEqual(
        try standing(stay, desk),
        ["Allowance -$110.00", "T -$11.00", "Allowance $70.00", "T $7.00"])
      XCTAssertEqual(
        "\(try desk.reservations.extend(stay.code, by: 2).balance)", "balance due $11.00")
      XCTAssertEqual(
        try standing(stay, desk).suffix(2), ["Allowance -$70.00", "T -$7.00"])
    }
  }

  func testAnAllowanceThatIsTakenBackByHandLeavesNothingOfWhatAShorterStayTookBack() async throws {
    try await eachStore { desk in
      let stay = try threeNights(desk)
      let allowance = try desk.folios.allow(110, to: stay, reason: "kind")
      try desk.reservations.shorten(stay.code, by: 2)
      try desk.folios.reverse(allowance, reason: "by mistake")
      XCTAssertEqual(try desk.due(stay), "$40.00")
    }
  }

  func testAStayThatIsPutOnOneSiteLeavesTheAllowanceAlone() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      let stay = try desk.find("R-1")
      // Two nights at 40 and three at 55; on the second site they are five at 55.
      try desk.folios.allow(245, to: stay, reason: "kind")
      try desk.reservations.move("R-1", to: desk.sites.find("16"))
      XCTAssertEqual(
        try desk.folios.lines(of: XCTUnwrap(stay.folio)).map(\.amountMinor), [-24_500])
      XCTAssertEqual(try desk.due(stay), "$30.00")
    }
  }

  func testAnAllowanceThatTheStayStillComesToStays() async throws {
    try await eachStore { desk in
      let stay = try threeNights(desk)
      try desk.folios.allow(40, to: stay, reason: "kind")
      let change = try desk.reservations.shorten(stay.code, by: 2)
      XCTAssertEqual("\(change.balance)", "nothing due")
      XCTAssertEqual(
        try desk.folios.lines(of: XCTUnwrap(stay.folio)).map(\.amountMinor), [-4_000])
    }
  }

  func testALowerPriceTakesBackWhatIsBeyondIt() async throws {
    try await eachStore { desk in
      let stay = try threeNights(desk)
      try desk.folios.allow(110, to: stay, reason: "kind")
      XCTAssertEqual(
        "\(try desk.reservations.edit(stay.code, price: 10).balance)", "nothing due")
    }
  }

  func testWhatWasChargedByHandIsTakenBackAndNotAllowed() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [0])
      let wood = try desk.folios.charge(10, for: "wood", to: stay)
      assertBreaks("the allowance of $10.00 exceeds the bill of R-1 ($0.00)") {
        try desk.folios.allow(10, to: stay, reason: "wet")
      }
      try desk.folios.reverse(wood, reason: "brought back")
      XCTAssertEqual("\(try desk.folios.balance(of: stay))", "nothing due")
    }
  }

  func testAHoldThatEndsTakesItsAllowanceWithIt() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("1", rate: 40)
      let held = try desk.reservations.hold(
        Booking(site, for: nil, dates: stay("2026-07-20", "2026-07-21")))
      try desk.folios.charge(5, for: "call", to: held)
      try desk.folios.allow(30, to: held, reason: "kind")
      try desk.reservations.expire(held.code)
      // What was charged by hand stays.
      XCTAssertEqual("\(try desk.folios.balance(of: held))", "balance due $5.00")
    }
  }

  // MARK: Two clerks

  /// One night at 52, on a file that two desks have open.
  private func twoDesks(_ body: (TestDesk, TestDesk, Desk) throws -> Void) throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let mine = try otherDesk(on: file)
    let site = try mine.sites.add("1", rate: 52)
    let stay = try mine.reservations.reserve(
      site, for: nil, dates: stay("2026-07-20", "2026-07-21"))
    try mine.folios.pay(1, by: .cash, for: stay)
    let theirs = try otherDesk(on: file)
    try body(mine, theirs, mine.scratchPad())
    try theirs.stack.refreshAfterForeignChanges()
    let balance = try theirs.folios.balance(of: theirs.find("R-1"))
    XCTAssertGreaterThanOrEqual(try (balance.charged + balance.toCome).amount, 0)
    try mine.stack.close()
    try theirs.stack.close()
  }

  private func takeOff50(_ pad: Desk) throws {
    try pad.perform("allow") {
      try $0.folios.allow(50, to: $0.reservations.find("R-1"), reason: "mine")
    }
  }

  func testOfTwoClerksWhoTakeTheSameAmountOffTheSecondIsStopped() async throws {
    try twoDesks { _, theirs, pad in
      try takeOff50(pad)
      try theirs.folios.allow(50, to: theirs.find("R-1"), reason: "theirs")
      XCTAssertThrowsError(try pad.save())
    }
  }

  func testAnAllowanceMeetsAStayThatIsCanceledMeanwhile() async throws {
    try twoDesks { _, theirs, pad in
      try takeOff50(pad)
      try theirs.reservations.cancel("R-1")
      XCTAssertThrowsError(try pad.save())
    }
  }

  func testAStayThatIsMadeCheaperMeetsAnAllowanceOfMeanwhile() async throws {
    try twoDesks { _, theirs, pad in
      try pad.perform("edit") { try $0.reservations.edit("R-1", price: 10) }
      try theirs.folios.allow(50, to: theirs.find("R-1"), reason: "theirs")
      XCTAssertThrowsError(try pad.save())
    }
  }
}
