import Foundation
import ObjectGraph
import XCTest

@testable import Campground

@MainActor
final class RefundTests: XCTestCase {
  func testHalfOf230Dollars87IsRefundedAsHalfUpAndTheRestIsKept() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [23_087])
      try desk.folios.pay(Decimal(23_087) / 100, by: .card, for: stay)
      let paid = try desk.folios.balance(of: stay).paid
      // 230.87 / 2 = 115.435; half-up to the guest, the rest stays.
      let back = try (paid * (Decimal(1) / 2)).rounded()
      let kept = try paid - back
      XCTAssertEqual([back, kept], [try usd("115.44"), try usd("115.43")])
      // What is kept is all that is left of the bill.
      try desk.reservations.edit(stay.code, price: kept.amount)
      XCTAssertEqual(try desk.due(stay), "-$115.44")
      try desk.folios.refund(back.amount, to: stay, reason: "canceled")
      let balance = try desk.folios.balance(of: stay)
      XCTAssertEqual(balance.paid, try usd("115.43"))
      XCTAssertEqual(balance.due, try usd("0.00"))
    }
  }

  func testHundredDollarsOverThreeSitesAreCollectedToTheCent() async throws {
    try await eachStore { desk in
      let shares = try usd("100.00").split(into: 3)
      XCTAssertEqual(shares.map(\.description), ["$33.34", "$33.33", "$33.33"])
      for (index, share) in shares.enumerated() {
        let stay = try desk.stay(nights: [try share.minorUnits()], site: "\(index + 1)")
        try desk.folios.pay(share.amount, by: .cash, for: stay)
        XCTAssertEqual(try desk.due(stay), "$0.00")
      }
      let lines = try desk.stack.mainContext.fetch(FolioEntry.fetchRequest())
      XCTAssertEqual(lines.map(\.amountMinor).reduce(0, +), -10_000)
    }
  }

  /// Of 60 prepaid on a stay of 100, refunding 10 leaves 50 to pay.
  func testARefundChangesNoPrice() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [10_000])
      try desk.folios.pay(60, by: .card, for: stay)
      let line = try desk.folios.refund(10, to: stay, reason: "rain")[0]
      XCTAssertEqual(line.method, .card)
      XCTAssertEqual(line.reason, "rain")
      XCTAssertEqual(try desk.due(stay), "$50.00")
      let lines = try desk.folios.lines(of: try XCTUnwrap(stay.folio))
      XCTAssertEqual(lines.map(\.kind), [.payment, .refund])
      XCTAssertEqual(lines.map(\.amountMinor), [-6_000, 1_000])
    }
  }

  /// 17.80 of lodging and 2.20 of its 12.35% are the 20.00 that go back: 17.80 + 14.82 - 12.62.
  func testARefundThatIsTakenOffTheBillLeavesNothingDue() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("1", rate: 40)
      try desk.rates.addTax(
        "Bed tax", TaxPlan(percent: try XCTUnwrap(Decimal(string: "12.35"))))
      let stay = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
      try desk.folios.pay(usd("134.82").amount, by: .card, for: stay)
      let line = try desk.folios.refund(20, to: stay, reason: "broken hookup", allowing: true)[0]
      XCTAssertEqual(line.amountMinor, 2_000)
      XCTAssertEqual("\(try desk.folios.balance(of: stay))", "paid in full")
      XCTAssertEqual(stay.totalMinor, 11_482)
      let lines = try desk.folios.lines(of: try XCTUnwrap(stay.folio))
      XCTAssertEqual(lines.map(\.kind), [.payment, .allowance, .tax, .refund])
      XCTAssertEqual(lines.map(\.amountMinor), [-13_482, -1_780, -220, 2_000])
      XCTAssertEqual(Set(lines.dropFirst().map(\.posting)).count, 1)
      // As credit for another stay, too.
      try desk.folios.refund(20, to: stay, by: .voucher, reason: "noise", allowing: true)
      XCTAssertEqual("\(try desk.folios.balance(of: stay))", "paid in full")
      XCTAssertEqual(stay.totalMinor, 9_482)
    }
  }

  func testNoMoreIsTakenOffByARefundThanTheStayComesTo() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      try desk.folios.pay(100, by: .cash, for: stay)
      assertBreaks("the allowance of $50.00 exceeds the bill of R-1 ($40.00)") {
        try desk.folios.refund(50, to: stay, reason: "rain", allowing: true)
      }
      XCTAssertEqual(try desk.count(FolioEntry.self), 1)
      XCTAssertEqual(stay.totalMinor, 4_000)
    }
  }

  func testAnAllowanceIsTakenOffTheBillWithItsTaxesUpToAllOfIt() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("1", rate: 45)
      try desk.rates.addTax("Bed tax", TaxPlan(percent: 10))
      let stay = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-20", "2026-07-22"))
      // 2 × 45 and 9 of tax.
      try desk.folios.pay(99, by: .card, for: stay)
      let line = try desk.folios.allow(
        20, to: stay, reason: "broken hookup", taxGroup: "lodging")
      XCTAssertEqual(line.amountMinor, -2_000)
      XCTAssertEqual(line.kind, .allowance)
      XCTAssertEqual(line.reason, "broken hookup")
      XCTAssertEqual(try desk.due(stay), "-$22.00")
      // 90 less 20 are left of the lodging; a cent more is too much.
      assertBreaks("the allowance of $70.01 exceeds the bill of R-1 ($70.00)") {
        try desk.folios.allow(
          Decimal(7_001) / 100, to: stay, reason: "rain", taxGroup: "lodging")
      }
      assertBreaks(.reasonMissing("an allowance")) {
        try desk.folios.allow(1, to: stay, reason: "")
      }
      assertBreaks(
        .unknownTaxGroup("goods", known: ["lodging"])
      ) { try desk.folios.allow(1, to: stay, reason: "rain", taxGroup: "goods") }
      assertBreaks(.invalidValue, "enter an amount above $0.00, not $0.00") {
        try desk.folios.allow(0, to: stay, reason: "rain")
      }
      try desk.folios.allow(70, to: stay, reason: "rain", taxGroup: "lodging")
      try desk.folios.refund(99, to: stay, reason: "rain")
      XCTAssertEqual("\(try desk.folios.balance(of: stay))", "nothing due")
    }
  }

  func testWhatOneOfAGroupHasTooMuchIsNotToTheGoodWhileTheBillIsOwed() async throws {
    try await eachStore { desk in
      let dates = try stay("2026-07-20", "2026-07-21")
      let bookings = try ["1", "2"].map {
        Booking(try desk.sites.add($0, rate: 40), for: nil, dates: dates)
      }
      _ = try desk.reservations.bookGroup("Scouts", bookings)
      let first = try desk.reservations.find("R-1")
      // One pays for both: 80 on a bill of 80.
      try desk.folios.pay(80, by: .card, for: first)
      XCTAssertEqual(try desk.due(first), "-$40.00")
      assertBreaks("Scouts has no credit") { try desk.folios.credit(40, to: first) }
      // What goes back all the same is due again.
      try desk.folios.refund(40, to: first, reason: "rain")
      XCTAssertEqual(
        "\(try desk.folios.balance(of: try XCTUnwrap(first.folio)))", "balance due $40.00")
    }
  }

  func testWhatWasTakenOffAStayThatIsCalledOffIsNotToTheGoodOfTheGuest() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("1", rate: 40)
      let stay = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-20", "2026-07-21"))
      try desk.folios.pay(40, by: .card, for: stay)
      try desk.folios.refund(10, to: stay, reason: "early")
      try desk.reservations.cancel("R-1")
      // 40 came and 10 went back: 30 are left, and can be given back.
      XCTAssertEqual(try desk.due(stay), "-$30.00")
      try desk.folios.credit(to: stay)
      XCTAssertEqual(try desk.due(stay), "$0.00")
    }
  }

  func testTheCreditOfASharedBillIsUsedBeforeAStayIsReduced() async throws {
    try await eachStore { desk in
      let dates = try stay("2026-07-20", "2026-07-21")
      let bookings = try ["1", "2"].map {
        Booking(try desk.sites.add($0, rate: 40), for: nil, dates: dates)
      }
      _ = try desk.reservations.bookGroup("Scouts", bookings)
      let (first, second) = (
        try desk.reservations.find("R-1"), try desk.reservations.find("R-2")
      )
      try desk.folios.pay(80, by: .card, for: first)
      try desk.reservations.cancel("R-2")
      try desk.folios.refund(40, to: second, reason: "canceled")
      let folio = try XCTUnwrap(first.folio)
      XCTAssertEqual(try desk.folios.lines(of: folio).map(\.kind), [.payment, .refund])
      XCTAssertEqual(try desk.folios.balance(of: folio).due, try usd("0.00"))
      XCTAssertEqual(try desk.folios.balance(of: folio).toCome, try usd("40.00"))
    }
  }

  /// 30 by card, 40 in cash and 20 by voucher: 65 goes back as 20, 40 and 5.
  func testMoneyGoesBackTheWayItCameTheLastPaymentFirst() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [9_000])
      let voucher = try desk.folios.issueVoucher(20)
      try desk.folios.pay(30, by: .card, for: stay)
      try desk.folios.pay(40, by: .cash, for: stay)
      try desk.folios.redeem(voucher.code, for: stay)
      let lines = try desk.folios.refund(65, to: stay, reason: "rain")
      XCTAssertEqual(lines.map(\.method), [.voucher, .cash, .card])
      XCTAssertEqual(lines.map(\.amountMinor), [2_000, 4_000, 500])
      XCTAssertEqual(Set(lines.map(\.posting)).count, 1)
      XCTAssertEqual(voucher.remaining, try usd("20"))
      XCTAssertEqual(
        try desk.folios.refund(25, to: stay, reason: "rain").map(\.method), [.card])
    }
  }

  func testCashForACardNeedsAnExceptionAndAReason() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      try desk.folios.pay(60, by: .card, for: stay)
      assertBreaks("cannot refund $20.00 for R-1 in cash: only $0.00 of it came in cash") {
        try desk.folios.refund(20, to: stay, by: .cash, reason: "card expired")
      }
      // Even what is only the guest's credit.
      assertBreaks(.reasonMissing("cash for money that did not come in cash")) {
        try desk.folios.refund(20, to: stay, by: .cash, overriding: true)
      }
      let line = try desk.folios.refund(
        20, to: stay, by: .cash, reason: "card expired", overriding: true)[0]
      XCTAssertEqual(line.method, .cash)
      // The 20 in cash were 20 of the card's 60.
      assertBreaks("cannot refund $41.00 for R-1: at most $40.00 is left") {
        try desk.folios.refund(41, to: stay, by: .card, reason: "rain")
      }
      XCTAssertEqual(try desk.folios.refund(40, to: stay, reason: "rain")[0].method, .card)
    }
  }

  func testAnyMoneyGoesBackByCheckAndAllButVoucherMoneyAsAVoucher() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [9_000])
      let voucher = try desk.folios.issueVoucher(30)
      try desk.folios.redeem(voucher.code, for: stay)
      try desk.folios.pay(60, by: .card, for: stay)
      assertBreaks(
        "cannot refund $61.00 for R-1 as a voucher: only $60.00 of it was not paid by voucher"
      ) { try desk.folios.refund(61, to: stay, by: .voucher, reason: "rain") }
      let kept = try desk.folios.refund(20, to: stay, by: .voucher, reason: "rain")[0]
      XCTAssertEqual(kept.kind, .credit)
      XCTAssertEqual(kept.voucher?.amountMinor, 2_000)
      XCTAssertEqual(try desk.due(stay), "$20.00")
      try desk.folios.refund(50, to: stay, by: .check, reason: "rain")
      // The card's 40 went by check first, then 10 of the voucher's 30.
      let rest = try desk.folios.refund(20, to: stay, reason: "rain")[0]
      XCTAssertEqual(rest.voucher, voucher)
      XCTAssertEqual(voucher.remaining, try usd("20"))
    }
  }

  func testARefundToOneOfAGroupIsLimitedByWhatItsBillTookByThatMethod() async throws {
    try await eachStore { desk in
      let dates = try stay("2026-07-20", "2026-07-21")
      let bookings = try ["1", "2"].map {
        Booking(try desk.sites.add($0, rate: 40), for: nil, dates: dates)
      }
      _ = try desk.reservations.bookGroup("Scouts", bookings)
      let (first, second) = (
        try desk.reservations.find("R-1"), try desk.reservations.find("R-2")
      )
      try desk.folios.pay(30, by: .cash, for: second)
      try desk.folios.pay(80, by: .card, for: first)
      assertBreaks("cannot refund $31.00 for R-1 in cash: only $30.00 of it came in cash") {
        try desk.folios.refund(31, to: first, by: .cash, reason: "rain")
      }
      // By default, what came for the stay itself goes back first.
      XCTAssertEqual(
        try desk.folios.refund(40, to: second, reason: "rain").map(\.amountMinor), [3_000, 1_000])
    }
  }

  func testPaidFourNightsAndShortenedToTwoTheCreditOf80IsRefundedKeptOrCharged() async throws {
    try await eachStore { desk in
      let refunded = try shortened("1", at: desk)
      try desk.folios.refund(80, to: refunded, reason: "two nights less")
      XCTAssertEqual(try desk.due(refunded), "$0.00")
      XCTAssertEqual(try desk.folios.balance(of: refunded).paid, try usd("80.00"))

      let kept = try shortened("2", at: desk)
      let credit = try desk.folios.credit(to: kept)
      XCTAssertEqual(credit.kind, .credit)
      XCTAssertEqual(credit.voucher?.remaining, try usd("80.00"))
      XCTAssertEqual(credit.voucher?.camper, kept.camper)
      XCTAssertEqual(try desk.due(kept), "$0.00")

      let charged = try shortened("3", at: desk)
      try desk.folios.keepCredit(of: charged, as: "Early departure fee")
      XCTAssertEqual(try desk.due(charged), "$0.00")
      XCTAssertEqual(try desk.folios.balance(of: charged).paid, try usd("160.00"))
      assertBreaks("\(charged.code) has no credit") {
        try desk.folios.keepCredit(80, of: charged, as: "Again")
      }
      assertBreaks("\(charged.code) has no credit") {
        try desk.folios.credit(to: charged)
      }
    }
  }

  /// A stay of four nights at 40, paid, of which two nights were given up.
  private func shortened(_ site: String, at desk: TestDesk) throws -> Reservation {
    let stay = try desk.stay(nights: [4_000, 4_000, 4_000, 4_000], site: site)
    try desk.folios.pay(160, by: .card, for: stay)
    try desk.reservations.shorten(stay.code, by: 2)
    XCTAssertEqual(try desk.folios.balance(of: stay).credit, try usd("80.00"))
    return stay
  }

  func testNeverMoreGoesBackThanWasPaidNorByCardThanCameByCard() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [10_000])
      assertBreaks("cannot refund $1.00 for R-1: at most $0.00 is left") {
        try desk.folios.refund(1, to: stay, reason: "kindness")
      }
      try desk.folios.pay(60, by: .card, for: stay)
      try desk.folios.pay(40, by: .cash, for: stay)
      assertBreaks("cannot refund $61.00 for R-1 by card: only $60.00 of it came by card") {
        try desk.folios.refund(61, to: stay, by: .card, reason: "rain")
      }
      assertBreaks("cannot refund $100.01 for R-1: at most $100.00 is left") {
        try desk.folios.refund(Decimal(10_001) / 100, to: stay, by: .cash, reason: "rain")
      }
      assertBreaks(.reasonMissing("a refund of more than the credit")) {
        try desk.folios.refund(1, to: stay, reason: " ")
      }
      try desk.folios.refund(60, to: stay, by: .card, reason: "rain")
      try desk.folios.refund(40, to: stay, by: .cash, reason: "rain")
      assertBreaks("cannot refund $0.01 for R-1: at most $0.00 is left") {
        try desk.folios.refund(Decimal(1) / 100, to: stay, reason: "rain")
      }
    }
  }

  func testOfTwoClerksWhoGiveBackTheSameMoneyOneIsRefused() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let mine = try otherDesk(on: file)
    let stay = try mine.stay(nights: [4_000])
    try mine.folios.pay(40, by: .cash, for: stay)
    let other = try otherDesk(on: file)
    let theirs = try other.reservations.find("R-1")
    XCTAssertEqual(try other.due(theirs), "$0.00")
    try mine.folios.refund(40, to: stay, reason: "rain")
    // The other one's objects are those of before; the store says otherwise.
    assertBreaks("cannot refund $40.00 for R-1: at most $0.00 is left") {
      try other.folios.refund(40, to: theirs, reason: "rain")
    }
    try mine.stack.close()
    try other.stack.close()
  }
}
