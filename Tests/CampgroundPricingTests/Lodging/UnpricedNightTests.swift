import CampgroundPricing
import XCTest

/// Nights that no rate prices; amounts are in cents.
final class UnpricedNightTests: XCTestCase {
  private typealias Rate = RateCard.Rate

  /// A rate for July only.
  private func july(_ name: String, _ kind: RateKind, _ amount: Int64) throws -> Rate {
    Rate(name, kind, amount, for: .init(season: try season((7, 1), (7, 31))))
  }

  func testFourNightsAtAHundredAndOneWithoutARateCostFourHundred() throws {
    let card = try RateCard([july("July", .nightly, 100_00)])
    let bill = try PricedStay(card, from: "2027-07-28", nights: 5).bill()
    XCTAssertEqual(bill.totalMinor, 400_00)
    XCTAssertEqual(bill.unpricedNights, [try CalendarDate(parsing: "2027-08-01")])
    XCTAssertEqual(bill.lines.filter { $0.kind == .lodging }.count, 4)
  }

  func testANightWithoutAPriceBetweenOthersTakesNoneFromThem() throws {
    let card = RateCard([
      Rate("Weekdays", .nightly, 50_00, for: .init(weekdays: .all.subtracting(.weekend)))
    ])
    // Thursday to Monday: Friday and Saturday have no rate.
    let bill = try PricedStay(card, from: "2027-06-10", nights: 5).bill()
    XCTAssertEqual(bill.totalMinor, 150_00)
    XCTAssertEqual(
      bill.unpricedNights.map(\.description), ["2027-06-11", "2027-06-12"])
  }

  func testAStayWithoutAnyPriceCostsItsFees() throws {
    let card = RateCard(
      [], fees: [.init("Booking", 8_00, .stay), .init("Pets", 2_00, .night)],
      taxes: [.init("Bed", .amount(1_00, .night))])
    let bill = try PricedStay(card, from: "2027-06-10", nights: 2).bill()
    XCTAssertEqual(bill.totalMinor, 14_00)
    XCTAssertEqual(bill.unpricedNights.count, 2)
  }

  func testLengthsCountNightsWithoutAPrice() throws {
    let card = RateCard(
      [try july("July", .nightly, 100_00)],
      discounts: [.init("Long", .percent(try percent("10")), minimumNights: 5)],
      taxes: [.init("Bed", .percent(try percent("10")), exemptFromNights: 5)])
    // Four nights at 100 less 10%, and no tax: the stay has five nights.
    XCTAssertEqual(try PricedStay(card, from: "2027-07-28", nights: 5).total(), 360_00)
    XCTAssertEqual(try PricedStay(card, from: "2027-07-28", nights: 4).total(), 440_00)
  }

  /// Seven nights at 210 a week and one without a rate; one of the seven is given up. The six nights
  /// cost no more than the week did.
  func testALongerStayIsComparedByItsPricedNights() throws {
    let card = try RateCard([july("July", .nightly, 50_00), july("Week", .weekly, 210_00)])
    var stay = try PricedStay(card, from: "2027-07-25", nights: 8)
    XCTAssertEqual(try stay.total(), 210_00)
    try stay.change(from: "2027-07-26", nights: 7)
    XCTAssertEqual(try stay.total(), 210_00)
    XCTAssertEqual(try stay.bill().unpricedNights.count, 1)
  }

  /// The price of five nights and two without a rate is not less than that of five nights.
  func testALongerStayWithMoreNightsWithoutAPriceDoesNotCount() throws {
    let card = try RateCard([july("July", .nightly, 50_00)])
    var stay = try PricedStay(card, from: "2027-07-27", nights: 7)
    XCTAssertEqual(try stay.total(), 250_00)
    try stay.change(nights: 5)
    XCTAssertEqual(try stay.total(), 250_00)
    XCTAssertEqual(try stay.bill().unpricedNights, [])
  }

  func testTheDepositOfTheFirstNightIsNothingWhileThatNightHasNoPrice() throws {
    let card = RateCard(
      [try july("July", .nightly, 100_00)], depositRules: [.init("First night", .nights(1))])
    let stay = try PricedStay(card, from: "2027-06-30", nights: 3)
    XCTAssertEqual(try Bill.deposit(for: stay.facts, stay.bill(), by: card), 0)
    XCTAssertEqual(try stay.total(), 200_00)
  }
}
