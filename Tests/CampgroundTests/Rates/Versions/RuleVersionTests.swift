import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// What rules were is kept, each version with the revision with which it came and the one with which
/// it went. All of it happens at one instant: the clock stands still.
@MainActor
final class RuleVersionTests: XCTestCase {
  private func june(_ first: Int, _ last: Int) throws -> SeasonSpan {
    try SeasonSpan(from: .init(month: 6, day: first), through: .init(month: 6, day: last))
  }

  private func revision(_ desk: TestDesk) throws -> Int64 {
    try XCTUnwrap(try desk.campgrounds.current()).rulesRevision
  }

  /// The versions of rates as `Base 40.00 1-2`.
  private func rates(_ desk: TestDesk) throws -> [String] {
    try desk.stack.mainContext.fetch(FetchRequest<Rate>()).map { rate in
      let end = rate.isInForce ? "" : "\(rate.endRevision)"
      return "\(rate.name) \(rate.amount.amount) \(rate.revision)-\(end)"
    }.sorted()
  }

  func testEachChangeIsARevision() async throws {
    try await eachStore { desk in
      let rate = try desk.rates.addRate("Base", RatePlan(amount: 40))
      XCTAssertEqual(try revision(desk), 1)
      XCTAssertEqual(rate.revision, 1)
      try desk.rates.edit(rate) { $0.amount = 50 }
      XCTAssertEqual(try revision(desk), 2)
      // What changes nothing is none.
      try desk.rates.edit(rate) { $0.amount = 50 }
      XCTAssertEqual(try revision(desk), 2)
      try desk.rates.edit(rate, name: "Night")
      try desk.rates.edit(rate) { $0.isActive = false }
      XCTAssertEqual(try revision(desk), 4)
      XCTAssertEqual(
        try rates(desk), ["Base 40 1-2", "Base 50 2-3", "Night 50 3-4", "Night 50 4-"])
      XCTAssertTrue(try desk.rates.findRate("Night") === rate)
      try desk.rates.delete(rate)
      XCTAssertEqual(try revision(desk), 5)
      XCTAssertEqual(
        try rates(desk), ["Base 40 1-2", "Base 50 2-3", "Night 50 3-4", "Night 50 4-5"])
      XCTAssertEqual(try desk.rates.rates(), [])
    }
  }

  func testARefusedChangeIsNone() async throws {
    try await eachStore { desk in
      let rate = try desk.rates.addRate("Base", RatePlan(amount: 40))
      try desk.rates.addRate("Other", RatePlan(amount: 50))
      assertBreaks(.nameTaken(of: "rate", name: "Other")) {
        try desk.rates.edit(rate, name: "Other")
      }
      assertBreaks(.invalidValue, "the amount of a rate is at least 0, not -1") {
        try desk.rates.edit(rate) { $0.amount = -1 }
      }
      XCTAssertEqual(try revision(desk), 2)
      XCTAssertEqual(try rates(desk), ["Base 40 1-", "Other 50 2-"])
    }
  }

  func testANameIsFreeAgainOnceItsRuleIsGone() async throws {
    try await eachStore { desk in
      for amount in [40, 50] as [Decimal] {
        let rate = try desk.rates.addRate("Base", RatePlan(amount: amount))
        let fee = try desk.rates.addFee("Base", FeePlan(amount: amount))
        let discount = try desk.rates.addDiscount("Base", DiscountPlan(percent: amount))
        let deposit = try desk.rates.addDepositRule("Base", DepositPlan(percent: amount))
        let tax = try desk.rates.addTax(
          "Base", TaxPlan(percent: amount, for: ScopePlan(from: day("2026-01-01"))))
        let season = try desk.rates.addSeason("Base", june(1, 2))
        let policy = try desk.policies.add(
          "Base", PolicyPlan(steps: [.init(NoticeDays(from: 0, through: nil), keeps: .nothing)]))
        try desk.rates.delete(rate)
        try desk.rates.delete(fee)
        try desk.rates.delete(discount)
        try desk.rates.delete(deposit)
        try desk.rates.delete(tax)
        try desk.rates.delete(season)
        try desk.policies.delete(policy)
        assertBreaks(.unknownName(of: "rate", name: "Base", known: [])) {
          try desk.rates.findRate("Base")
        }
        assertBreaks(.unknownName(of: "cancellation policy", name: "Base", known: [])) {
          try desk.policies.find("Base")
        }
      }
      XCTAssertEqual(try desk.rates.taxGroups(), ["lodging"])
      guard let file = desk.file else { return }
      let shell = StoreShell(file)
      for table in ["ZRATE", "ZFEE", "ZDISCOUNT", "ZDEPOSITRULE", "ZSEASON", "ZCANCELLATIONPOLICY"]
      {
        XCTAssertEqual(
          try shell.rows("SELECT count(*), max(ZENDREVISION) <= 28 FROM \(table)"), ["2|1"], table)
      }
      XCTAssertEqual(try shell.rows("SELECT ZRULESREVISION FROM ZCAMPGROUND"), ["28"])
    }
  }

  func testARuleThatIsGoneIsNotEditedAgain() async throws {
    try await eachStore { desk in
      let rate = try desk.rates.addRate("Base", RatePlan(amount: 40))
      try desk.rates.delete(rate)
      assertBreaks(.gone("the rate")) { try desk.rates.edit(rate) { $0.amount = 50 } }
      assertBreaks(.gone("the rate")) { try desk.rates.delete(rate) }
    }
  }

  func testAPolicyKeepsTheStepsThatItHad() async throws {
    try await eachStore { desk in
      func plan(_ kept: CancellationTerms.Kept) -> PolicyPlan {
        PolicyPlan(steps: [.init(NoticeDays(from: 0, through: nil), keeps: kept)])
      }
      let kind = try desk.policies.add("Kind", plan(.nothing))
      try desk.policies.edit(kind) { $0 = plan(.everything) }
      try desk.policies.add("Strict", plan(.percent(50)), isDefault: true)
      // The former default is another version of its policy.
      XCTAssertEqual(try revision(desk), 3)
      let card = try XCTUnwrap(try desk.rates.rateCard())
      func standard(_ revision: Int64) throws -> CancellationTerms.Kept? {
        let facts = StayFacts(
          nights: [.init(try day("2026-07-01"), at: BookedPlace(), agreedUnder: revision)])
        return card.policy(for: facts, reservedUnder: revision)?.terms.steps.first?.keeps
      }
      XCTAssertEqual(
        try (0...4).map { try standard($0) },
        [
          nil, .nothing, .everything, .percent(50), .percent(50),
        ])
      XCTAssertEqual(
        card.policies.filter { $0.isInForce(at: 3) }.map(\.rule.name).sorted(), ["Kind", "Strict"])
      XCTAssertEqual(try desk.policies.policies().map(\.name), ["Kind", "Strict"])
    }
  }

  func testADefaultThatMovesIsOneRevision() async throws {
    try await eachStore { desk in
      let plan = PolicyPlan(steps: [.init(NoticeDays(from: 0, through: nil), keeps: .nothing)])
      try desk.policies.add("A", plan)
      let other = try desk.policies.add("B", plan)
      try desk.policies.edit(other, isDefault: true)
      XCTAssertEqual(try revision(desk), 3)
      XCTAssertEqual(try desk.count(CancellationPolicy.self), 4)
      XCTAssertEqual(try desk.policies.standard()?.name, "B")
    }
  }

  // MARK: Seasons

  func testRulesOfASeasonHaveAVersionWhereItsDatesChange() async throws {
    try await eachStore { desk in
      let season = try desk.rates.addSeason("Peak", june(1, 10))
      let rate = try desk.rates.addRate(
        "Peak", RatePlan(amount: 60, for: ScopePlan(season: season)))
      try desk.rates.addFee("Peak", FeePlan(amount: 5, for: ScopePlan(season: season)))
      try desk.rates.addDiscount(
        "Peak", DiscountPlan(percent: 10, for: ScopePlan(season: season), isAutomatic: true))
      try desk.rates.edit(rate) { $0.amount = 70 }
      XCTAssertEqual(try revision(desk), 5)
      // Another name changes no rule.
      try desk.rates.edit(season, name: "High")
      XCTAssertEqual(rate.revision, 5)
      try desk.rates.edit(season, span: june(11, 20))
      XCTAssertEqual(try revision(desk), 7)
      XCTAssertEqual(rate.revision, 7)
      XCTAssertTrue(rate.season === season)

      let card = try XCTUnwrap(try desk.rates.rateCard())
      func spans<Rule>(_ rules: [Versioned<Rule>], _ scope: (Rule) -> RuleScope) throws -> [Int?] {
        try ([4, 6, 7] as [Int64]).map { revision in
          let inForce = rules.filter { $0.isInForce(at: revision) }
          XCTAssertEqual(inForce.count, 1)
          return try XCTUnwrap(inForce.first.map { scope($0.rule) }).season?.first.day
        }
      }
      XCTAssertEqual(try spans(card.rates, \.scope), [1, 1, 11])
      XCTAssertEqual(try spans(card.fees, \.scope), [1, 1, 11])
      XCTAssertEqual(try spans(card.discounts, \.scope), [1, 1, 11])
      XCTAssertEqual(
        card.rates.filter { $0.isInForce(at: 4) }.map(\.rule.amountMinor), [60_00])
      XCTAssertEqual(
        card.rates.filter { $0.isInForce(at: 6) }.map(\.rule.amountMinor), [70_00])
    }
  }

  func testASeasonIsDeletedOnceOnlyFormerRulesNameIt() async throws {
    try await eachStore { desk in
      let season = try desk.rates.addSeason("Peak", june(1, 10))
      let rate = try desk.rates.addRate(
        "Peak", RatePlan(amount: 60, for: ScopePlan(season: season)))
      assertBreaks(.inUse(season, by: ["rate \"Peak\""])) { try desk.rates.delete(season) }
      XCTAssertEqual(Season.remedy, "choose another season there first")
      try desk.rates.edit(rate) { $0.scope.season = nil }
      try desk.rates.delete(season)
      XCTAssertEqual(try desk.rates.seasons(), [])
      // The rate as it was still knows the dates.
      let card = try XCTUnwrap(try desk.rates.rateCard())
      XCTAssertEqual(
        card.rates.filter { $0.isInForce(at: 2) }.map(\.rule.scope.season), [try june(1, 10)])
      XCTAssertEqual(card.rates.filter { $0.isInForce(at: 3) }.map(\.rule.scope.season), [nil])
    }
  }

  func testARateAndItsSeasonChangeInOnePadAndKeepWhatTheyWere() async throws {
    try await eachStore { desk in
      let season = try desk.rates.addSeason("Peak", june(1, 10))
      try desk.rates.addRate("Peak", RatePlan(amount: 60, for: ScopePlan(season: season)))
      let pad = desk.scratchPad()
      try pad.perform("edit") {
        try $0.rates.edit($0.rates.findSeason("Peak"), span: self.june(11, 20))
        try $0.rates.edit($0.rates.findRate("Peak")) { $0.amount = 70 }
      }
      try pad.save()
      XCTAssertEqual(try revision(desk), 4)
      let card = try XCTUnwrap(try desk.rates.rateCard())
      XCTAssertEqual(
        try ([2, 3, 4] as [Int64]).map { revision in
          try XCTUnwrap(card.rates.first { $0.isInForce(at: revision) }).rule
        }.map { [$0.amountMinor, Int64($0.scope.season?.first.day ?? 0)] },
        [[60_00, 1], [60_00, 11], [70_00, 11]])
    }
  }

  // MARK: Campsites

  func testTheFormerPricesOfACampsiteAreKept() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      try desk.sites.edit(site, rate: 45)
      try desk.sites.edit(site, name: "16", features: CampSiteFeatures(people: 4))
      try desk.sites.edit(site, forgetting: [.rate])
      try desk.sites.edit(site, rate: 50)
      XCTAssertEqual(try revision(desk), 4)
      XCTAssertEqual(
        try (0...5).map { try site.ownRateMinor(at: $0) },
        [nil, 40_00, 45_00, nil, 50_00, 50_00])
      XCTAssertEqual(try desk.rates.rates(), [])
      let card = try XCTUnwrap(try desk.rates.rateCard())
      XCTAssertEqual(
        (1...4).map { revision -> Int64? in
          let inForce = card.rates.filter { $0.isInForce(at: Int64(revision)) }
          XCTAssertLessThan(inForce.count, 2)
          XCTAssertTrue(inForce.allSatisfy { $0.rule.scope.site == SiteID(site) })
          return inForce.first?.rule.amountMinor
        }, [40_00, 45_00, nil, 50_00])
      // They go with the campsite, and stand in nobody's way.
      try desk.rates.addRate("16", RatePlan(amount: 60))
      try desk.sites.delete(site)
      XCTAssertEqual(try desk.count(Rate.self), 1)
    }
  }

  func testADayUseSiteIsPricedByTheDay() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("P", features: CampSiteFeatures(type: .dayUse), rate: 10)
      XCTAssertEqual(try desk.rates.rateCard()?.rates.map(\.rule.name), ["Day"])
      try desk.sites.edit(site, features: CampSiteFeatures(type: .tent))
      XCTAssertEqual(
        Set(try XCTUnwrap(try desk.rates.rateCard()).rates.map(\.rule.name)), ["Night"])
    }
  }

  func testImportedCampsitesAreOneRevision() async throws {
    try await eachStore { desk in
      try desk.rates.addRate("Base", RatePlan(amount: 40))
      let importer = CampsiteImporter(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock)
      let text = "site,rate\n1,20\n2,30\n3,\n"
      _ = try importer.importCampsites(
        from: Data(text.utf8), options: ImportOptions(isDryRun: true))
      XCTAssertEqual(try revision(desk), 1)
      _ = try importer.importCampsites(from: Data(text.utf8))
      XCTAssertEqual(try revision(desk), 2)
      XCTAssertEqual(try desk.sites.getCampSites().map(\.rateRevision), [2, 2, 0])
      XCTAssertEqual(try desk.count(Rate.self), 1)
    }
  }

  func testTheRulesOfADeletedCampsiteGoWithIt() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let rate = try desk.rates.addRate("Lake", RatePlan(amount: 60, for: ScopePlan(site: site)))
      try desk.rates.edit(rate) { $0.amount = 70 }
      try desk.sites.delete(site)
      XCTAssertEqual(try desk.count(Rate.self), 0)
      XCTAssertEqual(try desk.rates.rateCard()?.rates, [])
    }
  }
}
