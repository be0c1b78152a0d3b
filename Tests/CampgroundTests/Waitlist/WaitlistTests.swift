import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Who waits for a campsite, and what is offered to them. The clock stands at noon of 2026-06-15.
@MainActor
final class WaitlistTests: XCTestCase {
  private func wait(
    _ desk: TestDesk, _ name: String, _ arrival: String, _ departure: String,
    _ change: (inout WaitlistWish) -> Void = { _ in }
  ) throws -> WaitlistEntry {
    let camper = try desk.campers.addCamper(name, phoneNumber: nil)
    var wish = WaitlistWish(dates: try stay(arrival, departure))
    change(&wish)
    return try desk.waitlist.add(wish, for: camper, anyway: true)
  }

  private func reserve(_ desk: TestDesk, _ site: CampSite, _ arrival: String, _ departure: String)
    throws -> String
  {
    try desk.reservations.reserve(site, for: nil, dates: stay(arrival, departure)).code
  }

  /// The waitlist at another instant.
  private func waitlist(_ desk: TestDesk, minutes: Double) -> WaitlistService {
    WaitlistService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
      clock: FixedClock(TestStoreStack.noon.addingTimeInterval(minutes * 60)))
  }

  // MARK: Offers

  func testACanceledSiteIsOfferedToWhoWaitsLongest() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let code = try reserve(desk, site, "2026-07-01", "2026-07-04")
      let first = try wait(desk, "Rivera", "2026-07-01", "2026-07-03")
      let second = try wait(desk, "Okafor", "2026-07-01", "2026-07-03")
      XCTAssertEqual([first.code, second.code], ["W-1", "W-2"])
      let change = try desk.reservations.cancel(code)
      XCTAssertEqual(change.offers.map(\.entry), ["W-1"])
      XCTAssertEqual(change.offers.map(\.camper), ["Rivera"])
      XCTAssertEqual(change.offers.map(\.site), ["15"])
      XCTAssertEqual(first.statusAtNoon, .offered)
      XCTAssertEqual(second.statusAtNoon, .waiting)
      let offer = try XCTUnwrap(first.offer)
      XCTAssertEqual(offer.state, .hold)
      // A campground's offers last a day unless it says otherwise.
      XCTAssertEqual(offer.holdExpiresAt, TestStoreStack.noon.addingTimeInterval(86_400))
      XCTAssertEqual(offer.totalMinor, 8_000)
      XCTAssertEqual(try desk.count(ReservationNight.self), 2)

      let taken = try desk.waitlist.accept("w-1")
      XCTAssertEqual(taken.after.status, .reserved)
      XCTAssertEqual(first.statusAtNoon, .booked)
      assertBreaks(.noOffer("W-1", .booked)) { try desk.waitlist.accept("W-1") }
      assertBreaks(.noOffer("W-2", .waiting)) { try desk.waitlist.accept("W-2") }
    }
  }

  func testNightsThatAreLeftAreOfferedToTheNextForWhomTheyAreEnough() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let code = try reserve(desk, site, "2026-07-01", "2026-07-05")
      let tooLong = try wait(desk, "Long", "2026-07-01", "2026-07-06")
      _ = try reserve(desk, site, "2026-07-05", "2026-07-06")
      let first = try wait(desk, "Rivera", "2026-07-01", "2026-07-03")
      let overlapping = try wait(desk, "Okafor", "2026-07-02", "2026-07-04")
      let last = try wait(desk, "Ada", "2026-07-03", "2026-07-05")
      let change = try desk.reservations.cancel(code)
      XCTAssertEqual(change.offers.map(\.entry), [first.code, last.code])
      XCTAssertEqual([tooLong, overlapping].map(\.statusAtNoon), [.waiting, .waiting])
    }
  }

  func testOnlyASiteThatFitsIsOffered() async throws {
    try await eachStore { desk in
      let tent = try desk.sites.add("T1", features: CampSiteFeatures(type: .tent))
      let features = CampSiteFeatures(
        type: .rv, electricity: .amperes(30), vehicleLength: 34, people: 4, loop: "Creek")
      let rv = try desk.sites.add("15", features: features)
      let codes = try [
        reserve(desk, tent, "2026-07-01", "2026-07-03"),
        reserve(desk, rv, "2026-07-01", "2026-07-03"),
      ]
      let amperes = try wait(desk, "Amperes", "2026-07-01", "2026-07-02") {
        $0.party.amperage = 30
        $0.loop = "creek"
      }
      let people = try wait(desk, "People", "2026-07-02", "2026-07-03") { $0.party.adults = 5 }
      let camper = try desk.campers.addCamper("Long", phoneNumber: nil)
      for needs: (inout WaitlistWish) -> Void in [
        { $0.party.vehicleLength = 38 }, { $0.party.pets = 1 },
      ] {
        var wish = WaitlistWish(dates: try stay("2026-07-01", "2026-07-02"))
        needs(&wish)
        assertBreaks("no campsite meets these needs") {
          try desk.waitlist.add(wish, for: camper)
        }
      }
      // The RV site takes four; a tent site without a limit takes any number.
      XCTAssertEqual(try desk.reservations.cancel(codes[1]).offers.map(\.entry), [amperes.code])
      XCTAssertEqual(try desk.reservations.cancel(codes[0]).offers.map(\.entry), [people.code])
      XCTAssertEqual(people.offer?.siteName, "T1")
    }
  }

  func testWhateverFreesANightOffersIt() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let other = try desk.sites.add("16", features: CampSiteFeatures(type: .cabin))
      let frees: [(String, (String) throws -> StayChange)] = [
        ("shorten", { try desk.reservations.shorten($0, by: 1) }),
        ("dates", { try desk.reservations.changeDates($0, to: stay("2026-09-01", "2026-09-02")) }),
        ("move", { try desk.reservations.move($0, to: other) }),
        ("no-show", { try desk.reservations(at: evening("2026-07-01")).noShow($0) }),
        (
          "check-out",
          {
            let service = try desk.reservations(on: "2026-07-01")
            try service.checkIn($0)
            return try service.checkOut($0)
          }
        ),
      ]
      for (name, free) in frees {
        let code = try reserve(desk, site, "2026-07-01", "2026-07-03")
        let entry = try wait(desk, name, "2026-07-02", "2026-07-03")
        let offers = try free(code).offers
        // The move leaves the cabin taken, and the entry gets the site that is left.
        XCTAssertEqual(offers.map(\.entry), [entry.code], name)
        XCTAssertEqual(offers.map(\.site), ["15"], name)
        try desk.waitlist.withdraw(entry.code)
        XCTAssertEqual(entry.statusAtNoon, .withdrawn, name)
        try desk.reservations.expireOverdue()
        for stay in site.reservations where stay.state == .reserved {
          try desk.reservations.cancel(stay.code)
        }
      }
    }
  }

  func testASiteThatIsOpenedAgainIsOffered() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let block = try desk.blocks.block(
        site, stay("2026-07-01", "2026-07-04"), reason: "new hookup"
      ).block
      let entry = try wait(desk, "Rivera", "2026-07-02", "2026-07-03")
      XCTAssertEqual(try desk.blocks.delete(block).map(\.entry), [entry.code])
      XCTAssertEqual(entry.offer?.nights.count, 1)
      XCTAssertEqual(try desk.count(ReservationNight.self), 1)
    }
  }

  func testTheNightlyRoutineOffersWhatItFrees() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try XCTUnwrap(site.campground).timeZone = .gmt
      try desk.stack.mainContext.saveThrough()
      _ = try reserve(desk, site, "2026-07-01", "2026-07-05")
      let entry = try wait(desk, "Rivera", "2026-07-02", "2026-07-04")
      let past = try wait(desk, "Okafor", "2026-07-01", "2026-07-02")
      let night = FolioService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: FixedClock(try noon("2026-07-02")))
      XCTAssertEqual(try night.runNightly().noShows, ["R-1"])
      XCTAssertEqual(try entry.status(at: noon("2026-07-02")), .offered)
      XCTAssertEqual(try past.status(at: noon("2026-07-02")), .lapsed)
      // The offer ends, and the arrival is past.
      let next = FolioService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: FixedClock(try noon("2026-07-03")))
      XCTAssertEqual(try next.runNightly().expiredHolds, ["R-2"])
      XCTAssertEqual(try entry.status(at: noon("2026-07-03")), .lapsed)
    }
  }

  func testAStayRuleKeepsASiteFromBeingOffered() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let code = try reserve(desk, site, "2026-07-01", "2026-07-05")
      let short = try wait(desk, "Rivera", "2026-07-01", "2026-07-02")
      let long = try wait(desk, "Okafor", "2026-07-01", "2026-07-04")
      _ = try desk.rules.add("Three nights", StayRulePlan(.minimumPerNight, 3))
      XCTAssertEqual(try desk.reservations.cancel(code).offers.map(\.entry), [long.code])
      XCTAssertEqual(short.statusAtNoon, .waiting)
    }
  }

  func testAPreviewOffersNothing() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let code = try reserve(desk, site, "2026-07-01", "2026-07-04")
      let entry = try wait(desk, "Rivera", "2026-07-01", "2026-07-03")
      let shown = try desk.reservations.preview { try $0.cancel(code) }
      XCTAssertEqual(shown.offers.map(\.entry), ["W-1"])
      XCTAssertEqual(entry.statusAtNoon, .waiting)
      XCTAssertEqual(try desk.count(Reservation.self), 1)
      // What was shown holds although the offer ends a minute later.
      let later = desk.reservations(at: TestStoreStack.noon.addingTimeInterval(60))
      XCTAssertEqual(try later.accepting(shown).cancel(code).offers.map(\.entry), ["W-1"])
    }
  }

  // MARK: Offers that come to nothing

  func testAnOfferThatEndsGoesToTheNextAndItsEntryKeepsItsPlaceInLine() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let code = try reserve(desk, site, "2026-07-01", "2026-07-04")
      let first = try wait(desk, "Rivera", "2026-07-01", "2026-07-03")
      let second = try wait(desk, "Okafor", "2026-07-01", "2026-07-03")
      try desk.reservations.cancel(code)
      let end = WallTime(
        TestStoreStack.noon.addingTimeInterval(86_400),
        in: try XCTUnwrap(site.campground).timeZone)
      assertBreaks("hold R-2 expired at \(end)") {
        try waitlist(desk, minutes: 1_440).accept("W-1")
      }

      let next = TestStoreStack.noon.addingTimeInterval(90_000)
      let changes = try desk.reservations(at: next).expireOverdue()
      XCTAssertEqual(changes.map(\.code), ["R-2"])
      XCTAssertEqual(changes.flatMap(\.offers).map(\.entry), ["W-2"])
      XCTAssertEqual([first, second].map { $0.status(at: next) }, [.waiting, .offered])
      XCTAssertEqual(first.createdAt, TestStoreStack.noon)
      XCTAssertEqual(try desk.waitlist.entries().map(\.code), ["W-1", "W-2"])

      // Both were offered these nights on this site; neither is offered them again.
      let last = desk.reservations(at: next.addingTimeInterval(90_000))
      XCTAssertEqual(try last.expireOverdue().flatMap(\.offers), [])
      XCTAssertEqual(try waitlist(desk, minutes: 6_000).offer(), [])
    }
  }

  func testWhoTakesNightsOfAnOfferThatIsOverPutsItsEntryBackInLine() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let code = try reserve(desk, site, "2026-07-01", "2026-07-04")
      let entry = try wait(desk, "Rivera", "2026-07-01", "2026-07-03")
      try desk.reservations.cancel(code)
      let later = desk.reservations(at: TestStoreStack.noon.addingTimeInterval(86_400))
      _ = try later.reserve(site, for: nil, dates: stay("2026-07-02", "2026-07-03"))
      XCTAssertEqual(entry.statusAtNoon, .waiting)
      XCTAssertEqual(entry.offer?.state, .expired)
    }
  }

  func testWhoIsWithdrawnLeavesTheOfferToTheNext() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let code = try reserve(desk, site, "2026-07-01", "2026-07-04")
      let first = try wait(desk, "Rivera", "2026-07-01", "2026-07-03")
      _ = try wait(desk, "Okafor", "2026-07-01", "2026-07-03")
      try desk.reservations.cancel(code)
      XCTAssertEqual(try desk.waitlist.withdraw("W-1").map(\.entry), ["W-2"])
      XCTAssertEqual(first.statusAtNoon, .withdrawn)
      XCTAssertEqual(first.offer?.state, .expired)
      assertBreaks("W-1 is withdrawn and no longer waiting") {
        try desk.waitlist.withdraw("W-1")
      }
      XCTAssertEqual(try desk.waitlist.entries(.withdrawn).map(\.code), ["W-1"])
    }
  }

  func testAnOfferIsTakenOrDeclinedAsAnyHold() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let code = try reserve(desk, site, "2026-07-01", "2026-07-04")
      let first = try wait(desk, "Rivera", "2026-07-01", "2026-07-03")
      let second = try wait(desk, "Okafor", "2026-07-01", "2026-07-03")
      try desk.reservations.cancel(code)
      XCTAssertEqual(try desk.reservations.expire("R-2").offers.map(\.entry), ["W-2"])
      XCTAssertEqual(first.statusAtNoon, .waiting)
      try desk.reservations.reserve("R-3")
      XCTAssertEqual(second.statusAtNoon, .booked)
      // Who had the stay and gives it up waits no more, and the first did not want it.
      XCTAssertEqual(try desk.reservations.cancel("R-3").offers, [])
      XCTAssertEqual(second.statusAtNoon, .booked)
    }
  }

  // MARK: Time

  func testWhoWaitsForAnArrivalThatIsPastWaitsNoMore() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try XCTUnwrap(site.campground).timeZone = .gmt
      try desk.stack.mainContext.saveThrough()
      let code = try reserve(desk, site, "2026-07-01", "2026-07-10")
      let entry = try wait(desk, "Rivera", "2026-07-02", "2026-07-05")
      XCTAssertEqual(try entry.status(at: noon("2026-07-02")), .waiting)
      let service = try desk.reservations(on: "2026-07-03")
      XCTAssertEqual(try service.cancel(code).offers, [])
      XCTAssertEqual(try entry.status(at: noon("2026-07-03")), .lapsed)
      let past = try stay("2026-06-14", "2026-06-20")
      let camper = try desk.campers.addCamper("Okafor", phoneNumber: nil)
      assertBreaks("arrival 2026-06-14 is in the past; today is 2026-06-15") {
        try desk.waitlist.add(WaitlistWish(dates: past), for: camper)
      }
      XCTAssertEqual(try wait(desk, "Ada", "2026-06-15", "2026-06-20").statusAtNoon, .waiting)
    }
  }

  func testWhatIsFreeIsOfferedToAllWhoWait() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15", features: CampSiteFeatures(vehicleLength: 40))
      _ = try desk.sites.add("16", features: CampSiteFeatures(vehicleLength: 30))
      let first = try wait(desk, "Rivera", "2026-07-01", "2026-07-03") {
        $0.party.vehicleLength = 25
      }
      let second = try wait(desk, "Okafor", "2026-07-02", "2026-07-04")
      let third = try wait(desk, "Ada", "2026-07-02", "2026-07-03")
      XCTAssertEqual(try desk.waitlist.offer().map(\.entry), ["W-1", "W-2"])
      // The smallest site that is long enough.
      XCTAssertEqual(first.offer?.siteName, "16")
      XCTAssertEqual(second.offer?.siteName, "15")
      XCTAssertEqual(third.statusAtNoon, .waiting)
      XCTAssertEqual(try desk.waitlist.offer(), [])
      // Both offers run out; the third gets one of the sites, and nobody else is left in line.
      XCTAssertEqual(try waitlist(desk, minutes: 1_450).offer().map(\.entry), ["W-3"])
    }
  }

  // MARK: Nobody waits for what is free

  func testWhileASiteThatFitsIsFreeItIsNamedAndNobodyWaits() async throws {
    try await eachStore { desk in
      for name in ["14", "15", "16"] {
        _ = try desk.sites.add(
          name, features: CampSiteFeatures(type: name == "16" ? .tent : .rv), rate: 40)
      }
      let camper = try desk.campers.addCamper("Rivera", phoneNumber: nil)
      let dates = try stay("2026-07-01", "2026-07-03")
      var wish = WaitlistWish(dates: dates)
      wish.type = .rv
      XCTAssertThrowsError(try desk.waitlist.add(wish, for: camper)) {
        XCTAssertEqual("\($0)", "sites 14, 15 are free for 2026-07-01 to 2026-07-03")
      }
      _ = try reserve(desk, desk.sites.find("14"), "2026-07-02", "2026-07-04")
      assertBreaks("site 15 is free for \(dates)") {
        try desk.waitlist.add(wish, for: camper)
      }
      XCTAssertEqual(try desk.count(WaitlistEntry.self), 0)
      // A rule about stays is in the way just as a guest is.
      try desk.rules.add("Long", StayRulePlan(.minimumPerNight, 3))
      XCTAssertEqual(try desk.waitlist.add(wish, for: camper).code, "W-1")
      try desk.waitlist.withdraw("W-1")
      try desk.rules.delete(desk.rules.find("Long"))
      XCTAssertEqual(try desk.waitlist.add(wish, for: camper, anyway: true).code, "W-2")
    }
  }

  func testWhoWaitsInAScratchPadHasAProvisionalCode() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try reserve(desk, site, "2026-07-01", "2026-07-09")
      let pad = desk.scratchPad()
      let campers = try ["Ada", "Ben", "Cleo"].map {
        try desk.campers.addCamper($0, phoneNumber: nil)
      }
      let dates = try stay("2026-07-01", "2026-07-03")
      let codes = try campers.map { camper in
        try pad.perform("add") { try $0.waitlist.add(WaitlistWish(dates: dates), for: camper).code }
      }
      XCTAssertEqual(codes, ["W-new1", "W-new2", "W-new3"])
      try pad.perform("withdraw") { try $0.waitlist.withdraw("w-new2") }
      XCTAssertEqual(
        try pad.save()?.codes.map { "\($0.placeholder) \($0.final)" },
        ["W-new1 W-1", "W-new2 W-2", "W-new3 W-3"])
      XCTAssertEqual(try desk.waitlist.entries().map(\.code), ["W-1", "W-3"])
    }
  }

  // MARK: Bad input

  func testAWishThatCannotBeIsRefused() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15")
      let entry = try wait(desk, "Rivera", "2026-07-01", "2026-07-03")
      let camper = try XCTUnwrap(entry.camper)
      assertBreaks("Rivera is already waiting for some of these nights, as W-1") {
        try desk.waitlist.add(WaitlistWish(dates: stay("2026-07-02", "2026-07-04")), for: camper)
      }
      let dates = try stay("2026-08-01", "2026-08-02")
      for people in [Int.min, 0, 10_001, Int.max] {
        assertBreaks(.outOfRange("party", value: people, allowed: 1...10_000)) {
          try desk.waitlist.add(
            WaitlistWish(dates: dates, party: Party(adults: people)), for: camper)
        }
      }
      var wish = WaitlistWish(dates: dates)
      wish.party.vehicleLength = -1
      assertBreaks(.outOfRange("length", value: -1, allowed: 1...1_000)) {
        try desk.waitlist.add(wish, for: camper)
      }
      wish = WaitlistWish(dates: dates)
      wish.party.pets = -1
      assertBreaks(.outOfRange("pets", value: -1, allowed: 0...1_000)) {
        try desk.waitlist.add(wish, for: camper)
      }
      wish = WaitlistWish(dates: dates)
      wish.loop = "a\nb"
      assertBreaks(
        .invalidValue,
        "the text of a loop must be one line, without line breaks or control characters"
      ) { try desk.waitlist.add(wish, for: camper) }
      assertBreaks(.stayTooLong(nights: 1_096, most: 1_000)) {
        try desk.waitlist.add(WaitlistWish(dates: stay("2026-07-01", "2029-07-01")), for: camper)
      }
      for code in ["W-9", "W-0", "W--1", "", "W-", "R-1", "W-99999999999999999999"] {
        assertBreaks(.unknown, "no waitlist entry \(code)") {
          try desk.waitlist.find(code)
        }
      }
      XCTAssertEqual(try desk.count(WaitlistEntry.self), 1)
      XCTAssertFalse(desk.stack.mainContext.hasChanges)
    }
  }

  // MARK: Two programs

  func testTwoProgramsThatFreeSitesAtOnceMakeOneOfferToOneEntry() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let mine = try otherDesk(on: file)
    let sites = try [mine.sites.add("15"), mine.sites.add("16")]
    let codes = try sites.map { try reserve(mine, $0, "2026-07-01", "2026-07-03") }
    let other = try otherDesk(on: file)
    // The other program knows the entry as one that waits, and is told nothing of what follows.
    let entry = try wait(mine, "Rivera", "2026-07-01", "2026-07-03")
    let known = try other.waitlist.find(entry.code)
    XCTAssertEqual(known.statusAtNoon, .waiting)
    _ = try other.find(codes[1])
    XCTAssertEqual(try mine.reservations.cancel(codes[0]).offers.map(\.entry), ["W-1"])
    XCTAssertEqual(try other.reservations.cancel(codes[1]).offers, [])
    try mine.stack.close()
    try other.stack.close()
    XCTAssertEqual(
      try StoreShell(file).rows(
        "SELECT count(*) FROM ZRESERVATION WHERE ZSTATUS = 'Hold'"), ["1"])
  }

  func testAnOfferKeepsWhatWasWaitedFor() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add(
        "15",
        features: CampSiteFeatures(
          electricity: .amperes(50), water: true, sewer: true, people: 4, vehicles: 2,
          petsAllowed: true))
      let code = try reserve(desk, site, "2026-07-01", "2026-07-04")
      let thirsty = try wait(desk, "Rivera", "2026-07-01", "2026-07-03") {
        $0.party.amperage = 30
        $0.party.needsWater = true
        $0.party.needsSewer = true
        $0.party.vehicles = 2
        $0.party.pets = 3
      }
      try desk.reservations.cancel(code)
      XCTAssertEqual(
        thirsty.offer?.party,
        Party(vehicles: 2, pets: 3, amperage: 30, needsWater: true, needsSewer: true))
    }
  }
}
