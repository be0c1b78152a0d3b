import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Who changed what: every save tells it. The clock stands at noon of 2026-06-15.
@MainActor
final class AuditTests: XCTestCase {
  private func audit(_ desk: TestDesk) -> AuditService {
    AuditService(managedObjectContext: desk.stack.mainContext, storeStack: desk.stack)
  }

  /// The events in the order in which they came about.
  private func words(_ events: [Event]) -> [String] {
    events.reversed().map { event in
      let changes = event.changes.sorted { $0.property < $1.property }
        .map { "\($0.property) \($0.before ?? "-") > \($0.after ?? "-")" }
      let reason = event.reason.map { ["because of \($0)"] } ?? []
      return ([event.label, event.kind?.rawValue ?? "?"] + reason + changes)
        .joined(separator: ", ")
    }
  }

  private func words(_ desk: TestDesk) throws -> [String] { words(try audit(desk).events().rows) }

  func testEachChangeOfAStaySaysWhatWasAndWhatIs() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("1", rate: 40)
      let guest = try desk.campers.addCamper("Ada Rivera", phoneNumber: nil)
      let stay = try desk.reservations.reserve(
        site, for: guest, dates: stay("2026-07-01", "2026-07-04"))
      try desk.reservations.extend("R-1", by: 2)
      try desk.reservations.cancel("R-1", reason: "rain")
      let events = try audit(desk).events(about: stay).rows
      XCTAssertEqual(
        words(events),
        [
          "R-1, reserved",
          "R-1, changed, dateTo 2026-07-04 > 2026-07-06, totalMinor 12000 > 20000",
          "R-1, canceled, because of rain, status Reserved > Canceled, totalMinor 20000 > 0",
        ])
      XCTAssertEqual(Set(events.map(\.happenedAt)), [TestStoreStack.noon])
      XCTAssertEqual(Set(events.map(\.date)), [try day("2026-06-15")])
      XCTAssertEqual(
        try words(desk).dropLast(3).map { String($0.prefix { $0 != "," }) }.sorted(),
        ["camper Ada Rivera", "campground Campground", "site 1"])
    }
  }

  func testRulesThatAreSetAsideAreToldOneByOneAndSoIsTakingThemBack() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("1")
      try desk.rules.add("Short", StayRulePlan(.maximumNights, 2))
      try desk.rules.add(
        "Today", StayRulePlan(.closedToArrival, for: .init(through: day("2026-06-15"))))
      let stay = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-16", "2026-06-18"))
      try desk.reservations.checkIn("R-1", early: true, overridingRules: true)
      try desk.reservations.undoCheckIn("R-1")
      let told = try audit(desk).events(about: stay).rows.reversed().map { event in
        event.changes.filter { $0.property == "overriddenRules" }
          .map { "\($0.before ?? "-") > \($0.after ?? "-")" }.sorted()
      }
      let rules = [
        "2026-06-15: \"Short\" allows at most 2 nights if the night of 2026-06-15 is included; 2026-06-15 "
          + "to 2026-06-18 has 3", "2026-06-15: \"Today\" allows no arrivals on 2026-06-15",
      ]
      XCTAssertEqual(told, [[], rules.map { "- > \($0)" }, rules.map { "\($0) > -" }])
    }
  }

  func testWhoAndTheCommandAreTold() async throws {
    try await eachStore { desk in
      let author = Author("Kasey", command: "camper add Ada")
      let campers = CamperService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock,
        by: author)
      _ = try campers.addCamper("Ada", phoneNumber: nil)
      _ = try desk.campers.addCamper("Bo", phoneNumber: nil)
      XCTAssertEqual(try audit(desk).events().rows.map(\.who), [nil, "Kasey"])
      let found = try audit(desk).events(by: "kas")
      XCTAssertEqual(found.rows.map(\.command), ["camper add Ada"])
      XCTAssertEqual(found.rows.map(\.label), ["camper Ada"])
    }
  }

  func testACallThatFailsAndAPreviewLeaveNothing() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("1", rate: 40)
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
      let before = try desk.count(Event.self)
      XCTAssertThrowsError(
        try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-02", "2026-07-05")))
      XCTAssertThrowsError(try desk.reservations.shorten("R-1", by: 3))
      _ = try desk.reservations.preview { try $0.cancel("R-1") }
      // A call that changes nothing is no change.
      _ = try desk.reservations.edit("R-1", note: "")
      XCTAssertEqual(try desk.count(Event.self), before)
    }
  }

  func testAGroupIsToldWithWhoJoinsAndLeavesIt() async throws {
    try await eachStore { desk in
      let dates = try stay("2026-07-01", "2026-07-04")
      let sites = try ["1", "2"].map { try desk.sites.add($0) }
      _ = try desk.reservations.reserve(sites[1], for: nil, dates: dates)
      let before = try desk.count(Event.self)
      try desk.reservations.bookGroup("Scouts", [Booking(sites[0], for: nil, dates: dates)])
      try desk.reservations.join("R-1", group: "Scouts")
      let group = try desk.reservations.group("Scouts")
      _ = try desk.reservations.scope.editRule(group, name: "Guides") { _, _ in }
      try desk.reservations.leaveGroup("R-1")
      try desk.reservations.leaveGroup("R-2")
      XCTAssertEqual(
        try words(desk).dropFirst(before),
        [
          "R-2, reserved", "group Scouts, added", "R-1, changed, group - > Scouts",
          "group Guides, changed, name Scouts > Guides", "R-1, changed, group Guides > -",
          "R-2, changed, group Guides > -", "group Guides, deleted",
        ])
    }
  }

  func testARuleThatIsEditedOrDeletedIsToldOnce() async throws {
    try await eachStore { desk in
      let rate = try desk.rates.addRate("Base", RatePlan(amount: 45))
      let before = try desk.count(Event.self)
      try desk.rates.edit(rate) { $0.amount = 48 }
      try desk.rates.delete(rate)
      XCTAssertEqual(
        try words(desk).dropFirst(before),
        ["rate Base, changed, amountMinor 4500 > 4800", "rate Base, deleted"])
    }
  }

  func testWhatIsDeletedKeepsItsName() async throws {
    try await eachStore { desk in
      let guest = try desk.campers.addCamper("Ada", phoneNumber: nil)
      try desk.campers.delete(guest)
      XCTAssertEqual(try words(desk), ["camper Ada, added", "camper Ada, deleted"])
    }
  }

  func testTheNightAuditTellsOfEachNoShow() async throws {
    try await eachStore { desk in
      _ = try desk.stay("2026-06-14", nights: [4_000, 4_000], site: "1")
      let before = try desk.count(Event.self)
      try desk.folios.runNightly()
      XCTAssertEqual(try words(desk).dropFirst(before).count, 1)
      XCTAssertTrue(
        try XCTUnwrap(words(desk).last).hasPrefix("R-1, noShow, status Reserved > NoShow"))
    }
  }

  func testAScratchPadTellsWhatItsSaveKeepsAndAFailedSaveNothing() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("1", rate: 40)
      let before = try desk.count(Event.self)
      let pad = desk.scratchPad(by: "Kasey")
      let dates = try stay("2026-07-01", "2026-07-04")
      try pad.perform("reserve 1") {
        _ = try $0.reservations.reserve($0.campSites.find("1"), for: nil, dates: dates)
      }
      XCTAssertEqual(try desk.count(Event.self), before)
      XCTAssertEqual(words(try pad.services.audit.events(by: "Kasey").rows), ["R-new1, reserved"])
      // Somebody else is faster, and then leaves.
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-02"))
      let meanwhile = try desk.count(Event.self)
      XCTAssertThrowsError(try pad.save())
      XCTAssertEqual(try desk.count(Event.self), meanwhile)
      try desk.reservations.cancel("R-1")
      _ = try pad.save()
      let events = try audit(desk).events(by: "Kasey").rows
      XCTAssertEqual(words(events), ["R-2, reserved"])
      XCTAssertEqual(events.map(\.command), ["reserve 1"])
    }
  }

  func testEventsAreFoundByDayAndInParts() async throws {
    try await eachStore { desk in
      for name in ["Ada", "Bo", "Cy"] { _ = try desk.campers.addCamper(name, phoneNumber: nil) }
      let page = try audit(desk).events(
        from: day("2026-06-15"), through: day("2026-06-15"), limit: 2)
      XCTAssertEqual(page.rows.map(\.label), ["camper Cy", "camper Bo"])
      XCTAssertEqual(page.total, 3)
      XCTAssertEqual(try audit(desk).events(from: day("2026-06-16")).rows, [])
      XCTAssertEqual(try audit(desk).events(through: day("2026-06-14")).rows, [])
    }
  }

  /// In the zone of the campground it is still the day before.
  func testWhatBelongsToNoCampgroundIsOfTheOneWhereItWasChanged() async throws {
    try await eachStore { desk in
      let campground = try desk.campground(in: "Pacific/Kiritimati")
      let guest = try desk.campers.addCamper("Ada", phoneNumber: nil)
      let site = try desk.sites.add("1")
      try desk.sites.delete(site)
      try desk.campers.delete(guest)
      for event in try audit(desk).events().rows.prefix(4) {
        XCTAssertEqual(event.campground, campground, event.label)
        XCTAssertEqual(event.date, try day("2026-06-16"), event.label)
      }
    }
  }

  func testAWaitlistEntryIsToldByItsGuestBeforeItHasACode() async throws {
    try await eachStore { desk in
      let guest = try desk.campers.addCamper("Ada", phoneNumber: nil)
      let site = try desk.sites.add("1")
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-03"))
      _ = try desk.waitlist.add(
        WaitlistWish(dates: stay("2026-07-01", "2026-07-03")), for: guest)
      XCTAssertEqual(try words(desk).last, "waitlist entry of Ada, added")
    }
  }

  func testPricesAndDiscountsThatAreAgreedAreTold() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("1", rate: 50)
      let discount = try desk.rates.addDiscount(
        "Senior", DiscountPlan(percent: 10, isAutomatic: false))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-03"))
      let before = try desk.count(Event.self)
      // The same amount as before, and an agreed one from now on.
      try desk.reservations.edit("R-1", price: 50)
      try desk.reservations.edit("R-1", discount: .chosen(discount))
      try desk.reservations.reprice("R-1")
      XCTAssertEqual(
        try words(desk).dropFirst(before),
        [
          "R-1, changed, priceMinor - > 5000",
          "R-1, changed, discount - > Senior, totalMinor 10000 > 9000",
          "R-1, changed, discount Senior > -, priceMinor 5000 > -, totalMinor 9000 > 10000",
        ])
    }
  }

  func testTheStepsOfAPolicyAndTheDetailsOfASiteAreTold() async throws {
    try await eachStore { desk in
      let policy = try desk.policies.add(
        "P", PolicyPlan(steps: try PolicyPlan.steps(parsing: "0+ all")))
      let site = try desk.sites.add("1")
      let before = try desk.count(Event.self)
      try desk.policies.edit(policy) {
        $0.steps = try PolicyPlan.steps(parsing: "0-2 nights 1, 3+ nothing")
      }
      try desk.sites.setDetail("View", to: "Lake", of: site)
      try desk.sites.setDetail("View", to: "Meadow", of: site)
      XCTAssertEqual(
        try words(desk).dropFirst(before),
        [
          "cancellation policy P, changed, steps 0+ all > 0-2 nights 1, 3+ nothing",
          "site 1, changed, details - > View: Lake",
          "site 1, changed, details View: Lake > View: Meadow",
        ])
    }
  }
}
