import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What rules about stays know of a stay before it is changed. The clock
/// stands at noon of 2026-06-15.
@MainActor
final class FormerStayTests: XCTestCase {
  private func assertRefused<Result>(
    _ rules: [String], file: StaticString = #filePath, line: UInt = #line,
    _ body: () throws -> Result
  ) {
    XCTAssertThrowsError(try body(), file: file, line: line) { error in
      XCTAssertEqual(rulesBroken(by: error), rules, file: file, line: line)
    }
  }

  // MARK: Drafts and requests

  func testNoRuleKnowsADraftOrARequestBeforeItIsAccepted() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      // 2026-06-17 is a Wednesday, 2026-06-19 a Friday.
      let booking = Booking(site, for: nil, dates: try stay("2026-06-17", "2026-06-19"))
      let draft = try desk.reservations.draft(booking)
      let request = try desk.reservations.request(booking)
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-20", "2026-06-21"))
      try desk.rules.add("Adv", StayRulePlan(.advanceDays, 3))
      try desk.rules.add(
        "In", StayRulePlan(.closedToArrival, for: ScopePlan(weekdays: Weekdays([.wednesday]))))
      try desk.rules.add("Orphans", StayRulePlan(.gap, 1))
      try desk.rules.add(
        "Out", StayRulePlan(.closedToDeparture, for: ScopePlan(weekdays: Weekdays([.friday]))))
      let all = ["Adv", "In", "Orphans", "Out"]
      assertRefused(all) { try desk.reservations.reserve(draft.code) }
      assertRefused(all) { try desk.reservations.hold(draft.code) }
      assertRefused(all) { try desk.reservations.accept(request.code) }
      XCTAssertEqual([draft.state, request.state], [.draft, .requested])
      try desk.reservations.accept(request.code, overridingRules: true)
      XCTAssertEqual(
        request.rulesSetAside.map { String($0.words.prefix(18)) },
        [
          "2026-06-15: \"Adv\" ", "2026-06-15: \"In\" a", "2026-06-15: \"Orpha",
          "2026-06-15: \"Out\" ",
        ])
    }
  }

  func testAHoldWasAskedWhenItWasMade() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let hold = try desk.reservations.hold(
        Booking(site, for: nil, dates: stay("2026-06-16", "2026-06-18")))
      try desk.rules.add("Adv", StayRulePlan(.advanceDays, 3))
      try desk.reservations.reserve(hold.code)
      XCTAssertEqual(hold.state, .reserved)
      XCTAssertEqual(hold.overriddenRules, [])
    }
  }

  // MARK: Other sites

  func testAMoveIsNotAskedAgainAboutTheDayOfBookingNorAboutArrivalAndDeparture() async throws {
    try await eachStore { desk in
      let sites = try ["15", "16"].map { try desk.sites.add($0) }
      let code = try desk.reservations.reserve(
        sites[0], for: nil, dates: stay("2026-06-16", "2026-06-18")
      ).code
      try desk.rules.add("Adv", StayRulePlan(.advanceDays, 2))
      // Tuesday and Thursday.
      try desk.rules.add(
        "In", StayRulePlan(.closedToArrival, for: ScopePlan(weekdays: Weekdays([.tuesday]))))
      try desk.rules.add(
        "Out", StayRulePlan(.closedToDeparture, for: ScopePlan(weekdays: Weekdays([.thursday]))))
      try desk.reservations.move(code, to: sites[1])
      assertRefused(["Adv", "In", "Out"]) {
        try desk.reservations.reserve(sites[0], for: nil, dates: stay("2026-06-16", "2026-06-18"))
      }
      // What changes is asked about on the other site, too.
      assertRefused(["Adv"]) {
        try desk.reservations.changeDates(code, to: stay("2026-06-15", "2026-06-18"))
      }
    }
  }

  func testAGuestWhoIsHereMayMoveWhateverIsSaidAboutArrivals() async throws {
    try await eachStore { desk in
      let sites = try ["15", "16"].map { try desk.sites.add($0) }
      let code = try desk.reservations.reserve(
        sites[0], for: nil, dates: stay("2026-06-15", "2026-06-20")
      ).code
      try desk.reservations.checkIn(code)
      // The night of the 14th was let to nobody.
      _ = try desk.reservations(on: "2026-06-10").reserve(
        sites[1], for: nil, dates: stay("2026-06-12", "2026-06-14"))
      _ = try desk.reservations.reserve(sites[1], for: nil, dates: stay("2026-06-20", "2026-06-22"))
      try desk.rules.add("Adv", StayRulePlan(.advanceDays, 2, for: ScopePlan(site: sites[1])))
      try desk.rules.add("Orphans", StayRulePlan(.gap, 1))
      let later = try desk.reservations(on: "2026-06-17")
      let change = try later.move(code, to: sites[1])
      XCTAssertEqual(change.takenNights.map(\.site), ["16", "16", "16"])
      XCTAssertEqual(try desk.find(code).nights.filter { $0.campSite === sites[0] }.count, 2)
    }
  }

  // MARK: Swaps

  func testASwapAsksTheRulesOfBothSitesAndNeitherIsInTheWayOfTheOther() async throws {
    try await eachStore { desk in
      let sites = try ["15", "16"].map { try desk.sites.add($0) }
      let codes = try [
        desk.reservations.reserve(sites[0], for: nil, dates: stay("2026-07-01", "2026-07-04")).code,
        desk.reservations.reserve(sites[1], for: nil, dates: stay("2026-07-05", "2026-07-08")).code,
      ]
      // Had each its own nights beside it, there would be a night between them.
      try desk.rules.add("Orphans", StayRulePlan(.gap, 1))
      try desk.reservations.swap(codes[0], with: codes[1])
      XCTAssertEqual(try codes.map { try desk.find($0).siteName }, ["16", "15"])
      try desk.rules.add("Lake", StayRulePlan(.minimumPerNight, 4, for: ScopePlan(site: sites[0])))
      assertRefused(["Lake"]) { try desk.reservations.swap(codes[0], with: codes[1]) }
      assertRefused(["Lake"]) { try desk.reservations.swap(codes[1], with: codes[0]) }
      XCTAssertEqual(try codes.map { try desk.find($0).siteName }, ["16", "15"])
      try desk.reservations.swap(codes[0], with: codes[1], overridingRules: true)
      XCTAssertEqual(try codes.map { try desk.find($0).siteName }, ["15", "16"])
      XCTAssertEqual(
        try codes.map { try desk.find($0).rulesSetAside.map(\.rule) }, [["Lake"], []])
    }
  }

  // MARK: Reinstating

  func testAReinstatedStayWasBookedOnTheDayOnWhichItWasBookedFirst() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try desk.rules.add("Adv", StayRulePlan(.advanceDays, 10))
      let code = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-25", "2026-06-28")
      ).code
      let later = try desk.reservations(on: "2026-06-24")
      try later.cancel(code)
      try later.reinstate(code)
      try later.cancel(code)
      // What is beside it is what is there now.
      try desk.rules.add("Orphans", StayRulePlan(.gap, 1))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-29", "2026-06-30"))
      assertRefused(["Orphans"]) { try later.reinstate(code) }
      try later.reinstate(code, overridingRules: true)
      XCTAssertEqual(try desk.find(code).state, .reserved)
    }
  }
}
