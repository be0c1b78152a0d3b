import CampgroundPricing
import Foundation
import XCTest

/// Stays that lose nights and get them back; amounts are in cents.
final class ReinstatingTests: XCTestCase {
  private let hundred = RateCard([.init("Night", .nightly, 100_00)])

  private func week(
    keeping kept: CancellationTerms.Kept, fee: Int64 = 0, by card: RateCard? = nil
  ) throws -> PricedStay {
    let terms = CancellationTerms(
      steps: [.init(NoticeDays(from: 0, through: nil), keeps: kept, feeMinor: fee)], currency: .usd)
    return try PricedStay(card ?? hundred, from: "2026-07-01", nights: 7, under: terms)
  }

  func testReinstatingTakesBackTheCancellationAndNoMore() throws {
    var stay = try week(keeping: .everything)
    try stay.change(nights: 5)
    let nights = stay.facts.nights
    try stay.cancel(on: "2026-06-30")
    XCTAssertEqual(try stay.total(), 700_00)
    XCTAssertEqual(stay.facts.calledOffNights, nights)
    try stay.facts.change(to: nights, at: PricedStay.moment("2026-06-30"), by: hundred)
    // Five nights, and the two given up before.
    XCTAssertEqual(try stay.bill().sumMinor(of: .lodging), 500_00)
    XCTAssertEqual(try stay.bill().sumMinor(of: .kept), 200_00)
    XCTAssertEqual(stay.facts.calledOffNights, [])
  }

  func testAFeeGoesWithTheNightsThatAreTakenBack() throws {
    var stay = try week(keeping: .percent(50), fee: 15_00)
    try stay.change(nights: 1)
    // One night, half of six, the fee
    XCTAssertEqual(try stay.total(), 415_00)
    try stay.change(nights: 3)
    XCTAssertEqual(try stay.total(), 515_00)
    try stay.change(nights: 7)
    XCTAssertEqual(try stay.total(), 700_00)
  }

  func testMoreFirstNightsThanThereAreAreAllOfThem() throws {
    var stay = try week(keeping: .nights(30))
    try stay.change(nights: 2)
    XCTAssertEqual(try stay.total(), 700_00)
    try stay.cancel(on: "2026-06-30")
    // The first nights are those of the stay as it was reserved: all seven.
    XCTAssertEqual(try stay.total(), 700_00)
  }

  func testAStayMayGrowAndShrinkAtItsFront() throws {
    let card = RateCard([.init("Night", .nightly, 50_00), .init("Week", .weekly, 210_00)])
    var stay = try week(keeping: .everything, by: card)
    try stay.change(from: "2026-06-29", nights: 9)
    XCTAssertEqual(stay.facts.noticeArrival, try CalendarDate(parsing: "2026-06-29"))
    // A week from June 29 and two nights
    XCTAssertEqual(try stay.total(), 310_00)
    try stay.change(from: "2026-07-02", nights: 6)
    // The week from July 1 and what was given up: 210 + 100
    XCTAssertEqual(try stay.bill().lodgingMinor, 210_00)
    XCTAssertEqual(try stay.bill().sumMinor(of: .kept), 100_00)
    // Notice stays with the earlier arrival.
    XCTAssertEqual(stay.facts.noticeArrival, try CalendarDate(parsing: "2026-06-29"))
  }

  func testLodgingThatWasAllDiscountedGivesNothingUp() throws {
    let card = RateCard(
      [.init("Night", .nightly, 100_00)],
      discounts: [.init("Guest of honor", .percent(try percent("100")))])
    var stay = try week(keeping: .everything, fee: 15_00, by: card)
    try stay.cancel(on: "2026-06-30")
    XCTAssertEqual(try stay.total(), 0)
    XCTAssertEqual(stay.facts.givenUp, [])
  }

  func testNothingIsNoticedBeforeAStayIsReserved() throws {
    let facts = StayFacts(
      nights: try PricedStay.nights(from: "2026-07-01", 7, at: .init(), agreedOn: "2026-06-29"))
    XCTAssertNil(facts.noticeArrival)
    XCTAssertNil(facts.step(at: try PricedStay.moment("2026-06-30")))
  }

  func testNightsStayedByAGuaranteedNoShowAreOwedAsNights() throws {
    let card = RateCard(
      [.init("Night", .nightly, 100_00)], taxes: [.init("Tax", .percent(try percent("10")))])
    var stay = try week(keeping: .nights(1), by: card)
    try stay.change(nights: 2, on: "2026-07-03", because: .noShow)
    // Two nights with their tax, and one night kept without.
    XCTAssertEqual(try stay.total(), 320_00)
  }

  func testMovesBackAndForthKeepTheNotice() throws {
    var stay = try week(keeping: .percent(25))
    for arrival in ["2026-08-01", "2026-07-01", "2026-09-01", "2026-07-01"] {
      try stay.change(from: arrival, nights: 7)
      XCTAssertEqual(stay.facts.noticeArrival, try CalendarDate(parsing: "2026-07-01"))
      XCTAssertEqual(try stay.total(), 700_00)
    }
  }
}
