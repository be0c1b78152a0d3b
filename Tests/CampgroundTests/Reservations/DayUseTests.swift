import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// A campsite that is let by the day: a stay ends on its last day, the one before `dateTo`.
@MainActor
final class DayUseTests: XCTestCase {
  /// Two days at 15.00, from today on, under a policy that keeps all of what is given up and asks
  /// for 8.00 besides.
  @discardableResult
  private func twoDays(_ desk: TestDesk, nights: Int = 2) throws -> CampSite {
    let site = try desk.sites.add("P1", features: CampSiteFeatures(type: .dayUse), rate: 15)
    try desk.policies.add(
      "Standard",
      PolicyPlan(steps: PolicyPlan.steps(parsing: "0-1 all fee 8, 2+ nothing"), graceMinutes: 0))
    _ = try desk.reservations.reserve(
      site, for: nil, dates: StayDates(arrival: day("2026-06-15"), nights: nights))
    try desk.reservations.checkIn("R-1")
    return site
  }

  func testWhoLeavesOnTheLastDayIsNotEarly() async throws {
    try await eachStore { desk in
      let site = try twoDays(desk)
      let late = try desk.reservations(on: "2026-06-16")
      let change = try late.checkOut("R-1")
      XCTAssertNil(change.remarks.keptUnder)
      XCTAssertEqual(change.freedNights, [])
      // 2 days at 15.00, and no fee.
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$30.00")
      XCTAssertEqual(
        change.after.description, "site P1 · Mon 2026-06-15 to Tue 2026-06-16 · 2 days · $30.00")
      XCTAssertThrowsError(
        try late.reserve(site, for: nil, dates: stay("2026-06-16", "2026-06-17"))
      ) {
        XCTAssertEqual(
          "\($0)", "site P1 is taken 2026-06-15 to 2026-06-16 · 2 days (R-1)")
      }
    }
  }

  func testWhoLeavesADayEarlierHasHadThatDay() async throws {
    try await eachStore { desk in
      let site = try twoDays(desk, nights: 3)
      let late = try desk.reservations(on: "2026-06-16")
      let change = try late.checkOut("R-1")
      // The third day is given up; of it the policy keeps 15.00, and 8.00 besides.
      XCTAssertEqual(change.freedNights.map(\.description), ["P1 on 2026-06-17"])
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$53.00")
      XCTAssertEqual(try desk.find("R-1").leavingDay, try day("2026-06-16"))
      _ = try late.reserve(site, for: nil, dates: stay("2026-06-17", "2026-06-18"))
    }
  }

  func testAGroupThatLeavesOnTheLastDayIsNotEarly() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("P1", features: CampSiteFeatures(type: .dayUse), rate: 15)
      try desk.reservations.bookGroup(
        "Scouts", [Booking(site, for: nil, dates: try stay("2026-06-15", "2026-06-17"))])
      try desk.reservations.checkInGroup("Scouts")
      let left = try desk.reservations(on: "2026-06-16").checkOutGroup("Scouts")
      XCTAssertEqual(left.map(\.freedNights), [[]])
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$30.00")
    }
  }

  func testWhoIsHereKeepsTheDay() async throws {
    try await eachStore { desk in
      try twoDays(desk, nights: 3)
      let late = try desk.reservations(on: "2026-06-16")
      assertBreaks(
        .nightsStayed(
          code: "R-1", arrival: try day("2026-06-15"), through: try day("2026-06-17"))
      ) {
        try late.shorten("R-1", by: 2)
      }
      try late.shorten("R-1", by: 1)
      XCTAssertEqual(try desk.find("R-1").leavingDay, try day("2026-06-16"))
    }
  }

  func testADayThatIsOverIsNeitherAnArrivalNorCheckedIn() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("P1", features: CampSiteFeatures(type: .dayUse), rate: 15)
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-17"))
      let second = try desk.reservations(on: "2026-06-16")
      XCTAssertEqual(try second.arrivals(on: day("2026-06-16")).map(\.code), ["R-1"])
      let third = try desk.reservations(on: "2026-06-17")
      XCTAssertEqual(try third.arrivals(on: day("2026-06-17")), [])
      assertBreaks("R-1 was due to depart on 2026-06-16; today is 2026-06-17") {
        try third.checkIn("R-1")
      }
    }
  }

  // MARK: Rules

  func testARuleAboutDeparturesIsAskedForTheLastDay() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("P1", features: CampSiteFeatures(type: .dayUse), rate: 15)
      let tents = try desk.sites.add("15", rate: 40)
      // 2026-07-05 is a Sunday.
      try desk.rules.add(
        "NoMon", StayRulePlan(.closedToDeparture, for: ScopePlan(weekdays: Weekdays([.monday]))))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-05", "2026-07-06"))
      XCTAssertThrowsError(
        try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-06", "2026-07-07"))
      ) {
        XCTAssertEqual("\($0)", "site P1: \"NoMon\" allows no departures on 2026-07-06")
      }
      XCTAssertThrowsError(
        try desk.reservations.reserve(tents, for: nil, dates: stay("2026-07-05", "2026-07-06")))
      // A day more, through Monday, is another departure.
      XCTAssertThrowsError(try desk.reservations.extend("R-1", by: 1))
    }
  }

  func testRulesAboutTheLengthCountDays() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("P1", features: CampSiteFeatures(type: .dayUse), rate: 15)
      try desk.rules.add("Short", StayRulePlan(.maximumNights, 1))
      XCTAssertThrowsError(
        try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-05", "2026-07-07"))
      ) {
        XCTAssertEqual(
          "\($0)",
          "site P1: \"Short\" allows at most 1 day if the day of 2026-07-05 is included; 2026-07-05 to "
            + "2026-07-06 has 2")
      }
    }
  }
}
