import CampgroundPricing
import XCTest

/// The numbers of the rule "length, then place, then time"; amounts are in cents.
final class RateLengthTests: XCTestCase {
  private typealias Rate = RateCard.Rate

  private let one = BookedPlace(site: SiteID(rawValue: 1), siteType: "rv")
  private let two = BookedPlace(site: SiteID(rawValue: 2))
  private let cabin = BookedPlace(site: SiteID(rawValue: 3), siteClass: ClassID(rawValue: 9))

  private func total(
    _ rates: [Rate], from arrival: String, nights: Int, at place: BookedPlace? = nil
  ) throws -> Int64 {
    try PricedStay(RateCard(rates), from: arrival, nights: nights, at: place ?? one).total()
  }

  /// A stay on several sites.
  private func total(
    _ rates: [Rate], from arrival: String, _ parts: (nights: Int, place: BookedPlace)...
  ) throws -> Int64 {
    let places = parts.flatMap { Array(repeating: $0.place, count: $0.nights) }
    var stay = try PricedStay(RateCard(rates), from: arrival, nights: places.count)
    for (index, place) in places.enumerated() { stay.facts.nights[index].place = place }
    return try stay.total()
  }

  private func rates(weekendFor scope: RuleScope = .all) -> [Rate] {
    var weekend = scope
    weekend.weekdays = .weekend
    return [
      Rate("Base", .nightly, 52_00), Rate("Weekend", .nightly, 60_00, for: weekend),
      Rate("Week", .weekly, 300_00), Rate("Month", .monthly, 750_00),
    ]
  }

  private func summer(
    _ kind: RateKind, _ amount: Int64, _ weekdays: Weekdays = []
  ) throws -> Rate {
    Rate(
      "Summer \(kind)", kind, amount,
      for: RuleScope(season: try season((6, 1), (8, 31)), weekdays: weekdays))
  }

  // MARK: Base 52, Friday and Saturday 60, weekly 300, monthly 750

  func testAWeekendRateLeavesWeeksAndMonthsAlone() throws {
    for rates in [rates(), rates(weekendFor: .init(siteType: "rv"))] {
      XCTAssertEqual(try total(rates, from: "2027-06-07", nights: 7), 300_00)
      XCTAssertEqual(try total(rates, from: "2027-06-01", nights: 30), 750_00)
      // June 10, 2027 is a Thursday: a week and a Thursday.
      XCTAssertEqual(try total(rates, from: "2027-06-10", nights: 8), 352_00)
      // From Monday: four nights at 52 and a Friday.
      XCTAssertEqual(try total(rates, from: "2027-06-07", nights: 5), 268_00)
    }
  }

  func testASummerRateLeavesWeeksAlone() throws {
    let rates = try rates() + [summer(.nightly, 70_00)]
    XCTAssertEqual(try total(rates, from: "2027-07-05", nights: 7), 300_00)
    let weekly = try rates + [summer(.weekly, 420_00)]
    XCTAssertEqual(try total(weekly, from: "2027-07-05", nights: 7), 420_00)
    // Three nights of August, four of September: 3/7 × 420 + 4/7 × 300
    XCTAssertEqual(try total(weekly, from: "2027-08-29", nights: 7), 351_43)
  }

  func testASeasonBeatsWeekdaysUnlessItHasThemToo() throws {
    let rates = try [
      Rate("Base", .nightly, 50_00), summer(.nightly, 70_00), summer(.nightly, 65_00, .weekend),
    ]
    // A Thursday at 70, a Friday and a Saturday at 65
    XCTAssertEqual(try total(rates, from: "2027-07-01", nights: 3), 200_00)
  }

  func testAMonthlyRateOfOneSitePricesNoShorterStay() throws {
    let rates =
      rates().filter { $0.kind != .monthly }
      + [Rate("Site 1", .monthly, 750_00, for: .init(site: one.site))]
    // A Friday and a Saturday
    XCTAssertEqual(try total(rates, from: "2027-06-11", nights: 2), 120_00)
    XCTAssertEqual(try total(rates, from: "2027-06-07", nights: 7), 300_00)
    XCTAssertEqual(try total(rates, from: "2027-06-01", nights: 30), 750_00)
  }

  // MARK: Prices of one's own

  func testCabinsWithPricesOfTheirOwnTakeNoWeek() throws {
    let ofCabins = RuleScope(siteClass: cabin.siteClass)
    let always = rates() + [Rate("Cabin", .nightly, 95_00, for: ofCabins)]
    XCTAssertEqual(try total(always, from: "2027-06-07", nights: 7, at: cabin), 665_00)
    XCTAssertEqual(try total(always, from: "2027-06-07", nights: 7), 300_00)

    var inSummer = ofCabins
    inSummer.season = try season((6, 1), (8, 31))
    let seasonal = [
      Rate("Base", .nightly, 52_00), Rate("Week", .weekly, 300_00),
      Rate("Cabin", .nightly, 95_00, for: inSummer),
    ]
    // Three nights of May take 3/7 of 300, four of June cost 95.
    XCTAssertEqual(try total(seasonal, from: "2027-05-29", nights: 7, at: cabin), 508_57)

    var (weekdays, weekend) = (ofCabins, ofCabins)
    weekdays.weekdays = Weekdays([.sunday, .monday, .tuesday, .wednesday, .thursday])
    weekend.weekdays = .weekend
    let parted = [
      Rate("Base", .nightly, 52_00), Rate("Week", .weekly, 300_00),
      Rate("Cabin", .nightly, 85_00, for: weekdays),
      Rate("Cabin weekend", .nightly, 110_00, for: weekend),
    ]
    XCTAssertEqual(try total(parted, from: "2027-06-07", nights: 7, at: cabin), 645_00)
  }

  func testAWeekOnTwoSitesTakesTheWeekOnOneOfThem() throws {
    let rates = [
      Rate("Base", .nightly, 52_00), Rate("Week", .weekly, 300_00),
      Rate("Site 2", .nightly, 95_00, for: .init(site: two.site)),
    ]
    XCTAssertEqual(try total(rates, from: "2027-06-07", (1, one), (6, two)), 612_86)
    XCTAssertEqual(try total(rates, from: "2027-06-07", (4, one), (3, two)), 456_43)
  }

  func testAMonthNoneOfWhoseNightsTakesItsRateIsCountedInWeeks() throws {
    let rates = [
      Rate("Month", .monthly, 600_00), Rate("Week", .weekly, 210_00, for: .init(site: one.site)),
      Rate("Site 1", .nightly, 40_00, for: .init(site: one.site)),
    ]
    // June is four weeks of the site's own and two nights.
    XCTAssertEqual(try total(rates, from: "2027-06-01", nights: 30), 920_00)
    XCTAssertEqual(try total(rates, from: "2027-06-01", nights: 30, at: two), 600_00)
  }

  // MARK: Weeks of a season, special dates

  func testWeeksAreCountedFromTheFirstNightThatHasAWeeklyRate() throws {
    let rates = try [Rate("Night", .nightly, 50_00), summer(.weekly, 210_00)]
    // Four nights of June are no week; nine are one and two nights.
    XCTAssertEqual(try total(rates, from: "2027-05-29", nights: 7), 350_00)
    XCTAssertEqual(try total(rates, from: "2027-05-29", nights: 12), 460_00)
  }

  func testSpecialDatesComeFirst() throws {
    let fourth = RuleScope(season: try season((7, 4), (7, 4)))
    let rates = [
      Rate("Base", .nightly, 65_00), Rate("Fourth", .nightly, 160_00, for: fourth),
      Rate("Weekend", .nightly, 200_00, for: .init(weekdays: .weekend)),
    ]
    // July 4, 2026 is a Saturday.
    XCTAssertEqual(try total(rates, from: "2026-07-04", nights: 1), 160_00)
    let lakefront = [
      Rate("Lakefront", .nightly, 100_00, for: .init(site: one.site)),
      Rate("Fourth", .nightly, 150_00, for: fourth), Rate("Week", .weekly, 210_00),
    ]
    XCTAssertEqual(try total(lakefront, from: "2027-07-01", nights: 7), 750_00)
    let month = [Rate("Month", .monthly, 600_00), Rate("Fourth", .nightly, 150_00, for: fourth)]
    XCTAssertEqual(try total(month, from: "2027-06-20", nights: 30), 600_00)
    let own = [
      Rate("Own", .nightly, 45_00, for: .init(site: one.site)), Rate("Night", .nightly, 60_00),
    ]
    XCTAssertEqual(try total(own, from: "2027-06-07", nights: 1), 45_00)
  }

  func testSpecialDatesOfThePlaceComeBeforeThoseOfAll() throws {
    var own = RuleScope(season: try season((7, 3), (7, 5)))
    let general = RuleScope(season: try season((7, 4), (7, 4)))
    own.site = one.site
    let rates = [
      Rate("All", .nightly, 150_00, for: general), Rate("Own", .nightly, 180_00, for: own),
    ]
    XCTAssertEqual(try total(rates, from: "2027-07-04", nights: 1), 180_00)
  }

  // MARK: Why

  func testEachNightSaysByWhichRateItIsPricedAndWhichOthersCoverIt() throws {
    var card = RateCard(rates() + [Rate("Rack", .nightly, 90_00, for: .init(site: two.site))])
    card.rates.append(Versioned(Rate("Former", .nightly, 1_00), until: 0))
    // Wednesday to Wednesday on site 1, then a night on site 2 and one with an agreed price.
    var nights = try PricedStay(card, from: "2027-06-09", nights: 9, at: one).facts.nights
    nights[7].place = two
    nights[8].agreedPriceMinor = 12_00
    let priced = try card.pricedNights(of: nights)
    XCTAssertEqual(priced.map(\.date), nights.map(\.date))
    XCTAssertEqual(
      priced.map(\.rate), Array(repeating: "Week", count: 7) + ["Rack", "Agreed price"])
    XCTAssertEqual(
      priced.map(\.kind), Array(repeating: .weekly, count: 7) + [.nightly, .nightly])
    XCTAssertEqual(
      priced.map(\.amountMinor), [42_86, 42_86, 42_86, 42_86, 42_86, 42_85, 42_85, 90_00, 12_00])
    // June 11 is a Friday.
    XCTAssertEqual(priced[1].otherRates, ["Month", "Base"])
    XCTAssertEqual(priced[2].otherRates, ["Month", "Weekend", "Base"])
    XCTAssertEqual(priced[7].otherRates, ["Month", "Week", "Base"])
  }

  func testANightWithoutAPriceHasNoRate() throws {
    let card = RateCard([Rate("Week", .weekly, 210_00)])
    let nights = try PricedStay(card, from: "2027-06-09", nights: 8).facts.nights
    let priced = try card.pricedNights(of: nights)
    XCTAssertEqual(priced.last?.amountMinor, .some(nil))
    XCTAssertEqual(priced.last?.rate, .some(nil))
    XCTAssertEqual(priced.last?.otherRates, ["Week"])
    XCTAssertEqual(
      try Bill(of: StayFacts(nights: nights), by: card).unpricedNights, [nights[7].date])
  }

  // MARK: Less of what was agreed

  func testWhatIsLeftOfAWeekOrMonthKeepsAShareWhereThereIsNoNightlyRate() throws {
    var month = try PricedStay(
      RateCard([Rate("Month", .monthly, 750_00)]), from: "2027-06-01", nights: 30)
    XCTAssertEqual(try month.total(), 750_00)
    try month.change(nights: 2)
    XCTAssertEqual(try month.total(), 50_00)
    var week = try PricedStay(
      RateCard([Rate("Week", .weekly, 210_00)]), from: "2027-06-01", nights: 7)
    XCTAssertEqual(try week.total(), 210_00)
    try week.change(nights: 3)
    XCTAssertEqual(try week.total(), 90_00)
    XCTAssertEqual(try total([Rate("Week", .weekly, 210_00)], from: "2027-06-01", nights: 3), 0)
  }
}
