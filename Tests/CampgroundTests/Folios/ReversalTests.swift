import Campground
import Foundation
import ObjectGraph
import XCTest

/// What is taken back with a line, and what cannot be.
@MainActor
final class ReversalTests: XCTestCase {
  // MARK: Payments

  func testAPaymentThatWasRefundedIsTakenBackOnlyAfterItsRefund() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      let paid = try desk.folios.pay(50, by: .cash, for: stay)
      let refund = try desk.folios.refund(50, to: stay, reason: "gone")[0]
      assertBreaks(
        "the payment in line \(paid.number) was refunded by line \(refund.number); "
          + "reversing it would refund more than was paid"
      ) { try desk.folios.reverse(paid, reason: "typo") }
      try desk.folios.reverse(refund, reason: "it was not")
      try desk.folios.reverse(paid, reason: "typo")
      XCTAssertEqual(try desk.folios.balance(of: stay).paid, try usd("0"))
    }
  }

  func testAPaymentIsTakenBackWhileEnoughOfTheOthersIsThere() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      let first = try desk.folios.pay(40, by: .cash, for: stay)
      try desk.folios.pay(60, by: .cash, for: stay)
      try desk.folios.refund(60, to: stay, reason: "too much")
      // 100 came and 60 went: 40 are there.
      try desk.folios.reverse(first, reason: "counted twice")
      XCTAssertEqual(try desk.folios.balance(of: stay).paid, try usd("0"))
    }
  }

  func testWhatCameByCardAndWentBackByCardDidNotComeInCash() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      let card = try desk.folios.pay(40, by: .card, for: stay)
      try desk.folios.pay(40, by: .cash, for: stay)
      let refund = try desk.folios.refund(40, to: stay, by: .card, reason: "twice")[0]
      assertBreaks(
        "the payment in line \(card.number) was refunded by line \(refund.number); "
          + "reversing it would refund more than was paid"
      ) {
        try desk.folios.reverse(card, reason: "typo")
      }
    }
  }

  func testTheRefundByTheMethodOfThePaymentIsNamedAndNotALaterOne() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      let cash = try desk.folios.pay(50, by: .cash, for: stay)
      try desk.folios.pay(50, by: .card, for: stay)
      let refund = try desk.folios.refund(50, to: stay, by: .cash, reason: "gone")[0]
      try desk.folios.refund(10, to: stay, by: .card, reason: "gone")
      assertBreaks(
        "the payment in line \(cash.number) was refunded by line \(refund.number); "
          + "reversing it would refund more than was paid"
      ) {
        try desk.folios.reverse(cash, reason: "typo")
      }
    }
  }

  func testAVoucherThatPaidIsNotFilledAgainAfterItsMoneyWentOutByCheck() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      let voucher = try desk.folios.issueVoucher(30)
      let paid = try desk.folios.redeem(voucher.code, amount: 20, for: stay)
      let check = try desk.folios.refund(20, to: stay, by: .check, reason: "rain")[0]
      assertBreaks(
        "the payment in line \(paid.number) was refunded by line \(check.number); "
          + "reversing it would refund more than was paid"
      ) {
        try desk.folios.reverse(paid, reason: "typo")
      }
      XCTAssertEqual(voucher.remaining, try usd("10"))
      // The other way round there are 30 in all again.
      try desk.folios.reverse(check, reason: "typo")
      try desk.folios.reverse(paid, reason: "typo")
      XCTAssertEqual(voucher.remaining, try usd("30"))
    }
  }

  // MARK: Taxes

  private func kinds(_ desk: TestDesk, _ stay: Reservation) throws -> [String] {
    try desk.folios.lines(of: XCTUnwrap(stay.folio)).map {
      "\($0.kind.rawValue) \($0.amountMinor)"
    }
  }

  func testAChargeByHandIsTakenBackWithItsTaxes() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("Goods", TaxPlan(percent: 8, group: "goods"))
      let stay = try desk.stay(nights: [4_000])
      let wood = try desk.folios.charge(10, for: "wood", to: stay, taxGroup: "goods")
      try desk.folios.charge(20, for: "ice", to: stay, taxGroup: "goods")
      let reversal = try desk.folios.reverse(wood, reason: "wrong")
      XCTAssertEqual(reversal.amountMinor, -1_000)
      XCTAssertEqual(
        try kinds(desk, stay),
        ["sale 1000", "tax 80", "sale 2000", "tax 160", "sale -1000", "tax -80"])
      // Ice and its tax stand.
      XCTAssertEqual(try desk.folios.balance(of: stay).charged, try usd("21.60"))
    }
  }

  func testATaxThatWasTakenBackBeforeIsNotTakenBackAgain() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("Goods", TaxPlan(percent: 8, group: "goods"))
      let stay = try desk.stay(nights: [4_000])
      let wood = try desk.folios.charge(10, for: "wood", to: stay, taxGroup: "goods")
      let lines = try desk.folios.lines(of: XCTUnwrap(stay.folio))
      try desk.folios.reverse(try XCTUnwrap(lines.last), reason: "exempt")
      try desk.folios.reverse(wood, reason: "wrong")
      XCTAssertEqual(
        try kinds(desk, stay), ["sale 1000", "tax 80", "tax -80", "sale -1000"])
    }
  }

  func testAnAllowanceIsTakenBackWithItsTaxes() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("Bed tax", TaxPlan(percent: 10))
      let stay = try desk.stay(nights: [4_000])
      let line = try desk.folios.allow(
        20, to: stay, reason: "rain", taxGroup: RateCard.lodgingGroup)
      try desk.folios.reverse(line, reason: "the sun came out")
      XCTAssertEqual(
        try kinds(desk, stay), ["allowance -2000", "tax -200", "allowance 2000", "tax 200"])
      XCTAssertEqual(try desk.due(stay), "$44.00")
    }
  }

  /// A stay of two nights at 40 with a fee of 10 on the first day, taxed by 10%, all posted.
  private func posted(_ desk: TestDesk) throws -> Reservation {
    try desk.rates.addTax("Bed tax", TaxPlan(percent: 10))
    try desk.rates.addFee(
      "Cleaning", FeePlan(amount: 10, taxGroup: RateCard.lodgingGroup))
    let site = try desk.sites.add("1", rate: 40)
    let stay = try desk.reservations.reserve(
      site, for: nil, dates: stay("2026-06-15", "2026-06-17"))
    try desk.reservations.checkIn(stay.code)
    try desk.reservations(on: "2026-06-17").checkOut(stay.code)
    XCTAssertEqual(try desk.folios.balance(of: stay).charged, try usd("99"))
    return stay
  }

  func testAPostedNightIsTakenBackWithItsShareOfTheTax() async throws {
    try await eachStore { desk in
      let stay = try posted(desk)
      let lines = try desk.folios.lines(of: XCTUnwrap(stay.folio))
      let night = try XCTUnwrap(
        lines.last { $0.kind == .lodging && $0.date == (try? day("2026-06-16")) })
      try desk.folios.reverse(night, reason: "no water")
      // The second night has 4.00 of tax, and nothing else is on its day.
      XCTAssertEqual(try desk.folios.balance(of: stay).charged, try usd("55"))
      let now = try desk.folios.lines(of: XCTUnwrap(stay.folio))
      XCTAssertEqual(now.suffix(2).map(\.amountMinor), [-4_000, -400])
      XCTAssertEqual(now.suffix(2).map(\.kind), [.lodging, .tax])
    }
  }

  func testTheTaxOfWhatElseIsOnTheDayOfATakenBackNightStays() async throws {
    try await eachStore { desk in
      let stay = try posted(desk)
      let lines = try desk.folios.lines(of: XCTUnwrap(stay.folio))
      let night = try XCTUnwrap(lines.first { $0.kind == .lodging })
      try desk.folios.reverse(night, reason: "no water")
      // 40 and 10 of the first day had 5.00 of tax; 1.00 of it is for the fee.
      XCTAssertEqual(try desk.folios.balance(of: stay).charged, try usd("55"))
      let now = try desk.folios.lines(of: XCTUnwrap(stay.folio))
      XCTAssertEqual(now.suffix(2).map(\.amountMinor), [-4_000, -400])
      XCTAssertEqual(now.suffix(2).map(\.kind), [.lodging, .tax])
    }
  }

  func testWhatIsTakenBackOfAClosedDayIsWrittenForTheNextWithItsTaxes() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("Goods", TaxPlan(percent: 8, group: "goods"))
      let stay = try desk.stay(nights: [4_000])
      let wood = try desk.folios.charge(10, for: "wood", to: stay, taxGroup: "goods")
      _ = try desk.folios.closeDay(day("2026-06-15"))
      try desk.folios.reverse(wood, reason: "wrong")
      let lines = try desk.folios.lines(of: XCTUnwrap(stay.folio))
      XCTAssertEqual(
        lines.map { "\($0.date)" }, ["2026-06-15", "2026-06-15", "2026-06-16", "2026-06-16"])
      XCTAssertEqual(try desk.folios.balance(of: stay).charged, try usd("0"))
      XCTAssertEqual(try desk.folios.money(of: day("2026-06-15")).charged, try usd("10.80"))
    }
  }

  // MARK: What becomes of the stay later

  /// A guest who is here for two nights at 40 with 10% of tax, the first of which is posted.
  private func guest(_ desk: TestDesk) throws -> Reservation {
    try desk.rates.addTax("Bed tax", TaxPlan(percent: 10))
    let site = try desk.sites.add("1", rate: 40)
    let stay = try desk.reservations.reserve(
      site, for: nil, dates: stay("2026-06-15", "2026-06-17"))
    try desk.reservations.checkIn(stay.code)
    try desk.folios.runNightly(day("2026-06-15"))
    XCTAssertEqual(try desk.folios.balance(of: stay).charged, try usd("44"))
    return stay
  }

  func testANightThatWasTakenBackStaysFreeWithItsTaxWhateverChanges() async throws {
    try await eachStore { desk in
      let stay = try guest(desk)
      let lines = try desk.folios.lines(of: XCTUnwrap(stay.folio))
      try desk.folios.reverse(
        XCTUnwrap(lines.first { $0.kind == .lodging }), reason: "no water")
      // The second night and its tax.
      XCTAssertEqual(stay.total, try usd("44"))
      XCTAssertEqual(try desk.due(stay), "$44.00")
      let change = try desk.reservations.edit(stay.code, party: Party(adults: 3))
      XCTAssertEqual(change.difference, try usd("0"))
      XCTAssertEqual(try desk.due(stay), "$44.00")
      try desk.reservations.extend(stay.code, by: 1)
      XCTAssertEqual(stay.total, try usd("88"))
      XCTAssertEqual(try desk.due(stay), "$88.00")
    }
  }

  func testATaxThatWasTakenBackByItselfStaysSoWhateverChanges() async throws {
    try await eachStore { desk in
      let stay = try guest(desk)
      let lines = try desk.folios.lines(of: XCTUnwrap(stay.folio))
      try desk.folios.reverse(XCTUnwrap(lines.first { $0.kind == .tax }), reason: "exempt")
      // Two nights, and the tax on the second.
      XCTAssertEqual(stay.total, try usd("84"))
      XCTAssertEqual(try desk.due(stay), "$84.00")
      let change = try desk.reservations.edit(stay.code, party: Party(adults: 3))
      XCTAssertEqual(change.difference, try usd("0"))
      XCTAssertEqual(stay.total, try usd("84"))
      XCTAssertEqual(try desk.due(stay), "$84.00")
    }
  }
}
