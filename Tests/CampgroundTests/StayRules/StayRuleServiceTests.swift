import TestSupport
import XCTest

@testable import Campground

@MainActor
final class StayRuleServiceTests: XCTestCase {
  func testARuleIsAddedChangedAndDeleted() async throws {
    try await eachStore { desk in
      let rule = try desk.rules.add(
        " Peak ",
        StayRulePlan(.minimumPerNight, 3, for: ScopePlan(weekdays: .weekend, siteType: .cabin)))
      XCTAssertEqual(rule.name, "Peak")
      XCTAssertEqual(rule.value, 3)
      XCTAssertEqual(rule.scope.weekdays, .weekend)
      XCTAssertEqual(rule.scope.siteType, "cabin")
      XCTAssertTrue(rule.isActive)

      try desk.rules.edit(rule, name: "High season") {
        $0.value = 4
        $0.scope.siteType = nil
        $0.scope.from = try day("2026-06-01")
      }
      XCTAssertEqual(rule.name, "High season")
      XCTAssertEqual(rule.value, 4)
      XCTAssertNil(rule.siteType)
      XCTAssertEqual(rule.firstNight, try day("2026-06-01"))
      XCTAssertEqual(rule.scope.weekdays, .weekend)
      XCTAssertTrue(try desk.rules.find("high SEASON") === rule)

      try desk.rules.delete(rule)
      XCTAssertEqual(try desk.rules.rules(), [])
    }
  }

  func testARuleThatIsNotAppliedIsKeptAndAsksNothing() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let rule = try desk.rules.add("Peak", StayRulePlan(.minimumPerNight, 3))
      try desk.rules.edit(rule) { $0.isActive = false }
      let campground = try XCTUnwrap(site.campground)
      let short = ProposedStay(
        StayPart(try stay("2026-07-01", "2026-07-02"), on: site), bookedOn: try day("2026-06-15"))
      @MainActor func broken() throws -> [String] {
        try StayRuleBook(of: campground, in: desk.stack.mainContext).violations(of: short).map(
          \.name)
      }
      XCTAssertEqual(try broken(), [])
      XCTAssertEqual(try desk.rules.rules(), [rule])
      try desk.rules.edit(rule) { $0.isActive = true }
      XCTAssertEqual(try broken(), ["Peak"])
    }
  }

  func testWhatMakesNoRuleIsRefusedAndChangesNothing() async throws {
    try await eachStore { desk in
      let rule = try desk.rules.add("Peak", StayRulePlan(.minimumPerNight, 3))
      let sundays = ScopePlan(weekdays: Weekdays([.sunday]))
      let reverse = ScopePlan(from: try day("2026-06-02"), through: try day("2026-06-01"))
      assertBreaks(.emptyName(of: "rule")) { try desk.rules.add(" ", StayRulePlan(.gap, 1)) }
      assertBreaks(.nameTaken(of: "rule", name: "Peak")) {
        try desk.rules.add("Peak", StayRulePlan(.gap, 1))
      }
      assertBreaks(.invalidValue, "a rule \"gap\" needs a number of nights") {
        try desk.rules.add("Gap", StayRulePlan(.gap))
      }
      assertBreaks(.invalidValue, "a rule \"no-arrival\" takes no number") {
        try desk.rules.add("Sundays", StayRulePlan(.closedToArrival, 1, for: sundays))
      }
      assertBreaks(.invalidValue, "a rule \"no-arrival\" needs weekdays, dates or a season") {
        try desk.rules.add("Never", StayRulePlan(.closedToArrival))
      }
      assertBreaks(.invalidValue, "a rule \"season-minimum\" needs weekdays, dates or a season") {
        try desk.rules.add("Week", StayRulePlan(.minimumInSeason, 7))
      }
      assertBreaks(.datesInReverse(from: try day("2026-06-02"), through: try day("2026-06-01"))) {
        try desk.rules.add("Reverse", StayRulePlan(.minimumPerNight, 2, for: reverse))
      }
      for (kind, unit, most) in [
        (StayRuleKind.minimumPerNight, "nights", 1_000), (.gap, "nights", 60),
        (.bookingWindow, "months", 120), (.advanceDays, "days", 1_000),
      ] {
        for value in [0, -1, most + 1] {
          assertBreaks(.outOfRange(unit, value: value, allowed: 1...most)) {
            try desk.rules.add("Off", StayRulePlan(kind, value))
          }
        }
      }
      assertBreaks(.outOfRange("nights", value: 0, allowed: 1...1_000)) {
        try desk.rules.edit(rule, name: "Low") { $0.value = 0 }
      }
      assertBreaks(.unknownName(of: "rule", name: "Low", known: ["Peak"])) {
        try desk.rules.find("Low")
      }
      XCTAssertEqual(try desk.rules.rules().map(\.name), ["Peak"])
      XCTAssertEqual(rule.value, 3)
      try desk.rules.delete(rule)
      assertBreaks(.gone("the rule")) { try desk.rules.edit(rule) { $0.value = 4 } }
    }
  }

  func testRulesBelongToTheirCampground() async throws {
    let desk = TestDesk(try TestStoreStack())
    try desk.rules.add("Peak", StayRulePlan(.minimumPerNight, 3))
    let other = try desk.campgrounds.add("Oak Hill")
    let rules = StayRuleService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
      clock: desk.stack.clock, campground: other.objectID)
    XCTAssertEqual(try rules.rules(), [])
    try rules.add("Peak", StayRulePlan(.maximumNights, 14))
    XCTAssertEqual(try desk.rules.rules().map(\.kind), [.minimumPerNight])
  }
}
