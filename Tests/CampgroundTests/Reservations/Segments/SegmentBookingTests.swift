import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Booking a stay on several campsites, changing the campsite of a stay on the way, and putting it on
/// one campsite again: one reservation, one code, one bill. The clock stands at noon of 2026-06-15.
@MainActor
final class SegmentBookingTests: XCTestCase {
  // MARK: Booking

  func testAStayIsBookedOnSitesOneAfterTheOther() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      // 2 × 40 and 3 × 55.
      XCTAssertEqual(
        try desk.story, ["R-1 Reserved 15, then 16 from 2026-06-22 06-20…06-25 $245.00"])
      XCTAssertEqual(
        try desk.takenNights,
        [
          "15 on 2026-06-20", "15 on 2026-06-21", "16 on 2026-06-22", "16 on 2026-06-23",
          "16 on 2026-06-24",
        ])
      XCTAssertEqual(try desk.count(StaySegment.self), 2)
      XCTAssertEqual(try desk.find("R-1").site(on: day("2026-06-21")).name, "15")
      XCTAssertEqual(try desk.find("R-1").site(on: day("2026-06-22")).name, "16")
    }
  }

  func testAStayMayComeBackToItsFirstSite() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      let made = try desk.reservations.book(
        desk.booking(
          first, for: guest, stay("2026-06-20", "2026-06-25"), then: ("2026-06-22", second),
          ("2026-06-23", first)))
      XCTAssertEqual(made.after.siteWords, "15, then 16 from 2026-06-22, then 15 from 2026-06-23")
      // 4 × 40 and 55.
      XCTAssertEqual(made.after.total, try usd("215"))
      XCTAssertEqual(made.balance.due, try usd("215"))
    }
  }

  func testHoldsDraftsAndRequestsMayChangeTheSite() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      let booking = try desk.booking(
        first, for: guest, stay("2026-06-20", "2026-06-25"), then: ("2026-06-22", second))
      _ = try desk.reservations.draft(booking)
      _ = try desk.reservations.request(booking)
      _ = try desk.reservations.hold(booking)
      XCTAssertEqual(try desk.takenNights.count, 5)
      try desk.reservations.reserve("R-3")
      XCTAssertEqual(
        try desk.story.last, "R-3 Reserved 15, then 16 from 2026-06-22 06-20…06-25 $245.00")
      XCTAssertThrowsError(try desk.reservations.accept("R-2")) {
        XCTAssertEqual(reason(of: $0)?.code, .siteTaken)
        XCTAssertEqual(reason(of: $0)?.about.first, .site("15"))
      }
    }
  }

  func testOneSiteThatIsTakenKeepsTheWholeStayFromBeingBooked() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      _ = try desk.reservations.reserve(second, for: nil, dates: stay("2026-06-24", "2026-06-26"))
      XCTAssertThrowsError(try desk.reserve(first, then: second, for: guest)) {
        XCTAssertEqual(reason(of: $0)?.code, .siteTaken)
        XCTAssertEqual(reason(of: $0)?.about.first, .site("16"))
      }
      XCTAssertEqual(try desk.count(Reservation.self), 1)
      XCTAssertEqual(try desk.count(StaySegment.self), 1)
      XCTAssertEqual(try desk.count(ReservationNight.self), 2)
      XCTAssertFalse(desk.stack.mainContext.hasChanges)
    }
  }

  func testChangesThatMakeNoStayAreRefused() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      let dates = try stay("2026-06-20", "2026-06-25")
      for outside in ["2026-06-19", "2026-06-20", "2026-06-25"] {
        assertBreaks(.changeOutside(nil, try day(outside), dates)) {
          try desk.reservations.reserve(
            desk.booking(first, for: guest, dates, then: (outside, second)))
        }
      }
      assertBreaks("site changes must be in date order: see 2026-06-22") {
        try desk.reservations.reserve(
          desk.booking(
            first, for: guest, dates, then: ("2026-06-22", second), ("2026-06-22", first)))
      }
      assertBreaks(.sameSite("15", around: try day("2026-06-22"))) {
        try desk.reservations.reserve(
          desk.booking(first, for: guest, dates, then: ("2026-06-22", first)))
      }
      let booking = try desk.booking(first, for: guest, dates, then: ("2026-06-22", second))
      assertBreaks("each stay in a series needs a single site") {
        try desk.reservations.reserveSeries(booking, every: .month, times: 2)
      }
      let far = try desk.farSite()
      assertBreaks(.siteElsewhere("99")) {
        try desk.reservations.reserve(
          desk.booking(first, for: guest, dates, then: ("2026-06-22", far)))
      }
      XCTAssertEqual(try desk.count(Reservation.self), 0)
    }
  }

  func testThePartyFitsEachSite() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      let small = try desk.sites.add("17", features: CampSiteFeatures(people: 2))
      var booking = try desk.booking(
        first, for: guest, stay("2026-06-20", "2026-06-25"), then: ("2026-06-22", small))
      booking.party = Party(adults: 3)
      assertBreaks(.unfit, "site 17 takes a party of at most 2, not 3") {
        try desk.reservations.reserve(booking)
      }
      try desk.reserve(second, then: small, for: guest)
      assertBreaks(.unfit, "site 17 takes a party of at most 2, not 3") {
        try desk.reservations.edit("R-1", party: Party(adults: 3))
      }
      try desk.reservations.edit("R-1", party: Party(adults: 2))
      XCTAssertEqual(try desk.find("R-1").party.people, 2)
    }
  }

  func testAPreviewIsWhatComesOfItAndSavesNothing() async throws {
    let desk = TestDesk(try TestStoreStack())
    let (first, second, guest) = try desk.twoSites()
    let booking = try desk.booking(
      first, for: guest, stay("2026-06-20", "2026-06-25"), then: ("2026-06-22", second))
    let shown = try desk.reservations.preview { try $0.book(booking) }
    XCTAssertEqual(shown.code, "R-new1")
    XCTAssertEqual(try desk.count(StaySegment.self), 0)
    XCTAssertEqual(try desk.reservations.accepting(shown).book(booking).code, "R-1")
    let split = try desk.reservations.preview {
      try $0.split("R-1", on: day("2026-06-24"), to: first)
    }
    XCTAssertEqual(split.after.siteWords, "15, then 16 from 2026-06-22, then 15 from 2026-06-24")
    XCTAssertEqual(try desk.count(StaySegment.self), 2)
    // Somebody else shortened it: what was shown is not what would come of it.
    try desk.reservations.shorten("R-1", by: 1)
    assertBreaks(
      "someone changed R-1 meanwhile: reserved · site 15, then 16 from 2026-06-22 · "
        + "Sat 2026-06-20 to Thu 2026-06-25 · 5 nights · $245.00 is now reserved · "
        + "site 15, then 16 from 2026-06-22 · Sat 2026-06-20 to Wed 2026-06-24 · 4 nights · $190.00"
    ) {
      try desk.reservations.accepting(split).split("R-1", on: day("2026-06-23"), to: first)
    }
  }

  // MARK: Changing the site on the way

  func testABookedStayGoesOnUponAnotherSite() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      _ = try desk.reservations.reserve(first, for: guest, dates: stay("2026-06-20", "2026-06-25"))
      try desk.folios.pay(100, by: .cash, for: desk.find("R-1"))
      let change = try desk.reservations.split("R-1", on: day("2026-06-22"), to: second)
      XCTAssertEqual(
        try desk.story, ["R-1 Reserved 15, then 16 from 2026-06-22 06-20…06-25 $245.00"])
      XCTAssertEqual(
        change.freedNights.map(\.description),
        ["15 on 2026-06-22", "15 on 2026-06-23", "15 on 2026-06-24"])
      XCTAssertEqual(change.takenNights.map(\.site), ["16", "16", "16"])
      XCTAssertEqual(change.priceOfOtherSite?.night, try day("2026-06-22"))
      XCTAssertEqual(change.priceOfOtherSite?.site, "16")
      XCTAssertEqual(change.balance.due, try usd("145"))
      // Until it changes the site anyway.
      let third = try desk.sites.add("17", rate: 60)
      try desk.reservations.split("R-1", on: day("2026-06-21"), to: third)
      XCTAssertEqual(
        try desk.find("R-1").siteWords, "15, then 17 from 2026-06-21, then 16 from 2026-06-22")
      try desk.reservations.split("R-1", on: day("2026-06-22"), to: third)
      XCTAssertEqual(try desk.find("R-1").siteWords, "15, then 17 from 2026-06-21")
      XCTAssertEqual(try desk.count(StaySegment.self), 2)
    }
  }

  func testAStayIsSplitOnlyWhereItHasANightBeforeAndBehind() async throws {
    try await eachStore { desk in
      let (first, second, _) = try desk.splitStay()
      let dates = try stay("2026-06-20", "2026-06-25")
      for outside in ["2026-06-20", "2026-06-25", "2026-07-01"] {
        assertBreaks(.changeOutside("R-1", try day(outside), dates)) {
          try desk.reservations.split("R-1", on: day(outside), to: first)
        }
      }
      assertBreaks(.sameSite("16", around: try day("2026-06-23"))) {
        try desk.reservations.split("R-1", on: day("2026-06-23"), to: second)
      }
      let far = try desk.farSite()
      assertBreaks(.siteElsewhere("99")) {
        try desk.reservations.split("R-1", on: day("2026-06-21"), to: far)
      }
      try desk.reservations.cancel("R-1")
      assertBreaks("R-1 is canceled and can no longer change") {
        try desk.reservations.split("R-1", on: day("2026-06-22"), to: second)
      }
    }
  }

  func testASiteThatIsTakenLeavesTheStayAsItWas() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      _ = try desk.reservations.reserve(first, for: guest, dates: stay("2026-06-20", "2026-06-25"))
      _ = try desk.reservations.reserve(second, for: nil, dates: stay("2026-06-24", "2026-06-26"))
      let before = (try desk.story, try desk.takenNights)
      let taken = [TakenStay(dates: try stay("2026-06-24", "2026-06-26"), code: "R-2")]
      assertBreaks(.siteTaken(site: "16", by: taken)) {
        try desk.reservations.split("R-1", on: day("2026-06-22"), to: second)
      }
      assertBreaks(.siteTaken(site: "16", by: taken)) {
        try desk.reservations.move("R-1", to: second)
      }
      XCTAssertEqual(try desk.story, before.0)
      XCTAssertEqual(try desk.takenNights, before.1)
    }
  }

  func testAGuestWhoIsHereChangesOnlyNightsToCome() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      _ = try desk.reservations.reserve(first, for: guest, dates: stay("2026-06-15", "2026-06-20"))
      try desk.reservations.checkIn("R-1")
      let later = try desk.reservations(on: "2026-06-17")
      assertBreaks(
        .nightsStayed(code: "R-1", arrival: try day("2026-06-15"), through: try day("2026-06-17"))
      ) {
        try later.split("R-1", on: day("2026-06-16"), to: second)
      }
      try later.split("R-1", on: day("2026-06-18"), to: second)
      XCTAssertEqual(
        try desk.story, ["R-1 CheckedIn 15, then 16 from 2026-06-18 06-15…06-20 $230.00"])
    }
  }

  // MARK: One site again

  func testAllThatIsToComeIsPutOnOneSite() async throws {
    try await eachStore { desk in
      let (first, _, _) = try desk.splitStay()
      let change = try desk.reservations.move("R-1", to: first)
      XCTAssertEqual(try desk.story, ["R-1 Reserved 15 06-20…06-25 $200.00"])
      XCTAssertEqual(change.difference, try usd("-45"))
      XCTAssertEqual(try desk.takenNights.filter { $0.hasPrefix("16") }, [])
      XCTAssertEqual(try desk.count(StaySegment.self), 1)
      assertBreaks(.sameSite(code: "R-1", site: "15")) {
        try desk.reservations.move("R-1", to: first)
      }
    }
  }

  func testNightsOfAGuestWhoIsHereStayWhereTheyWere() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      _ = try desk.reservations.reserve(
        desk.booking(
          first, for: guest, stay("2026-06-15", "2026-06-20"), then: ("2026-06-18", second)))
      try desk.reservations.checkIn("R-1")
      try desk.reservations(on: "2026-06-16").move("R-1", to: second)
      // One night at 40 that was stayed, four at 55.
      XCTAssertEqual(
        try desk.story, ["R-1 CheckedIn 15, then 16 from 2026-06-16 06-15…06-20 $260.00"])
      XCTAssertEqual(
        try desk.takenNights,
        ["15 on 2026-06-15"] + ["16", "17", "18", "19"].map { "16 on 2026-06-\($0)" })
    }
  }

  func testAGuestWhoIsHereIsNotMovedOntoASiteWhereAnotherStillIs() async throws {
    try await eachStore { desk in
      let (_, second, _) = try desk.splitStay()
      _ = try desk.reservations.reserve(second, for: nil, dates: stay("2026-06-20", "2026-06-21"))
      let first = try desk.reservations(on: "2026-06-20")
      try first.checkIn("R-1")
      try first.checkIn("R-2")
      let next = try desk.reservations(on: "2026-06-21")
      assertBreaks("R-2 is still on site 16") { try next.move("R-1", to: second) }
      try next.checkOut("R-2")
      try next.move("R-1", to: second)
      XCTAssertEqual(
        try desk.story.first, "R-1 CheckedIn 15, then 16 from 2026-06-21 06-20…06-25 $260.00")
    }
  }

  func testOnlyAStayOnOneSiteTakesAnothersPlace() async throws {
    try await eachStore { desk in
      let (first, _, _) = try desk.splitStay()
      let third = try desk.sites.add("17", rate: 40)
      _ = try desk.reservations.reserve(third, for: nil, dates: stay("2026-06-20", "2026-06-25"))
      assertBreaks("R-1 is on several sites") {
        try desk.reservations.swap("R-2", with: "R-1")
      }
      try desk.reservations.move("R-1", to: first)
      try desk.reservations.swap("R-2", with: "R-1")
      XCTAssertEqual(
        try desk.story,
        ["R-1 Reserved 17 06-20…06-25 $200.00", "R-2 Reserved 15 06-20…06-25 $200.00"])
    }
  }
}
