import CampgroundPricing
import XCTest

/// Nights that share a total agreed elsewhere, in which percentage taxes are included; amounts are
/// in cents.
final class AgreedTotalTests: XCTestCase {
  private func card(_ taxes: RateCard.Tax...) throws -> RateCard {
    RateCard(
      [.init("Night", .nightly, 80_00)],
      discounts: [.init("Summer", .percent(try percent("50")))],
      fees: [
        .init("Resort", 7_00, .night, taxGroup: RateCard.lodgingGroup),
        .init("Booking", 8_00, .stay),
      ],
      taxes: taxes)
  }

  private func imported(
    _ card: RateCard, sharesMinor: [Int64?],
    covering coverage: StayFacts.PriceCoverage = .lodgingAndTaxes
  ) throws -> PricedStay {
    var stay = try PricedStay(card, from: "2026-07-01", nights: sharesMinor.count)
    for (index, share) in sharesMinor.enumerated() {
      stay.facts.nights[index].agreedPriceMinor = share
      stay.facts.nights[index].priceCovers = coverage
    }
    return stay
  }

  private func amounts(_ stay: PricedStay) throws -> [String] {
    try stay.bill().lines.map { "\($0.day) \($0.kind) \($0.amountMinor)" }
  }

  func testThePercentageTaxesAreAPartOfIt() throws {
    // 100 / 1.085 is 92.1659, the tax 7.8341; of the first night 50 / 1.085 is 46.083, the tax
    // 3.917, and the second night has the rest.
    let stay = try imported(
      card(.init("Tax", .percent(try percent("8.5")))), sharesMinor: [50_00, 50_00])
    XCTAssertEqual(
      try amounts(stay),
      [
        "2026-07-01 lodging 4608", "2026-07-01 tax 392", "2026-07-02 lodging 4609",
        "2026-07-02 tax 391",
      ])
    XCTAssertEqual(try stay.total(), 100_00)
  }

  func testAStayThatHadEndedBeforeTheImportIsPricedTheSame() throws {
    let card = try card(
      .init("Tax", .percent(try percent("8.5"))), .init("Visitor", .amount(2_00, .personNight)))
    let over = try imported(card, sharesMinor: [50_00, 50_00], covering: .everything)
    XCTAssertEqual(try amounts(over), try amounts(imported(card, sharesMinor: [50_00, 50_00])))
    // Without a total it has the price of the card, with its taxes and no fee: 80, 6.80 and 2.
    let unknown = try imported(card, sharesMinor: [nil], covering: .everything)
    XCTAssertEqual(try unknown.total(), 88_80)
  }

  func testEveryTotalIsReachedToTheCent() throws {
    // Of a net price that taxes are added to, one total in twelve cannot be reached at 8.5%.
    let card = try card(
      .init("County", .percent(try percent("8.5"))), .init("City", .percent(try percent("2.25"))))
    for total in Int64(1)...300 {
      let stay = try imported(card, sharesMinor: [total / 3, total / 3, total - total / 3 * 2])
      XCTAssertEqual(try stay.total(), total)
    }
  }

  func testEachNightHasTheTaxOfItsDate() throws {
    let old = RateCard.Tax(
      "Tax", .percent(try percent("10")),
      for: RuleScope(lastNight: try CalendarDate(parsing: "2026-07-01")))
    let new = RateCard.Tax(
      "Tax", .percent(try percent("25")),
      for: RuleScope(firstNight: try CalendarDate(parsing: "2026-07-02")))
    // 55 is 50 and 10%; 75 is 60 and 25%.
    let stay = try imported(card(old, new), sharesMinor: [55_00, 75_00])
    XCTAssertEqual(
      try amounts(stay),
      [
        "2026-07-01 lodging 5000", "2026-07-01 tax 500", "2026-07-02 lodging 6000",
        "2026-07-02 tax 1500",
      ])
  }

  func testALongStayThatOwesNoTaxCostsTheSame() throws {
    let stay = try imported(
      card(.init("Tax", .percent(try percent("10")), exemptFromNights: 3)),
      sharesMinor: [40_00, 40_00, 40_00])
    XCTAssertEqual(try stay.total(), 120_00)
    XCTAssertEqual(try stay.bill().sumMinor(of: .tax), 0)
  }

  func testATaxThatIsWaivedIsSaved() throws {
    var stay = try imported(
      card(.init("Tax", .percent(try percent("10")))), sharesMinor: [55_00, 55_00])
    let day = try CalendarDate(parsing: "2026-07-02")
    stay.facts.waivers = [.init(.tax, "Tax", on: RateCard.lodgingGroup, of: day)]
    XCTAssertEqual(try stay.total(), 105_00)
  }

  func testATaxByAmountIsAddedAndAFeeIsNot() throws {
    let stay = try imported(
      card(.init("Visitor", .amount(2_00, .personNight))), sharesMinor: [50_00, 50_00])
    XCTAssertEqual(try stay.total(), 104_00)
    XCTAssertEqual(try stay.bill().sumMinor(of: .fee, .discount), 0)
  }

  func testANightThatIsAddedTakesTheRatesFeesAndTaxes() throws {
    var stay = try imported(card(.init("Tax", .percent(try percent("10")))), sharesMinor: [55_00])
    try stay.change(nights: 2)
    // 80 less half, 7 a night with its tax, 8 by the stay without one.
    XCTAssertEqual(try stay.total(), 55_00 + 40_00 + 7_00 + 4_70 + 8_00)
  }

  func testWhatIsKeptOfItHasItsTaxInIt() throws {
    let all = CancellationTerms(
      steps: [.init(NoticeDays(from: 0, through: nil), keeps: .everything)], currency: .usd)
    // Kept money is taxed, or the guest owes it without the tax.
    for (isTaxed, kept) in [(true, 110_00), (false, 100_00)] as [(Bool, Int64)] {
      var stay = try imported(
        card(.init("Tax", .percent(try percent("10")), taxesKeptMoney: isTaxed)),
        sharesMinor: [55_00, 55_00])
      stay.facts.reserve(
        at: try PricedStay.instant("2026-01-02"), revision: 0, under: all)
      try stay.cancel(on: "2026-06-30")
      XCTAssertEqual(try stay.total(), kept)
    }
  }
}
