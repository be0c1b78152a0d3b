import CampgroundPricing
import XCTest

/// What nights cost, by the numbers of the domain reference; amounts are in cents.
final class LodgingTests: XCTestCase {
  private func total(
    _ rates: [RateCard.Rate], from arrival: String, nights: Int, at place: BookedPlace = .init()
  ) throws -> Int64 {
    try PricedStay(RateCard(rates), from: arrival, nights: nights, at: place).total()
  }

  // MARK: Nights, weeks, months

  func testTenNightsAreAWeekAndThreeNights() throws {
    let rates: [RateCard.Rate] = [.init("Night", .nightly, 35_00), .init("Week", .weekly, 210_00)]
    // 210 + 3 × 35
    XCTAssertEqual(try total(rates, from: "2026-07-01", nights: 10), 315_00)
    XCTAssertEqual(try total(rates, from: "2026-07-01", nights: 6), 210_00)
    XCTAssertEqual(try total(rates, from: "2026-07-01", nights: 14), 420_00)
  }

  func testAWeekAcrossSeasonsHasSeventhsOfBoth() throws {
    let rates: [RateCard.Rate] = [
      .init("Spring", .weekly, 210_00, for: .init(season: try season((3, 1), (6, 30)))),
      .init("Summer", .weekly, 280_00, for: .init(season: try season((7, 1), (9, 30)))),
    ]
    // June 28, 29, 30, then four nights of July: 3/7 × 210 + 4/7 × 280
    XCTAssertEqual(try total(rates, from: "2026-06-28", nights: 7), 250_00)
  }

  func testDaysBeyondAMonthAreProratedByTheirMonth() throws {
    let rates = [RateCard.Rate("Month", .monthly, 900_00)]
    // January 1 to February 1, and 10/28; May 1 to June 1, and 10/30
    XCTAssertEqual(try total(rates, from: "2027-01-01", nights: 41), 1_221_43)
    XCTAssertEqual(try total(rates, from: "2027-05-01", nights: 41), 1_200_00)
    // May 28 to June 28, three days of June and two of July: 3 × 30 and 2 × 900/31 = 58.06
    XCTAssertEqual(try total(rates, from: "2027-05-28", nights: 36), 1_048_06)
  }

  func testMonthsCountFromTheArrival() throws {
    let rates: [RateCard.Rate] = [
      .init("Night", .nightly, 60_00), .init("Month", .monthly, 600_00),
    ]
    // Jan 31 to Feb 28, then to Mar 31.
    XCTAssertEqual(try total(rates, from: "2027-01-31", nights: 28), 600_00)
    XCTAssertEqual(try total(rates, from: "2027-01-31", nights: 59), 1_200_00)
    // July 15 to August 15, and ten days of August: 600 + 10 × 600/31 = 193.55
    XCTAssertEqual(try total(rates, from: "2027-07-15", nights: 41), 793_55)
    XCTAssertEqual(try total(rates, from: "2027-07-15", nights: 2), 120_00)
  }

  // MARK: The most specific group

  func testSpecialDatesComeBeforeWeekdays() throws {
    let holiday = try season((7, 3), (7, 5))
    let rates: [RateCard.Rate] = [
      .init("Base", .nightly, 65_00),
      .init("Holiday", .nightly, 160_00, for: .init(season: holiday)),
      .init("Weekend", .nightly, 200_00, for: .init(weekdays: .weekend)),
    ]
    // July 4, 2026 is a Saturday.
    XCTAssertEqual(try total(rates, from: "2026-07-04", nights: 1), 160_00)
    XCTAssertEqual(try total(rates, from: "2026-07-11", nights: 1), 200_00)
    XCTAssertEqual(try total(rates, from: "2026-07-13", nights: 1), 65_00)
  }

  func testShorterSpecialDatesComeBeforeLongerOnes() throws {
    let rates: [RateCard.Rate] = [
      .init("Fortnight", .nightly, 90_00, for: .init(season: try season((7, 1), (7, 14)))),
      .init("Fourth", .nightly, 150_00, for: .init(season: try season((7, 4), (7, 4)))),
    ]
    XCTAssertEqual(try total(rates, from: "2026-07-03", nights: 3), 330_00)
  }

  func testASitesOwnRateComesBeforeTheGeneralOne() throws {
    let site = SiteID(rawValue: 7)
    let rates: [RateCard.Rate] = [
      .init("Site 7", .nightly, 45_00, for: .init(site: site)), .init("General", .nightly, 60_00),
      .init("Summer", .nightly, 80_00, for: .init(season: try season((6, 1), (8, 31)))),
    ]
    XCTAssertEqual(try total(rates, from: "2026-07-01", nights: 1, at: .init(site: site)), 45_00)
    XCTAssertEqual(try total(rates, from: "2026-07-01", nights: 1), 80_00)
    // Booked by its class, the site's own rate does not reach the stay.
    XCTAssertEqual(
      try total(rates, from: "2026-05-01", nights: 1, at: .init(siteClass: ClassID(rawValue: 50))),
      60_00)
  }

  func testAClassComesBeforeATypeAndBothBeforeTheRest() throws {
    let rates: [RateCard.Rate] = [
      .init("All", .nightly, 10_00), .init("RV", .nightly, 20_00, for: .init(siteType: "rv")),
      .init("50A", .nightly, 30_00, for: .init(siteClass: ClassID(rawValue: 50))),
    ]
    let place = BookedPlace(siteClass: ClassID(rawValue: 50), siteType: "rv")
    XCTAssertEqual(try total(rates, from: "2026-07-01", nights: 1, at: place), 30_00)
    XCTAssertEqual(
      try total(rates, from: "2026-07-01", nights: 1, at: .init(siteType: "rv")), 20_00)
    XCTAssertEqual(try total(rates, from: "2026-07-01", nights: 1), 10_00)
  }

  func testAGeneralWeekDoesNotReachAClassWithItsOwnNights() throws {
    let lakefront = BookedPlace(siteClass: ClassID(rawValue: 7))
    let nights: [RateCard.Rate] = [
      .init("Lakefront", .nightly, 100_00, for: .init(siteClass: ClassID(rawValue: 7))),
      .init("Week", .weekly, 210_00),
    ]
    let fourth = RateCard.Rate(
      "Fourth", .nightly, 150_00, for: .init(season: try season((7, 4), (7, 4))))
    XCTAssertEqual(
      try total(nights + [fourth], from: "2026-07-01", nights: 7, at: lakefront), 750_00)
    XCTAssertEqual(try total(nights, from: "2026-07-01", nights: 7, at: lakefront), 700_00)
  }

  func testSpecialDatesBreakAWeekAndNoMonth() throws {
    let rates: [RateCard.Rate] = [
      .init("Night", .nightly, 40_00), .init("Week", .weekly, 210_00),
      .init("Month", .monthly, 600_00),
      .init("Fourth", .nightly, 150_00, for: .init(season: try season((7, 4), (7, 4)))),
    ]
    XCTAssertEqual(try total(rates, from: "2026-07-01", nights: 31), 600_00)
    // Three nights, the Fourth, and three nights: 120 + 150 + 120.
    XCTAssertEqual(try total(rates, from: "2026-07-01", nights: 7), 390_00)
    // Three nights, the Fourth, and a week from July 5.
    XCTAssertEqual(try total(rates, from: "2026-07-01", nights: 11), 480_00)
  }

  func testTheFirstOfRatesThatAreAsSpecificCounts() throws {
    let rates: [RateCard.Rate] = [
      .init("A", .nightly, 10_00, rank: 2), .init("B", .nightly, 20_00, rank: 1),
    ]
    XCTAssertEqual(try total(rates, from: "2026-07-01", nights: 1), 20_00)
  }

  // MARK: Versions

  func testANightKeepsTheRatesOfTheDayItWasAgreed() throws {
    let raised = try PricedStay.revision("2026-03-01")
    var card = RateCard(currency: .usd)
    card.rates = [
      Versioned(.init("Night", .nightly, 40_00), until: raised),
      Versioned(.init("Night", .nightly, 50_00), from: raised),
    ]
    var stay = try PricedStay(card, from: "2026-07-01", nights: 4, on: "2026-02-01")
    XCTAssertEqual(try stay.total(), 160_00)
    // A rate raised meanwhile prices only nights added later.
    try stay.change(nights: 6, on: "2026-03-02")
    XCTAssertEqual(try stay.total(), 260_00)
    try stay.facts.reprice({ _ in true }, under: PricedStay.revision("2026-03-03"))
    XCTAssertEqual(try stay.total(), 300_00)
  }

  func testAnAgreedPriceIsThePriceOfEachNight() throws {
    let card = RateCard(
      [.init("Night", .nightly, 50_00), .init("Week", .weekly, 210_00)],
      discounts: [
        .init("Summer", .percent(try percent("10"))),
        .init("Scout", .percent(try percent("50")), isAutomatic: false),
      ])
    var stay = try PricedStay(card, from: "2026-07-01", nights: 7)
    for index in stay.facts.nights.indices { stay.facts.nights[index].agreedPriceMinor = 20_00 }
    // Neither the week nor a discount that nobody asked for.
    XCTAssertEqual(try stay.total(), 140_00)
    for index in stay.facts.nights.indices {
      stay.facts.nights[index].agreedDiscount = .init("Scout", agreedUnder: 0)
    }
    XCTAssertEqual(try stay.total(), 70_00)
  }
}
