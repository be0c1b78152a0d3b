import CampgroundPricing
import Foundation
import TestSupport
import XCTest

/// Amounts that are too large are an error and never a trap.
final class LargeAmountTests: XCTestCase {
  private func assertTooLarge(_ card: RateCard, nights: Int = 2, party: StayFacts.Party = .init())
    throws
  {
    let stay = try PricedStay(card, from: "2026-07-01", nights: nights, party: party)
    XCTAssertThrowsError(try stay.bill()) { XCTAssertEqual($0 as? PricingError, .tooLarge(.usd)) }
  }

  func testABillThatCannotBeKeptIsAnError() throws {
    let night = [RateCard.Rate("Night", .nightly, 100_00)]
    try assertTooLarge(RateCard([.init("Night", .nightly, .max)]))
    try assertTooLarge(RateCard(night, fees: [.init("Fee", .max, .night)]))
    // Three times the largest amount is not the largest amount, alone on the bill or not.
    let party = StayFacts.Party(adults: 3)
    let free = [RateCard.Rate("Night", .nightly, 0)]
    try assertTooLarge(RateCard(free, fees: [.init("Fee", .max, .person)]), party: party)
    try assertTooLarge(
      RateCard(free, taxes: [.init("Tax", .amount(.max, .person))]), party: party)
    let rich = [RateCard.Rate("Night", .nightly, .max / 2)]
    for isIncluded in [false, true] {
      try assertTooLarge(
        RateCard(
          rich, taxes: [.init("Tax", .percent(try percent("9000000000000000000")))],
          pricesIncludeTax: isIncluded), nights: 40)
    }
  }

  func testAnAllowanceTakesOffNoMoreThanThereIs() throws {
    var stay = try PricedStay(
      RateCard([.init("Night", .nightly, 100_00)]), from: "2026-07-01", nights: 1)
    for (amount, total) in [(Int64.min, Int64(100_00)), (.max, 0)] {
      stay.facts.allowances = [.init(on: try CalendarDate(parsing: "2026-07-01"), amount)]
      XCTAssertEqual(try stay.bill().totalMinor, total)
    }
  }

  func testDiscountsThatAreTooLargeTakeOffAll() throws {
    let card = RateCard(
      [.init("Night", .nightly, .max / 8)],
      discounts: [
        .init("A", .percent(try percent("9000000000000000000"))), .init("B", .amount(.max)),
        .init("C", .amount(.max)),
      ])
    XCTAssertEqual(try PricedStay(card, from: "2026-07-01", nights: 3).total(), 0)
  }

  /// Rules and facts of any numbers: each bill is made or refused.
  func testNoNumbersTrap() throws {
    let amounts: [Int64] = [.min, .min + 1, -1, 0, 1, 99_99, 1 << 40, .max / 3, .max - 1, .max]
    let counts: [Int] = [.min, -1, 0, 1, 2, 31, .max]
    let percents = [
      "-150", "-100", "0", "0.00000001", "33.333", "100", "250", "9000000000000000000",
    ]
    var (drawn, made) = (0, 0)
    for seed in Campaign.seeds(500, full: 100_000) {
      drawn += 1
      var generator = SeededGenerator(seed: seed)
      func amount() -> Int64 {
        Bool.random(using: &generator) ? 50_00 : amounts.randomElement(using: &generator) ?? 0
      }
      func count() -> Int { counts.randomElement(using: &generator) ?? 0 }
      func share() throws -> Percentage {
        try percent(percents.randomElement(using: &generator) ?? "0")
      }
      let basis = ChargeBasis.allCases.randomElement(using: &generator) ?? .stay
      let card = RateCard(
        [
          .init("Night", .nightly, amount()), .init("Week", .weekly, amount()),
          .init("Month", .monthly, amount(), for: .init(weekdays: .weekend), rank: count()),
        ],
        discounts: [
          .init("A", .percent(try share()), minimumNights: count()),
          .init("B", .amount(amount()), minimumNights: count()),
        ],
        fees: [
          .init("Fee", amount(), basis, includedCount: count(), taxGroup: RateCard.lodgingGroup)
        ],
        taxes: [
          .init("A", .percent(try share()), exemptFromNights: count(), taxesKeptMoney: true),
          .init("B", .percent(try share())), .init("C", .amount(amount(), basis)),
        ],
        depositRules: [.init("D", .nights(count())), .init("E", .percent(try share()))],
        pricesIncludeTax: Bool.random(using: &generator))
      let keeps: [CancellationTerms.Kept] = [
        .nights(count()), .percent(-50), .percent(100), .percent(250), .nothing,
      ]
      let terms = CancellationTerms(
        steps: [
          .init(
            NoticeDays(from: 0, through: nil),
            keeps: keeps.randomElement(using: &generator) ?? .nothing, feeMinor: amount())
        ],
        currency: .usd, changeFeeMinor: amount())
      var stay = try PricedStay(
        card, from: "2026-07-01", nights: Int.random(in: 1...40, using: &generator),
        party: .init(adults: count(), children: count(), vehicles: count(), pets: count()),
        under: terms)
      stay.facts.allowances = [.init(on: try CalendarDate(parsing: "2026-07-02"), amount())]
      for arrival in ["2026-07-03", "2026-09-01"] {
        try? stay.change(from: arrival, nights: Int.random(in: 0...12, using: &generator))
        guard let bill = try? stay.bill() else { continue }
        made += 1
        for kind in Bill.Line.Kind.allCases { _ = bill.sumMinor(of: kind) }
        _ = bill.due(depositMinor: amount(), booked: try CalendarDate(parsing: "2026-01-02"))
        _ = try? Bill.deposit(for: stay.facts, bill, by: card)
      }
    }
    XCTAssertGreaterThan(made, drawn / 20)
  }
}
