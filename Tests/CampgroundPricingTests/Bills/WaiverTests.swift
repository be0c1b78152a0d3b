import CampgroundPricing
import XCTest

/// "Nothing is undone by an amount": waived lines of a bill; amounts are in cents.
final class WaiverTests: XCTestCase {
  private let strict = WaiverTests.keeping(.everything)

  private func stay(
    nights: Int = 3, at amount: Int64 = 100_00, discount: String? = nil, tax: String? = nil,
    pricesIncludeTax: Bool = false, under terms: CancellationTerms? = nil
  ) throws -> PricedStay {
    try PricedStay(
      RateCard(
        [.init("Base", .nightly, amount)],
        discounts: discount.map { [.init("Club", .percent(try percent($0)))] } ?? [],
        taxes: tax.map { [.init("Bed", .percent(try percent($0)))] } ?? [],
        pricesIncludeTax: pricesIncludeTax),
      from: "2027-06-01", nights: nights, under: terms)
  }

  private static func keeping(_ kept: CancellationTerms.Kept) -> CancellationTerms {
    CancellationTerms(
      steps: [.init(NoticeDays(from: 0, through: nil), keeps: kept)], currency: .usd)
  }

  private func night(_ day: String) throws -> StayFacts.Waiver {
    .init(.lodging, on: RateCard.lodgingGroup, of: try CalendarDate(parsing: day))
  }

  func testAWaivedNightTakesItsDiscountAndItsTaxWithIt() throws {
    var stay = try stay(discount: "10", tax: "10")
    // 3 × 90 and 27 of tax
    XCTAssertEqual(try stay.total(), 297_00)
    stay.facts.waivers = [try night("2027-06-01")]
    let bill = try stay.bill()
    XCTAssertEqual(bill.totalMinor, 198_00)
    XCTAssertEqual(bill.lines.filter { "\($0.day)" == "2027-06-01" }, [])
  }

  func testAWaivedNightAtAPriceWithTaxCostsNothing() throws {
    var stay = try stay(discount: "10", tax: "10", pricesIncludeTax: true)
    XCTAssertEqual(try stay.total(), 270_00)
    stay.facts.waivers = [try night("2027-06-02")]
    XCTAssertEqual(try stay.total(), 180_00)
  }

  /// Weekly 300, nightly 52, one of seven reversed: six sevenths of the week.
  func testAWaivedNightOfAWeekTakesOffItsShare() throws {
    var stay = try PricedStay(
      RateCard([.init("Base", .nightly, 52_00), .init("Week", .weekly, 300_00)]),
      from: "2027-06-07", nights: 7)
    stay.facts.waivers = [try night("2027-06-08")]
    XCTAssertEqual(try stay.total(), 257_14)
    // Six nights are left, which cost no more than the week: 300, of which a sixth is waived.
    try stay.change(nights: 6)
    XCTAssertEqual(try stay.total(), 250_00)
  }

  func testAWaivedNightStillCountsForLengths() throws {
    var stay = try PricedStay(
      RateCard(
        [.init("Base", .nightly, 100_00)],
        discounts: [.init("Long", .percent(try percent("10")), minimumNights: 3)],
        taxes: [.init("Bed", .percent(try percent("10")), exemptFromNights: 3)]),
      from: "2027-06-01", nights: 3)
    stay.facts.waivers = [try night("2027-06-01")]
    XCTAssertEqual(try stay.total(), 180_00)
  }

  func testAWaivedNightStaysWaivedWhenItMovesOrComesBack() throws {
    var stay = try stay(nights: 3, under: strict)
    stay.facts.waivers = [try night("2027-06-03")]
    XCTAssertEqual(try stay.total(), 200_00)
    // Giving it up keeps nothing of it.
    try stay.change(nights: 2, on: "2027-05-31")
    XCTAssertEqual(try stay.total(), 200_00)
    try stay.change(nights: 3, on: "2027-05-31")
    XCTAssertEqual(try stay.total(), 200_00)
    stay.card.rates.append(
      Versioned(.init("Dear", .nightly, 150_00, for: .init(site: SiteID(rawValue: 2)))))
    stay.place = BookedPlace(site: SiteID(rawValue: 2))
    try stay.change(nights: 3, on: "2027-05-31")
    XCTAssertEqual(try stay.total(), 300_00)
  }

  func testAWaivedFeeIsLeftOutOnItsDayAlone() throws {
    var stay = try PricedStay(
      RateCard(
        [.init("Base", .nightly, 100_00)],
        fees: [.init("Pets", 5_00, .night), .init("Booking", 8_00, .stay)]),
      from: "2027-06-01", nights: 2)
    XCTAssertEqual(try stay.total(), 218_00)
    let first = try CalendarDate(parsing: "2027-06-01")
    stay.facts.waivers = [.init(.fee, "Pets", on: nil, of: first)]
    XCTAssertEqual(try stay.total(), 213_00)
    stay.facts.waivers.insert(.init(.fee, "Booking", on: nil, of: first))
    XCTAssertEqual(try stay.total(), 205_00)
  }

  /// Seven nights at 100, tax 10%, the policy keeps all, cut by four the day before: 330 + 400 kept;
  /// the 400 waived: 330.
  func testWaivingKeptMoneyLeavesTheTaxOfTheNightsAlone() throws {
    var stay = try stay(nights: 7, tax: "10", under: strict)
    try stay.change(nights: 3, on: "2027-05-31")
    XCTAssertEqual(try stay.total(), 730_00)
    stay.facts.givenUp[0].isWaived = true
    XCTAssertEqual(try stay.total(), 330_00)
  }

  func testAWaivedAllowanceIsGivenBackAndTheOtherStays() throws {
    var stay = try stay()
    let day = try CalendarDate(parsing: "2027-06-01")
    stay.facts.allowances = [.init(on: day, 10_00), .init(on: day, 30_00)]
    XCTAssertEqual(try stay.total(), 260_00)
    stay.facts.allowances[0].isWaived = true
    let bill = try stay.bill()
    XCTAssertEqual(bill.totalMinor, 270_00)
    XCTAssertEqual(
      bill.lines.filter { $0.kind == .allowance }.map(\.fact), [Bill.Fact.allowance(1)])
    XCTAssertEqual(bill.allowancesMinor, [0, 30_00])
  }

  func testAWaivedChangeFeeIsLeftOut() throws {
    var stay = try stay()
    stay.facts.changeFees = [.init(on: try CalendarDate(parsing: "2027-05-01"), 10_00)]
    XCTAssertEqual(try stay.total(), 310_00)
    stay.facts.changeFees[0].isWaived = true
    XCTAssertEqual(try stay.total(), 300_00)
  }

  // MARK: Kept money

  /// 33.33 a night, 50% kept, five nights cut by two: 133.32, at once or one by one.
  func testWhatIsKeptIsRoundedOnceForEachShare() throws {
    let half = Self.keeping(.percent(50))
    var atOnce = try stay(nights: 5, at: 33_33, under: half)
    try atOnce.change(nights: 3, on: "2027-05-31")
    var oneByOne = try stay(nights: 5, at: 33_33, under: half)
    try oneByOne.change(nights: 4, on: "2027-05-31")
    try oneByOne.change(nights: 3, on: "2027-05-31")
    XCTAssertEqual(try [atOnce.total(), oneByOne.total()], [133_32, 133_32])
  }

  /// Weekly 399, nightly 70, seven nights cut by six: 70 and the first night as reserved, 57; in one
  /// step or in two.
  func testTheFirstNightIsThatOfTheStayAsItWasReserved() throws {
    let first = Self.keeping(.nights(1))
    let card = RateCard([.init("Base", .nightly, 70_00), .init("Week", .weekly, 399_00)])
    var atOnce = try PricedStay(card, from: "2027-06-01", nights: 7, under: first)
    try atOnce.change(nights: 1, on: "2027-05-31")
    var inTwo = try PricedStay(card, from: "2027-06-01", nights: 7, under: first)
    try inTwo.change(nights: 6, on: "2027-05-31")
    try inTwo.change(nights: 1, on: "2027-05-31")
    XCTAssertEqual(try [atOnce.total(), inTwo.total()], [127_00, 127_00])
    // Reserved for three nights at 70 and extended to a week: the first night cost 70.
    var extended = try PricedStay(card, from: "2027-06-01", nights: 3, under: first)
    try extended.change(nights: 7, on: "2027-05-01")
    try extended.change(nights: 1, on: "2027-05-31")
    XCTAssertEqual(try extended.total(), 140_00)
  }
}
