import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// The nights and places of rules, which are the same for all kinds.
///
/// There are a tent site T and a cabin C, at 40 a night both.
@MainActor
final class RuleScopeTests: XCTestCase {
  private func eachCamp(_ body: @MainActor (TestDesk) throws -> Void) async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      for (name, type) in [("T", CampSiteType.tent), ("C", .cabin)] {
        _ = try desk.sites.add(name, features: CampSiteFeatures(type: type), rate: 40)
      }
      try body(desk)
    }
  }

  private func quote(
    _ desk: TestDesk, _ arrival: String, _ departure: String, on site: String = "T"
  ) throws -> Quote {
    try desk.rates.quote(desk.sites.find(site), dates: stay(arrival, departure))
  }

  /// June 20 to August 31 of every year.
  private func summer(_ desk: TestDesk) throws -> Season {
    try desk.rates.addSeason(
      "Summer", SeasonSpan(from: .init(month: 6, day: 20), through: .init(month: 8, day: 31)))
  }

  // MARK: One condition after the other, by hand

  func testATaxOfASeasonIsOnTheNightsOfTheSeason() async throws {
    try await eachCamp { desk in
      let scope = ScopePlan(season: try summer(desk))
      try desk.rates.addTax("Resort", TaxPlan(percent: 10, for: scope))
      try desk.rates.addTax("Bed", TaxPlan(amount: 2, basis: .personNight, for: scope))
      // Two of four nights at 40 are in the season: 10% of 80, and 2 × 2.
      XCTAssertEqual(try quote(desk, "2026-06-18", "2026-06-22").total, try usd("172"))
      XCTAssertEqual(try quote(desk, "2026-06-18", "2026-06-20").total, try usd("80"))
    }
  }

  func testATaxForWeekdaysOrASiteIsOnThoseNightsAndThere() async throws {
    try await eachCamp { desk in
      try desk.rates.addTax("Weekend", TaxPlan(percent: 10, for: ScopePlan(weekdays: .weekend)))
      try desk.rates.addTax(
        "Lake", TaxPlan(percent: 5, for: ScopePlan(site: desk.sites.find("C"))))
      // From a Thursday: 10% of Friday and Saturday, and on C 5% of all three nights.
      XCTAssertEqual(try quote(desk, "2026-07-02", "2026-07-05").total, try usd("128"))
      XCTAssertEqual(try quote(desk, "2026-07-02", "2026-07-05", on: "C").total, try usd("134"))
    }
  }

  func testAFeeForASiteIsChargedThereOnly() async throws {
    try await eachCamp { desk in
      let scope = ScopePlan(site: try desk.sites.find("T"))
      try desk.rates.addFee("Slip", FeePlan(amount: 12, basis: .night, for: scope))
      try desk.rates.addFee("Key", FeePlan(amount: 3, for: scope))
      // 3 × 40 + 3 × 12 + 3.
      XCTAssertEqual(try quote(desk, "2026-07-01", "2026-07-04").total, try usd("159"))
      XCTAssertEqual(try quote(desk, "2026-07-01", "2026-07-04", on: "C").total, try usd("120"))
      // Two nights on T, then one on C.
      let change = SiteChange(on: try day("2026-07-03"), to: try desk.sites.find("C"))
      let split = try desk.rates.quote(
        desk.sites.find("T"), dates: stay("2026-07-01", "2026-07-04"), siteChanges: [change])
      XCTAssertEqual(split.total, try usd("147"))
    }
  }

  func testADiscountForASiteOrForSomeDatesComesOffThere() async throws {
    try await eachCamp { desk in
      try desk.rates.addDiscount(
        "Noise",
        DiscountPlan(
          percent: 15, for: ScopePlan(site: try desk.sites.find("T")), isAutomatic: true))
      let dates = try ScopePlan(from: day("2026-07-03"), through: day("2026-07-04"))
      try desk.rates.addDiscount(
        "Opening", DiscountPlan(percent: 50, for: dates, isAutomatic: true))
      // 15% of 160, and half of two nights.
      XCTAssertEqual(try quote(desk, "2026-07-01", "2026-07-05").total, try usd("96"))
      XCTAssertEqual(try quote(desk, "2026-07-01", "2026-07-05", on: "C").total, try usd("120"))
    }
  }

  func testARateForSomeDatesPricesThemAsASeasonDoes() async throws {
    try await eachCamp { desk in
      // Two nights are special dates, which come before the price of the site; a month is not.
      try desk.rates.addRate(
        "Fair",
        RatePlan(
          amount: 60, for: ScopePlan(from: day("2026-07-03"), through: day("2026-07-04"))))
      try desk.rates.addRate(
        "July",
        RatePlan(
          amount: 70, for: ScopePlan(from: day("2026-07-01"), through: day("2026-07-31"))))
      XCTAssertEqual(try quote(desk, "2026-07-01", "2026-07-06").total, try usd("240"))
      // Without a price of its own, the site takes the rate of the month.
      try desk.sites.edit(desk.sites.find("T"), forgetting: [.rate])
      XCTAssertEqual(try quote(desk, "2026-07-01", "2026-07-06").total, try usd("330"))
      XCTAssertEqual(try quote(desk, "2026-07-31", "2026-08-02").bill.unpricedNights.count, 1)
    }
  }

  func testADepositGoesByTheFirstNightOfTheStay() async throws {
    try await eachCamp { desk in
      try desk.rates.addDepositRule("Base", DepositPlan(percent: 50))
      try desk.rates.addDepositRule(
        "Peak", DepositPlan(percent: 100, for: ScopePlan(season: try summer(desk))))
      try desk.rates.addDepositRule(
        "Friday", DepositPlan(nights: 1, for: ScopePlan(weekdays: Weekdays([.friday]))))
      let dates = try ScopePlan(from: day("2026-12-24"), through: day("2027-01-02"))
      try desk.rates.addDepositRule("Yule", DepositPlan(amount: 75, for: dates))
      @MainActor func deposit(_ arrival: String, _ departure: String, on site: String = "T") throws
        -> Int64?
      {
        try self.quote(desk, arrival, departure, on: site).depositMinor
      }
      // Thursday, June 18 is before the season, in which most of the stay lies.
      XCTAssertEqual(try deposit("2026-06-18", "2026-06-28"), 200_00)
      XCTAssertEqual(try deposit("2026-06-20", "2026-06-22"), 80_00)
      // A season comes before a weekday without one.
      XCTAssertEqual(try deposit("2026-06-19", "2026-06-21"), 40_00)
      XCTAssertEqual(try deposit("2026-06-26", "2026-06-28"), 80_00)
      XCTAssertEqual(try deposit("2026-12-24", "2026-12-27"), 75_00)
      XCTAssertEqual(try deposit("2026-12-23", "2026-12-27"), 80_00)
      // The place comes before the season.
      try desk.rates.addDepositRule(
        "Cabin C", DepositPlan(amount: 10, for: ScopePlan(site: desk.sites.find("C"))))
      XCTAssertEqual(try deposit("2026-06-20", "2026-06-22", on: "C"), 10_00)
      XCTAssertEqual(try deposit("2026-06-20", "2026-06-22"), 80_00)
    }
  }

  // MARK: Checks

  /// Adds, to each kind of rule, one with conditions.
  private func rules(_ scope: ScopePlan, _ desk: TestDesk) -> [() throws -> ScopedRule] {
    [
      { try desk.rates.addRate("Rule", RatePlan(amount: 1, for: scope)) },
      { try desk.rates.addDiscount("Rule", DiscountPlan(percent: 1, for: scope)) },
      { try desk.rates.addFee("Rule", FeePlan(amount: 1, for: scope)) },
      { try desk.rates.addTax("Rule", TaxPlan(percent: 1, for: scope)) },
      { try desk.rates.addDepositRule("Rule", DepositPlan(nights: 1, for: scope)) },
      { try desk.rules.add("Rule", StayRulePlan(.minimumPerNight, 2, for: scope)) },
    ]
  }

  func testConditionsAreCheckedAlikeForEveryKindOfRule() async throws {
    try await eachCamp { desk in
      let other = try desk.campgrounds.add("Bassi", timeZone: .gmt)
      let (context, stack) = (desk.stack.mainContext, desk.stack)
      let elsewhere = CampSiteService(
        managedObjectContext: context, storeStack: stack, clock: stack.clock,
        campground: other.objectID)
      let season = try RateService(
        managedObjectContext: context, storeStack: stack, clock: stack.clock,
        campground: other.objectID
      ).addSeason(
        "Fair", SeasonSpan(from: .init(month: 6, day: 1), through: .init(month: 8, day: 31)))
      let lake = try SiteClassService(
        managedObjectContext: context, storeStack: stack, clock: stack.clock,
        campground: other.objectID
      ).add("Lake")
      let cabins = try desk.classes.add("Cabins")
      let cabin = try desk.sites.find("C")
      let tent = try desk.sites.find("T")
      try desk.sites.edit(cabin, siteClass: .chosen(cabins))
      let (first, last) = (try day("2026-07-05"), try day("2026-07-01"))
      let cases: [(ScopePlan, CampgroundError)] = [
        (ScopePlan(from: first, through: last), .datesInReverse(from: first, through: last)),
        (ScopePlan(season: season), .unknownName(of: "season", name: "Fair", known: [])),
        (ScopePlan(siteClass: lake), .unknownName(of: "class", name: "Lake", known: [])),
        (ScopePlan(site: try elsewhere.add("9")), .unknownSite("9")),
        (
          ScopePlan(site: tent, siteClass: cabins),
          .placesApart("site T is not of class Cabins", property: "class")
        ),
        (
          ScopePlan(site: tent, siteType: .rv),
          .placesApart("site T is not of type rv", property: "type")
        ),
        (
          ScopePlan(siteClass: cabins, siteType: .tent),
          .placesApart("no site of class Cabins is of type tent", property: "type")
        ),
      ]
      for (scope, error) in cases {
        for add in rules(scope, desk) { assertBreaks(error) { _ = try add() } }
      }
      let fitting = ScopePlan(site: cabin, siteClass: cabins, siteType: .cabin)
      for add in rules(fitting, desk) {
        let rule = try add()
        XCTAssertEqual(
          rule.scope,
          RuleScope(site: SiteID(cabin), siteClass: ClassID(cabins), siteType: "cabin"))
      }
    }
  }

  func testARuleStaysEditableWhereItsSiteHasChangedSince() async throws {
    try await eachCamp { desk in
      let tent = try desk.sites.find("T")
      let fee = try desk.rates.addFee(
        "Slip", FeePlan(amount: 12, for: ScopePlan(site: tent, siteType: .tent)))
      try desk.sites.edit(tent, features: CampSiteFeatures(type: .rv))
      try desk.rates.edit(fee) { $0.amount = 13 }
      XCTAssertEqual(fee.amount, try usd("13"))
      assertBreaks(.placesApart("site T is not of type cabin", property: "type")) {
        try desk.rates.edit(fee) { $0.scope.siteType = .cabin }
      }
    }
  }

  func testRulesOfASiteGoWithIt() async throws {
    try await eachCamp { desk in
      let tent = try desk.sites.find("T")
      for add in rules(ScopePlan(site: tent), desk) { _ = try add() }
      try desk.sites.delete(tent)
      XCTAssertEqual(try desk.rates.rates().count, 0)
      XCTAssertEqual(try desk.rates.discounts().count, 0)
      XCTAssertEqual(try desk.rates.fees().count, 0)
      XCTAssertEqual(try desk.rates.taxes().count, 0)
      XCTAssertEqual(try desk.rates.depositRules().count, 0)
      XCTAssertEqual(try desk.rules.rules().count, 0)
    }
  }
}
