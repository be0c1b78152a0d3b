import CampgroundPricing
import XCTest

/// Stays canceled for an amount agreed at the desk; amounts are in cents.
final class AgreedKeepingTests: XCTestCase {
  /// 100.00 a night, a nonrefundable fee of 8.00, and 10% tax, which also taxes kept money where
  /// asked.
  private func card(taxingKept: Bool = false) throws -> RateCard {
    RateCard(
      [.init("Night", .nightly, 100_00)],
      fees: [.init("Booking", 8_00, .stay, isRefundable: false)],
      taxes: [.init("Tax", .percent(try percent("10")), taxesKeptMoney: taxingKept)])
  }

  /// A week of which the policy keeps everything and a fee of 15.00.
  private func week(_ card: RateCard) throws -> PricedStay {
    let terms = CancellationTerms(
      steps: [.init(NoticeDays(from: 0, through: nil), keeps: .everything, feeMinor: 15_00)],
      currency: .usd)
    return try PricedStay(card, from: "2026-07-01", nights: 7, under: terms)
  }

  func testTheAgreedAmountIsAllThatIsKept() throws {
    for (kept, text) in [(Int64(0), [String]()), (50_00, ["Kept as agreed"])] {
      var stay = try week(card())
      try stay.cancel(on: "2026-06-30", keeping: kept)
      XCTAssertEqual(try stay.total(), kept)
      XCTAssertEqual(try stay.bill().lines.map(\.text), text)
    }
  }

  func testATaxOnKeptMoneyIsBesideIt() throws {
    var stay = try week(card(taxingKept: true))
    try stay.cancel(on: "2026-06-30", keeping: 50_00)
    XCTAssertEqual(try stay.total(), 55_00)
  }

  func testNoMoreIsKeptThanTheNightsCost() throws {
    var stay = try week(card())
    try stay.cancel(on: "2026-06-30", keeping: 900_00)
    XCTAssertEqual(try stay.bill().sumMinor(of: .kept), 700_00)
  }

  func testNightsThatPassedAreOwedBesideIt() throws {
    var stay = try week(card())
    let first = Array(stay.facts.nights.prefix(2))
    try stay.facts.change(
      to: first, because: .canceledAsAgreed, keeping: 30_00, at: PricedStay.moment("2026-07-03"),
      by: stay.card)
    // Two nights with 10%, the booking fee, and what was agreed.
    XCTAssertEqual(try stay.total(), 220_00 + 8_00 + 30_00)
  }

  func testWhatAnEarlierChangeKeptStays() throws {
    var stay = try week(card())
    try stay.change(nights: 5, on: "2026-06-30")
    XCTAssertEqual(try stay.bill().sumMinor(of: .kept), 215_00)
    try stay.cancel(on: "2026-06-30", keeping: 0)
    XCTAssertEqual(try stay.total(), 215_00)
  }

  func testAReinstatedStayForgetsWhatWasAgreed() throws {
    for kept in [Int64(0), 50_00] {
      var stay = try week(card())
      let (nights, total) = (stay.facts.nights, try stay.total())
      try stay.cancel(on: "2026-06-30", keeping: kept)
      try stay.facts.change(to: nights, at: PricedStay.moment("2026-06-30"), by: stay.card)
      XCTAssertEqual(stay.facts.givenUp, [])
      XCTAssertEqual(try stay.total(), total)
      // The policy decides about the next cancellation: all, its fee and the booking fee.
      try stay.cancel(on: "2026-06-30")
      XCTAssertEqual(try stay.total(), 700_00 + 15_00 + 8_00)
    }
  }

  func testAStayWithoutAPriceCanBeCanceledAsAgreedToo() throws {
    var stay = try week(
      RateCard([], fees: [.init("Booking", 8_00, .stay, isRefundable: false)]))
    let nights = stay.facts.nights
    try stay.cancel(on: "2026-06-30", keeping: 0)
    XCTAssertEqual(try stay.total(), 0)
    try stay.facts.change(to: nights, at: PricedStay.moment("2026-06-30"), by: stay.card)
    XCTAssertEqual(stay.facts.givenUp, [])
    try stay.cancel(on: "2026-06-30")
    XCTAssertEqual(try stay.total(), 8_00)
  }
}
