import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Which rates make the price of the nights.
final class NightPricingTests: PricingTestCase {
  // MARK: The rate of a night

  func testWithoutRatesANightCostsTheSitesOwnPrice() async throws {
    try desk.sites.edit(site, rate: 45)
    let quote = try quote("2026-07-01", "2026-07-04")
    XCTAssertEqual(amounts(quote), ["45.00", "45.00", "45.00"])
    XCTAssertEqual(quote.total.description, "$135.00")
    XCTAssertEqual(
      quote.lines.map(\.day.description), ["2026-07-01", "2026-07-02", "2026-07-03"])
    XCTAssertEqual(Set(quote.lines.map(\.text)), ["Night"])
  }

  func testWithoutRatesAndWithoutAPriceOfItsOwnASiteHasNoPrice() async throws {
    XCTAssertNil(try rates.quote(site, dates: stay("2026-07-01", "2026-07-02")))
  }

  func testOneNightWithoutAPriceLeavesTheStayWithoutOne() async throws {
    let june = try season("June", (6, 1), (6, 30))
    try rates.addRate("June", RatePlan(amount: 40, season: june))
    XCTAssertNotNil(try rates.quote(site, dates: stay("2026-06-28", "2026-07-01")))
    XCTAssertNil(try rates.quote(site, dates: stay("2026-06-28", "2026-07-02")))
  }

  /// Base 65, specific 160, Friday and Saturday 200: 160.
  func testTheMostSpecificRateThatFitsWins() async throws {
    let fair = try season("Fair", (7, 1), (7, 4))
    try rates.addRate("Base", RatePlan(amount: 65))
    try rates.addRate("Weekend", RatePlan(amount: 200, weekdays: .weekend))
    try rates.addRate("Fair", RatePlan(amount: 160, season: fair))
    // 2026-07-03 is a Friday; the fair is over on Sunday 5, and 10 is the next Friday.
    XCTAssertEqual(amounts(try quote("2026-07-03", "2026-07-04")), ["160.00"])
    XCTAssertEqual(amounts(try quote("2026-07-05", "2026-07-06")), ["65.00"])
    XCTAssertEqual(amounts(try quote("2026-07-10", "2026-07-11")), ["200.00"])
  }

  func testASiteComesBeforeASeasonBeforeWeekdaysBeforeATypeBeforeAll() async throws {
    let july = try season("July", (7, 1), (7, 31))
    let wednesday = Weekdays([.wednesday])
    let plans: [(String, RatePlan)] = [
      ("all", RatePlan(amount: 10)),
      ("type", RatePlan(amount: 20, siteType: .rv)),
      ("weekdays", RatePlan(amount: 30, weekdays: wednesday)),
      ("weekdays and type", RatePlan(amount: 40, weekdays: wednesday, siteType: .rv)),
      ("season", RatePlan(amount: 50, season: july)),
      ("season and weekdays", RatePlan(amount: 60, season: july, weekdays: wednesday)),
      ("site", RatePlan(amount: 70, site: site)),
      ("site and season", RatePlan(amount: 80, season: july, site: site)),
    ]
    for (name, plan) in plans {
      try rates.addRate(name, plan)
      // 2026-07-01 is a Wednesday.
      XCTAssertEqual(try quote("2026-07-01", "2026-07-02").lines.map(\.text), [name])
    }
    let listed = try rates.rates().map(\.name)
    XCTAssertEqual(listed, plans.map(\.0).reversed())
  }

  func testOfRatesThatAreAsSpecificTheFirstOfTheListIsTaken() async throws {
    try rates.addRate("B", RatePlan(amount: 20, rank: 5))
    try rates.addRate("C", RatePlan(amount: 30, rank: 5))
    XCTAssertEqual(amounts(try quote("2026-07-01", "2026-07-02")), ["20.00"])
    try rates.addRate("D", RatePlan(amount: 40, rank: 4))
    XCTAssertEqual(amounts(try quote("2026-07-01", "2026-07-02")), ["40.00"])
    let rate = try rates.findRate("D")
    try rates.edit(rate) { $0.isActive = false }
    XCTAssertEqual(amounts(try quote("2026-07-01", "2026-07-02")), ["20.00"])
  }

  func testRatesForAnotherSiteOrTypeAreNotTaken() async throws {
    let other = try desk.sites.add("16", features: CampSiteFeatures(type: .tent), rate: 12)
    try rates.addRate("Tents", RatePlan(amount: 20, siteType: .tent))
    try rates.addRate("Site 15", RatePlan(amount: 99, site: site))
    XCTAssertEqual(amounts(try quote("2026-07-01", "2026-07-02")), ["99.00"])
    let tent = try XCTUnwrap(rates.quote(other, dates: stay("2026-07-01", "2026-07-02")))
    XCTAssertEqual(amounts(tent), ["20.00"])
  }

  // MARK: Weeks

  /// 10 nights at 35 a night or 210 a week = 210 + 3 × 35 = 315.
  func testTenNightsAreAWeekAndThreeNights() async throws {
    try rates.addRate("Nightly", RatePlan(amount: 35))
    try rates.addRate("Weekly", RatePlan(amount: 210, kind: .weekly))
    let quote = try quote("2026-07-01", "2026-07-11")
    XCTAssertEqual(quote.total.description, "$315.00")
    XCTAssertEqual(
      amounts(quote), Array(repeating: "30.00", count: 7) + ["35.00", "35.00", "35.00"])
    XCTAssertEqual(try self.quote("2026-07-01", "2026-07-07").total.description, "$210.00")
    XCTAssertEqual(try self.quote("2026-07-01", "2026-07-15").total.description, "$420.00")
  }

  /// 3 nights of a week at 210 and 4 at 280: 3/7 × 210 + 4/7 × 280 = 250.00.
  func testAWeekAcrossASeasonChangeIsWeighted() async throws {
    let early = try season("Early", (6, 1), (7, 3))
    let high = try season("High", (7, 4), (8, 31))
    try rates.addRate("Early week", RatePlan(amount: 210, kind: .weekly, season: early))
    try rates.addRate("High week", RatePlan(amount: 280, kind: .weekly, season: high))
    let quote = try quote("2026-07-01", "2026-07-08")
    XCTAssertEqual(quote.total.description, "$250.00")
    XCTAssertEqual(
      amounts(quote), ["30.00", "30.00", "30.00", "40.00", "40.00", "40.00", "40.00"])
  }

  func testTheNightsOfAWeekAddUpToItsPrice() async throws {
    try rates.addRate("Weekly", RatePlan(amount: 100, kind: .weekly))
    // 10000 cents are 7 × 1428 and 4 over.
    XCTAssertEqual(
      amounts(try quote("2026-07-01", "2026-07-08")),
      ["14.29", "14.29", "14.29", "14.29", "14.28", "14.28", "14.28"])
  }

  func testAWeekBeginsWhereItsRateDoes() async throws {
    let july = try season("Late", (7, 3), (7, 31))
    try rates.addRate("Nightly", RatePlan(amount: 35))
    try rates.addRate("Weekly", RatePlan(amount: 210, kind: .weekly, season: july))
    XCTAssertEqual(try quote("2026-07-01", "2026-07-10").total.description, "$280.00")
  }

  // MARK: Months

  /// 10 days of 900 are 321.43 in February 2027 and 300.00 in June.
  func testDaysOfAMonthAreItsShareByTheDaysOfThatMonth() async throws {
    try rates.addRate("Monthly", RatePlan(amount: 900, kind: .monthly))
    XCTAssertEqual(try quote("2027-02-01", "2027-02-11").total.description, "$321.43")
    XCTAssertEqual(try quote("2027-06-01", "2027-06-11").total.description, "$300.00")
    // 5/31 × 900 = 145.16 and 5/28 × 900 = 160.71.
    XCTAssertEqual(try quote("2027-01-27", "2027-02-06").total.description, "$305.87")
  }

  func testAMonthAndTenDaysAreAMonthAndTenDaysOfTheNext() async throws {
    try rates.addRate("Nightly", RatePlan(amount: 35))
    try rates.addRate("Weekly", RatePlan(amount: 210, kind: .weekly))
    try rates.addRate("Monthly", RatePlan(amount: 900, kind: .monthly))
    XCTAssertEqual(try quote("2027-01-01", "2027-02-11").total.description, "$1,221.43")
    // A night less than a month: 4 weeks and 2 nights.
    XCTAssertEqual(try quote("2027-01-01", "2027-01-31").total.description, "$910.00")
  }

  /// Months anchored at January 31 end on February 28, then on March 31.
  func testMonthsAreCountedFromTheArrival() async throws {
    try rates.addRate("Monthly", RatePlan(amount: 900, kind: .monthly))
    try rates.addRate("Nightly", RatePlan(amount: 99))
    XCTAssertEqual(try quote("2027-01-31", "2027-02-28").total.description, "$900.00")
    XCTAssertEqual(try quote("2027-01-31", "2027-03-31").total.description, "$1,800.00")
    XCTAssertEqual(try quote("2027-01-15", "2027-02-15").total.description, "$900.00")
    XCTAssertEqual(try quote("2027-01-31", "2028-01-31").total.description, "$10,800.00")
    // The day behind March 31 is one of April's 30.
    XCTAssertEqual(try quote("2027-01-31", "2027-04-01").total.description, "$1,829.03")
  }

  func testAMonthAcrossASeasonChangeIsWeighted() async throws {
    let early = try season("Early", (1, 1), (6, 15))
    let late = try season("Late", (6, 16), (12, 31))
    try rates.addRate("Early", RatePlan(amount: 900, kind: .monthly, season: early))
    try rates.addRate("Late", RatePlan(amount: 1_200, kind: .monthly, season: late))
    XCTAssertEqual(try quote("2026-06-01", "2026-07-01").total.description, "$1,050.00")
  }

  // MARK: Agreed before

  /// Paid 4 × 40 and shortened to 2 nights: credit 80. A raised rate reprices
  /// only nights added later.
  func testNightsAgreedBeforeKeepTheirPrice() async throws {
    let rate = try rates.addRate("Nightly", RatePlan(amount: 40))
    let agreed = try quote("2026-07-01", "2026-07-05")
    XCTAssertEqual(agreed.total.description, "$160.00")
    try rates.edit(rate) { $0.amount = 50 }
    let list = try XCTUnwrap(rates.priceList())

    let shorter = PricedStay(
      site: site, dates: try stay("2026-07-01", "2026-07-03"), keeping: agreed.lines)
    let credit = try agreed.total - XCTUnwrap(list.quote(shorter)).total
    XCTAssertEqual(credit.description, "$80.00")

    let longer = PricedStay(
      site: site, dates: try stay("2026-06-30", "2026-07-06"), keeping: agreed.lines)
    XCTAssertEqual(
      amounts(try XCTUnwrap(list.quote(longer))),
      ["50.00", "40.00", "40.00", "40.00", "40.00", "50.00"])
  }

  func testNightsAgreedBeforeAreNoPartOfANewWeekOrMonth() async throws {
    try rates.addRate("Nightly", RatePlan(amount: 35))
    try rates.addRate("Weekly", RatePlan(amount: 210, kind: .weekly))
    try rates.addRate("Monthly", RatePlan(amount: 900, kind: .monthly))
    let list = try XCTUnwrap(rates.priceList())
    let five = Dictionary(
      uniqueKeysWithValues: try stay("2027-02-01", "2027-02-06").nights.map {
        ($0, Money(35, .usd))
      })
    let week = try PricedStay(site: site, dates: stay("2027-02-01", "2027-02-08"), agreed: five)
    XCTAssertEqual(try list.quote(week)?.total.description, "$245.00")
    // 5 × 35 and 23 days of February's 28 at 900, 739.29.
    let month = try PricedStay(site: site, dates: stay("2027-02-01", "2027-03-01"), agreed: five)
    XCTAssertEqual(try list.quote(month)?.total.description, "$914.29")
  }

  func testAnAgreedPriceInAnotherCurrencyOrOfPartsOfACentIsRefused() async throws {
    try rates.addRate("Nightly", RatePlan(amount: 35))
    let list = try XCTUnwrap(rates.priceList())
    let night = try day("2026-07-01")
    let dates = try stay("2026-07-01", "2026-07-02")
    let euros = try PricedStay(site: site, dates: dates, agreed: [night: Money(35, .eur)])
    assertBreaks(.invalidAmount(.differentCurrencies(.usd, .eur))) { try list.quote(euros) }
    let third = try number("0.333")
    assertBreaks(.invalidAmount(.tooPrecise(third, .usd))) {
      try PricedStay(site: site, dates: dates, agreed: [night: Money(third, .usd)])
    }
  }

  // MARK: The list

  func testAPriceListIsReadOnceAndAskedWithoutTheStore() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let rate = try desk.rates.addRate("Nightly", RatePlan(amount: 35))
      let list = try XCTUnwrap(try desk.rates.priceList())
      try desk.rates.edit(rate) { $0.amount = 99 }
      let stay = PricedStay(site: site, dates: try stay("2026-07-01", "2026-07-03"), keeping: [])
      let totals = try self.assertStatements(0, on: desk.stack.persistentStoreCoordinator) {
        try (0..<500).map { _ in try list.quote(stay)?.total.description }
      }
      XCTAssertEqual(Set(totals), ["$70.00"])
    }
  }

  func testManySeasonsAreReadAtOnce() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let store = PersistentStoreDescription(url: file)
    let desk = Desk(try TestStoreStack(store: store))
    for month in 1...12 {
      let span = try SeasonSpan(
        from: .init(month: month, day: 1), through: .init(month: month, day: 28))
      let season = try desk.rates.addSeason("\(month)", span)
      try desk.rates.addRate("\(month)", RatePlan(amount: 1, season: season))
    }
    try desk.stack.close()
    let cold = Desk(try TestStoreStack(store: store))
    // The campground, five kinds of rules, and the seasons of two of them.
    try assertStatements(atMost: 8, on: cold.stack.persistentStoreCoordinator) {
      XCTAssertNotNil(try cold.rates.priceList())
    }
    try cold.stack.close()
  }

  func testAnAmountThatIsTooLargeIsAnErrorAndNoTrap() async throws {
    try rates.addRate("Nightly", RatePlan(amount: 1)).amountMinor = .max
    XCTAssertEqual(try quote("2026-07-01", "2026-07-02").totalMinor, .max)
    assertBreaks(.invalidAmount(.overflow(.usd))) {
      try rates.quote(site, dates: stay("2026-07-01", "2026-07-03"))
    }
    try rates.addRate("Weekly", RatePlan(amount: 1, kind: .weekly)).amountMinor = .max
    XCTAssertEqual(try quote("2026-07-01", "2026-07-08").totalMinor, .max)
    try rates.addTax("Tax", TaxPlan(percent: 1_000))
    assertBreaks(.invalidAmount(.overflow(.usd))) {
      try rates.quote(site, dates: stay("2026-07-01", "2026-07-08"))
    }
  }
}
