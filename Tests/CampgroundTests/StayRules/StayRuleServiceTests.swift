import TestSupport
import XCTest

@testable import Campground

@MainActor
final class StayRuleServiceTests: XCTestCase {
  func testARuleIsAddedChangedAndDeleted() async throws {
    try await eachStore { desk in
      let rule = try desk.rules.add(
        " Peak ", .minimumPerNight, value: 3,
        scope: StayRuleScope(weekdays: .weekend, siteType: .cabin))
      XCTAssertEqual(rule.name, "Peak")
      XCTAssertEqual(rule.value, 3)
      XCTAssertEqual(rule.scope.weekdays, .weekend)
      XCTAssertEqual(rule.scope.siteType, .cabin)
      XCTAssertTrue(rule.isActive)

      var scope = rule.scope
      scope.siteType = nil
      scope.from = try day("2026-06-01")
      try desk.rules.edit(rule, name: "High season", value: 4, scope: scope)
      XCTAssertEqual(rule.name, "High season")
      XCTAssertEqual(rule.value, 4)
      XCTAssertNil(rule.siteType)
      XCTAssertEqual(rule.firstDate, try day("2026-06-01"))
      XCTAssertEqual(rule.scope.weekdays, .weekend)
      XCTAssertTrue(try desk.rules.find("high SEASON") === rule)

      try desk.rules.delete(rule)
      XCTAssertEqual(try desk.rules.rules(), [])
    }
  }

  func testARuleThatIsNotAppliedIsKeptAndAsksNothing() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let rule = try desk.rules.add("Peak", .minimumPerNight, value: 3)
      try desk.rules.edit(rule, isActive: false)
      let campground = try XCTUnwrap(site.campground)
      let short = ProposedStay(
        StayPart(try stay("2026-07-01", "2026-07-02"), on: site), bookedOn: try day("2026-06-15"))
      @MainActor func broken() throws -> [String] {
        try StayRuleBook(of: campground, in: desk.stack.mainContext).violations(of: short).map(
          \.name)
      }
      XCTAssertEqual(try broken(), [])
      XCTAssertEqual(try desk.rules.rules(), [rule])
      try desk.rules.edit(rule, isActive: true)
      XCTAssertEqual(try broken(), ["Peak"])
    }
  }

  func testWhatMakesNoRuleIsRefusedAndChangesNothing() async throws {
    try await eachStore { desk in
      let rule = try desk.rules.add("Peak", .minimumPerNight, value: 3)
      let sundays = StayRuleScope(weekdays: Weekdays([.sunday]))
      let reverse = StayRuleScope(from: try day("2026-06-02"), through: try day("2026-06-01"))
      assertBreaks(.emptyName(of: "rule")) { try desk.rules.add(" ", .gap, value: 1) }
      assertBreaks(.nameTaken(of: "rule", name: "Peak")) {
        try desk.rules.add("Peak", .gap, value: 1)
      }
      assertBreaks(.ruleNeedsValue, "a rule \"gap\" needs a number of nights") {
        try desk.rules.add("Gap", .gap)
      }
      assertBreaks(.ruleTakesNoValue, "a rule \"no-arrival\" takes no number") {
        try desk.rules.add("Sundays", .closedToArrival, value: 1, scope: sundays)
      }
      assertBreaks(.ruleNeedsDays, "a rule \"no-arrival\" needs weekdays, dates or a season") {
        try desk.rules.add("Never", .closedToArrival)
      }
      assertBreaks(.ruleNeedsDays, "a rule \"season-minimum\" needs weekdays, dates or a season") {
        try desk.rules.add("Week", .minimumInSeason, value: 7)
      }
      assertBreaks(.datesInReverse(from: try day("2026-06-02"), through: try day("2026-06-01"))) {
        try desk.rules.add("Reverse", .minimumPerNight, value: 2, scope: reverse)
      }
      for (kind, unit, most) in [
        (StayRuleKind.minimumPerNight, "nights", 1_000), (.gap, "nights", 60),
        (.bookingWindow, "months", 120), (.advanceDays, "days", 1_000),
      ] {
        for value in [0, -1, most + 1] {
          assertBreaks(.outOfRange(unit, value: value, allowed: 1...most)) {
            try desk.rules.add("Off", kind, value: value)
          }
        }
      }
      assertBreaks(.outOfRange("nights", value: 0, allowed: 1...1_000)) {
        try desk.rules.edit(rule, name: "Low", value: 0)
      }
      assertBreaks(.unknownName(of: "rule", name: "Low", known: ["Peak"])) {
        try desk.rules.find("Low")
      }
      XCTAssertEqual(try desk.rules.rules().map(\.name), ["Peak"])
      XCTAssertEqual(rule.value, 3)
      try desk.rules.delete(rule)
      assertBreaks(.gone("the rule")) { try desk.rules.edit(rule, value: 4) }
    }
  }

  func testRulesBelongToTheirCampground() async throws {
    let desk = TestDesk(try TestStoreStack())
    try desk.rules.add("Peak", .minimumPerNight, value: 3)
    let other = try desk.campgrounds.add("Oak Hill")
    let rules = StayRuleService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
      clock: desk.stack.clock, campground: other.objectID)
    XCTAssertEqual(try rules.rules(), [])
    try rules.add("Peak", .maximumNights, value: 14)
    XCTAssertEqual(try desk.rules.rules().map(\.kind), [.minimumPerNight])
  }
}
