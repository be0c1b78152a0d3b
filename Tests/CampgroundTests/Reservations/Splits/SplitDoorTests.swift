import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What is checked whenever a stay on several campsites is changed. The clock stands at noon of
/// 2026-06-15.
@MainActor
final class SplitDoorTests: XCTestCase {
  /// Checks that a call breaks the rule of a name on a campsite, and changes nothing.
  private func assertRefused<Result>(
    _ rule: String, on site: String, _ desk: Desk, line: UInt = #line, _ body: () throws -> Result
  ) throws {
    let before = (try desk.story, try desk.takenNights)
    XCTAssertThrowsError(try body(), line: line) {
      guard case CampgroundError.stayRuleBroken(site, let broken) = $0 else {
        return XCTFail("\($0)", line: line)
      }
      XCTAssertEqual(broken.map(\.rule), [rule], line: line)
    }
    XCTAssertEqual(try desk.story, before.0, line: line)
    XCTAssertEqual(try desk.takenNights, before.1, line: line)
  }

  /// Three parts of two nights each from June 20 on: on 15, on 16 and on 15 again.
  private func threeParts(_ desk: Desk) throws -> (first: CampSite, second: CampSite) {
    let (first, second, guest) = try desk.twoSites()
    _ = try desk.reservations.reserve(
      desk.booking(
        first, for: guest, stay("2026-06-20", "2026-06-26"), then: ("2026-06-22", second),
        ("2026-06-24", first)))
    return (first, second)
  }

  /// Checks the guest of the first part in, and out on the day of the change.
  private func leaveFirstPart(_ desk: Desk) throws -> ReservationService {
    try desk.reservations(on: "2026-06-20").checkIn("R-1")
    let change = try desk.reservations(on: "2026-06-22")
    try change.checkOut("R-1")
    return change
  }

  // MARK: The party

  func testThePartyFitsTheSiteOnWhichAStayGoesOn() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      let small = try desk.sites.add("17", features: CampSiteFeatures(people: 2))
      _ = try desk.reservations.reserve(
        first, for: guest, dates: stay("2026-06-20", "2026-06-25"), partySize: 3)
      assertBreaks(.partyTooLarge(site: "17", party: 3, most: 2)) {
        try desk.reservations.split("R-1", on: day("2026-06-22"), to: small)
      }
      try desk.reservations.split("R-1", on: day("2026-06-22"), to: second)
      // Stays that are booked keep their site, but no more nights go to it.
      try desk.sites.edit(second, features: CampSiteFeatures(people: 2))
      assertBreaks(.partyTooLarge(site: "16", party: 3, most: 2)) {
        try desk.reservations.join("R-2")
      }
      try desk.reservations.join("R-1")
    }
  }

  // MARK: Rules about stays

  func testANightThatASplitLeavesAloneOnTheFirstSiteIsRefused() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      try desk.rules.add("No single night", .gap, value: 1)
      _ = try desk.reservations.reserve(first, for: guest, dates: stay("2026-06-20", "2026-06-25"))
      _ = try desk.reservations.reserve(first, for: nil, dates: stay("2026-06-25", "2026-06-27"))
      try assertRefused("No single night", on: "15", desk) {
        try desk.reservations.split("R-1", on: day("2026-06-24"), to: second)
      }
      try desk.reservations.split("R-1", on: day("2026-06-24"), to: second, overridingRules: true)
      XCTAssertNotNil(try desk.find("R-1").overriddenRules)
    }
  }

  func testANightThatASplitLeavesAloneOnTheOtherSiteIsRefused() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      try desk.rules.add("No single night", .gap, value: 1)
      _ = try desk.reservations.reserve(first, for: guest, dates: stay("2026-06-20", "2026-06-25"))
      _ = try desk.reservations.reserve(second, for: nil, dates: stay("2026-06-26", "2026-06-28"))
      try assertRefused("No single night", on: "16", desk) {
        try desk.reservations.split("R-1", on: day("2026-06-22"), to: second)
      }
      try desk.reservations.split("R-1", on: day("2026-06-22"), to: second, overridingRules: true)
      XCTAssertNotNil(try desk.find("R-3").overriddenRules)
    }
  }

  func testANightThatAJoinLeavesAloneIsRefused() async throws {
    try await eachStore { desk in
      let (first, _, _) = try desk.splitStay()
      _ = try desk.reservations.reserve(first, for: nil, dates: stay("2026-06-26", "2026-06-28"))
      try desk.rules.add("No single night", .gap, value: 1)
      try assertRefused("No single night", on: "15", desk) { try desk.reservations.join("R-1") }
      try desk.reservations.join("R-1", overridingRules: true)
      XCTAssertNotNil(try desk.find("R-1").overriddenRules)
    }
  }

  func testAMinimumCountsThePartsThatAreOver() async throws {
    try await eachStore { desk in
      _ = try threeParts(desk)
      try desk.rules.add("Six", .minimumPerNight, value: 6)
      let change = try leaveFirstPart(desk)
      // Two nights were stayed, and four are to come on one site.
      try change.join("R-3")
      XCTAssertEqual(
        try desk.story,
        [
          "R-1 CheckedOut 15 06-20…06-22 $80.00", "R-2 Reserved 15 06-22…06-26 $160.00",
          "R-3 Canceled 15 06-24…06-26 $0.00",
        ])
    }
  }

  func testAMinimumCountsAllPartsWhenOneIsMoved() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.rules.add("Five", .minimumPerNight, value: 5)
      try desk.reservations.move("R-2", to: desk.sites.add("17", rate: 55))
      XCTAssertEqual(try desk.find("R-2").siteName, "17")
    }
  }

  func testAMaximumDoesNotSeeAStayThatMovesAsALongerOne() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.rules.add("Five", .maximumNights, value: 5)
      for dates in [("2026-06-19", "2026-06-24"), ("2026-06-21", "2026-06-26")] {
        try desk.reservations.changeDates("R-1", to: stay(dates.0, dates.1))
      }
      XCTAssertEqual(
        try desk.story,
        ["R-1 Reserved 15 06-21…06-22 $40.00", "R-2 Reserved 16 06-22…06-26 $220.00"])
    }
  }

  // MARK: States and sites

  func testAChangeToASiteOfAnotherCampgroundIsNotBooked() async throws {
    try await eachStore { desk in
      let (first, _, guest) = try desk.twoSites()
      let other = try desk.campgrounds.add("Other", timeZone: .gmt)
      let far = try CampSiteService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock, campground: other.objectID
      ).add("99")
      assertBreaks(.elsewhere("99")) {
        try desk.reservations.reserve(
          desk.booking(
            first, for: guest, stay("2026-06-20", "2026-06-25"), then: ("2026-06-22", far)))
      }
    }
  }

  func testWhatIsOverIsNotSplit() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      let dates = try stay("2026-06-20", "2026-06-25")
      _ = try desk.reservations.reserve(first, for: guest, dates: dates)
      try desk.reservations.cancel("R-1")
      assertBreaks(.stayIsOver(code: "R-1", status: "Canceled")) {
        try desk.reservations.split("R-1", on: day("2026-06-22"), to: second)
      }
      _ = try desk.reservations.hold(Booking(first, for: guest, dates: dates), minutes: 10)
      XCTAssertThrowsError(
        try desk.reservations(on: "2026-06-16").split("R-2", on: day("2026-06-22"), to: second)
      ) {
        guard case CampgroundError.holdExpired("R-2", _) = $0 else { return XCTFail("\($0)") }
      }
    }
  }

  func testNothingIsJoinedOntoTheSiteOfAPartThatIsOver() async throws {
    try await eachStore { desk in
      _ = try threeParts(desk)
      let change = try leaveFirstPart(desk)
      assertBreaks(.stayIsOver(code: "R-1", status: "CheckedOut")) { try change.join("R-1") }
    }
  }

  func testAPartIsNotMovedOntoTheSiteOfTheOneBehindIt() async throws {
    try await eachStore { desk in
      let (_, second, _) = try desk.splitStay()
      assertBreaks(.besideItself("R-1", site: "16", other: "R-2")) {
        try desk.reservations.move("R-1", to: second)
      }
    }
  }

  func testAGuestMayGoBackToTheSiteOfAPartThatIsOver() async throws {
    try await eachStore { desk in
      let (first, _, _) = try desk.splitStay()
      let change = try leaveFirstPart(desk)
      try change.checkIn("R-2")
      try change.move("R-2", to: first)
      XCTAssertEqual(
        try desk.story,
        ["R-1 CheckedOut 15 06-20…06-22 $80.00", "R-2 CheckedIn 15 06-22…06-25 $120.00"])
    }
  }

  func testAStayJoinsNoGroupByAnyPartOnceOneHasLines() async throws {
    try await eachStore { desk in
      let (_, _, guest) = try desk.splitStay()
      try desk.folios.pay(50, by: .cash, for: desk.find("R-1"))
      try desk.reservations.bookGroup(
        "Scouts",
        [
          Booking(
            desk.sites.add("17", rate: 40), for: guest, dates: stay("2026-06-20", "2026-06-22"))
        ])
      let bill = try XCTUnwrap(desk.find("R-1").folio?.code)
      assertBreaks(.group(.hasLines("R-2", bill: bill))) {
        try desk.reservations.join("R-2", group: "Scouts")
      }
    }
  }

  // MARK: Dates

  func testAWholeStayIsNoLongerThanAnyOther() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      let arrival = try day("2026-06-20")
      let most = ReservationService.mostNights
      var booking = Booking(
        first, for: guest, dates: try StayDates(arrival: arrival, nights: most - 1))
      booking.siteChanges = [SiteChange(on: arrival.advanced(by: 300), to: second)]
      try desk.reservations.book(booking)
      // The last part alone would be 701 nights long.
      assertBreaks(.stayTooLong(nights: most + 1, most: most)) {
        try desk.reservations.extend("R-1", by: 2)
      }
      try desk.reservations.extend("R-1", by: 1)
    }
  }

  func testAPartThatHasBegunIsNotGivenUpByShortening() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      let change = try leaveFirstPart(desk)
      try change.checkIn("R-2")
      let next = try desk.reservations(on: "2026-06-23")
      let stayed = CampgroundError.nightsStayed(
        code: "R-2", arrival: try day("2026-06-22"), through: try day("2026-06-23"))
      assertBreaks(stayed) { try next.shorten("R-1", by: 3) }
      try next.checkOut("R-2")
      assertBreaks(.stayIsOver(code: "R-2", status: "CheckedOut")) {
        try next.shorten("R-1", by: 1)
      }
    }
  }
}
