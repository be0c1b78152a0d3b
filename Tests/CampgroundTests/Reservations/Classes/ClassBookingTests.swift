import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Stays that are booked by class get the best site and are moved to make room. Today is 2026-06-15.
@MainActor
final class ClassBookingTests: XCTestCase {
  func testTheBestFreeSiteIsAssignedAndFloats() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"], rate: 40)
      _ = try desk.reservations.reserve(
        desk.sites.find("2"), for: nil, dates: stay("2026-07-01", "2026-07-03"))
      let made = try desk.reserve(rv, "2026-07-03", "2026-07-05")
      // Right behind the other stay, rather than on the empty site.
      XCTAssertEqual(made.after.site, "2")
      XCTAssertEqual(made.after.siteClass, "RV")
      XCTAssertEqual(made.after.promise, .floating)
      XCTAssertEqual(made.moves, [])
      XCTAssertEqual(
        "\(made.after)",
        "class RV · site 2 · Fri 2026-07-03 to Sun 2026-07-05 · 2 nights · no price")
      XCTAssertEqual(try desk.find("R-2").siteClass, rv)
    }
  }

  func testAGapThatNobodyCouldBookIsAvoided() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"])
      try desk.rules.add("Pairs", StayRulePlan(.minimumPerNight, 2))
      for (site, date) in [("1", "2026-07-04"), ("2", "2026-07-06")] {
        _ = try desk.reservations.reserve(
          desk.sites.find(site), for: nil, arrival: day(date), nights: 2)
      }
      // On site 1 the night of July 3 would be left alone.
      XCTAssertEqual(try desk.reserve(rv, "2026-07-01", "2026-07-03").after.site, "2")
    }
  }

  func testStaysThatFloatMoveToMakeRoomInTheSameSave() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"], length: 30, rate: 40)
      try desk.sites.edit(
        desk.sites.find("2"), features: CampSiteFeatures(vehicleLength: 40))
      let first = try desk.reserve(rv, "2026-07-01", "2026-07-04")
      XCTAssertEqual(first.after.site, "1")
      try desk.reservations.assign("R-1", to: desk.sites.find("2"))
      let large = try desk.reserve(
        rv, "2026-07-02", "2026-07-05", Party(vehicleLength: 38))
      XCTAssertEqual(large.after.site, "2")
      XCTAssertEqual(large.moves.map(\.description), ["R-1 moves from 2 to 1"])
      let moved = try desk.find("R-1")
      XCTAssertEqual(moved.siteSpans.map(\.name), ["1"])
      XCTAssertEqual(Set(moved.nights.map { $0.campSite?.name }), ["1"])
      XCTAssertEqual(moved.promise, .floating)
      let moves = moved.events.filter { $0.kind == .moved }
        .compactMap { $0.change(of: "campSite") }
      XCTAssertEqual(moves.map(\.after), ["1"])
      XCTAssertEqual(moves.map(\.before), ["2"])
      XCTAssertEqual(try desk.count(ReservationNight.self), 6)
      XCTAssertFalse(desk.stack.mainContext.hasChanges)
    }
  }

  func testNobodyIsMovedWhoWasPromisedASite() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"], length: 30)
      try desk.sites.edit(desk.sites.find("2"), features: CampSiteFeatures(vehicleLength: 40))
      let large = Party(vehicleLength: 38)
      // By site, locked, and checked in.
      _ = try desk.reservations.reserve(
        desk.sites.find("2"), for: nil, dates: stay("2026-07-01", "2026-07-03"))
      try desk.reserve(rv, "2026-07-05", "2026-07-07", large)
      try desk.reservations.lock("R-2")
      try desk.reserve(rv, "2026-06-15", "2026-06-18", large)
      try desk.reservations.checkIn("R-3")
      for (code, from, to) in [
        ("R-1", "2026-07-02", "2026-07-04"), ("R-2", "2026-07-06", "2026-07-08"),
        ("R-3", "2026-06-17", "2026-06-19"),
      ] {
        XCTAssertThrowsError(try desk.reserve(rv, from, to, large)) {
          XCTAssertEqual(reason(of: $0)?.code, .noRoom)
          XCTAssertEqual(
            reason(of: $0)?.text.hasPrefix("no site in class RV is free \(from) to \(to), "), true)
          XCTAssertEqual(reason(of: $0)?.about.first, .named("class", "RV"))
          XCTAssertEqual(reason(of: $0)?.takenStays.map(\.code), [code])
        }
      }
      XCTAssertEqual(try desk.sites(of: "R-1", "R-2", "R-3"), ["2", "2", "2"])
    }
  }

  func testAClosedSiteIsNotAssigned() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"])
      try desk.blocks.block(
        desk.sites.find("1"), stay("2026-07-01", "2026-07-10"), reason: "new hookup")
      XCTAssertEqual(try desk.reserve(rv, "2026-07-01", "2026-07-03").after.site, "2")
      XCTAssertThrowsError(try desk.reserve(rv, "2026-07-02", "2026-07-03")) {
        XCTAssertEqual(
          "\($0)",
          "no room in class RV on 2026-07-02: only 1 site (2) for R-1 and this stay; 1 is out of "
            + "service")
      }
    }
  }

  func testAHoldThatIsOverIsInNobodysWay() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1"])
      _ = try desk.reservations.hold(
        Booking(rv, for: nil, dates: stay("2026-07-01", "2026-07-03")), minutes: 10)
      let later = desk.reservations(at: TestStoreStack.noon.addingTimeInterval(3_600))
      let made = try later.book(Booking(rv, for: nil, dates: stay("2026-07-01", "2026-07-03")))
      XCTAssertEqual(made.after.site, "1")
      XCTAssertEqual(try desk.find("R-1").state, .expired)
    }
  }

  func testAHoldFloatsAndARequestKeepsNothingUntilItIsAccepted() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"])
      let dates = try stay("2026-07-01", "2026-07-03")
      _ = try desk.reservations.hold(Booking(rv, for: nil, dates: dates))
      let request = try desk.reservations.book(Booking(rv, for: nil, dates: dates), as: .requested)
      XCTAssertEqual(request.after.promise, .open)
      XCTAssertEqual(
        "\(request.after)", "class RV · Wed 2026-07-01 to Fri 2026-07-03 · 2 nights · no price")
      XCTAssertEqual(request.takenNights, [])
      XCTAssertEqual(try desk.find("R-1").promise, .floating)
      let accepted = try desk.reservations.accept("R-2")
      XCTAssertEqual(accepted.after.site, "2")
      XCTAssertEqual(accepted.takenNights.map(\.site), ["2", "2"])
      _ = try desk.reservations.request(Booking(rv, for: nil, dates: dates))
      XCTAssertThrowsError(try desk.reservations.accept("R-3")) {
        XCTAssertEqual(
          "\($0)",
          "no room in class RV on 2026-07-01 and 1 more night: only 2 sites (1, 2) for R-1, R-2 "
            + "and R-3")
      }
      XCTAssertEqual(try desk.find("R-3").state, .requested)
    }
  }

  func testAnAcceptedRequestMovesOthers() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"])
      try desk.reserve(rv, "2026-07-01", "2026-07-02")
      try desk.reserve(rv, "2026-07-03", "2026-07-04")
      try desk.reservations.assign("R-2", to: desk.sites.find("2"))
      _ = try desk.reservations.request(
        Booking(rv, for: nil, dates: stay("2026-07-01", "2026-07-04")))
      let accepted = try desk.reservations.accept("R-3")
      XCTAssertEqual(accepted.moves.count, 1)
      XCTAssertEqual(Set(try desk.sites(of: "R-1", "R-2")).count, 1)
    }
  }

  func testOtherDatesMoveTheStayOrOthersWithinTheClass() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"])
      try desk.reserve(rv, "2026-07-01", "2026-07-03")
      _ = try desk.reservations.reserve(
        desk.sites.find("1"), for: nil, dates: stay("2026-07-04", "2026-07-06"))
      XCTAssertEqual(try desk.sites(of: "R-1"), ["1"])
      let extended = try desk.reservations.extend("R-1", by: 2)
      XCTAssertEqual(extended.after.site, "2")
      XCTAssertEqual(extended.moves, [])
      // Locked it stays where it is.
      try desk.reservations.lock("R-1")
      _ = try desk.reservations.reserve(
        desk.sites.find("2"), for: nil, dates: stay("2026-07-05", "2026-07-07"))
      XCTAssertThrowsError(try desk.reservations.extend("R-1", by: 1)) {
        XCTAssertEqual(reason(of: $0)?.code, .siteTaken)
        XCTAssertEqual(reason(of: $0)?.about.first, .site("2"))
      }
      try desk.reservations.unlock("R-1")
      assertBreaks(
        .noRoom,
        "no site in class RV is free 2026-07-01 to 2026-07-06, and these stays cannot be moved: "
          + "1 is taken 2026-07-04 to 2026-07-06 (R-2); 2 is taken 2026-07-05 to 2026-07-07 (R-3)"
      ) { try desk.reservations.extend("R-1", by: 1) }
      XCTAssertEqual(try desk.reservations.shorten("R-1", by: 1).after.site, "2")
    }
  }

  func testAnotherPartyGetsASiteOfTheClassThatFits() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"], length: 30)
      try desk.sites.edit(desk.sites.find("2"), features: CampSiteFeatures(vehicleLength: 40))
      try desk.reserve(rv, "2026-07-01", "2026-07-03")
      let changed = try desk.reservations.edit("R-1", party: Party(vehicleLength: 38))
      XCTAssertEqual(changed.after.site, "2")
      assertBreaks(
        .unfit,
        "no site in class RV fits: 1 takes vehicles of 30 ft, not 45; "
          + "2 takes vehicles of 40 ft, not 45"
      ) { try desk.reservations.edit("R-1", party: Party(vehicleLength: 45)) }
    }
  }

  func testACanceledStayComesBackToAnySiteOfItsClass() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"])
      try desk.reserve(rv, "2026-07-01", "2026-07-03")
      try desk.reservations.cancel("R-1")
      _ = try desk.reservations.reserve(
        desk.sites.find("1"), for: nil, dates: stay("2026-07-01", "2026-07-03"))
      let back = try desk.reservations.reinstate("R-1")
      XCTAssertEqual(back.after.site, "2")
      XCTAssertEqual(back.after.promise, .floating)
    }
  }

  func testAssigningFindsTheBestSiteOrTakesTheChosenOneAndMovesOthers() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"], rate: 40)
      try desk.reserve(rv, "2026-07-01", "2026-07-03")
      try desk.reserve(rv, "2026-07-02", "2026-07-04")
      let assigned = try desk.reservations.assign("R-1", to: desk.sites.find("2"))
      XCTAssertEqual(assigned.after.site, "2")
      XCTAssertEqual(assigned.moves.map(\.description), ["R-2 moves from 2 to 1"])
      XCTAssertEqual(assigned.after.promise, .floating)
      XCTAssertEqual(assigned.oldLines, assigned.newLines)
      assertBreaks(.sameSite(code: "R-1", site: "2")) {
        try desk.reservations.assign("R-1", to: desk.sites.find("2"))
      }
      try desk.reservations.cancel("R-2")
      _ = try desk.reservations.reserve(
        desk.sites.find("1"), for: nil, dates: stay("2026-07-03", "2026-07-05"))
      XCTAssertEqual(try desk.reservations.assign("R-1").after.site, "1")
    }
  }

  func testASeriesIsBookedByClassAndLeavesOutWhatHasNoRoom() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"])
      for site in ["1", "2"] {
        _ = try desk.reservations.reserve(
          desk.sites.find(site), for: nil, dates: stay("2026-07-08", "2026-07-10"))
      }
      let booking = Booking(rv, for: nil, dates: try stay("2026-07-01", "2026-07-03"))
      XCTAssertThrowsError(
        try desk.reservations.reserveSeries(booking, every: .week, times: 3))
      XCTAssertEqual(try desk.count(Reservation.self), 2)
      let made = try desk.reservations.reserveSeries(
        booking, every: .week, times: 3, skippingTaken: true)
      XCTAssertEqual(made.stays.map(\.after.promise), [.floating, .floating])
      XCTAssertEqual(made.skipped.map(\.description), ["2026-07-08 to 2026-07-10: no room"])
    }
  }

  func testAPreviewMovesNobody() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"])
      try desk.reserve(rv, "2026-07-01", "2026-07-02")
      try desk.reserve(rv, "2026-07-03", "2026-07-04")
      try desk.reservations.assign("R-2", to: desk.sites.find("2"))
      let booking = Booking(rv, for: nil, dates: try stay("2026-07-01", "2026-07-04"))
      let shown = try desk.reservations.preview { try $0.book(booking) }
      XCTAssertEqual(shown.moves.count, 1)
      XCTAssertEqual(try desk.sites(of: "R-1", "R-2"), ["1", "2"])
      let made = try desk.reservations.accepting(shown).book(booking)
      XCTAssertEqual(made.moves, shown.moves)
    }
  }

  func testAStayThatNoLongerFitsItsSiteIsInNobodysWay() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"], length: 40)
      try desk.reserve(rv, "2026-07-01", "2026-07-03", Party(vehicleLength: 38))
      for site in ["1", "2"] {
        try desk.sites.edit(desk.sites.find(site), features: CampSiteFeatures(vehicleLength: 30))
      }
      XCTAssertEqual(try desk.reserve(rv, "2026-07-02", "2026-07-04").after.site, "2")
      XCTAssertEqual(try desk.sites(of: "R-1"), ["1"])
    }
  }

  func testAScratchPadBooksByClassAndSavesTheMoves() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"])
      try desk.reserve(rv, "2026-07-01", "2026-07-02")
      try desk.reserve(rv, "2026-07-03", "2026-07-04")
      try desk.reservations.assign("R-2", to: desk.sites.find("2"))
      let pad = desk.scratchPad()
      let dates = try stay("2026-07-01", "2026-07-04")
      let made = try pad.perform("reserve") {
        try $0.reservations.book(Booking($0.siteClasses.find("RV"), for: nil, dates: dates))
      }
      XCTAssertEqual(made.moves.count, 1)
      XCTAssertEqual(try desk.sites(of: "R-1", "R-2"), ["1", "2"])
      try pad.save()
      XCTAssertEqual(Set(try desk.sites(of: "R-1", "R-2")).count, 1)
      XCTAssertNotEqual(try desk.find("R-3").siteName, try desk.find("R-1").siteName)
    }
  }

  func testAsManyOfManyWritersGetASiteAsThereAre() async throws {
    let file = try temporaryFolder().appendingPathComponent("Race.sqlite")
    let store = PersistentStoreDescription(url: file)
    let desk = TestDesk(try TestStoreStack(store: store))
    _ = try desk.siteClass("RV", ["1", "2", "3"])
    let dates = try stay("2026-07-01", "2026-07-04")
    let outcomes = try await RacingStacks.atOnce(8, on: store) { context, stack, _ in
      let classes = SiteClassService(managedObjectContext: context, storeStack: stack)
      let service = ReservationService(
        managedObjectContext: context, storeStack: stack, clock: FixedClock(TestStoreStack.noon))
      do {
        let booking = Booking(try classes.find("RV"), for: nil, dates: dates)
        return try service.book(booking).after.site ?? ""
      } catch let error as CampgroundError
        where error.code == .noRoom && error.text.hasPrefix("no room in class RV on 2026")
      {
        return "full"
      }
    }
    XCTAssertEqual(outcomes.sorted(), ["1", "2", "3"] + Array(repeating: "full", count: 5))
    try desk.stack.close()
    let rows = try StoreShell(file).rows(
      "SELECT (SELECT count(*) FROM ZRESERVATION), (SELECT count(*) FROM ZRESERVATIONNIGHT)")
    XCTAssertEqual(rows, ["3|9"])
  }
}
