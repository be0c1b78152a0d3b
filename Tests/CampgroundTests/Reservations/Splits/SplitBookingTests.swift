import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Booking a stay on several campsites, and putting one onto several and back.
@MainActor
final class SplitBookingTests: XCTestCase {
  // MARK: Booking

  func testAStayIsBookedOnSitesOneAfterTheOther() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      // 2 × 40 and 3 × 55.
      XCTAssertEqual(
        try desk.story,
        [
          "R-1 Reserved 15 06-20…06-22 $80.00", "R-2 Reserved 16 06-22…06-25 $165.00",
        ])
      XCTAssertEqual(
        try desk.takenNights,
        [
          "15 on 2026-06-20", "15 on 2026-06-21", "16 on 2026-06-22", "16 on 2026-06-23",
          "16 on 2026-06-24",
        ])
      let stay = StayChain(of: try desk.find("R-2"))
      XCTAssertEqual(stay.parts.map(\.code), ["R-1", "R-2"])
      XCTAssertEqual(stay.arrival, try day("2026-06-20"))
      XCTAssertEqual(stay.departure, try day("2026-06-25"))
      XCTAssertEqual(stay.numberOfNights, 5)
      XCTAssertEqual("\(stay)", "15, from 2026-06-22 16")
      XCTAssertEqual(stay.parts.map(\.camper?.fullName), ["Ada Rivera", "Ada Rivera"])
    }
  }

  func testAStayMayComeBackToItsFirstSite() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      let made = try desk.reservations.book(
        desk.booking(
          first, for: guest, stay("2026-06-20", "2026-06-25"), then: ("2026-06-22", second),
          ("2026-06-23", first)))
      XCTAssertEqual(made.code, "R-1")
      XCTAssertEqual(made.otherParts.map(\.code), ["R-2", "R-3"])
      XCTAssertEqual(made.whole.after.dates, try stay("2026-06-20", "2026-06-25"))
      XCTAssertEqual(made.whole.after.site, "15, then 16, then 15")
      // 4 × 40 and 55.
      XCTAssertEqual(made.whole.after.total, try usd("215"))
      XCTAssertEqual(made.balance.due, try usd("215"))
    }
  }

  func testOneSiteThatIsTakenKeepsTheWholeStayFromBeingBooked() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      _ = try desk.reservations.reserve(second, for: nil, dates: stay("2026-06-24", "2026-06-26"))
      XCTAssertThrowsError(
        try desk.reservations.reserve(
          desk.booking(
            first, for: guest, stay("2026-06-20", "2026-06-25"), then: ("2026-06-22", second)))
      ) {
        guard case CampgroundError.siteTaken("16", _) = $0 else { return XCTFail("\($0)") }
      }
      XCTAssertEqual(try desk.count(Reservation.self), 1)
      XCTAssertEqual(try desk.count(ReservationNight.self), 2)
      XCTAssertFalse(desk.stack.mainContext.hasChanges)
    }
  }

  func testChangesThatMakeNoStayAreRefused() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      let dates = try stay("2026-06-20", "2026-06-25")
      for outside in ["2026-06-19", "2026-06-20", "2026-06-25"] {
        assertBreaks(.outside(nil, try day(outside), dates)) {
          try desk.reservations.reserve(
            desk.booking(first, for: guest, dates, then: (outside, second)))
        }
      }
      assertBreaks(.outOfOrder(try day("2026-06-22"))) {
        try desk.reservations.reserve(
          desk.booking(
            first, for: guest, dates, then: ("2026-06-22", second), ("2026-06-22", first)))
      }
      assertBreaks(.sameSite("15", try day("2026-06-22"))) {
        try desk.reservations.reserve(
          desk.booking(first, for: guest, dates, then: ("2026-06-22", first)))
      }
      let booking = try desk.booking(first, for: guest, dates, then: ("2026-06-22", second))
      assertBreaks(.notBooked(nil, status: "Hold")) { try desk.reservations.hold(booking) }
      assertBreaks(.inSeries) {
        try desk.reservations.reserveSeries(booking, every: .month, times: 2)
      }
      XCTAssertEqual(try desk.count(Reservation.self), 0)
    }
  }

  func testThePartyFitsEachSite() async throws {
    try await eachStore { desk in
      let (first, _, guest) = try desk.twoSites()
      let small = try desk.sites.add("17", features: CampSiteFeatures(people: 2))
      var booking = try desk.booking(
        first, for: guest, stay("2026-06-20", "2026-06-25"), then: ("2026-06-22", small))
      booking.party = Party(people: 3)
      assertBreaks(.partyTooLarge(site: "17", party: 3, most: 2)) {
        try desk.reservations.reserve(booking)
      }
      try desk.reserve(desk.sites.find("16"), then: small, for: guest)
      assertBreaks(.partyTooLarge(site: "17", party: 3, most: 2)) {
        try desk.reservations.edit("R-1", party: Party(people: 3))
      }
      try desk.reservations.edit("R-1", party: Party(people: 2))
      XCTAssertEqual(try desk.find("R-2").partySize, 2)
    }
  }

  func testAPreviewOfASplitStayIsWhatComesOfItAndSavesNothing() async throws {
    let desk = Desk(try TestStoreStack())
    let (first, second, guest) = try desk.twoSites()
    let booking = try desk.booking(
      first, for: guest, stay("2026-06-20", "2026-06-25"), then: ("2026-06-22", second))
    let shown = try desk.reservations.preview { try $0.book(booking) }
    XCTAssertEqual(shown.parts.map(\.code), ["R-new1", "R-new2"])
    XCTAssertEqual(try desk.count(Reservation.self), 0)
    let made = try desk.reservations.accepting(shown).book(booking)
    XCTAssertEqual(made.parts.map(\.code), ["R-1", "R-2"])

    let split = try desk.reservations.preview {
      try $0.split("R-2", on: day("2026-06-24"), to: first)
    }
    XCTAssertEqual(split.parts.map(\.after.site), ["15", "16", "15"])
    XCTAssertEqual(try desk.count(Reservation.self), 2)
    let done = try desk.reservations.accepting(split).split("R-2", on: day("2026-06-24"), to: first)
    XCTAssertEqual(done.parts.map(\.code), ["R-1", "R-2", "R-3"])
    // Somebody else shortened it: what was shown is not what would come of it.
    let join = try desk.reservations.preview { try $0.join("R-1") }
    try desk.reservations.shorten("R-1", by: 1)
    XCTAssertThrowsError(try desk.reservations.accepting(join).join("R-1")) {
      guard case CampgroundError.notAsShown = $0 else { return XCTFail("\($0)") }
    }
  }

  // MARK: Splitting

  func testABookedStayGoesOnUponAnotherSite() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      _ = try desk.reservations.reserve(
        first, for: guest, dates: stay("2026-06-20", "2026-06-25"), partySize: 2)
      try desk.folios.pay(100, by: .cash, for: desk.find("R-1"))
      let change = try desk.reservations.split("R-1", on: day("2026-06-22"), to: second)
      XCTAssertEqual(change.otherParts.map(\.code), ["R-2"])
      XCTAssertEqual(
        try desk.story,
        ["R-1 Reserved 15 06-20…06-22 $80.00", "R-2 Reserved 16 06-22…06-25 $165.00"])
      XCTAssertEqual(try desk.takenNights.filter { $0.hasPrefix("15") }.count, 2)
      let (one, two) = (try desk.find("R-1"), try desk.find("R-2"))
      XCTAssertEqual(two.partySize, 2)
      XCTAssertTrue(two.camper === one.camper)
      // One bill: 245 agreed and 100 paid, by whatever code.
      XCTAssertTrue(one.folio != nil && one.folio === two.folio)
      XCTAssertEqual(try desk.due(one), "$145.00")
      XCTAssertEqual(try desk.due(two), "$145.00")
      XCTAssertEqual(change.balance.due, try usd("145"))
    }
  }

  func testAStayIsSplitOnlyWhereItHasANightBeforeAndBehind() async throws {
    try await eachStore { desk in
      let (first, second, _) = try desk.splitStay()
      let dates = try stay("2026-06-20", "2026-06-25")
      for outside in ["2026-06-20", "2026-06-25", "2026-07-01"] {
        assertBreaks(.outside("R-2", try day(outside), dates)) {
          try desk.reservations.split("R-2", on: day(outside), to: first)
        }
      }
      assertBreaks(.changesAlready("R-1", try day("2026-06-22"), site: "16")) {
        try desk.reservations.split("R-1", on: day("2026-06-22"), to: first)
      }
      assertBreaks(.sameSite("16", try day("2026-06-23"))) {
        try desk.reservations.split("R-1", on: day("2026-06-23"), to: second)
      }
      assertBreaks(.besideItself("R-1", site: "16", other: "R-2")) {
        try desk.reservations.split("R-1", on: day("2026-06-21"), to: second)
      }
      _ = try desk.reservations.hold(
        Booking(first, for: nil, dates: stay("2026-07-01", "2026-07-04")))
      assertBreaks(.notBooked("R-3", status: "Hold")) {
        try desk.reservations.split("R-3", on: day("2026-07-02"), to: second)
      }
      let other = try desk.campgrounds.add("Other", timeZone: .gmt)
      let sites = CampSiteService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock, campground: other.objectID)
      let far = try sites.add("99")
      assertBreaks(.elsewhere("99")) {
        try desk.reservations.split("R-1", on: day("2026-06-21"), to: far)
      }
    }
  }

  func testASiteThatIsTakenLeavesTheStayAsItWas() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      _ = try desk.reservations.reserve(first, for: guest, dates: stay("2026-06-20", "2026-06-25"))
      _ = try desk.reservations.reserve(second, for: nil, dates: stay("2026-06-24", "2026-06-26"))
      let before = (try desk.story, try desk.takenNights)
      assertBreaks(
        .siteTaken(
          site: "16", by: [TakenStay(dates: try stay("2026-06-24", "2026-06-26"), code: "R-2")])
      ) {
        try desk.reservations.split("R-1", on: day("2026-06-22"), to: second)
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
        .nightsStayed(
          code: "R-1", arrival: try day("2026-06-15"), through: try day("2026-06-17"))
      ) {
        try later.split("R-1", on: day("2026-06-16"), to: second)
      }
      try later.split("R-1", on: day("2026-06-17"), to: second)
      XCTAssertEqual(
        try desk.story,
        ["R-1 CheckedIn 15 06-15…06-17 $80.00", "R-2 Reserved 16 06-17…06-20 $165.00"])
      // Today's change: the guest goes over at once.
      try later.checkIn("R-2")
      XCTAssertEqual(try desk.find("R-1").state, .checkedOut)
    }
  }

  // MARK: Joining

  func testAStayIsPutBackOntoOneSite() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      let change = try desk.reservations.join("R-1")
      XCTAssertEqual(
        try desk.story,
        ["R-1 Reserved 15 06-20…06-25 $200.00", "R-2 Canceled 16 06-22…06-25 $0.00"])
      XCTAssertEqual(change.whole.difference, try usd("-45"))
      XCTAssertEqual(try desk.takenNights.count, 5)
      XCTAssertEqual(try desk.takenNights.filter { $0.hasPrefix("16") }, [])
      XCTAssertFalse(StayChain(of: try desk.find("R-1")).isSplit)
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$200.00")
      assertBreaks(.onOneSite("R-1")) { try desk.reservations.join("R-1") }
    }
  }

  func testTheSiteIsThatOfThePartThatIsNamed() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations.join("R-2")
      XCTAssertEqual(try desk.story.first, "R-1 Reserved 16 06-20…06-25 $275.00")
      XCTAssertEqual(try desk.takenNights.filter { $0.hasPrefix("15") }, [])
    }
  }

  func testASiteThatIsTakenMeanwhileIsNotJoined() async throws {
    try await eachStore { desk in
      let (first, _, _) = try desk.splitStay()
      _ = try desk.reservations.reserve(first, for: nil, dates: stay("2026-06-24", "2026-06-26"))
      let before = (try desk.story, try desk.takenNights)
      XCTAssertThrowsError(try desk.reservations.join("R-1")) {
        guard case CampgroundError.siteTaken("15", _) = $0 else { return XCTFail("\($0)") }
      }
      XCTAssertEqual(try desk.story, before.0)
      XCTAssertEqual(try desk.takenNights, before.1)
    }
  }

  func testNightsOfAGuestWhoIsHereStayWhereTheyWere() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      _ = try desk.reservations.reserve(
        desk.booking(
          first, for: guest, stay("2026-06-15", "2026-06-20"), then: ("2026-06-18", second)))
      try desk.reservations.checkIn("R-1")
      let later = try desk.reservations(on: "2026-06-16")
      try later.join("R-2")
      XCTAssertEqual(try desk.story.first, "R-1 CheckedIn 16 06-15…06-20 $260.00")
      // One night at 40 that was stayed, four at 55.
      XCTAssertEqual(
        try desk.takenNights,
        ["15 on 2026-06-15"] + ["16", "17", "18", "19"].map { "16 on 2026-06-\($0)" })
    }
  }
}
