import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The rules about stays that the store has, and what it has beside a stay. The clock stands at noon
/// of 2026-06-15.
@MainActor
final class StayRuleBookTests: XCTestCase {
  func testTheNeighboursOfAStayAreReadFromTheStore() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let other = try desk.sites.add("16")
      try desk.rules.add("No orphans", StayRulePlan(.gap, 2))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
      @MainActor func check(_ dates: StayDates, on site: CampSite) throws {
        try desk.reservations.preview { _ = try $0.reserve(site, for: nil, dates: dates) }
      }
      try check(stay("2026-07-04", "2026-07-06"), on: site)
      try check(stay("2026-07-07", "2026-07-09"), on: site)
      XCTAssertThrowsError(try check(stay("2026-07-06", "2026-07-09"), on: site)) {
        XCTAssertEqual(
          "\($0)",
          "site 15: \"No orphans\" allows no gap of 2 nights or less; 2026-07-06 to "
            + "2026-07-09 would leave 2 nights free from 2026-07-04")
      }
      XCTAssertThrowsError(try check(stay("2026-06-28", "2026-06-30"), on: site))
      try check(stay("2026-07-06", "2026-07-09"), on: other)
      // Its own nights are no neighbours of a stay that moves.
      try desk.reservations.changeDates("R-1", to: stay("2026-07-05", "2026-07-06"))
    }
  }

  func testAHoldThatIsOverIsNoNeighbour() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try desk.rules.add("No orphans", StayRulePlan(.gap, 2))
      let held = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
      let now = desk.stack.clock.now
      for night in held.nights { night.heldUntil = now }
      try desk.stack.mainContext.saveThrough()
      let dates = try stay("2026-07-06", "2026-07-09")
      XCTAssertThrowsError(
        try desk.reservations(at: now.addingTimeInterval(-1)).reserve(
          site, for: nil, dates: dates))
      _ = try desk.reservations.reserve(site, for: nil, dates: dates)
    }
  }

  func testARuleIsForADateASeasonATypeAClassOrASite() async throws {
    try await eachStore { desk in
      let tents = CampSiteFeatures(type: .tent)
      let sites = try ["T1", "T2"].map { try desk.sites.add($0, features: tents) }
      let cabin = try desk.sites.add("C1", features: CampSiteFeatures(type: .cabin))
      let lake = try desk.classes.add("Lake")
      sites[1].siteClass = lake
      try desk.stack.mainContext.saveThrough()
      let summer = try desk.rates.addSeason(
        "Summer", SeasonSpan(from: .init(month: 7, day: 1), through: .init(month: 8, day: 31)))
      let july = try day("2026-07-04")
      for (name, scope) in [
        ("Cabins", ScopePlan(siteType: .cabin)), ("Class", ScopePlan(siteClass: lake)),
        ("Dates", ScopePlan(from: july, through: july)),
        ("Season", ScopePlan(season: summer)), ("Site", ScopePlan(site: sites[0])),
      ] {
        try desk.rules.add(name, StayRulePlan(.minimumPerNight, 2, for: scope))
      }
      let campground = try XCTUnwrap(cabin.campground)
      let book = try StayRuleBook(of: campground, in: desk.stack.mainContext)
      @MainActor func broken(on site: CampSite, _ date: String) throws -> [String] {
        let stay = try ProposedStay(
          StayPart(StayDates(arrival: day(date), nights: 1), on: site), bookedOn: day("2026-06-15"))
        return book.violations(of: stay).map(\.name)
      }
      XCTAssertEqual(try broken(on: cabin, "2026-06-20"), ["Cabins"])
      XCTAssertEqual(try broken(on: sites[0], "2026-06-20"), ["Site"])
      XCTAssertEqual(try broken(on: sites[1], "2026-06-20"), ["Class"])
      XCTAssertEqual(try broken(on: sites[1], "2026-07-04"), ["Class", "Dates", "Season"])
    }
  }

  func testReadingTheBookOfACampgroundWithoutRulesIsOneFetch() async throws {
    try await eachStore { desk in
      let campground = try XCTUnwrap(desk.sites.add("15").campground)
      try assertStatements(atMost: 1, on: desk.stack.persistentStoreCoordinator) {
        _ = try StayRuleBook(of: campground, in: desk.stack.mainContext)
      }
    }
  }
}
