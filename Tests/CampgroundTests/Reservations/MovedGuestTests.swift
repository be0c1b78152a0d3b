import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// A guest who is moved in the middle of the stay: each night is told with the site it was spent on.
@MainActor
final class MovedGuestTests: XCTestCase {
  /// R-1, five nights from today on, two of them on site 1 and three on site 2, and the services of
  /// the day of the move.
  private func moved(_ desk: TestDesk) throws -> (
    Reservation, CampSite, CampSite, ReservationService
  ) {
    let sites = (try desk.sites.add("1", rate: 40), try desk.sites.add("2", rate: 60))
    let stay = try desk.reservations.reserve(
      sites.0, for: nil, dates: StayDates(arrival: day("2026-06-15"), nights: 5))
    try desk.reservations.checkIn("R-1")
    let later = try desk.reservations(on: "2026-06-17")
    try later.move("R-1", to: sites.1)
    return (stay, sites.0, sites.1, later)
  }

  private func sites(on paper: Paper) -> [String] {
    paper.facts.filter { $0.name.hasPrefix("Site") }.flatMap { [$0.name] + $0.values }
  }

  func testItsPapersNameEachSiteWithItsNights() async throws {
    try await eachStore { desk in
      let (stay, _, _, _) = try moved(desk)
      let sites = ["Sites", "1, 2026-06-15 to 2026-06-17", "2, 2026-06-17 to 2026-06-20"]
      XCTAssertEqual(self.sites(on: try desk.folios.confirmation(of: stay)), sites)
      XCTAssertEqual(self.sites(on: try desk.folios.receipt(of: stay)), sites)
    }
  }

  func testAnswersNameEachSite() async throws {
    try await eachStore { desk in
      let (stay, first, _, later) = try moved(desk)
      XCTAssertEqual(stay.siteWords, "1, then 2 from 2026-06-17")
      let back = try later.preview { try $0.move("R-1", to: first) }
      XCTAssertEqual(back.before?.siteWords, "1, then 2 from 2026-06-17")
      XCTAssertEqual(back.after.siteWords, "1")
      // 2 nights at 40.00 and 3 at 60.00.
      XCTAssertEqual(
        back.before?.description,
        "site 1, then 2 from 2026-06-17 · Mon 2026-06-15 to Sat 2026-06-20 · 5 nights · $260.00")
    }
  }

  func testTheListsOfADayHaveItsSite() async throws {
    try await eachStore { desk in
      let (stay, first, second, later) = try moved(desk)
      XCTAssertTrue(stay.site(on: try day("2026-06-16")).site === first)
      XCTAssertTrue(stay.site(on: try day("2026-06-17")).site === second)
      // Site 1 comes before the site "1a" on the nights before the move, site 2 behind it.
      let other = try desk.sites.add("1a", rate: 50)
      _ = try desk.reservations.reserve(
        other, for: nil, dates: .init(arrival: day("2026-06-15"), nights: 5))
      XCTAssertEqual(try later.inHouse(on: day("2026-06-16")).map(\.code), ["R-1", "R-2"])
      XCTAssertEqual(try later.arrivals(on: day("2026-06-15")).map(\.code), ["R-1", "R-2"])
    }
  }

  func testBothSitesListTheStay() async throws {
    try await eachStore { desk in
      let (stay, first, second, later) = try moved(desk)
      XCTAssertEqual(try later.reservations(site: first), [stay])
      XCTAssertEqual(try later.reservations(site: second), [stay])
      XCTAssertEqual(try later.list(site: first).total, 1)
      XCTAssertEqual(try desk.sites.openStays(on: first), [stay])
      XCTAssertEqual(try desk.sites.openStays(on: second), [stay])
    }
  }

  func testWhoLeavesOnTheDayOfTheMoveWasNeverOnTheOtherSite() async throws {
    try await eachStore { desk in
      let (stay, first, second, later) = try moved(desk)
      let left = try later.checkOut("R-1")
      XCTAssertEqual(
        left.after.description, "site 1 · Mon 2026-06-15 to Wed 2026-06-17 · 2 nights · $80.00")
      XCTAssertEqual(self.sites(on: try desk.folios.receipt(of: stay)), ["Site", "1"])
      XCTAssertEqual(try later.reservations(site: first), [stay])
      XCTAssertEqual(try later.reservations(site: second), [])
    }
  }

  func testASwapIsToldLikeAMove() async throws {
    try await eachStore { desk in
      let (first, second) = (try desk.sites.add("1", rate: 40), try desk.sites.add("2", rate: 40))
      let dates = try StayDates(arrival: day("2026-06-15"), nights: 3)
      let stays = try [first, second].map {
        try desk.reservations.reserve($0, for: nil, dates: dates)
      }
      for stay in stays { try desk.reservations.checkIn(stay.code) }
      try desk.reservations(on: "2026-06-16").swap("R-1", with: "R-2")
      XCTAssertEqual(
        stays.map(\.siteWords), ["1, then 2 from 2026-06-16", "2, then 1 from 2026-06-16"])
    }
  }

  // MARK: Deleting

  func testASiteOnWhichAGuestInTheHouseSleptIsKeptWithItsNights() async throws {
    try await eachStore { desk in
      let (stay, first, second, later) = try moved(desk)
      let sites = try desk.sites(on: "2026-06-17")
      assertBreaks(.inUse, "a guest still in house has stayed on site 1: R-1") {
        try sites.delete(first)
      }
      assertBreaks(.siteHasReservations("2", codes: ["R-1"])) { try sites.delete(second) }
      XCTAssertEqual(stay.nights.count, 5)
      try later.checkOut("R-1")
      // It is over: as any other stay of the past it keeps the site no more.
      try desk.sites.delete(first)
      XCTAssertEqual(self.sites(on: try desk.folios.receipt(of: stay)), ["Site", "1"])
      XCTAssertEqual(try later.reservations(site: second), [])
    }
  }

  func testASiteThatAGuestLeftAsPlannedIsKeptWhileTheStayGoesOn() async throws {
    try await eachStore { desk in
      let (first, _, _) = try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      assertBreaks(.inUse, "a guest still in house has stayed on site \(first.name): R-1") {
        try desk.sites(on: "2026-06-22").delete(first)
      }
    }
  }

  // MARK: The type

  func testASiteIsNotLetOtherwiseWhileStaysAreNotOver() async throws {
    try await eachStore { desk in
      let (stay, first, second, later) = try moved(desk)
      let byDay = CampSiteFeatures(type: .dayUse)
      for site in [first, second] {
        assertBreaks(.unfit, "site \(site.name) has current or future overnight stays: R-1") {
          try desk.sites.edit(site, features: byDay)
        }
        // From one type to another by the night is no matter.
        try desk.sites.edit(site, features: CampSiteFeatures(type: .rv))
      }
      try later.checkOut(stay.code)
      try desk.sites.edit(first, features: byDay)
      _ = try desk.reservations.reserve(
        first, for: nil, dates: .init(arrival: day("2026-07-01"), nights: 1))
      let refusal = "site 1 has current or future day-use stays: R-2"
      assertBreaks(.unfit, refusal) { try desk.sites.edit(first, forgetting: [.type]) }
      assertBreaks(.unfit, refusal) {
        try desk.sites.edit(first, features: CampSiteFeatures(type: .tent))
      }
    }
  }
}
