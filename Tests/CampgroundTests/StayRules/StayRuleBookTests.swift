import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

@MainActor
final class StayRuleBookTests: XCTestCase {
  /// The rules that a stay on a site breaks, each with the nights at fault.
  private func broken(
    _ desk: TestDesk, _ dates: StayDates, on site: CampSite, bookedOn: String = "2026-06-01",
    former: StayDates? = nil, freeFrom: String? = nil, takenFrom: String? = nil
  ) throws -> [String] {
    let campground = try XCTUnwrap(desk.campgrounds.current())
    let book = try StayRuleBook(of: campground, in: desk.stack.mainContext)
    let stay = ProposedStay(
      on: site, dates: dates, bookedOn: try day(bookedOn),
      changing: former.map { FormerStay($0, on: site) }, freeFrom: try freeFrom.map(day),
      takenFrom: try takenFrom.map(day))
    return book.violations(stay).map { violation in
      "\(violation.rule): " + violation.nights.map { "\($0)" }.joined(separator: " ")
    }
  }

  private func season(
    _ desk: TestDesk, _ name: String, from first: (Int16, Int16), through last: (Int16, Int16)
  ) throws -> Season {
    let context = desk.stack.mainContext
    let season = Season(context: context)
    season.name = name
    (season.startMonth, season.startDay) = first
    (season.endMonth, season.endDay) = last
    season.campground = try desk.campgrounds.currentOrNew()
    try context.saveThrough()
    return season
  }

  // MARK: Minimums

  func testMinimumOfANightIsForTheWholeStay() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try desk.rules.add(
        "Flag Day", .minimumPerNight, value: 3,
        scope: StayRuleScope(from: try day("2026-06-14"), through: try day("2026-06-14")))
      XCTAssertEqual(
        try broken(desk, stay("2026-06-13", "2026-06-15"), on: site), ["Flag Day: 2026-06-14"])
      XCTAssertEqual(try broken(desk, stay("2026-06-13", "2026-06-16"), on: site), [])
      XCTAssertEqual(try broken(desk, stay("2026-06-12", "2026-06-14"), on: site), [])
      XCTAssertEqual(
        try broken(desk, stay("2026-06-14", "2026-06-16"), on: site), ["Flag Day: 2026-06-14"])
    }
  }

  func testTheNightsInsideASeasonCountForItsMinimum() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let first = try season(desk, "S1", from: (6, 1), through: (6, 30))
      try desk.rules.add(
        "S1 week", .minimumInSeason, value: 7, scope: StayRuleScope(season: first))
      // Seven nights from June 24 through June 30, then three of July.
      XCTAssertEqual(try broken(desk, stay("2026-06-24", "2026-07-04"), on: site), [])
      XCTAssertEqual(
        try broken(desk, stay("2026-06-25", "2026-07-05"), on: site),
        ["S1 week: 2026-06-25 2026-06-26 2026-06-27 2026-06-28 2026-06-29 2026-06-30"])
      XCTAssertEqual(try broken(desk, stay("2026-07-01", "2026-07-02"), on: site), [])
    }
  }

  func testASundayArrivalForTwoNightsSeesTheMinimumOfMonday() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try desk.rules.add(
        "Weekdays", .minimumPerNight, value: 4,
        scope: StayRuleScope(weekdays: Weekdays([.monday, .tuesday, .wednesday, .thursday])))
      try desk.rules.add(
        "Weekend", .minimumPerNight, value: 2,
        scope: StayRuleScope(weekdays: Weekdays([.friday, .saturday, .sunday])))
      // 2026-06-14 is a Sunday.
      XCTAssertEqual(
        try broken(desk, stay("2026-06-14", "2026-06-16"), on: site), ["Weekdays: 2026-06-15"])
      XCTAssertEqual(try broken(desk, stay("2026-06-13", "2026-06-15"), on: site), [])
      XCTAssertEqual(
        try broken(desk, stay("2026-06-14", "2026-06-15"), on: site), ["Weekend: 2026-06-14"])
      XCTAssertEqual(try broken(desk, stay("2026-06-14", "2026-06-18"), on: site), [])
    }
  }

  func testAStayIsAtMostAsLongAsTheSmallestMaximumOfItsNights() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try desk.rules.add("Two weeks", .maximumNights, value: 14)
      XCTAssertEqual(try broken(desk, stay("2026-06-01", "2026-06-15"), on: site), [])
      XCTAssertEqual(try broken(desk, stay("2026-06-01", "2026-06-16"), on: site).count, 1)
    }
  }

  // MARK: Days

  func testNobodyArrivesOrDepartsOnAClosedDay() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let sundays = StayRuleScope(weekdays: Weekdays([.sunday]))
      try desk.rules.add("In", .closedToArrival, scope: sundays)
      try desk.rules.add("Out", .closedToDeparture, scope: sundays)
      XCTAssertEqual(
        try broken(desk, stay("2026-06-14", "2026-06-21"), on: site),
        ["In: 2026-06-14", "Out: 2026-06-21"])
      XCTAssertEqual(try broken(desk, stay("2026-06-13", "2026-06-22"), on: site), [])
      // A change that keeps the arrival is not asked about it again.
      XCTAssertEqual(
        try broken(
          desk, stay("2026-06-14", "2026-06-21"), on: site,
          former: stay("2026-06-14", "2026-06-20")), ["Out: 2026-06-21"])
    }
  }

  func testWhoHasASiteByTheDayDepartsOnThatDay() async throws {
    try await eachStore { desk in
      let ramp = try desk.sites.add("Ramp", features: CampSiteFeatures(type: .dayUse))
      let site = try desk.sites.add("15")
      let mondays = StayRuleScope(weekdays: Weekdays([.monday]))
      try desk.rules.add("Out", .closedToDeparture, scope: mondays)
      // 2026-06-22 is a Monday.
      let sunday = try stay("2026-06-21", "2026-06-22")
      let monday = try stay("2026-06-22", "2026-06-23")
      XCTAssertEqual(try broken(desk, sunday, on: ramp), [])
      XCTAssertEqual(try broken(desk, monday, on: ramp), ["Out: 2026-06-22"])
      XCTAssertEqual(try broken(desk, sunday, on: site), ["Out: 2026-06-22"])
      XCTAssertEqual(try broken(desk, monday, on: site), [])
      XCTAssertEqual(
        try broken(desk, stay("2026-06-20", "2026-06-23"), on: ramp), ["Out: 2026-06-22"])
    }
  }

  func testABookingWindowOfSixMonthsMovesWithTheDayOfBooking() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try desk.rules.add("Half a year", .bookingWindow, value: 6)
      for (bookedOn, last, beyond) in [
        ("2018-02-28", "2018-08-28", "2018-08-29"), ("2018-03-01", "2018-09-01", "2018-09-02"),
      ] {
        let inside = try StayDates(arrival: day(last), nights: 2)
        let outside = try StayDates(arrival: day(beyond), nights: 2)
        XCTAssertEqual(try broken(desk, inside, on: site, bookedOn: bookedOn), [])
        XCTAssertEqual(
          try broken(desk, outside, on: site, bookedOn: bookedOn), ["Half a year: \(beyond)"])
      }
    }
  }

  func testABookingIsMadeSoManyDaysAhead() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try desk.rules.add("Two days", .advanceDays, value: 2)
      let arrival = try stay("2026-06-14", "2026-06-16")
      XCTAssertEqual(try broken(desk, arrival, on: site, bookedOn: "2026-06-12"), [])
      XCTAssertEqual(
        try broken(desk, arrival, on: site, bookedOn: "2026-06-13"), ["Two days: 2026-06-14"])
      // Who is booked already may stay longer.
      XCTAssertEqual(
        try broken(
          desk, arrival, on: site, bookedOn: "2026-06-14",
          former: stay("2026-06-14", "2026-06-15")), [])
    }
  }

  func testASeasonMayReachOverNewYear() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let winter = try season(desk, "Winter", from: (10, 15), through: (4, 15))
      for (date, isInside) in [
        ("2026-10-14", false), ("2026-10-15", true), ("2026-12-31", true), ("2027-01-01", true),
        ("2027-04-15", true), ("2027-04-16", false), ("2028-02-29", true),
      ] {
        XCTAssertEqual(winter.contains(try day(date)), isInside, date)
      }
      winter.year = 2026
      XCTAssertTrue(winter.contains(try day("2027-04-15")))
      XCTAssertFalse(winter.contains(try day("2026-04-15")))
      XCTAssertFalse(winter.contains(try day("2027-10-15")))
      winter.year = nil
      try desk.rules.add(
        "Long winter nights", .minimumPerNight, value: 2, scope: StayRuleScope(season: winter))
      XCTAssertEqual(
        try broken(desk, stay("2027-01-01", "2027-01-02"), on: site),
        ["Long winter nights: 2027-01-01"])
      XCTAssertEqual(try broken(desk, stay("2027-04-16", "2027-04-17"), on: site), [])
    }
  }

  // MARK: Gaps

  func testABookingLeavesNoGapOfForbiddenLength() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try desk.rules.add("No orphans", .gap, value: 1)
      let dates = try stay("2026-06-14", "2026-06-16")
      XCTAssertEqual(try broken(desk, dates, on: site, freeFrom: "2026-06-14"), [])
      XCTAssertEqual(
        try broken(desk, dates, on: site, freeFrom: "2026-06-13"), ["No orphans: 2026-06-13"])
      XCTAssertEqual(try broken(desk, dates, on: site, freeFrom: "2026-06-12"), [])
      XCTAssertEqual(try broken(desk, dates, on: site, takenFrom: "2026-06-16"), [])
      XCTAssertEqual(
        try broken(desk, dates, on: site, takenFrom: "2026-06-17"), ["No orphans: 2026-06-16"])
      XCTAssertEqual(try broken(desk, dates, on: site, takenFrom: "2026-06-18"), [])
    }
  }

  func testTheNeighboursOfAStayAreReadFromTheStore() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let other = try desk.sites.add("16")
      try desk.rules.add("No orphans", .gap, value: 2)
      let before = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
      @MainActor func check(_ dates: StayDates, changing reservation: Reservation? = nil) throws {
        try StayRuleBook.requireAllowed(
          site, dates, bookedOn: day("2026-06-15"), now: desk.stack.clock.now,
          leavingOut: reservation.map { [$0] } ?? [], in: desk.stack.mainContext)
      }
      try check(stay("2026-07-04", "2026-07-06"))
      try check(stay("2026-07-07", "2026-07-09"))
      XCTAssertThrowsError(try check(stay("2026-07-06", "2026-07-09"))) {
        XCTAssertEqual(
          "\($0)",
          "site 15: \"No orphans\" allows no gap of 2 nights or less, and 2 nights from "
            + "2026-07-04 would be left free beside 2026-07-06 to 2026-07-09")
      }
      XCTAssertThrowsError(try check(stay("2026-06-28", "2026-06-30")))
      // Its own nights are no neighbours of a stay that moves.
      try check(stay("2026-07-05", "2026-07-06"), changing: before)
      try StayRuleBook.requireAllowed(
        other, stay("2026-07-06", "2026-07-09"), bookedOn: day("2026-06-15"),
        now: desk.stack.clock.now, in: desk.stack.mainContext)
    }
  }

  func testAHoldThatIsOverIsNoNeighbour() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try desk.rules.add("No orphans", .gap, value: 2)
      let held = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
      let context = desk.stack.mainContext
      for night in held.nights { night.heldUntil = desk.stack.clock.now }
      try context.saveThrough()
      let dates = try stay("2026-07-06", "2026-07-09")
      try StayRuleBook.requireAllowed(
        site, dates, bookedOn: day("2026-06-15"), now: desk.stack.clock.now, in: context)
      XCTAssertThrowsError(
        try StayRuleBook.requireAllowed(
          site, dates, bookedOn: day("2026-06-15"),
          now: desk.stack.clock.now.addingTimeInterval(-1), in: context))
    }
  }

  // MARK: Scopes

  func testARuleIsForATypeOrForOneSite() async throws {
    try await eachStore { desk in
      let cabin = try desk.sites.add("C1", features: CampSiteFeatures(type: .cabin))
      let tent = try desk.sites.add("T1", features: CampSiteFeatures(type: .tent))
      let other = try desk.sites.add("T2", features: CampSiteFeatures(type: .tent))
      try desk.rules.add(
        "Cabins", .minimumPerNight, value: 2, scope: StayRuleScope(siteType: .cabin))
      try desk.rules.add(
        "By the lake", .minimumPerNight, value: 3, scope: StayRuleScope(site: tent))
      let night = try stay("2026-06-20", "2026-06-21")
      XCTAssertEqual(try broken(desk, night, on: cabin), ["Cabins: 2026-06-20"])
      XCTAssertEqual(try broken(desk, night, on: tent), ["By the lake: 2026-06-20"])
      XCTAssertEqual(try broken(desk, night, on: other), [])
    }
  }

  func testAnErrorNamesTheRuleItsValueAndTheNights() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try desk.rules.add("Peak", .minimumPerNight, value: 3)
      try desk.rules.add("Half a year", .bookingWindow, value: 6)
      XCTAssertThrowsError(
        try StayRuleBook.requireAllowed(
          site, stay("2027-06-13", "2027-06-15"), bookedOn: day("2026-06-15"),
          now: desk.stack.clock.now, in: desk.stack.mainContext)
      ) {
        XCTAssertEqual(
          "\($0)",
          "site 15: \"Half a year\" takes bookings at most 6 months ahead: on 2026-06-15 for "
            + "arrivals up to 2026-12-15, not on 2027-06-13; \"Peak\" asks for at least 3 nights "
            + "with the night of 2027-06-13, and 2027-06-13 to 2027-06-15 has 2")
      }
    }
  }

  func testWithoutRulesACheckIsOneFetch() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let dates = try stay("2026-06-20", "2026-06-21")
      let today = try day("2026-06-15")
      _ = site.campground?.name
      try assertStatements(atMost: 1, on: desk.stack.persistentStoreCoordinator) {
        try StayRuleBook.requireAllowed(
          site, dates, bookedOn: today, now: desk.stack.clock.now, in: desk.stack.mainContext)
      }
    }
  }
}
