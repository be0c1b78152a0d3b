import CampgroundPricing
import XCTest

/// Which rates a night has: those of the most specific group that fits it; amounts are in cents.
final class RateGroupTests: XCTestCase {
  private let site = SiteID(rawValue: 7)

  private func total(
    _ rates: [RateCard.Rate], from arrival: String, nights: Int, at place: BookedPlace = .init()
  ) throws -> Int64 {
    try PricedStay(RateCard(rates), from: arrival, nights: nights, at: place).total()
  }

  /// Special dates, a site, a class, a type, another season, weekdays: what is named earlier counts
  /// for more than all that is named behind it. Special dates are a season, and a rule has one.
  func testScopesOfEveryCombinationStandInOneOrder() throws {
    let place = BookedPlace(site: site, siteClass: ClassID(rawValue: 50), siteType: "rv")
    var scopes: [(rank: Int, scope: RuleScope)] = []
    for rank in 0..<64 where rank & 34 != 34 {
      var scope = RuleScope()
      if rank & 32 != 0 { scope.season = try season((7, 1), (7, 14)) }
      if rank & 16 != 0 { scope.site = site }
      if rank & 8 != 0 { scope.siteClass = ClassID(rawValue: 50) }
      if rank & 4 != 0 { scope.siteType = "rv" }
      if rank & 2 != 0 { scope.season = try season((6, 1), (8, 31)) }
      if rank & 1 != 0 { scope.weekdays = .weekend }
      scopes.append((rank, scope))
    }
    for one in scopes {
      // A class that is named beside a site makes no difference.
      for other in scopes where other.rank > one.rank && other.rank & 28 != one.rank & 28 {
        guard one.scope.placeRank != other.scope.placeRank || (one.rank ^ other.rank) & 32 != 0
        else { continue }
        // July 3, 2026 is a Friday; the list has the less specific one first.
        let rates: [RateCard.Rate] = [
          .init("One", .nightly, 10_00, for: one.scope, rank: 1),
          .init("Other", .nightly, 20_00, for: other.scope, rank: 2),
        ]
        XCTAssertEqual(
          try total(rates, from: "2026-07-03", nights: 1, at: place), 20_00,
          "\(one.rank) \(other.rank)")
      }
    }
  }

  func testAtOnePlaceASeasonCountsMoreThanWeekdays() throws {
    let scopes = try [
      RuleScope(), RuleScope(weekdays: .weekend), RuleScope(season: season((6, 1), (8, 31))),
      RuleScope(season: season((6, 1), (8, 31)), weekdays: .weekend),
      RuleScope(season: season((7, 1), (7, 31))),
    ]
    for (place, scope) in scopes.enumerated() {
      let rates = scopes[...place].enumerated().map {
        RateCard.Rate("\($0)", .nightly, Int64($0), for: $1, rank: $0)
      }
      XCTAssertEqual(try total(rates, from: "2026-07-03", nights: 1), Int64(place), "\(scope)")
    }
  }

  func testOfOtherSeasonsTheShorterOneCounts() throws {
    let rates: [RateCard.Rate] = [
      .init("Year", .nightly, 10_00, for: .init(season: try season((1, 1), (12, 31)))),
      .init("Summer", .nightly, 20_00, for: .init(season: try season((6, 1), (8, 31)))),
      .init("July", .nightly, 30_00, for: .init(season: try season((7, 1), (7, 31)))),
    ]
    // June 30, July 1; August 31, September 1
    XCTAssertEqual(try total(rates, from: "2026-06-30", nights: 2), 50_00)
    XCTAssertEqual(try total(rates, from: "2026-08-31", nights: 2), 30_00)
  }

  func testASeasonMayWrapTheYear() throws {
    let rates: [RateCard.Rate] = [
      .init("Night", .nightly, 50_00),
      .init("Winter", .nightly, 30_00, for: .init(season: try season((10, 15), (4, 15)))),
      .init("Site 7", .nightly, 45_00, for: .init(site: site)),
      // Nine nights: special dates, before the site's own rate.
      .init("Holidays", .nightly, 80_00, for: .init(season: try season((12, 25), (1, 2)))),
    ]
    // April 14 and 15, and one more: 30 + 30 + 50
    XCTAssertEqual(try total(rates, from: "2027-04-14", nights: 3), 110_00)
    XCTAssertEqual(try total(rates, from: "2026-10-14", nights: 2), 80_00)
    // January 1 and 2, and one more, on the site: 80 + 80 + 45
    XCTAssertEqual(
      try total(rates, from: "2027-01-01", nights: 3, at: .init(site: site)), 205_00)
  }

  func testFebruaryHasTwentyNineNightsInALeapYear() throws {
    let month = [RateCard.Rate("Month", .monthly, 900_00)]
    // January 1 to February 1, and 10/28 or 10/29 of 900
    XCTAssertEqual(try total(month, from: "2027-01-01", nights: 41), 1_221_43)
    XCTAssertEqual(try total(month, from: "2028-01-01", nights: 41), 1_210_34)
    let rates: [RateCard.Rate] = [
      .init("Night", .nightly, 50_00),
      .init("Late February", .nightly, 70_00, for: .init(season: try season((2, 20), (2, 29)))),
    ]
    // February 28 and March 1; February 28 and 29 and March 1
    XCTAssertEqual(try total(rates, from: "2027-02-28", nights: 2), 120_00)
    XCTAssertEqual(try total(rates, from: "2028-02-28", nights: 3), 190_00)
  }

  // MARK: Inside the group

  func testASiteWithOnlyAMonthlyRateCostsWhatOthersDoForShorterStays() throws {
    let rates: [RateCard.Rate] = [
      .init("Site 7", .monthly, 900_00, for: .init(site: site)),
      .init("Night", .nightly, 60_00), .init("Week", .weekly, 300_00),
    ]
    // A week and three nights: 300 + 180; June is a month.
    XCTAssertEqual(try total(rates, from: "2026-06-05", nights: 10, at: .init(site: site)), 480_00)
    XCTAssertEqual(try total(rates, from: "2026-06-05", nights: 10), 480_00)
    XCTAssertEqual(try total(rates, from: "2026-06-01", nights: 30, at: .init(site: site)), 900_00)
  }

  func testSpecialDatesWithOnlyAWeeklyRatePriceWholeWeeks() throws {
    let rates: [RateCard.Rate] = [
      .init("Night", .nightly, 60_00),
      .init("Race week", .weekly, 1_400_00, for: .init(season: try season((7, 6), (7, 12)))),
    ]
    XCTAssertEqual(try total(rates, from: "2026-07-06", nights: 7), 1_400_00)
    XCTAssertEqual(try total(rates, from: "2026-07-06", nights: 3), 180_00)
  }

  func testSpecialDatesBehindWholeMonthsTakeTheMonth() throws {
    let rates: [RateCard.Rate] = [
      .init("Night", .nightly, 60_00), .init("Month", .monthly, 600_00),
      .init("Fourth", .nightly, 150_00, for: .init(season: try season((7, 4), (7, 4)))),
    ]
    // June 4 to July 4, then the Fourth and two days of July: 600 + 3 × 600/31 = 58.06
    XCTAssertEqual(try total(rates, from: "2026-06-04", nights: 33), 658_06)
    XCTAssertEqual(try total(rates, from: "2026-07-04", nights: 2), 210_00)
  }

  // MARK: Several places, agreed prices, nothing

  func testAWeekOnTwoSitesHasSeventhsOfBoth() throws {
    let other = SiteID(rawValue: 8)
    let card = RateCard([
      .init("Seven", .weekly, 210_00, for: .init(site: site)),
      .init("Eight", .weekly, 280_00, for: .init(site: other)),
      .init("Class", .monthly, 620_00, for: .init(siteClass: ClassID(rawValue: 50))),
      .init("Type", .monthly, 310_00, for: .init(siteType: "tent")),
    ])
    func total(_ first: BookedPlace, _ count: Int, _ second: BookedPlace, _ rest: Int) throws
      -> Int64
    {
      var stay = try PricedStay(card, from: "2026-07-01", nights: count + rest, at: first)
      for index in count..<count + rest { stay.facts.nights[index].place = second }
      return try stay.total()
    }
    // 3/7 of 210 and 4/7 of 280
    XCTAssertEqual(try total(.init(site: site), 3, .init(site: other), 4), 250_00)
    // 11/31 of 620 and 20/31 of 310
    XCTAssertEqual(
      try total(.init(siteClass: ClassID(rawValue: 50)), 11, .init(siteType: "tent"), 20), 420_00)
  }

  func testANightWithAnAgreedPriceIsNoPartOfAWeekOrAMonth() throws {
    let card = RateCard([
      .init("Night", .nightly, 50_00), .init("Week", .weekly, 210_00),
      .init("Month", .monthly, 600_00),
    ])
    func total(nights: Int, agreed: Int) throws -> Int64 {
      var stay = try PricedStay(card, from: "2026-07-01", nights: nights)
      stay.facts.nights[agreed].agreedPriceMinor = 20_00
      return try stay.total()
    }
    // Six nights and the agreed one; a week behind it; two weeks before it and two behind it, and two
    // nights
    XCTAssertEqual(try total(nights: 7, agreed: 3), 320_00)
    XCTAssertEqual(try total(nights: 8, agreed: 0), 230_00)
    XCTAssertEqual(try total(nights: 31, agreed: 14), 960_00)
  }

  func testNightsMayCostNothing() throws {
    let card = RateCard(
      [.init("Host", .nightly, 0), .init("Week", .weekly, 0)],
      discounts: [.init("Ten", .percent(try percent("10"))), .init("Five", .amount(5_00))],
      taxes: [.init("Tax", .percent(try percent("10")))])
    let bill = try PricedStay(card, from: "2026-07-01", nights: 9).bill()
    XCTAssertEqual(bill.totalMinor, 0)
    XCTAssertEqual(bill.lines.map(\.kind), Array(repeating: .lodging, count: 9))
  }
}
