import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The rules about stays see the whole of a stay on several campsites.
@MainActor
final class SegmentRuleTests: XCTestCase {
  /// Books June 20 to 25 with a change on June 22 from site 15 to 16.
  private func book(_ desk: TestDesk, overriding: Bool = false) throws -> StayChange {
    var booking = try desk.booking(
      desk.sites.find("15"), for: nil, stay("2026-06-20", "2026-06-25"),
      then: ("2026-06-22", desk.sites.find("16")))
    booking.overridesRules = overriding
    return try desk.reservations.book(booking)
  }

  /// The names of the rules that a call breaks, with the site.
  private func broken<Result>(_ body: () throws -> Result) -> String {
    do {
      _ = try body()
      return "none"
    } catch let error as CampgroundError where error.code == .stayRuleBroken {
      guard case .site(let site)? = error.about.last else { return "\(error)" }
      return "\(site): " + error.brokenRules.map(\.name).joined(separator: ", ")
    } catch {
      return "\(error)"
    }
  }

  func testMinimumsCountTheNightsOfAllParts() async throws {
    try await eachStore { desk in
      _ = try desk.twoSites()
      try desk.rules.add("Five", StayRulePlan(.minimumPerNight, 5))
      let season = try desk.rates.addSeason(
        "June",
        SeasonSpan(from: .init(month: 6, day: 1), through: .init(month: 6, day: 30)))
      try desk.rules.add(
        "Five in June", StayRulePlan(.minimumInSeason, 5, for: .init(season: season)))
      XCTAssertEqual(broken { try book(desk) }, "none")
      XCTAssertEqual(
        broken { try desk.reservations.shorten("R-1", by: 1) }, "15: Five, Five in June")
      XCTAssertEqual(
        broken {
          try desk.reservations.split("R-1", on: day("2026-06-24"), to: desk.sites.find("15"))
        }, "none")
    }
  }

  func testAMaximumCountsTheNightsOfAllPartsAndIsAskedForEachSite() async throws {
    try await eachStore { desk in
      _ = try desk.twoSites()
      try desk.rules.add(
        "Short", StayRulePlan(.maximumNights, 4, for: .init(site: desk.sites.find("15"))))
      XCTAssertEqual(broken { try book(desk) }, "15: Short")
      let change = try book(desk, overriding: true)
      XCTAssertEqual(change.after.siteWords, "15, then 16 from 2026-06-22")
      XCTAssertEqual(try desk.find("R-1").rulesSetAside.map(\.rule), ["Short"])
      // It grows on its last site; it is the first one that allows no more.
      XCTAssertEqual(broken { try desk.reservations.extend("R-1", by: 1) }, "15: Short")
    }
  }

  func testArrivalIsThatOfTheFirstPartAndDepartureThatOfTheLast() async throws {
    try await eachStore { desk in
      _ = try desk.twoSites()
      let change = try day("2026-06-22")
      let dates = ScopePlan(from: change, through: change)
      try desk.rules.add("No arrival", StayRulePlan(.closedToArrival, for: dates))
      try desk.rules.add("No departure", StayRulePlan(.closedToDeparture, for: dates))
      try desk.rules.add("Window", StayRulePlan(.bookingWindow, 1, for: dates))
      XCTAssertEqual(broken { try book(desk) }, "none")
      try desk.rules.add(
        "Closed",
        StayRulePlan(
          .closedToArrival,
          for: .init(
            from: day("2026-06-20"), through: day("2026-06-20"), site: desk.sites.find("16"))))
      try desk.reservations.cancel("R-1")
      XCTAssertEqual(broken { try book(desk) }, "none")
      try desk.rules.add(
        "Closed here",
        StayRulePlan(
          .closedToDeparture,
          for: .init(
            from: day("2026-06-26"), through: day("2026-06-26"), site: desk.sites.find("16"))))
      XCTAssertEqual(broken { try desk.reservations.extend("R-2", by: 1) }, "16: Closed here")
    }
  }

  func testASitesOwnRulesAreForWhoArrivesDepartsAndStaysThere() async throws {
    try await eachStore { desk in
      let (first, second, _) = try desk.twoSites()
      // From site 15 on July 20 to site 16 on July 22, booked on June 15.
      try desk.rules.add("Window", StayRulePlan(.bookingWindow, 1, for: .init(site: second)))
      try desk.rules.add("Days before", StayRulePlan(.advanceDays, 40, for: .init(site: second)))
      try desk.rules.add(
        "Three in two",
        StayRulePlan(
          .minimumInSeason, 3,
          for: .init(from: day("2026-07-20"), through: day("2026-07-21"), site: second)))
      try desk.rules.add(
        "No departure",
        StayRulePlan(
          .closedToDeparture,
          for: .init(from: day("2026-07-25"), through: day("2026-07-25"), site: first)))
      let dates = try stay("2026-07-20", "2026-07-25")
      let booking = try desk.booking(first, for: nil, dates, then: ("2026-07-22", second))
      XCTAssertEqual(broken { try desk.reservations.book(booking) }, "none")
      // The other way round each of them is asked.
      try desk.reservations.cancel("R-1")
      let other = try desk.booking(second, for: nil, dates, then: ("2026-07-22", first))
      XCTAssertEqual(
        broken { try desk.reservations.book(other) }, "16: Days before, Three in two, Window")
    }
  }

  func testAGapIsThatOfEachPartOnItsOwnSite() async throws {
    try await eachStore { desk in
      let (_, second, _) = try desk.twoSites()
      try desk.rules.add(
        "No single night",
        StayRulePlan(.gap, 1, for: .init(from: day("2026-06-01"), through: day("2026-06-30"))))
      _ = try desk.reservations.reserve(second, for: nil, dates: stay("2026-06-17", "2026-06-21"))
      // The night of June 21 would stay free on site 16, before the second part.
      XCTAssertEqual(broken { try book(desk) }, "16: No single night")
      try desk.reservations.extend("R-1", by: 1)
      XCTAssertEqual(broken { try book(desk) }, "none")
    }
  }
}
