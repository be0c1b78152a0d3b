import Campground
import TestSupport
import XCTest

/// What other rates leave to a rate, and it to them. The clock stands at noon of 2026-06-15.
@MainActor
final class RateReachTests: XCTestCase {
  /// Sites 1 and 2 for vehicles, of which 2 has its own price, and T1 for tents.
  private func desk(_ desk: TestDesk) throws -> TestDesk {
    _ = try desk.sites.add("1", features: CampSiteFeatures(type: .rv))
    _ = try desk.sites.add("2", features: CampSiteFeatures(type: .rv), rate: 80)
    _ = try desk.sites.add("T1", features: CampSiteFeatures(type: .tent))
    return desk
  }

  private func words(_ reach: RateReach) -> [String] {
    let sites = reach.sitesNotReached.map { "not \($0.name) of \(reach.siteCount)" }
    return sites + reach.ratesWithoutEffect.map { "no \($0)" }
      + (reach.isWithoutEffect ? ["nothing"] : [])
  }

  func testASiteWithAPriceOfItsOwnIsReachedByNoGeneralRateOfAnyLength() async throws {
    try await eachStore { desk in
      let rates = try self.desk(desk).rates
      for kind in RateKind.allCases {
        let rate = try rates.addRate("\(kind)", RatePlan(amount: 50, kind: kind))
        XCTAssertEqual(try self.words(rates.reach(of: rate)), ["not 2 of 3"])
      }
    }
  }

  func testARateForATypeLeavesOthersWithoutEffectOnlyIfItTakesAllTheirNights() async throws {
    try await eachStore { desk in
      let rates = try self.desk(desk).rates
      let tents = try rates.addRate("Tents", RatePlan(amount: 20, for: ScopePlan(siteType: .tent)))
      XCTAssertEqual(try self.words(rates.reach(of: tents)), [])
      let base = try rates.addRate("Base", RatePlan(amount: 50))
      XCTAssertEqual(try self.words(rates.reach(of: base)), ["not 2 of 3", "not T1 of 3"])
      let weekend = try rates.addRate(
        "Weekend", RatePlan(amount: 60, for: ScopePlan(weekdays: .weekend, siteType: .rv)))
      XCTAssertEqual(try self.words(rates.reach(of: weekend)), ["not 2 of 2"])
      let all = try rates.edit(weekend) { $0.scope.weekdays = [] }
      XCTAssertEqual(try self.words(rates.reach(of: all)), ["not 2 of 2", "no Base"])
      XCTAssertEqual(
        try self.words(rates.reach(of: base)),
        ["not 1 of 3", "not 2 of 3", "not T1 of 3", "nothing"])
    }
  }

  func testARatePricesStaysBookedByClassThoughEverySiteHasItsOwnPrice() async throws {
    try await eachStore { desk in
      let lake = try desk.classes.add("Lake")
      _ = try desk.sites.add("1", siteClass: lake, rate: 80)
      let base = try desk.rates.addRate("Base", RatePlan(amount: 50))
      XCTAssertEqual(try self.words(desk.rates.reach(of: base)), ["not 1 of 1"])
      let own = try desk.rates.addRate(
        "Lake", RatePlan(amount: 60, for: ScopePlan(siteClass: lake)))
      XCTAssertEqual(try self.words(desk.rates.reach(of: own)), ["not 1 of 1", "no Base"])
      XCTAssertEqual(try self.words(desk.rates.reach(of: base)), ["not 1 of 1", "nothing"])
    }
  }

  func testASecondRateForTheSameNightsPricesNothing() async throws {
    try await eachStore { desk in
      let rates = try self.desk(desk).rates
      try rates.addRate("Base", RatePlan(amount: 50))
      let spare = try rates.addRate("Spare", RatePlan(amount: 40))
      XCTAssertTrue(try rates.reach(of: spare).isWithoutEffect)
      let idle = try rates.edit(spare) { $0.isActive = false }
      XCTAssertEqual(try self.words(rates.reach(of: idle)), [])
    }
  }

  func testTheSeasonOfAnotherYearIsLookedAtInThatYear() async throws {
    try await eachStore { desk in
      let rates = try self.desk(desk).rates
      let season = try rates.addSeason(
        "Eclipse",
        SeasonSpan(
          from: .init(month: 8, day: 1), through: .init(month: 8, day: 3), year: 2030))
      let rate = try rates.addRate("Eclipse", RatePlan(amount: 300, for: ScopePlan(season: season)))
      XCTAssertEqual(try self.words(rates.reach(of: rate)), [])
      try rates.edit(
        season,
        span: SeasonSpan(
          from: .init(month: 8, day: 1), through: .init(month: 8, day: 31), year: 2030))
      XCTAssertEqual(try self.words(rates.reach(of: rate)), ["not 2 of 3"])
    }
  }

  func testDatesToComeOrPastAreLookedAtWhereTheyAre() async throws {
    try await eachStore { desk in
      let rates = try self.desk(desk).rates
      for (year, amount) in [(2020, 80), (2030, 90)] as [(Int, Decimal)] {
        let rate = try rates.addRate(
          "Eclipse \(year)",
          RatePlan(
            amount: amount,
            for: ScopePlan(from: day("\(year)-08-01"), through: day("\(year)-08-03"))))
        XCTAssertEqual(try self.words(rates.reach(of: rate)), [])
        // A month is no special dates, so two sites keep their own prices.
        try rates.edit(rate) { $0.scope.through = try day("\(year)-08-31") }
        XCTAssertEqual(try self.words(rates.reach(of: rate)), ["not 2 of 3"])
      }
    }
  }
}
