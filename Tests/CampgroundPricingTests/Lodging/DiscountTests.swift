import CampgroundPricing
import XCTest

/// What discounts take off; amounts are in cents.
final class DiscountTests: XCTestCase {
  private func total(
    _ discounts: RateCard.Discount..., nightly: Int64 = 100_00, weekly: Int64? = nil,
    from arrival: String = "2026-07-02", nights: Int
  ) throws -> Int64 {
    var rates = [RateCard.Rate("Night", .nightly, nightly)]
    if let weekly { rates.append(.init("Week", .weekly, weekly)) }
    let card = RateCard(rates, discounts: discounts)
    return try PricedStay(card, from: arrival, nights: nights).total()
  }

  private func off(
    _ name: String, _ text: String, for scope: RuleScope = .all, minimumNights: Int = 1
  ) throws -> RateCard.Discount {
    .init(name, .percent(try percent(text)), for: scope, minimumNights: minimumNights)
  }

  func testEveryPercentageIsOfTheUndiminishedPrice() throws {
    // 100 - 10 - 5, not 90 - 4.50
    XCTAssertEqual(try total(off("A", "10"), off("B", "5"), nights: 1), 85_00)
    // An amount is off what is left: 100 - 10 - 20
    XCTAssertEqual(
      try total(off("A", "10"), .init("B", .amount(20_00)), nights: 1), 70_00)
  }

  func testPercentagesOfANightAddUpToAllOfItAtMost() throws {
    XCTAssertEqual(try total(off("A", "60"), off("B", "60"), nights: 1), 0)
    // July 2, 2026 is a Thursday: 40 of it are left, and nothing of Friday. What is more than all of
    // Friday is not off Thursday.
    let weekend = RuleScope(weekdays: .weekend)
    XCTAssertEqual(try total(off("A", "60", for: weekend), off("B", "60"), nights: 2), 40_00)
    XCTAssertEqual(try total(off("A", "150"), nights: 3), 0)
  }

  func testWhatPercentagesTakeOffIsRoundedOnce() throws {
    // 10% of 3 × 33.33 = 9.999, in 3.33, 3.33 and 3.34
    XCTAssertEqual(try total(off("A", "10"), nightly: 33_33, nights: 3), 89_99)
    // 5% of 0.50 are 0.025, and twice that is 0.05.
    XCTAssertEqual(try total(off("A", "5"), off("B", "5"), nightly: 50, nights: 1), 45)
    // Two halves of a cent are a cent.
    XCTAssertEqual(try total(off("A", "50"), off("B", "50"), nightly: 1, nights: 1), 0)
  }

  func testADiscountForSomeWeekdaysIsOffTheirShareOfTheWeek() throws {
    // A week at 210 is 30 a night: half of Friday and of Saturday are 30.
    XCTAssertEqual(
      try total(off("A", "50", for: .init(weekdays: .weekend)), weekly: 210_00, nights: 7), 180_00)
  }

  func testADiscountForASeasonIsOffItsNights() throws {
    let july = RuleScope(season: try season((7, 1), (7, 31)))
    // June 29 and 30 at 100, July 1 at 80
    XCTAssertEqual(try total(off("A", "20", for: july), from: "2026-06-29", nights: 3), 280_00)
  }

  func testAnAmountIsOffTheNightsThatItIsFor() throws {
    let voucher = RateCard.Discount("V", .amount(100_00), for: .init(weekdays: .weekend))
    // Thursday, Friday, Saturday: 60 of the voucher are used, then all of it.
    XCTAssertEqual(try total(voucher, nightly: 30_00, nights: 3), 30_00)
    XCTAssertEqual(try total(voucher, nights: 3), 200_00)
    XCTAssertEqual(try total(voucher, nights: 1), 100_00)
    // Half of the weekend, and what is left of it: 30 + 0 + 0
    XCTAssertEqual(
      try total(voucher, off("A", "50", for: .init(weekdays: .weekend)), nightly: 30_00, nights: 3),
      30_00)
    // Two vouchers take no more than that, too.
    XCTAssertEqual(
      try total(
        voucher, .init("W", .amount(50_00), for: .init(weekdays: .weekend)), nightly: 30_00,
        nights: 3), 30_00)
  }

  func testAnAmountForSomeNightsIsNotOffTheNightsOfAnother() throws {
    // 60 of the voucher for the weekend, and 10 more: Thursday keeps 20.
    XCTAssertEqual(
      try total(
        .init("A", .amount(10_00)), .init("V", .amount(100_00), for: .init(weekdays: .weekend)),
        nightly: 30_00, nights: 3), 20_00)
    XCTAssertEqual(
      try total(
        .init("Z", .amount(10_00)), .init("V", .amount(100_00), for: .init(weekdays: .weekend)),
        nightly: 30_00, nights: 3), 20_00)
  }

  func testOfDiscountsOfOneNameTheMostSpecificOneCounts() throws {
    let july = RuleScope(season: try season((7, 1), (7, 31)))
    XCTAssertEqual(try total(off("A", "10"), off("A", "30", for: july), nights: 1), 70_00)
    // Then the one for the longest stays: 28 × 60
    let long = [
      try off("Long", "10", minimumNights: 7), try off("Long", "40", minimumNights: 28),
    ]
    XCTAssertEqual(try total(long[0], long[1], nights: 28), 1_680_00)
    XCTAssertEqual(try total(long[0], long[1], nights: 7), 630_00)
    XCTAssertEqual(try total(long[0], long[1], nights: 6), 600_00)
  }

  func testNoLineOfADiscountIsMoreThanItsNight() throws {
    let card = RateCard(
      [.init("Night", .nightly, 1)],
      discounts: [
        try off("A", "50"), try off("B", "50", for: .init(weekdays: .weekend)),
        .init("C", .amount(1), for: .init(weekdays: .weekend)),
      ])
    for nights in 1...14 {
      let bill = try PricedStay(card, from: "2026-07-01", nights: nights).bill()
      for day in Set(bill.lines.map(\.day)) {
        let net = bill.lines.filter { $0.day == day }.reduce(0) { $0 + $1.amountMinor }
        XCTAssertGreaterThanOrEqual(net, 0, "\(nights) \(day)")
      }
      XCTAssertEqual(bill.totalMinor, bill.lodgingMinor)
    }
  }
}
