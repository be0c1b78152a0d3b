import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// For every kind of rule and random conditions: a night at a place has the rule where its scope
/// covers them, and nowhere else.
@MainActor
final class RandomScopeTests: XCTestCase {
  /// Conditions as a plan, and the scope that they mean.
  private typealias Conditions = (plan: ScopePlan, scope: RuleScope)

  /// Where a night is spent.
  private typealias Spot = (booked: Booking.Place, place: BookedPlace)

  /// A kind of rule: adds one, says whether a night has it, and deletes it.
  private struct Kind {
    let name: String
    let add: @MainActor (ScopePlan) throws -> ScopedRule
    let isOn: @MainActor (CalendarDate, Spot) throws -> Bool
  }

  /// A class with a tent and a cabin, a class with a cabin, and a site without a class.
  private func spots(_ desk: TestDesk) throws -> [Spot] {
    let (mixed, cabins) = (try desk.classes.add("Mixed"), try desk.classes.add("Cabins"))
    let sites: [(String, CampSiteType, SiteClass?)] = [
      ("1", .tent, mixed), ("2", .cabin, mixed), ("3", .cabin, cabins), ("4", .rv, nil),
    ]
    var spots: [Spot] = try sites.map { name, type, siteClass in
      let site = try desk.sites.add(
        name, features: CampSiteFeatures(type: type), siteClass: siteClass)
      return (
        .site(site),
        BookedPlace(
          site: SiteID(site), siteClass: siteClass.map(ClassID.init), siteType: type.rawValue)
      )
    }
    // The sites of the mixed class share no type.
    spots.append((.siteClass(mixed), BookedPlace(siteClass: ClassID(mixed))))
    spots.append(
      (.siteClass(cabins), BookedPlace(siteClass: ClassID(cabins), siteType: "cabin")))
    return spots
  }

  private func kinds(_ desk: TestDesk) throws -> [Kind] {
    @MainActor
    func quote(_ night: CalendarDate, _ spot: Spot) throws -> Quote {
      try desk.rates.quote(
        spot.booked, dates: StayDates(arrival: night, departure: night.advanced(by: 1)))
    }
    @MainActor
    func has(_ kind: Bill.Line.Kind) -> @MainActor (CalendarDate, Spot) throws -> Bool {
      { night, spot in
        try quote(night, spot).lines.contains { $0.kind == kind && $0.amountMinor != 0 }
      }
    }
    return [
      Kind(
        name: "discount",
        add: {
          try desk.rates.addDiscount("Rule", DiscountPlan(percent: 10, for: $0, isAutomatic: true))
        }, isOn: has(.discount)),
      Kind(
        name: "fee",
        add: { try desk.rates.addFee("Rule", FeePlan(amount: 5, basis: .night, for: $0)) },
        isOn: has(.fee)),
      Kind(
        name: "one-time fee", add: { try desk.rates.addFee("Rule", FeePlan(amount: 5, for: $0)) },
        isOn: has(.fee)),
      Kind(
        name: "tax", add: { try desk.rates.addTax("Rule", TaxPlan(percent: 10, for: $0)) },
        isOn: has(.tax)),
      Kind(
        name: "tax by amount",
        add: { try desk.rates.addTax("Rule", TaxPlan(amount: 2, basis: .night, for: $0)) },
        isOn: has(.tax)),
      Kind(
        name: "deposit rule",
        add: { try desk.rates.addDepositRule("Rule", DepositPlan(nights: 1, for: $0)) },
        isOn: { try quote($0, $1).depositMinor != nil }),
      Kind(
        name: "rate", add: { try desk.rates.addRate("Rule", RatePlan(amount: 50, for: $0)) },
        isOn: { try quote($0, $1).bill.unpricedNights.isEmpty }),
      Kind(
        name: "stay rule",
        add: { try desk.rules.add("Rule", StayRulePlan(.minimumPerNight, 2, for: $0)) },
        isOn: { night, spot in
          let campground = try XCTUnwrap(desk.campgrounds.current())
          let dates = try StayDates(arrival: night, departure: night.advanced(by: 1))
          let book = try StayRuleBook(of: campground, in: desk.stack.mainContext)
          return !book.violations(
            of: ProposedStay(StayPart(dates, at: spot.place), bookedOn: try day("2026-06-15"))
          ).isEmpty
        }),
    ]
  }

  /// Random conditions that fit one of the sites.
  private func conditions(
    _ desk: TestDesk, _ seasons: [Season], using generator: inout SeededGenerator
  ) throws -> Conditions {
    func maybe<Value>(_ value: Value?, in chances: Int) -> Value? {
      Int.random(in: 0..<chances, using: &generator) == 0 ? value : nil
    }
    let site = try XCTUnwrap(desk.sites.getCampSites().randomElement(using: &generator))
    let first = try day("2026-07-01").advanced(by: .random(in: -20...20, using: &generator))
    let days = Weekdays(rawValue: .random(in: 1...127, using: &generator))
    let plan = ScopePlan(
      season: maybe(seasons.randomElement(using: &generator), in: 2),
      weekdays: maybe(days, in: 2) ?? [], from: maybe(first, in: 3),
      through: maybe(first.advanced(by: .random(in: 0...30, using: &generator)), in: 3),
      site: maybe(site, in: 3), siteClass: maybe(site.siteClass, in: 3),
      siteType: maybe(site.siteType, in: 3))
    let scope = RuleScope(
      season: plan.season?.span, weekdays: plan.weekdays, firstNight: plan.from,
      lastNight: plan.through, site: plan.site.map(SiteID.init),
      siteClass: plan.siteClass.map(ClassID.init), siteType: plan.siteType?.rawValue)
    return (plan, scope)
  }

  func testANightHasARuleWhereTheRuleCoversIt() async throws {
    let stack = try TestStoreStack()
    let desk = TestDesk(stack)
    _ = try desk.campground(in: "UTC")
    let spots = try spots(desk)
    let seasons = try [
      ("Summer", (6, 25), (8, 31)), ("Fair", (7, 3), (7, 6)), ("Winter", (10, 15), (7, 2)),
    ].map { name, first, last in
      try desk.rates.addSeason(
        name,
        SeasonSpan(
          from: .init(month: first.0, day: first.1), through: .init(month: last.0, day: last.1)))
    }
    var generator = SeededGenerator(seed: 7)
    let base = try desk.rates.addRate("Base", RatePlan(amount: 40))
    for kind in try kinds(desk) {
      if kind.name == "rate" { try desk.rates.delete(base) }
      var (with, without) = (0, 0)
      for _ in 0..<25 {
        let conditions = try conditions(desk, seasons, using: &generator)
        let rule = try kind.add(conditions.plan)
        XCTAssertEqual(rule.scope, conditions.scope)
        for spot in spots {
          for _ in 0..<4 {
            let night = try day("2026-07-01")
              .advanced(by: .random(in: -12...30, using: &generator))
            let isCovered = conditions.scope.covers(night, at: spot.place)
            XCTAssertEqual(
              try kind.isOn(night, spot), isCovered,
              "\(kind.name), \(conditions.scope), \(night), \(spot.place)")
            if isCovered { with += 1 } else { without += 1 }
          }
        }
        try desk.rates.delete(rule)
      }
      XCTAssertGreaterThan(min(with, without), 30, kind.name)
    }
    try stack.close()
  }
}
