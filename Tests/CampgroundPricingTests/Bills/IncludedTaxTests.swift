import CampgroundPricing
import XCTest

/// Prices that include tax, and taxes of several kinds on one group; amounts are in cents.
final class IncludedTaxTests: XCTestCase {
  private func night(_ amountMinor: Int64) -> [RateCard.Rate] {
    [.init("Night", .nightly, amountMinor)]
  }

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

  func testAStayThatIsExemptFromOneOfTwoTaxesPaysTheOther() throws {
    let card = RateCard(
      night(115_00),
      taxes: [
        .init("State", .percent(try percent("10")), exemptFromNights: 2),
        .init("City", .percent(try percent("5"))),
      ], pricesIncludeTax: true)
    // 115 is 100 and 10 and 5.
    XCTAssertEqual(try PricedStay(card, from: "2026-07-01", nights: 1).total(), 115_00)
    XCTAssertEqual(try PricedStay(card, from: "2026-07-01", nights: 2).total(), 210_00)
  }

  /// Lodging that is given up is without its tax, whether prices show it or not.
  func testKeptMoneyIsWithoutTheTaxThatIsNotPaidForIt() throws {
    for (share, untaxed, taxed) in [(100, 200_00, 220_00), (99, 198_00, 217_80)]
      as [(Int, Int64, Int64)]
    {
      for (isTaxed, expected) in [(false, untaxed), (true, taxed)] {
        let card = RateCard(
          night(110_00),
          taxes: [.init("Tax", .percent(try percent("10")), taxesKeptMoney: isTaxed)],
          pricesIncludeTax: true)
        let terms = CancellationTerms(
          steps: [.init(NoticeDays(from: 0, through: nil), keeps: .percent(Decimal(share)))],
          currency: .usd)
        var stay = try PricedStay(card, from: "2026-07-01", nights: 2, under: terms)
        try stay.cancel(on: "2026-06-30")
        XCTAssertEqual(try stay.total(), expected, "\(share)%, taxed: \(isTaxed)")
      }
    }
  }

  func testAnAllowanceIncludesItsTaxAsPricesDo() throws {
    let card = RateCard(
      night(110_00), taxes: [.init("Tax", .percent(try percent("10")))], pricesIncludeTax: true)
    var stay = try PricedStay(card, from: "2026-07-01", nights: 1)
    stay.facts.allowances = [.init(on: try CalendarDate(parsing: "2026-07-01"), 55_00)]
    XCTAssertEqual(try stay.total(), 55_00)
    XCTAssertEqual(try stay.bill().sumMinor(of: .tax), 5_00)
  }

  func testFeesAndDiscountsIncludeTheirTaxToo() throws {
    let card = RateCard(
      night(110_00), discounts: [.init("Half", .percent(try percent("50")))],
      fees: [.init("Resort fee", 11_00, .night, taxGroup: RateCard.lodgingGroup)],
      taxes: [.init("Tax", .percent(try percent("10")))], pricesIncludeTax: true)
    let bill = try PricedStay(card, from: "2026-07-01", nights: 1).bill()
    XCTAssertEqual(bill.totalMinor, 66_00)
    XCTAssertEqual(
      [bill.sumMinor(of: .lodging), bill.sumMinor(of: .discount), bill.sumMinor(of: .fee)],
      [100_00, -50_00, 10_00])
    XCTAssertEqual(bill.sumMinor(of: .tax), 6_00)
  }

  // MARK: Several taxes

  func testEachOfSeveralTaxesIsRoundedByItself() throws {
    let card = RateCard(
      night(33_33),
      taxes: [
        .init("City", .percent(try percent("2.5"))), .init("State", .percent(try percent("10"))),
        .init("Visitor", .amount(1_00, .night)), .init("Stay", .amount(2_00, .stay)),
      ])
    let bill = try PricedStay(card, from: "2026-07-01", nights: 3).bill()
    // 99.99: 2.49975 and 9.999; three nights, one stay
    XCTAssertEqual(bill.sumMinor(of: .tax), 2_50 + 10_00 + 3_00 + 2_00)
  }

  func testATaxByAnAmountMayBeOffLongStays() throws {
    let card = RateCard(
      night(50_00), taxes: [.init("Visitor", .amount(2_00, .personNight), exemptFromNights: 5)])
    let party = StayFacts.Party(adults: 2)
    var stay = try PricedStay(card, from: "2026-07-01", nights: 5, party: party)
    XCTAssertEqual(try stay.total(), 250_00)
    // Four nights × two people × 2
    try stay.change(nights: 4)
    XCTAssertEqual(try stay.total(), 216_00)
    // A stay that was called off has no night to pay it for.
    try stay.cancel(on: "2026-06-30")
    XCTAssertEqual(try stay.total(), 0)
  }
}
