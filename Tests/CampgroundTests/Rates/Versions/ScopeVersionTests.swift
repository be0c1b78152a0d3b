import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// The former conditions of rules are kept, whatever kind of rule they are of; today is 2026-06-15.
@MainActor
final class ScopeVersionTests: XCTestCase {
  private func june(_ first: Int, _ last: Int) throws -> SeasonSpan {
    try SeasonSpan(from: .init(month: 6, day: first), through: .init(month: 6, day: last))
  }

  /// The scopes of all versions of a kind of rule, the oldest first.
  private func scopes<Rule: ScopedRule>(_ type: Rule.Type, _ desk: TestDesk) throws -> [RuleScope] {
    try desk.stack.mainContext.fetch(FetchRequest<Rule>())
      .sorted { $0.endRevision < $1.endRevision }.map(\.scope)
  }

  private func allScopes(_ desk: TestDesk) throws -> [[RuleScope]] {
    [
      try scopes(Rate.self, desk), try scopes(Discount.self, desk), try scopes(Fee.self, desk),
      try scopes(DepositRule.self, desk), try scopes(StayRule.self, desk),
    ]
  }

  /// A rule of every kind with the same conditions, and a way to give all of them others.
  private func addRules(
    for scope: ScopePlan, _ desk: TestDesk
  ) throws -> (ScopePlan) throws -> Void {
    let rate = try desk.rates.addRate("Rule", RatePlan(amount: 60, for: scope))
    let discount = try desk.rates.addDiscount("Rule", DiscountPlan(percent: 10, for: scope))
    let fee = try desk.rates.addFee("Rule", FeePlan(amount: 5, for: scope))
    let tax = try desk.rates.addTax("Rule", TaxPlan(percent: 10, for: scope))
    let deposit = try desk.rates.addDepositRule("Rule", DepositPlan(nights: 1, for: scope))
    let rule = try desk.rules.add("Rule", StayRulePlan(.minimumPerNight, 2, for: scope))
    return { scope in
      try desk.rates.edit(rate) { $0.scope = scope }
      try desk.rates.edit(discount) { $0.scope = scope }
      try desk.rates.edit(fee) { $0.scope = scope }
      try desk.rates.edit(tax) { $0.scope = scope }
      try desk.rates.edit(deposit) { $0.scope = scope }
      try desk.rules.edit(rule) { $0.scope = scope }
    }
  }

  func testEveryKindOfRuleKeepsAllConditionsThatItHad() async throws {
    try await eachStore { desk in
      let cabins = try desk.classes.add("Cabins")
      let site = try desk.sites.add(
        "15", features: CampSiteFeatures(type: .cabin), siteClass: cabins)
      let season = try desk.rates.addSeason("Peak", june(1, 30))
      let edit = try addRules(
        for: ScopePlan(
          season: season, weekdays: .weekend, from: day("2026-06-01"), through: day("2026-06-20"),
          site: site, siteClass: cabins, siteType: .cabin), desk)
      try edit(ScopePlan())
      let former = try RuleScope(
        season: june(1, 30), weekdays: .weekend, firstNight: day("2026-06-01"),
        lastNight: day("2026-06-20"), site: SiteID(site), siteClass: ClassID(cabins),
        siteType: "cabin")
      for scopes in try allScopes(desk) { XCTAssertEqual(scopes, [former, .all]) }
      // The former version of a tax ends yesterday.
      var tax = former
      tax.lastNight = try day("2026-06-14")
      XCTAssertEqual(try scopes(Tax.self, desk), [tax, .all])
    }
  }

  func testEveryKindOfRuleKeepsTheFormerDatesOfItsSeason() async throws {
    try await eachStore { desk in
      let season = try desk.rates.addSeason("Peak", june(1, 10))
      _ = try addRules(for: ScopePlan(season: season), desk)
      try desk.rates.edit(season, span: june(11, 20))
      let (former, now) = (RuleScope(season: try june(1, 10)), RuleScope(season: try june(11, 20)))
      for scopes in try allScopes(desk) { XCTAssertEqual(scopes, [former, now]) }
      var tax = former
      tax.lastNight = try day("2026-06-14")
      XCTAssertEqual(try scopes(Tax.self, desk), [tax, now])
      let names = ["rate", "discount", "fee", "tax", "deposit rule", "rule"]
      assertBreaks(.inUse(season, by: names.map { "\($0) \"Rule\"" })) {
        try desk.rates.delete(season)
      }
    }
  }

  func testASeasonGoesOnceOnlyFormerRulesOfEveryKindNameIt() async throws {
    try await eachStore { desk in
      let season = try desk.rates.addSeason("Peak", june(1, 10))
      let edit = try addRules(for: ScopePlan(season: season), desk)
      try edit(ScopePlan())
      try desk.rates.delete(season)
      let former = RuleScope(season: try june(1, 10))
      for scopes in try allScopes(desk) { XCTAssertEqual(scopes, [former, .all]) }
    }
  }

  /// June 10 to 20 becomes June 18 to 25 on June 15.
  func testATaxOfASeasonIsTheOneOfTheNightsDateWhereTheSeasonMoves() async throws {
    try await eachStore { desk in
      let season = try desk.rates.addSeason("Fair", june(10, 20))
      try desk.rates.addRate("Base", RatePlan(amount: 100))
      try desk.rates.addTax("Tax", TaxPlan(percent: 10, for: ScopePlan(season: season)))
      let site = try desk.sites.add("15")
      let stay = try desk.reservations.reserve(
        site, for: nil, arrival: day("2026-06-15"), nights: 5)
      XCTAssertEqual(stay.total, try usd("550"))
      try desk.rates.edit(season, span: june(18, 25))
      // Of the nights from today on, the 18th and the 19th.
      XCTAssertEqual(stay.total, try usd("520"))
      let card = try XCTUnwrap(try desk.rates.rateCard())
      let facts = try StayFacts(
        nights: (0..<11).map {
          .init(try day("2026-06-08").advanced(by: $0), at: BookedPlace(), agreedUnder: 9)
        })
      XCTAssertEqual(
        try Bill(of: facts, by: card).lines.filter { $0.kind == .tax }.map { "\($0.day)" },
        [10, 11, 12, 13, 14, 18].map { "2026-06-\($0)" })
    }
  }

  func testADepositOfASeasonStaysAsItWasAgreed() async throws {
    try await eachStore { desk in
      let season = try desk.rates.addSeason("Fair", june(16, 20))
      try desk.rates.addRate("Base", RatePlan(amount: 100))
      try desk.rates.addDepositRule(
        "Fair", DepositPlan(percent: 50, for: ScopePlan(season: season)))
      let site = try desk.sites.add("15")
      let reserved = try desk.reservations.reserve(
        site, for: nil, arrival: day("2026-06-16"), nights: 2)
      XCTAssertEqual(reserved.depositMinor, 100_00)
      try desk.rates.edit(season, span: june(25, 30))
      XCTAssertEqual(reserved.depositMinor, 100_00)
      let dates = try stay("2026-06-18", "2026-06-20")
      XCTAssertNil(try desk.rates.quote(site, dates: dates).depositMinor)
    }
  }
}
