import CampgroundPricing
import XCTest

/// Nights at a price that was agreed elsewhere with all fees and taxes; amounts are in cents.
final class AllIncludedTests: XCTestCase {
  private func card(pricesIncludeTax: Bool = false) throws -> RateCard {
    RateCard(
      [.init("Night", .nightly, 100_00)],
      discounts: [.init("Summer", .percent(try percent("10")))],
      fees: [
        .init("Resort", 7_00, .night, taxGroup: RateCard.lodgingGroup),
        .init("Booking", 8_00, .stay),
      ],
      taxes: [
        .init("Tax", .percent(try percent("10"))), .init("Visitor", .amount(2_00, .personNight)),
        .init("Card", .amount(5_00, .stay)),
      ], pricesIncludeTax: pricesIncludeTax)
  }

  private func imported(_ card: RateCard, nights: Int, priceMinor: Int64 = 50_00) throws
    -> PricedStay
  {
    var stay = try PricedStay(card, from: "2026-07-01", nights: nights)
    for index in stay.facts.nights.indices {
      stay.facts.nights[index].agreedPriceMinor = priceMinor
      stay.facts.nights[index].priceCovers = .everything
    }
    return stay
  }

  func testTheyCostTheirPriceAndNothingMore() throws {
    for includesTax in [false, true] {
      let bill = try imported(card(pricesIncludeTax: includesTax), nights: 3).bill()
      XCTAssertEqual(bill.totalMinor, 150_00)
      XCTAssertEqual(bill.lines.map(\.kind), [.lodging, .lodging, .lodging])
      XCTAssertEqual(bill.lines.map(\.amountMinor), [50_00, 50_00, 50_00])
    }
  }

  func testAtThePriceOfTheCardTheyGetNoDiscountThatNobodyAskedFor() throws {
    var stay = try imported(card(), nights: 1)
    stay.facts.nights[0].agreedPriceMinor = nil
    XCTAssertEqual(try stay.total(), 100_00)
    stay.facts.nights[0].agreedDiscount = .init("Summer", agreedUnder: 0)
    XCTAssertEqual(try stay.total(), 90_00)
  }

  func testNightsAddedToThemAreChargedAsAnyOthers() throws {
    var stay = try imported(card(), nights: 2)
    try stay.change(nights: 3)
    // 100 less 10%, 7 a night, 10% on 97, 8 and 5 by the stay and 2 a night.
    let added: Int64 = 90_00 + 7_00 + 9_70 + 8_00 + 5_00 + 2_00
    XCTAssertEqual(try stay.total(), 100_00 + added)
    for line in try stay.bill().lines where line.kind != .lodging {
      XCTAssertEqual("\(line.day)", "2026-07-03", line.text)
    }
  }

  func testTheirLengthCountsForOthersInTheStay() throws {
    var card = RateCard(
      [.init("Night", .nightly, 100_00)],
      taxes: [.init("Tax", .percent(try percent("10")), exemptFromNights: 3)])
    var stay = try imported(card, nights: 1)
    try stay.change(nights: 2)
    XCTAssertEqual(try stay.total(), 50_00 + 110_00)
    try stay.change(nights: 3)
    XCTAssertEqual(try stay.total(), 50_00 + 200_00)
    card.pricesIncludeTax = true
    stay.card = card
    // Two nights of 100 are 90.91 and the tax that a long stay does not pay.
    XCTAssertEqual(try stay.total(), 50_00 + 181_82)
  }

  func testWhatIsKeptOfThemOrTakenOffThemHasNoTax() throws {
    let all = CancellationTerms(
      steps: [.init(NoticeDays(from: 0, through: nil), keeps: .everything)], currency: .usd)
    var card = RateCard(
      [.init("Night", .nightly, 100_00)],
      taxes: [.init("Tax", .percent(try percent("10")), taxesKeptMoney: true)])
    for includesTax in [false, true] {
      card.pricesIncludeTax = includesTax
      var stay = try imported(card, nights: 2)
      stay.facts.reserve(
        at: try PricedStay.instant("2026-01-02"), revision: 0, under: all)
      stay.facts.allowances = [.init(on: try CalendarDate(parsing: "2026-07-02"), 10_00)]
      XCTAssertEqual(try stay.total(), 90_00)
      stay.facts.allowances = []
      try stay.cancel(on: "2026-06-30")
      XCTAssertEqual(try stay.total(), 100_00)
    }
  }

  func testAgreedAnewTheyAreChargedAsAnyOthers() throws {
    var stay = try imported(card(), nights: 1)
    stay.facts.reprice({ _ in true }, under: 0)
    XCTAssertEqual(try stay.total(), 90_00 + 7_00 + 9_70 + 8_00 + 5_00 + 2_00)
  }
}
