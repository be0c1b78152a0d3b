import CampgroundPricing
import XCTest

/// Fees, taxes, allowances, deposits and what is due, by the numbers of the domain reference; amounts
/// are in cents.
final class BillTests: XCTestCase {
  private func night(_ amountMinor: Int64) -> [RateCard.Rate] {
    [.init("Night", .nightly, amountMinor)]
  }

  // MARK: Taxes

  func testATaxIsRoundedOnTheWholeOfItsGroup() throws {
    let card = RateCard(night(33_33), taxes: [.init("Tax", .percent(try percent("12.35")))])
    let bill = try PricedStay(card, from: "2026-07-01", nights: 3).bill()
    XCTAssertEqual(bill.sumMinor(of: .tax), 12_35)
    // Each night has the tax so far less the tax before.
    XCTAssertEqual(
      bill.lines.filter { $0.kind == .tax }.map(\.amountMinor), [4_12, 4_11, 4_12])
  }

  func testALongStayIsFreeOfATaxAndAShortOneIsNot() throws {
    let card = RateCard(
      night(100_00), taxes: [.init("Tax", .percent(try percent("12")), exemptFromNights: 30)])
    var stay = try PricedStay(card, from: "2026-06-01", nights: 30)
    XCTAssertEqual(try stay.total(), 3_000_00)
    try stay.change(nights: 5, on: "2026-06-06", because: .leftEarly)
    XCTAssertEqual(try stay.total(), 560_00)
  }

  func testATaxIsTheOneOfTheNightsDate() throws {
    let newYear = try CalendarDate(parsing: "2027-01-01")
    let card = RateCard(
      night(100_00),
      taxes: [
        .init(
          "Tax", .percent(try percent("10")), for: .init(lastNight: newYear.advanced(by: -1))),
        .init("Tax", .percent(try percent("20")), for: .init(firstNight: newYear)),
      ])
    // Agreed long before, two nights in each year.
    XCTAssertEqual(try PricedStay(card, from: "2026-12-30", nights: 4).total(), 460_00)
  }

  func testKeptMoneyIsTaxedOnlyWhereTheTaxSaysSo() throws {
    let kept = [(100, 200_00, 220_00), (99, 198_00, 217_80)] as [(Int, Int64, Int64)]
    for (share, untaxed, taxed) in kept {
      for (isTaxed, expected) in [(false, untaxed), (true, taxed)] {
        let card = RateCard(
          night(100_00),
          taxes: [.init("Tax", .percent(try percent("10")), taxesKeptMoney: isTaxed)])
        let terms = CancellationTerms(
          steps: [.init(NoticeDays(from: 0, through: nil), keeps: .percent(Decimal(share)))],
          currency: .usd)
        var stay = try PricedStay(card, from: "2026-07-01", nights: 2, under: terms)
        try stay.cancel(on: "2026-06-30")
        XCTAssertEqual(try stay.total(), expected, "\(share)%, taxed: \(isTaxed)")
      }
    }
  }

  func testATaxByTheNightIsForThePeople() throws {
    let card = RateCard(night(100_00), taxes: [.init("Visitor", .amount(1_50, .personNight))])
    let stay = try PricedStay(
      card, from: "2026-07-01", nights: 3, party: .init(adults: 2, children: 1))
    // 3 nights × 3 people × 1.50
    XCTAssertEqual(try stay.bill().sumMinor(of: .tax), 13_50)
  }

  func testTaxIsOnWhatIsLeftOfALongerStay() throws {
    let card = RateCard(
      night(50_00) + [.init("Week", .weekly, 210_00)],
      taxes: [.init("Tax", .percent(try percent("10")))])
    var stay = try PricedStay(card, from: "2026-07-01", nights: 7)
    try stay.change(nights: 6)
    XCTAssertEqual(try stay.total(), 231_00)
  }

  // MARK: Prices that include tax

  func testPricesThatIncludeTaxComeToThePrice() throws {
    let card = RateCard(
      night(110_00), taxes: [.init("Tax", .percent(try percent("10")))], pricesIncludeTax: true)
    let bill = try PricedStay(card, from: "2026-07-01", nights: 3).bill()
    XCTAssertEqual(bill.totalMinor, 330_00)
    XCTAssertEqual(bill.sumMinor(of: .tax), 30_00)
    XCTAssertEqual(bill.sumMinor(of: .lodging), 300_00)
  }

  func testAnExemptStayPaysThePriceWithoutTheTax() throws {
    let card = RateCard(
      night(110_00), taxes: [.init("Tax", .percent(try percent("10")), exemptFromNights: 3)],
      pricesIncludeTax: true)
    XCTAssertEqual(try PricedStay(card, from: "2026-07-01", nights: 2).total(), 220_00)
    XCTAssertEqual(try PricedStay(card, from: "2026-07-01", nights: 3).total(), 300_00)
  }

  func testTwoTaxesInAPriceAddUpToItToTheCent() throws {
    let card = RateCard(
      night(99_99),
      taxes: [
        .init("City", .percent(try percent("2.5"))), .init("State", .percent(try percent("8.25"))),
      ], pricesIncludeTax: true)
    for nights in 1...20 {
      let bill = try PricedStay(card, from: "2026-07-01", nights: nights).bill()
      XCTAssertEqual(bill.totalMinor, Int64(nights) * 99_99)
      // 2.5 / 110.75 and 8.25 / 110.75 of the price, each rounded.
      let price = Decimal(nights) * Decimal(9_999)
      for (name, rate) in [("City", "2.5"), ("State", "8.25")] {
        let share = try XCTUnwrap(Decimal(string: rate)) / XCTUnwrap(Decimal(string: "110.75"))
        var exact = price * share
        var rounded = Decimal()
        NSDecimalRound(&rounded, &exact, 0, .plain)
        let lines = bill.lines.filter { $0.kind == .tax && $0.text == name }
        XCTAssertEqual(
          Decimal(lines.reduce(0) { $0 + $1.amountMinor }), rounded, "\(nights) \(name)")
      }
    }
  }

  // MARK: Fees

  func testFeesByTheNightAreForNightsStayed() throws {
    let card = RateCard(night(50_00), fees: [.init("Resort fee", 10_00, .night)])
    var stay = try PricedStay(card, from: "2026-07-01", nights: 7)
    XCTAssertEqual(try stay.total(), 420_00)
    try stay.change(nights: 2, on: "2026-07-03", because: .leftEarly)
    XCTAssertEqual(try stay.total(), 120_00)
  }

  func testAFeeByTheStayIsKeptWhereItIsNotRefundable() throws {
    for (isRefundable, kept) in [(true, 0), (false, 8_00)] as [(Bool, Int64)] {
      let card = RateCard(
        night(50_00), fees: [.init("Booking", 8_00, .stay, isRefundable: isRefundable)])
      var stay = try PricedStay(card, from: "2026-07-01", nights: 2)
      try stay.cancel(on: "2026-06-30")
      XCTAssertEqual(try stay.total(), kept)
    }
  }

  func testTheMostSpecialFeeOfANameCounts() throws {
    let card = RateCard(
      night(50_00),
      fees: [
        .init("Pet", 5_00, .pet), .init("Pet", 9_00, .pet, for: .init(siteType: "cabin")),
      ])
    let party = StayFacts.Party(adults: 1, pets: 2)
    let tent = try PricedStay(
      card, from: "2026-07-01", nights: 1, at: .init(siteType: "tent"), party: party)
    let cabin = try PricedStay(
      card, from: "2026-07-01", nights: 1, at: .init(siteType: "cabin"), party: party)
    XCTAssertEqual(try tent.total(), 60_00)
    XCTAssertEqual(try cabin.total(), 68_00)
  }

  func testAFeeByTheStayIsTheOneOfTheDayItWasReserved() throws {
    let raised = try PricedStay.instant("2026-03-01")
    var card = RateCard(night(50_00))
    card.fees = [
      Versioned(.init("Booking", 8_00, .stay), until: raised),
      Versioned(.init("Booking", 12_00, .stay), from: raised),
    ]
    var stay = try PricedStay(card, from: "2026-07-01", nights: 1, on: "2026-02-01")
    try stay.change(nights: 2, on: "2026-03-02")
    XCTAssertEqual(try stay.total(), 108_00)
  }

  // MARK: Discounts

  func testADiscountByAmountIsGivenOnceAndNoNightFallsBelowZero() throws {
    let card = RateCard(night(30_00), discounts: [.init("Voucher", .amount(100_00))])
    XCTAssertEqual(try PricedStay(card, from: "2026-07-01", nights: 5).total(), 50_00)
    XCTAssertEqual(try PricedStay(card, from: "2026-07-01", nights: 2).total(), 0)
  }

  // MARK: Allowances

  func testAnAllowanceTakesItsTaxWithIt() throws {
    let card = RateCard(night(100_00), taxes: [.init("Tax", .percent(try percent("10")))])
    var stay = try PricedStay(card, from: "2026-07-01", nights: 1)
    XCTAssertEqual(try stay.total(), 110_00)
    stay.facts.allowances = [.init(on: try CalendarDate(parsing: "2026-07-02"), 100_00)]
    let bill = try stay.bill()
    XCTAssertEqual(bill.totalMinor, 0)
    XCTAssertEqual(bill.sumMinor(of: .tax), 0)
  }

  // MARK: Deposit and what is due

  func testTheMostSpecialDepositRuleCounts() throws {
    let card = RateCard(
      night(100_00),
      depositRules: [
        .init("A", .percent(try percent("10"))), .init("Z", .nights(1), for: .init(siteType: "rv")),
      ])
    let stay = try PricedStay(card, from: "2026-07-01", nights: 3, at: .init(siteType: "rv"))
    XCTAssertEqual(try Bill.deposit(for: stay.facts, stay.bill(), by: card), 100_00)
    let tent = try PricedStay(card, from: "2026-07-01", nights: 3)
    XCTAssertEqual(try Bill.deposit(for: tent.facts, tent.bill(), by: card), 30_00)
  }

  func testADepositIsCappedByTheTotal() throws {
    let card = RateCard(night(40_00), depositRules: [.init("All", .amount(100_00))])
    let stay = try PricedStay(card, from: "2026-07-01", nights: 1)
    XCTAssertEqual(try Bill.deposit(for: stay.facts, stay.bill(), by: card), 40_00)
  }

  func testAStayByTheMonthIsDueMonthByMonth() throws {
    let card = RateCard([.init("Month", .monthly, 600_00)])
    let stay = try PricedStay(card, from: "2027-01-31", nights: 181)
    XCTAssertEqual(stay.facts.dates?.departure, try CalendarDate(parsing: "2027-07-31"))
    let bill = try stay.bill()
    XCTAssertEqual(bill.totalMinor, 3_600_00)
    let due = bill.due(depositMinor: nil, booked: try CalendarDate(parsing: "2027-01-02"))
    XCTAssertEqual(due.map(\.amountMinor), Array(repeating: 600_00, count: 6))
    XCTAssertEqual(
      due.map { "\($0.day)" },
      ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31", "2027-06-30"])
    // The deposit is due at once, and less of the first month then.
    let withDeposit = bill.due(
      depositMinor: 200_00, booked: try CalendarDate(parsing: "2027-01-02"))
    XCTAssertEqual(withDeposit.map(\.amountMinor).prefix(3), [200_00, 400_00, 600_00])
    XCTAssertEqual(withDeposit.reduce(0) { $0 + $1.amountMinor }, 3_600_00)
  }
}
