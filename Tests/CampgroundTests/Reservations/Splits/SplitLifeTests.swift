import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Arriving, changing over, leaving and calling off, with stays on several campsites.
@MainActor
final class SplitLifeTests: XCTestCase {
  // MARK: Changing over

  func testOneCheckInEndsThePartBeforeAndBeginsTheNext() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      try desk.folios(on: "2026-06-22").runNightly()
      let change = try desk.reservations(on: "2026-06-22").checkIn("R-2")
      XCTAssertEqual(
        try desk.story,
        ["R-1 CheckedOut 15 06-20…06-22 $80.00", "R-2 CheckedIn 16 06-22…06-25 $165.00"])
      XCTAssertEqual(change.parts.map(\.after.status), [.checkedOut, .checkedIn])
      XCTAssertEqual(change.freedNights, [])
      // Two nights are charged, three to come.
      XCTAssertEqual(change.balance.charged, try usd("80"))
      XCTAssertEqual(change.balance.toCome, try usd("165"))
      try desk.folios(on: "2026-06-25").runNightly()
      try desk.reservations(on: "2026-06-25").checkOut("R-2")
      XCTAssertEqual(try desk.folios.balance(of: desk.find("R-1")).charged, try usd("245"))
      XCTAssertEqual(try desk.count(Folio.self), 1)
      XCTAssertEqual(try desk.count(FolioEntry.self), 5)
    }
  }

  func testAPartThatEndsOnItsDayIsNoEarlyDeparture() async throws {
    try await eachStore { desk in
      try desk.policies.add("Strict", PolicyPlan(steps: PolicyPlan.steps(parsing: "0+ all fee 30")))
      try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      let change = try desk.reservations(on: "2026-06-22").checkOut("R-1")
      XCTAssertEqual(change.balance.due, try usd("245"))
      XCTAssertEqual(
        try desk.story,
        ["R-1 CheckedOut 15 06-20…06-22 $80.00", "R-2 Reserved 16 06-22…06-25 $165.00"])
      try desk.reservations(on: "2026-06-22").checkIn("R-2")
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$245.00")
    }
  }

  func testALaterPartComesNeitherFirstNorEarly() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      assertBreaks(.partBefore("R-2", before: "R-1")) {
        try desk.reservations(on: "2026-06-22").checkIn("R-2")
      }
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      for isEarly in [false, true] {
        assertBreaks(
          .changesLater("R-2", on: try day("2026-06-22"), today: try day("2026-06-21"))
        ) {
          try desk.reservations(on: "2026-06-21").checkIn("R-2", early: isEarly)
        }
      }
      XCTAssertEqual(try desk.find("R-1").state, .checkedIn)
    }
  }

  func testAnEarlyDepartureFreesThisAndTheLaterPartsAndIsSettledOnce() async throws {
    try await eachStore { desk in
      try desk.policies.add(
        "Standard", PolicyPlan(steps: PolicyPlan.steps(parsing: "0+ nights 1 fee 10")))
      try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      try desk.reservations(on: "2026-06-21").checkOut("R-1")
      XCTAssertEqual(
        try desk.story,
        // The night stayed, the next one as the policy keeps it, and the fee.
        ["R-1 CheckedOut 15 06-20…06-21 $90.00", "R-2 Canceled 16 06-22…06-25 $0.00"])
      XCTAssertEqual(try desk.takenNights, ["15 on 2026-06-20"])
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$90.00")
      XCTAssertEqual(try desk.due(desk.find("R-2")), "$90.00")
    }
  }

  // MARK: Calling off

  /// Five nights at 40.00 on two sites and a booking fee of 8.00.
  private func fortyANight(_ desk: Desk) throws {
    try desk.policies.add(
      "Standard", PolicyPlan(steps: PolicyPlan.steps(parsing: "0-1 all, 2-6 nights 1, 7+ nothing")))
    try desk.rates.addFee("Booking", FeePlan(amount: 8))
    let sites = try ["15", "16"].map { try desk.sites.add($0, rate: 40) }
    _ = try desk.reservations.reserve(
      desk.booking(
        sites[0], for: nil, stay("2026-06-25", "2026-06-30"), then: ("2026-06-27", sites[1])))
  }

  // No-show, 5 × 40 + 8: keeps 208. 2 to 6 days before: 48. 0 or 1 day: as
  // a no-show. At least 7: 8.
  func testCancelingAnyPartCancelsTheStayWithTheNoticeOfItsArrival() async throws {
    for (today, kept) in [
      ("2026-06-16", "$8.00"), ("2026-06-18", "$8.00"), ("2026-06-19", "$48.00"),
      ("2026-06-23", "$48.00"), ("2026-06-24", "$208.00"),
    ] {
      try await eachStore { desk in
        try fortyANight(desk)
        let change = try desk.reservations(on: today).cancel("R-2", reason: "ill")
        XCTAssertEqual(
          change.parts.map { "\($0.code) \($0.after.status?.rawValue ?? "")" },
          ["R-1 Canceled", "R-2 Canceled"])
        XCTAssertEqual("\(change.balance.due)", kept, today)
        XCTAssertEqual(try desk.takenNights, [])
        XCTAssertEqual(try desk.find("R-1").reason, "ill")
      }
    }
  }

  func testANoShowIsThatOfTheWholeStay() async throws {
    try await eachStore { desk in
      try fortyANight(desk)
      let report = try desk.folios(on: "2026-06-28").runNightly()
      XCTAssertEqual(report.noShows, ["R-1", "R-2"])
      XCTAssertEqual(try desk.due(desk.find("R-2")), "$208.00")
      XCTAssertEqual(try desk.takenNights, [])
      XCTAssertEqual(try desk.folios(on: "2026-06-28").runNightly().noShows, [])
    }
  }

  func testAGuestWhoIsHereAndChangesTooLateIsNoNoShow() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      XCTAssertEqual(try desk.folios(on: "2026-06-23").runNightly().noShows, [])
      assertBreaks(.guestIsOn("R-2", before: "R-1", site: "15")) {
        try desk.reservations(on: "2026-06-23").noShow("R-2")
      }
      try desk.reservations(on: "2026-06-23").checkIn("R-2")
      XCTAssertEqual(try desk.find("R-2").state, .checkedIn)
    }
  }

  func testWhatIsLeftOfAStayIsCanceledAlone() async throws {
    try await eachStore { desk in
      try fortyANight(desk)
      try desk.reservations(on: "2026-06-25").checkIn("R-1")
      try desk.reservations(on: "2026-06-27").checkOut("R-1")
      // Two nights and the fee, and three nights with no notice left.
      let change = try desk.reservations(on: "2026-06-27").cancel("R-1")
      XCTAssertEqual(change.balance.due, try usd("208"))
      XCTAssertEqual(try desk.find("R-1").state, .checkedOut)
      XCTAssertEqual(try desk.find("R-2").state, .canceled)
      XCTAssertEqual(try desk.takenNights, ["15 on 2026-06-25", "15 on 2026-06-26"])
    }
  }

  func testAStayIsValidAgainOnlyWhereEveryNightOfEveryPartIsFree() async throws {
    try await eachStore { desk in
      try fortyANight(desk)
      try desk.reservations(on: "2026-06-24").cancel("R-1")
      let taken = try desk.reservations.reserve(
        desk.sites.find("16"), for: nil, dates: stay("2026-06-29", "2026-07-01"))
      let before = (try desk.story, try desk.takenNights)
      XCTAssertThrowsError(try desk.reservations(on: "2026-06-24").reinstate("R-1")) {
        guard case CampgroundError.siteTaken("16", _) = $0 else { return XCTFail("\($0)") }
      }
      XCTAssertEqual(try desk.story, before.0)
      XCTAssertEqual(try desk.takenNights, before.1)
      try desk.reservations(on: "2026-06-24").cancel(taken.code)
      let change = try desk.reservations(on: "2026-06-24").reinstate("R-2")
      XCTAssertEqual(change.parts.map(\.after.status), [.reserved, .reserved])
      XCTAssertEqual(change.balance.due, try usd("208"))
      XCTAssertEqual(try desk.takenNights.count, 5)
      XCTAssertEqual(StayChain(of: try desk.find("R-1")).parts.map(\.code), ["R-1", "R-2"])
    }
  }

  // MARK: Dates

  func testAddedNightsAreThoseOfTheLastPartAndAnotherArrivalThatOfTheFirst() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations.extend("R-1", by: 2)
      XCTAssertEqual(
        try desk.story,
        ["R-1 Reserved 15 06-20…06-22 $80.00", "R-2 Reserved 16 06-22…06-27 $275.00"])
      try desk.reservations.changeDates("R-2", to: stay("2026-06-18", "2026-06-24"))
      XCTAssertEqual(
        try desk.story,
        ["R-1 Reserved 15 06-18…06-22 $160.00", "R-2 Reserved 16 06-22…06-24 $110.00"])
    }
  }

  func testShorteningOverAWholePartCancelsThatPart() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      let change = try desk.reservations.shorten("R-1", by: 4)
      XCTAssertEqual(
        try desk.story, ["R-1 Reserved 15 06-20…06-21 $40.00", "R-2 Canceled 16 06-22…06-25 $0.00"])
      XCTAssertEqual(change.balance.due, try usd("40"))
      XCTAssertEqual(try desk.takenNights, ["15 on 2026-06-20"])
      XCTAssertThrowsError(try desk.reservations.shorten("R-1", by: 1))
    }
  }

  func testShorteningByExactlyThePartLeavesTheOther() async throws {
    try await eachStore { desk in
      try desk.rates.addDiscount(
        "Five", DiscountPlan(percent: 10, minimumNights: 5, isAutomatic: true))
      try desk.splitStay()
      XCTAssertEqual(try desk.find("R-1").totalMinor, 7_200)
      try desk.reservations.shorten("R-2", by: 3)
      // Two nights keep the discount with which they were agreed.
      XCTAssertEqual(try desk.story.first, "R-1 Reserved 15 06-20…06-22 $72.00")
    }
  }

  func testDatesThatWouldLeaveAPartWithoutANightAreRefused() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      let before = (try desk.story, try desk.takenNights)
      assertBreaks(
        .withoutNight("R-1", of: try stay("2026-06-20", "2026-06-25"), codes: ["R-1", "R-2"])
      ) {
        try desk.reservations.changeDates("R-1", to: stay("2026-06-22", "2026-06-27"))
      }
      XCTAssertEqual(try desk.story, before.0)
      XCTAssertEqual(try desk.takenNights, before.1)
    }
  }

  func testAPartIsMovedAloneAndNotOntoTheSiteBesideIt() async throws {
    try await eachStore { desk in
      let (first, _, _) = try desk.splitStay()
      let third = try desk.sites.add("17", rate: 60)
      try desk.reservations.move("R-2", to: third)
      XCTAssertEqual(
        try desk.story,
        ["R-1 Reserved 15 06-20…06-22 $80.00", "R-2 Reserved 17 06-22…06-25 $180.00"])
      assertBreaks(.besideItself("R-2", site: "15", other: "R-1")) {
        try desk.reservations.move("R-2", to: first)
      }
    }
  }

  func testTheGuestOfAllPartsIsChanged() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      let other = try desk.campers.addCamper("Ben Okafor", phoneNumber: nil)
      try desk.reservations.edit("R-2", camper: other)
      XCTAssertEqual(try desk.find("R-1").camper?.fullName, "Ben Okafor")
    }
  }

  // MARK: Lists

  func testADaysListsShowAStayOnceAndItsChangeOfSites() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      let book = desk.reservations
      func codes(_ stays: [Reservation]) -> [String] { stays.map(\.code) }
      XCTAssertEqual(codes(try book.arrivals(on: day("2026-06-20"))), ["R-1"])
      XCTAssertEqual(codes(try book.arrivals(on: day("2026-06-22"))), [])
      XCTAssertEqual(codes(try book.siteChanges(on: day("2026-06-22"))), ["R-2"])
      XCTAssertEqual(codes(try book.departures(on: day("2026-06-22"))), [])
      XCTAssertEqual(codes(try book.departures(on: day("2026-06-25"))), ["R-2"])
      XCTAssertEqual(codes(try book.inHouse(on: day("2026-06-22"))), ["R-2"])
      // Who did not come is missed once, by the first part, also when its nights are over.
      XCTAssertEqual(
        codes(try desk.reservations(on: "2026-06-24").arrivals(on: day("2026-06-24"))), ["R-1"])
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      let late = try desk.reservations(on: "2026-06-23")
      XCTAssertEqual(codes(try late.arrivals(on: day("2026-06-23"))), [])
      XCTAssertEqual(codes(try late.departures(on: day("2026-06-23"))), [])
      XCTAssertEqual(codes(try late.siteChanges(on: day("2026-06-23"))), ["R-2"])
      XCTAssertEqual(codes(try late.inHouse(on: day("2026-06-23"))), ["R-1"])
    }
  }

  // MARK: Groups and the waitlist

  func testASplitStayIsOneOfAGroup() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      let third = try desk.sites.add("17", rate: 40)
      let dates = try stay("2026-06-20", "2026-06-25")
      try desk.reservations.bookGroup(
        "Scouts", [first, third].map { Booking($0, for: guest, dates: dates) })
      try desk.reservations.split("R-1", on: day("2026-06-22"), to: second)
      let group = try desk.reservations.group("Scouts")
      XCTAssertEqual(group.stays.map(\.code), ["R-1", "R-2", "R-3"])
      // 2 × 40 + 3 × 55 + 5 × 40.
      XCTAssertEqual(try desk.folios.balance(of: group).due, try usd("445"))
      XCTAssertEqual(try desk.folios.shares(of: 100, in: group).map(\.code), ["R-1", "R-2"])
      let ended = try desk.reservations.cancelGroup("Scouts")
      XCTAssertEqual(ended.flatMap(\.parts).map(\.code).sorted(), ["R-1", "R-2", "R-3"])
      XCTAssertEqual(try desk.takenNights, [])
    }
  }

  func testASplitStayJoinsAndLeavesAGroupAsAWhole() async throws {
    try await eachStore { desk in
      let (_, _, guest) = try desk.splitStay()
      let third = try desk.sites.add("17", rate: 40)
      try desk.reservations.bookGroup(
        "Scouts", [Booking(third, for: guest, dates: stay("2026-06-20", "2026-06-22"))])
      try desk.reservations.join("R-2", group: "Scouts")
      XCTAssertEqual(try desk.reservations.group("Scouts").stays.count, 3)
      try desk.reservations.leaveGroup("R-1")
      XCTAssertEqual(try desk.reservations.group("Scouts").stays.map(\.code), ["R-3"])
    }
  }

  func testWhoWaitsIsOfferedWhatAnyPartGivesUp() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      let waiting = try desk.campers.addCamper("Ben Okafor", phoneNumber: nil)
      // The first night is R-1's on site 15, the second R-2's on site 16.
      _ = try desk.waitlist.add(WaitlistWish(dates: stay("2026-06-21", "2026-06-23")), for: waiting)
      let change = try desk.reservations.cancel("R-1")
      XCTAssertEqual(change.whole.offers.map(\.camper), ["Ben Okafor"])
    }
  }

  func testAGroupArrivesAndLeavesWithAMemberWhoChangesTheSite() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      let third = try desk.sites.add("17", rate: 40)
      let dates = try stay("2026-06-20", "2026-06-25")
      try desk.reservations.bookGroup(
        "Scouts", [first, third].map { Booking($0, for: guest, dates: dates) })
      try desk.reservations.split("R-1", on: day("2026-06-22"), to: second)
      // Who changes the site later is on the first one for now.
      let arrived = try desk.reservations(on: "2026-06-20").checkInGroup("Scouts")
      XCTAssertEqual(arrived.map(\.code), ["R-1", "R-2"])
      XCTAssertEqual(try desk.find("R-3").state, .reserved)
      assertBreaks(.group(.nobodyToCheckIn("Scouts"))) {
        try desk.reservations(on: "2026-06-21").checkInGroup("Scouts")
      }
      let changed = try desk.reservations(on: "2026-06-22").checkInGroup("Scouts")
      XCTAssertEqual(changed.map(\.code), ["R-3"])
      XCTAssertEqual(
        try ["R-1", "R-2", "R-3"].map { try desk.find($0).state },
        [.checkedOut, .checkedIn, .checkedIn])
      // One of two stays: 2 × 40 + 3 × 55, and 5 × 40.
      let group = try desk.reservations.group("Scouts")
      let paid = try desk.folios.pay(445, by: .check, forGroup: group)
      XCTAssertEqual(paid.map(\.amount), [try usd("245"), try usd("200")])
      let left = try desk.reservations(on: "2026-06-25").checkOutGroup("Scouts")
      XCTAssertEqual(left.map(\.code).sorted(), ["R-2", "R-3"])
      XCTAssertEqual("\(try desk.folios.balance(of: group))", "paid in full")
    }
  }

  func testWhatOnePartGivesUpIsOfferedToWhoWaits() async throws {
    let calls: [(String, (Desk) throws -> StayChange)] = [
      ("shorten", { try $0.reservations.shorten("R-1", by: 1) }),
      ("move", { try $0.reservations.move("R-2", to: $0.sites.find("17")) }),
      ("join", { try $0.reservations.join("R-1") }),
      (
        "split",
        { try $0.reservations.split("R-2", on: day("2026-06-24"), to: $0.sites.find("17")) }
      ),
    ]
    for (name, call) in calls {
      try await eachStore { desk in
        try desk.splitStay()
        _ = try desk.sites.add("17", features: CampSiteFeatures(people: 1))
        let waiting = try desk.campers.addCamper("Ben Okafor", phoneNumber: nil)
        // The last night of R-2; only site 16 is for two.
        let wish = WaitlistWish(dates: try stay("2026-06-24", "2026-06-25"), people: 2)
        _ = try desk.waitlist.add(wish, for: waiting, anyway: true)
        let change = try call(desk)
        XCTAssertEqual(change.whole.offers.map(\.site), ["16"], name)
        XCTAssertEqual(try desk.takenNights.filter { $0 == "16 on 2026-06-24" }.count, 1, name)
      }
    }
  }

  // MARK: One piece

  func testAPartThatWasGivenUpIsNotMadeValidAgainBesideTheStay() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations.join("R-1")
      assertBreaks(.givenUp("R-2", of: "R-1")) { try desk.reservations.reinstate("R-2") }
      try desk.reservations.shorten("R-1", by: 3)
      // Now the stay ends where the part begins.
      try desk.reservations.reinstate("R-2")
      XCTAssertEqual(
        try desk.story,
        ["R-1 Reserved 15 06-20…06-22 $80.00", "R-2 Reserved 16 06-22…06-25 $165.00"])
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$245.00")
    }
  }

  func testAPartDoesNotChangePlacesOntoTheSiteBesideIt() async throws {
    try await eachStore { desk in
      let (_, second, _) = try desk.splitStay()
      _ = try desk.reservations.reserve(second, for: nil, dates: stay("2026-06-20", "2026-06-22"))
      assertBreaks(.besideItself("R-1", site: "16", other: "R-2")) {
        try desk.reservations.swap("R-1", with: "R-3")
      }
      // The parts of one stay may change theirs.
      try desk.reservations.cancel("R-3")
      try desk.reservations.swap("R-1", with: "R-2")
      XCTAssertEqual("\(StayChain(of: try desk.find("R-1")))", "16, from 2026-06-22 15")
    }
  }

  func testAGuestWhoIsHereIsNotJoinedOntoASiteWhereAnotherStillIs() async throws {
    try await eachStore { desk in
      let (_, second, _) = try desk.splitStay()
      _ = try desk.reservations.reserve(second, for: nil, dates: stay("2026-06-20", "2026-06-21"))
      let first = try desk.reservations(on: "2026-06-20")
      try first.checkIn("R-1")
      try first.checkIn("R-3")
      let next = try desk.reservations(on: "2026-06-21")
      assertBreaks(.stillOnSite(code: "R-3", site: "16")) { try next.join("R-2") }
      try next.checkOut("R-3")
      try next.join("R-2")
      XCTAssertEqual(try desk.story.first, "R-1 CheckedIn 16 06-20…06-25 $260.00")
    }
  }

  func testReinstatingWhatIsLeftOfAStayShowsWhatChangesAlone() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      let later = try desk.reservations(on: "2026-06-22")
      try later.checkOut("R-1")
      try later.cancel("R-2")
      let change = try later.reinstate("R-2")
      // Three nights of 55; the two that were had are there as before.
      XCTAssertEqual(
        difference(change.whole),
        ["2026-06-22", "2026-06-23", "2026-06-24"].map { "+ \($0) Night $55.00" })
      XCTAssertEqual(change.whole.difference, try usd("165"))
      XCTAssertEqual(change.whole.before?.dates, try stay("2026-06-20", "2026-06-22"))
      XCTAssertEqual(change.whole.after.dates, try stay("2026-06-20", "2026-06-25"))
      XCTAssertEqual(change.whole.takenNights.count, 3)
    }
  }
}
