import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Two stays that change their campsites: what each of them is checked for. The clock stands at
/// noon of 2026-06-15.
@MainActor
final class SwapTests: XCTestCase {
  func testWhatIsOverChangesPlacesWithNobody() async throws {
    try await eachStore { desk in
      let sites = try ["15", "16"].map { try desk.sites.add($0) }
      for site in sites {
        _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-20", "2026-06-22"))
      }
      try desk.reservations.cancel("R-2")
      let over = "R-2 is canceled and can no longer change"
      assertBreaks(over) { try desk.reservations.swap("R-1", with: "R-2") }
      assertBreaks(over) { try desk.reservations.swap("R-2", with: "R-1") }
    }
  }

  func testStaysOnOneSiteHaveNothingToChange() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      for arrival in ["2026-06-20", "2026-06-22"] {
        _ = try desk.reservations.reserve(site, for: nil, arrival: day(arrival), nights: 2)
      }
      assertBreaks("R-1 and R-2 are both on site 15") {
        try desk.reservations.swap("R-1", with: "R-2")
      }
    }
  }

  func testAGuestWhoIsHereChangesPlacesOnlyWhereNoThirdOneIsLeft() async throws {
    try await eachStore { desk in
      let sites = try ["15", "16"].map { try desk.sites.add($0) }
      _ = try desk.reservations.reserve(sites[0], for: nil, dates: stay("2026-06-15", "2026-06-19"))
      _ = try desk.reservations.reserve(sites[1], for: nil, dates: stay("2026-06-15", "2026-06-17"))
      _ = try desk.reservations.reserve(sites[1], for: nil, dates: stay("2026-06-17", "2026-06-19"))
      for code in ["R-1", "R-2"] { try desk.reservations.checkIn(code) }
      let later = try desk.reservations(on: "2026-06-17")
      assertBreaks("R-2 is still on site 16") { try later.swap("R-1", with: "R-3") }
      try later.checkOut("R-2")
      try later.swap("R-1", with: "R-3")
      XCTAssertEqual(try ["R-1", "R-3"].map { try desk.find($0).siteName }, ["16", "15"])
    }
  }

  func testTheRulesAreAskedForEachStayOnItsNewSite() async throws {
    try await eachStore { desk in
      let sites = try ["15", "16"].map { try desk.sites.add($0) }
      for (site, nights) in zip(sites, [2, 3]) {
        _ = try desk.reservations.reserve(
          site, for: nil, arrival: day("2026-06-20"), nights: nights)
      }
      try desk.rules.add("Three", StayRulePlan(.minimumPerNight, 3, for: .init(site: sites[1])))
      XCTAssertThrowsError(try desk.reservations.swap("R-1", with: "R-2")) {
        XCTAssertEqual(rulesBroken(by: $0, on: "site 16"), ["Three"])
      }
      XCTAssertEqual(try desk.find("R-1").siteName, "15")
      try desk.reservations.swap("R-1", with: "R-2", overridingRules: true)
      XCTAssertEqual(try desk.find("R-1").rulesSetAside.map(\.rule), ["Three"])
      XCTAssertEqual(try desk.find("R-2").overriddenRules, [])
    }
  }
}
