import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Who may be checked in, and where. The clock stands at noon of 2026-06-15.
@MainActor
final class CheckInTests: XCTestCase {
  func testNobodyIsCheckedInWhereTheGuestBeforeHasNotLeft() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let other = try desk.sites.add("16")
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-17"))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-17", "2026-06-19"))
      _ = try desk.reservations.reserve(other, for: nil, dates: stay("2026-06-17", "2026-06-19"))
      try desk.reservations.checkIn("R-1")
      let later = try desk.reservations(on: "2026-06-17")
      assertBreaks("R-1 is still on site 15") { try later.checkIn("R-2") }
      try later.checkIn("R-3")
      try later.checkOut("R-1")
      try later.checkIn("R-2")
      XCTAssertEqual(try desk.find("R-2").state, .checkedIn)
    }
  }

  func testBeforeTheArrivalTheDateIsTheReasonWhoeverIsOnTheSite() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-17"))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-29", "2026-07-01"))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-17", "2026-06-19"))
      try desk.reservations.checkIn("R-1")
      assertBreaks(.beforeArrival, "R-2 arrives on 2026-06-29; today is 2026-06-15") {
        try desk.reservations.checkIn("R-2")
      }
      assertBreaks(
        "R-2 arrives on 2026-06-29, 14 days from today; guests can check in at most 7 days early"
      ) { try desk.reservations.checkIn("R-2", early: true) }
      // Only a guest who may come early is in the way of the other.
      assertBreaks("R-1 is still on site 15") {
        try desk.reservations.checkIn("R-3", early: true)
      }
    }
  }

  func testAGuestWhoIsHereMovesOnlyWhereNobodyIsLeft() async throws {
    try await eachStore { desk in
      let sites = try ["15", "16"].map { try desk.sites.add($0) }
      _ = try desk.reservations.reserve(sites[0], for: nil, dates: stay("2026-06-15", "2026-06-17"))
      _ = try desk.reservations.reserve(sites[1], for: nil, dates: stay("2026-06-15", "2026-06-19"))
      for code in ["R-1", "R-2"] { try desk.reservations.checkIn(code) }
      let later = try desk.reservations(on: "2026-06-17")
      assertBreaks("R-1 is still on site 15") {
        try later.move("R-2", to: sites[0])
      }
      try later.checkOut("R-1")
      try later.move("R-2", to: sites[0])
      XCTAssertEqual(try desk.find("R-2").siteName, "15")
    }
  }

  func testTwoGuestsWhoAreHereMayChangePlacesWhereNobodyElseIs() async throws {
    try await eachStore { desk in
      let sites = try ["15", "16"].map { try desk.sites.add($0) }
      for site in sites {
        _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-19"))
      }
      for code in ["R-1", "R-2"] { try desk.reservations.checkIn(code) }
      let later = try desk.reservations(on: "2026-06-17")
      try later.swap("R-1", with: "R-2")
      XCTAssertEqual(try ["R-1", "R-2"].map { try desk.find($0).siteName }, ["16", "15"])
      // Two nights of each stay where they were had.
      XCTAssertEqual(
        try desk.find("R-1").nights.sorted { $0.night < $1.night }.map { $0.campSite?.name },
        ["15", "15", "16", "16"])
    }
  }

  func testNobodyIsCheckedInFromTheDateOfDepartureOn() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      let site = try desk.sites.add("15")
      for arrival in ["2026-07-10", "2026-07-12"] {
        _ = try desk.reservations.reserve(site, for: nil, arrival: day(arrival), nights: 2)
      }
      for today in ["2026-07-12", "2026-08-14"] {
        assertBreaks("R-1 was due to depart on 2026-07-12; today is \(today)") {
          try desk.reservations(on: today).checkIn("R-1")
        }
      }
      // The last night is a night like the others.
      try desk.reservations(on: "2026-07-11").checkIn("R-1")
      XCTAssertEqual(try desk.find("R-1").state, .checkedIn)
    }
  }
}
