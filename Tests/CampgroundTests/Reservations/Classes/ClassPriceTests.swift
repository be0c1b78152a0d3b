import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// A stay by class is priced and ruled by the class, whichever site has it. Today is 2026-06-15.
@MainActor
final class ClassPriceTests: XCTestCase {
  /// Class RV of the sites 1 and 2, at 60 a night; site 1 has a price of 99 of its own.
  private func lodge(_ desk: TestDesk) throws -> SiteClass {
    let rv = try desk.siteClass("RV", ["1", "2"])
    try desk.sites.edit(desk.sites.find("1"), rate: 99)
    try desk.rates.addRate("Base", RatePlan(amount: 40))
    try desk.rates.addRate("Class", RatePlan(amount: 60, for: ScopePlan(siteClass: rv)))
    return rv
  }

  private func total(_ code: String, _ desk: TestDesk) throws -> String {
    "\(try XCTUnwrap(desk.find(code).total))"
  }

  func testTheSitesOwnPriceDoesNotReachAStayByClass() async throws {
    try await eachStore { desk in
      let rv = try lodge(desk)
      let dates = try stay("2026-07-01", "2026-07-03")
      XCTAssertEqual(
        try desk.rates.quote(.siteClass(rv), dates: dates).total.description, "$120.00")
      XCTAssertEqual(try desk.reserve(rv, "2026-07-01", "2026-07-03").after.site, "1")
      XCTAssertEqual(try total("R-1", desk), "$120.00")
      try desk.reservations.assign("R-1", to: desk.sites.find("2"))
      XCTAssertEqual(try total("R-1", desk), "$120.00")
      // Booked by site, the class's rate is behind the site's own.
      _ = try desk.reservations.reserve(desk.sites.find("1"), for: nil, dates: dates)
      XCTAssertEqual(try total("R-2", desk), "$198.00")
      _ = try desk.reservations.reserve(
        desk.sites.find("2"), for: nil, dates: stay("2026-07-05", "2026-07-06"))
      XCTAssertEqual(try total("R-3", desk), "$60.00")
    }
  }

  func testLockingAndUnlockingChangeNoPrice() async throws {
    try await eachStore { desk in
      let rv = try lodge(desk)
      try desk.reserve(rv, "2026-07-01", "2026-07-03")
      let locked = try desk.reservations.lock("R-1")
      XCTAssertEqual(locked.after.promise, .locked)
      XCTAssertEqual(locked.oldLines, locked.newLines)
      XCTAssertEqual(try desk.reservations.extend("R-1", by: 1).after.total?.description, "$180.00")
      XCTAssertEqual(try desk.reservations.unlock("R-1").after.promise, .floating)
    }
  }

  func testAMoveToAChosenSiteEndsTheFloatingAndTakesItsPrice() async throws {
    try await eachStore { desk in
      let rv = try lodge(desk)
      try desk.reserve(rv, "2026-07-01", "2026-07-03")
      try desk.reservations.assign("R-1", to: desk.sites.find("2"))
      let moved = try desk.reservations.move("R-1", to: desk.sites.find("1"))
      XCTAssertEqual(moved.after.promise, .chosen)
      XCTAssertNil(moved.after.siteClass)
      XCTAssertEqual(moved.after.total?.description, "$198.00")
    }
  }

  func testAGuestWhoIsMovedMidwayKeepsTheClassesPriceForNightsThatArePast() async throws {
    try await eachStore { desk in
      let rv = try lodge(desk)
      try desk.reserve(rv, "2026-06-15", "2026-06-18")
      try desk.reservations.assign("R-1", to: desk.sites.find("2"))
      try desk.reservations.checkIn("R-1")
      let moved = try desk.reservations(on: "2026-06-16").move("R-1", to: desk.sites.find("1"))
      // One night at 60, two at 99.
      XCTAssertEqual(moved.after.total?.description, "$258.00")
      XCTAssertEqual(moved.after.siteWords, "2, then 1 from 2026-06-16")
      let extended = try desk.reservations(on: "2026-06-16").extend("R-1", by: 1)
      XCTAssertEqual(extended.after.total?.description, "$357.00")
    }
  }

  func testASplitKeepsTheClassesPriceWhereTheStayIs() async throws {
    try await eachStore { desk in
      let rv = try lodge(desk)
      try desk.reserve(rv, "2026-07-01", "2026-07-04")
      try desk.reservations.assign("R-1", to: desk.sites.find("2"))
      let split = try desk.reservations.split(
        "R-1", on: day("2026-07-03"), to: desk.sites.find("1"))
      XCTAssertEqual(split.after.total?.description, "$219.00")
      XCTAssertEqual(split.after.promise, .chosen)
    }
  }

  func testASiteThatChangesItsClassKeepsWhatWasAgreed() async throws {
    try await eachStore { desk in
      let rv = try lodge(desk)
      let lake = try desk.classes.add("Lake")
      try desk.rates.addRate("Lake", RatePlan(amount: 80, for: ScopePlan(siteClass: lake)))
      _ = try desk.reservations.reserve(
        desk.sites.find("2"), for: nil, dates: stay("2026-07-01", "2026-07-03"))
      try desk.sites.edit(desk.sites.find("2"), siteClass: .chosen(lake))
      XCTAssertEqual(rv.sites.count, 1)
      // Two nights as they were agreed, one as it is now.
      XCTAssertEqual(try desk.reservations.extend("R-1", by: 1).after.total?.description, "$200.00")
    }
  }

  func testANameThatChangesChangesNoPrice() async throws {
    try await eachStore { desk in
      let rv = try lodge(desk)
      try desk.reserve(rv, "2026-07-01", "2026-07-03")
      try desk.classes.edit(rv, name: "RV 50A")
      XCTAssertEqual(try desk.reservations.extend("R-1", by: 1).after.total?.description, "$180.00")
      XCTAssertEqual(try desk.find("R-1").className, "RV 50A")
    }
  }

  func testAnEditedRateOfAClassIsForNightsThatAreAdded() async throws {
    try await eachStore { desk in
      let rv = try lodge(desk)
      try desk.reserve(rv, "2026-07-01", "2026-07-03")
      try desk.rates.edit(desk.rates.findRate("Class")) { $0.amount = 70 }
      XCTAssertEqual(try desk.reservations.extend("R-1", by: 1).after.total?.description, "$190.00")
    }
  }

  func testFeesTaxesDiscountsDepositsAndPoliciesMayBeForAClass() async throws {
    try await eachStore { desk in
      let rv = try lodge(desk)
      try desk.rates.addFee(
        "Power", FeePlan(amount: 5, basis: .night, for: ScopePlan(siteClass: rv)))
      try desk.rates.addTax("Bed", TaxPlan(percent: 10, for: ScopePlan(siteClass: rv)))
      try desk.rates.addDiscount(
        "Pull-through", DiscountPlan(percent: 50, for: ScopePlan(siteClass: rv), isAutomatic: true))
      try desk.rates.addDepositRule("All", DepositPlan(percent: 20))
      try desk.rates.addDepositRule(
        "Class", DepositPlan(percent: 50, for: ScopePlan(siteClass: rv)))
      let kept = PolicyPlan(steps: [.init(NoticeDays(from: 0, through: nil), keeps: .everything)])
      let free = PolicyPlan(steps: [.init(NoticeDays(from: 0, through: nil), keeps: .nothing)])
      try desk.policies.add("Standard", free)
      try desk.policies.add("Strict", kept, siteClass: rv)
      let made = try desk.reserve(rv, "2026-07-01", "2026-07-03")
      // 120 less 60, two nights of 5, and 10% of 60.
      XCTAssertEqual(made.after.total?.description, "$76.00")
      XCTAssertEqual(made.deposit?.amount.description, "$38.00")
      XCTAssertEqual(made.after.policy, "Strict")
      _ = try desk.sites.add("9", rate: 40)
      let other = try desk.reservations.book(
        Booking(desk.sites.find("9"), for: nil, dates: stay("2026-07-01", "2026-07-03")))
      XCTAssertEqual(other.after.total?.description, "$80.00")
      XCTAssertEqual(other.deposit?.amount.description, "$16.00")
      XCTAssertEqual(other.after.policy, "Standard")
    }
  }

  func testRulesOfTheClassAreAskedAndThoseOfASiteAreNot() async throws {
    try await eachStore { desk in
      let rv = try lodge(desk)
      for site in ["1", "2"] {
        try desk.rules.add(
          "Long \(site)",
          StayRulePlan(.minimumPerNight, 7, for: ScopePlan(site: desk.sites.find(site))))
      }
      try desk.reserve(rv, "2026-07-01", "2026-07-03")
      try desk.rules.add("Class", StayRulePlan(.minimumPerNight, 3, for: ScopePlan(siteClass: rv)))
      XCTAssertThrowsError(try desk.reserve(rv, "2026-08-01", "2026-08-03")) {
        XCTAssertEqual(rulesBroken(by: $0, on: "class RV"), ["Class"])
      }
      var booking = Booking(rv, for: nil, dates: try stay("2026-08-01", "2026-08-03"))
      booking.overridesRules = true
      let made = try desk.reservations.book(booking)
      XCTAssertEqual(try desk.find(made.code).rulesSetAside.map(\.rule), ["Class"])
    }
  }
}
