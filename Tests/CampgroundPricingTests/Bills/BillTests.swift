import CampgroundPricing
import XCTest

/// Fees, taxes and allowances, by the numbers of the domain reference; amounts are in cents.
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

  func testTheMostSpecificFeeOfANameCounts() throws {
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
    let raised = try PricedStay.revision("2026-03-01")
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

  func testAllowancesAreNoMoreThanWhatTheyAreOff() throws {
    let card = RateCard(night(100_00), taxes: [.init("Tax", .percent(try percent("10")))])
    var stay = try PricedStay(card, from: "2026-07-01", nights: 1)
    let day = try CalendarDate(parsing: "2026-07-02")
    stay.facts.allowances = [.init(on: day, 150_00), .init(on: day, 20_00)]
    XCTAssertEqual(try stay.total(), 0)
    XCTAssertEqual(try stay.bill().sumMinor(of: .allowance), -100_00)
    // Longer, the stay comes to all of them: 200 - 170, and 10% of it.
    try stay.change(from: "2026-07-01", nights: 2)
    XCTAssertEqual(try stay.total(), 33_00)
  }

  func testAnAllowanceIsOffTheGroupItNames() throws {
    let card = RateCard(
      night(100_00),
      fees: [.init("Firewood", 30_00, .stay, taxGroup: "goods")],
      taxes: [
        .init("Room tax", .percent(try percent("10"))),
        .init("Sales tax", .percent(try percent("5")), on: "goods"),
      ])
    var stay = try PricedStay(card, from: "2026-07-01", nights: 1)
    stay.facts.allowances = [
      .init(on: try CalendarDate(parsing: "2026-07-01"), 20_00, off: "goods")
    ]
    // 110, and 30 - 20 with 5%
    XCTAssertEqual(try stay.total(), 120_50)
  }

  func testAnAllowanceTakesTheTaxOfTheNightsWithItThoughTheTaxChanged() throws {
    let newYear = try CalendarDate(parsing: "2027-01-01")
    let card = RateCard(
      night(100_00),
      taxes: [
        .init("Tax", .percent(try percent("10")), for: .init(lastNight: newYear.advanced(by: -1))),
        .init("Tax", .percent(try percent("20")), for: .init(firstNight: newYear)),
      ])
    var stay = try PricedStay(card, from: "2026-12-31", nights: 1)
    stay.facts.allowances = [.init(on: try CalendarDate(parsing: "2027-01-02"), 100_00)]
    XCTAssertEqual(try stay.total(), 0)
    XCTAssertEqual(try stay.bill().lines.last?.day, try CalendarDate(parsing: "2027-01-02"))
  }

  // MARK: Fees of a stay that was called off

  func testTheFeeThatIsKeptIsThatOfTheDatesTheStayHadLast() throws {
    let card = RateCard(
      night(50_00),
      fees: [
        .init(
          "Booking", 8_00, .stay, taxGroup: "fees", for: .init(season: try season((7, 1), (7, 31))),
          isRefundable: false),
        .init("Booking", 12_00, .stay, taxGroup: "fees", isRefundable: false),
      ], taxes: [.init("Tax", .percent(try percent("10")), on: "fees")])
    var stay = try PricedStay(card, from: "2026-07-01", nights: 2)
    XCTAssertEqual(try stay.total(), 108_80)
    try stay.change(from: "2026-10-01", nights: 2)
    try stay.cancel(on: "2026-06-30")
    // 12 and its tax, not the 8 of July
    XCTAssertEqual(try stay.total(), 13_20)
  }

  func testKeptMoneyIsTaxedAsTheStayWasLast() throws {
    let card = RateCard(
      night(100_00),
      taxes: [
        .init(
          "Tax", .percent(try percent("10")), for: .init(siteType: "tent"), taxesKeptMoney: true),
        .init("Tax", .percent(try percent("20")), for: .init(siteType: "rv"), taxesKeptMoney: true),
      ])
    let all = CancellationTerms(
      steps: [.init(NoticeDays(from: 0, through: nil), keeps: .everything)], currency: .usd)
    var stay = try PricedStay(
      card, from: "2026-10-01", nights: 1, at: .init(siteType: "rv"), under: all)
    // An earlier night on another place, though October was once agreed.
    stay.place = .init(siteType: "tent")
    try stay.change(from: "2026-07-01", nights: 1)
    try stay.cancel(on: "2026-06-30")
    XCTAssertEqual(try stay.total(), 110_00)
  }

  // MARK: Allowances

  /// Whatever is to be taken off, a cent more of allowance would take off too much.
  func testTheAllowanceForAnAmountIsTheGreatestThatLowersTheBillByNoMore() throws {
    let card = RateCard(
      night(33_33),
      taxes: [
        .init("Tax", .percent(try percent("12.35"))), .init("City", .percent(try percent("2"))),
      ])
    let stay = try PricedStay(card, from: "2026-07-01", nights: 3)
    let day = try CalendarDate(parsing: "2026-07-01")
    func lowered(_ allowance: Int64) throws -> Int64 {
      var other = stay
      other.facts.allowances.append(.init(on: day, allowance))
      return try stay.total() - other.total()
    }
    for amount in stride(from: Int64(0), through: 114_33, by: 97) {
      let allowance = try stay.facts.allowanceMinor(loweringBillBy: amount, on: day, by: card)
      XCTAssertLessThanOrEqual(try lowered(allowance), amount)
      XCTAssertGreaterThanOrEqual(try lowered(allowance), amount - 1)
      if amount < 114_33 { XCTAssertGreaterThan(try lowered(allowance + 1), amount) }
    }
    // At prices that include the tax, both are the same.
    var included = stay
    included.card.pricesIncludeTax = true
    XCTAssertEqual(
      try included.facts.allowanceMinor(loweringBillBy: 20_00, on: day, by: included.card), 20_00)
  }

  /// One night of 50 is kept without tax; of the 100 that were taken off, 50 are off it, and no tax.
  func testAnAllowanceOffKeptMoneyTakesNoTaxAlong() throws {
    let card = RateCard(night(50_00), taxes: [.init("Tax", .percent(try percent("10")))])
    let first = CancellationTerms(
      steps: [.init(NoticeDays(from: 0, through: nil), keeps: .nights(1))], currency: .usd)
    var stay = try PricedStay(card, from: "2026-07-01", nights: 2, under: first)
    stay.facts.allowances.append(
      .init(on: try CalendarDate(parsing: "2026-06-30"), 100_00))
    XCTAssertEqual(try stay.total(), 0)
    try stay.cancel(on: "2026-06-30")
    XCTAssertEqual(try stay.total(), 0)
    XCTAssertEqual(try stay.bill().sumMinor(of: .tax), 0)
  }

  /// The first night was taxed at 10%, the second at 20%: 50 and its 5 are taken back.
  func testAChargeThatIsTakenBackTakesItsOwnTaxAlong() throws {
    let second = try CalendarDate(parsing: "2026-07-02")
    let card = RateCard(
      night(50_00),
      taxes: [
        .init("Tax", .percent(try percent("10")), for: .init(lastNight: second.advanced(by: -1))),
        .init("Tax", .percent(try percent("20")), for: .init(firstNight: second)),
      ])
    var stay = try PricedStay(card, from: "2026-07-01", nights: 2)
    XCTAssertEqual(try stay.total(), 115_00)
    stay.facts.allowances.append(
      .init(on: second, 50_00, takingBackChargeOf: second.advanced(by: -1)))
    XCTAssertEqual(try stay.total(), 60_00)
  }
}
