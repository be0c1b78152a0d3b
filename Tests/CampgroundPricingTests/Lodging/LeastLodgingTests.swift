import CampgroundPricing
import XCTest

/// Lengths look at the whole stay as it is now, and a shorter stay never costs more than a longer one
/// did; amounts are in cents.
final class LeastLodgingTests: XCTestCase {
  private let weeks = RateCard([.init("Night", .nightly, 50_00), .init("Week", .weekly, 210_00)])

  private func totals(
    _ card: RateCard, _ lengths: Int..., from arrival: String = "2026-07-01"
  ) throws -> Int64 {
    var stay = try PricedStay(card, from: arrival, nights: lengths[0])
    for length in lengths.dropFirst() { try stay.change(nights: length) }
    return try stay.total()
  }

  func testFiveNightsAndTwoAreAWeek() throws {
    XCTAssertEqual(try totals(weeks, 5), 250_00)
    XCTAssertEqual(try totals(weeks, 5, 7), 210_00)
    XCTAssertEqual(try totals(weeks, 7), 210_00)
  }

  func testSixNightsOfAWeekOnceAgreedCostTheWeek() throws {
    XCTAssertEqual(try totals(weeks, 6), 300_00)
    XCTAssertEqual(try totals(weeks, 7, 6), 210_00)
    XCTAssertEqual(try totals(weeks, 7, 6, 7), 210_00)
    XCTAssertEqual(try totals(weeks, 7, 6, 8), 260_00)
  }

  func testTheDifferenceIsALineOfItsOwn() throws {
    var stay = try PricedStay(weeks, from: "2026-07-01", nights: 7)
    try stay.change(nights: 6)
    let bill = try stay.bill()
    XCTAssertEqual(bill.sumMinor(of: .lodging), 300_00)
    XCTAssertEqual(bill.sumMinor(of: .longerStay), -90_00)
    XCTAssertEqual(
      bill.lines.first { $0.kind == .longerStay }?.text, "Price agreed for 7 nights")
    XCTAssertEqual(bill.lodgingMinor, 210_00)
  }

  func testALengthDiscountGoesWithItsLengthAndNoHigher() throws {
    let card = RateCard(
      [.init("Night", .nightly, 100_00)],
      discounts: [.init("Long", .percent(try percent("40")), minimumNights: 28)])
    XCTAssertEqual(try totals(card, 28), 1_680_00)
    XCTAssertEqual(try totals(card, 28, 1), 100_00)
    XCTAssertEqual(try totals(card, 28, 20), 1_680_00)
    XCTAssertEqual(try totals(card, 28, 20, 1), 100_00)
  }

  func testAMonthCutToTwoNightsCostsTwoNights() throws {
    let card = RateCard([.init("Night", .nightly, 60_00), .init("Month", .monthly, 600_00)])
    XCTAssertEqual(try totals(card, 31), 600_00)
    XCTAssertEqual(try totals(card, 31, 2), 120_00)
    // Eleven nights would be 660.
    XCTAssertEqual(try totals(card, 31, 11), 600_00)
  }

  func testTheWayToALengthDoesNotMatter() throws {
    let card = RateCard([
      .init("Night", .nightly, 60_00), .init("Week", .weekly, 300_00),
      .init("Month", .monthly, 900_00),
    ])
    XCTAssertEqual(try totals(card, 37, 34), try totals(card, 37, 35, 34))
    // July, and three days of August: 900 + 3 × 900/31 = 87.10
    XCTAssertEqual(try totals(card, 37, 34), 987_10)
  }

  func testAStayThatLosesItsFirstNightsMayCostTheLongerOneToo() throws {
    var stay = try PricedStay(weeks, from: "2026-07-01", nights: 7)
    try stay.change(from: "2026-07-02", nights: 6)
    XCTAssertEqual(try stay.total(), 210_00)
    try stay.change(from: "2026-07-04", nights: 4)
    XCTAssertEqual(try stay.total(), 200_00)
  }

  func testNightsElsewhereInTheYearLowerNothing() throws {
    var stay = try PricedStay(weeks, from: "2026-07-01", nights: 7)
    try stay.change(from: "2026-10-01", nights: 6)
    XCTAssertEqual(try stay.total(), 300_00)
  }
}
