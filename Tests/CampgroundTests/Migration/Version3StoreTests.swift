import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Opening stores whose rules had their conditions under the names of versions 2 and 3.
@MainActor
final class Version3StoreTests: XCTestCase {
  /// A season, and a rate, a discount, a fee, a tax, a deposit rule and a stay rule with all the
  /// conditions that each could have.
  private func fill(_ store: FormerStore) throws {
    let campground = try store.campground()
    let site = try store.make("CampSite", ["name": "15", "campground": campground])
    let cabins = try store.make("SiteClass", ["name": "Cabins", "campground": campground])
    let (first, last) = (try day("2026-07-01").midnightUTC, try day("2026-08-31").midnightUTC)
    let weekend = Weekdays.weekend.rawValue
    let summer = try store.make(
      "Season",
      [
        "name": "Summer", "startMonth": Int16(6), "startDay": Int16(1), "endMonth": Int16(8),
        "endDay": Int16(31), "campground": campground,
      ])
    func rule(_ entity: String, _ values: [String: Any?]) throws {
      try store.make(
        entity,
        ["name": entity, "campground": campground, "siteClass": cabins, "siteType": "cabin"]
          .merging(values) { $1 })
    }
    try rule(
      "Rate",
      [
        "kind": "nightly", "amountMinor": Int64(60_00), "season": summer, "weekdays": weekend,
        "campSite": site,
      ])
    try rule("Discount", ["percent": Decimal(10), "season": summer, "weekdays": weekend])
    try rule(
      "Fee",
      [
        "amountMinor": Int64(5_00), "basis": "night", "season": summer, "weekdays": weekend,
        "dateFrom": first, "dateUntil": last,
      ])
    try rule(
      "Tax",
      [
        "percent": Decimal(8), "group": "lodging", "basis": "stay", "dateFrom": first,
        "dateUntil": last,
      ])
    try rule("DepositRule", ["nights": Int16(1)])
    try rule(
      "StayRule",
      [
        "kind": "minimum", "value": Int32(3), "season": summer, "weekdays": weekend,
        "dateFrom": first, "dateTo": last, "campSite": site,
      ])
    try store.close()
  }

  func testRulesKeepTheConditionsThatTheyHad() async throws {
    for (version, model) in [
      ("2", ManagedObjectModel.campgroundVersion2), ("3", .campgroundVersion3),
    ] {
      let url = try temporaryFolder().appendingPathComponent("Campground.sqlite")
      try fill(FormerStore(of: model, at: url))
      let stack = try TestStoreStack(store: PersistentStoreDescription(url: url))
      XCTAssertEqual(stack.migration?.source, version)
      let desk = TestDesk(stack)
      let site = SiteID(try desk.sites.find("15"))
      let cabins = ClassID(try desk.classes.find("Cabins"))
      let span = try SeasonSpan(
        from: .init(month: 6, day: 1), through: .init(month: 8, day: 31))
      let place = RuleScope(siteClass: cabins, siteType: "cabin")
      var nights = place
      (nights.season, nights.weekdays) = (span, .weekend)
      var dates = place
      (dates.firstNight, dates.lastNight) = (try day("2026-07-01"), try day("2026-08-31"))
      var both = nights
      (both.firstNight, both.lastNight) = (dates.firstNight, dates.lastNight)
      var rate = nights
      rate.site = site
      var rule = both
      rule.site = site
      XCTAssertEqual(try desk.rates.findRate("Rate").scope, rate, version)
      XCTAssertEqual(try desk.rates.findDiscount("Discount").scope, nights, version)
      XCTAssertEqual(try desk.rates.findFee("Fee").scope, both, version)
      XCTAssertEqual(try desk.rates.findTax("Tax").scope, dates, version)
      XCTAssertEqual(try desk.rates.findDepositRule("DepositRule").scope, place, version)
      let stayRule = try desk.rules.find("StayRule")
      XCTAssertEqual(stayRule.scope, rule, version)
      XCTAssertTrue(stayRule.isInForce)
      XCTAssertEqual([stayRule.kind], [.minimumPerNight])
      XCTAssertEqual(stayRule.value, 3)
      // From now on it has versions, and its name is still taken.
      try desk.rules.edit(stayRule) { $0.value = 4 }
      XCTAssertEqual(try desk.rules.rules().map(\.value), [4])
      assertBreaks(.nameTaken(of: "rule", name: "StayRule")) {
        try desk.rules.add("StayRule", StayRulePlan(.gap, 1))
      }
      try stack.close()
    }
  }
}
