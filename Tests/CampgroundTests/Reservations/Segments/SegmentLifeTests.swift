import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Arriving, leaving, other dates and calling off, with a stay on several campsites: R-1 on 15 for two
/// nights from June 20 on, then on 16 for three. The clock of a desk stands at noon of 2026-06-15.
@MainActor
final class SegmentLifeTests: XCTestCase {
  // MARK: Arriving and leaving

  func testTheGuestIsOnTheSiteOfTheNight() async throws {
    try await eachStore { desk in
      let (first, second, _) = try desk.splitStay()
      // Who arrives on the day of the change has the site that is left, and not the other one.
      _ = try desk.reservations.reserve(first, for: nil, dates: stay("2026-06-22", "2026-06-24"))
      _ = try desk.reservations.reserve(second, for: nil, dates: stay("2026-06-20", "2026-06-22"))
      let arrival = try desk.reservations(on: "2026-06-20")
      try arrival.checkIn("R-1")
      try arrival.checkIn("R-3")
      let change = try desk.reservations(on: "2026-06-22")
      try change.checkIn("R-2")
      XCTAssertEqual(try change.inHouse(on: day("2026-06-22")).map(\.code), ["R-2", "R-1", "R-3"])
      try desk.reservations(on: "2026-06-25").checkOut("R-1")
      XCTAssertEqual(
        try desk.story.first, "R-1 CheckedOut 15, then 16 from 2026-06-22 06-20…06-25 $245.00")
      XCTAssertEqual(try desk.folios.balance(of: desk.find("R-1")).charged, try usd("245"))
    }
  }

  func testWhoComesLateFindsTheSiteOfTheDay() async throws {
    try await eachStore { desk in
      let (_, second, _) = try desk.splitStay()
      _ = try desk.reservations.reserve(second, for: nil, dates: stay("2026-06-20", "2026-06-22"))
      try desk.reservations(on: "2026-06-20").checkIn("R-2")
      assertBreaks("R-2 is still on site 16") {
        try desk.reservations(on: "2026-06-22").checkIn("R-1")
      }
      try desk.reservations(on: "2026-06-22").checkOut("R-2")
      try desk.reservations(on: "2026-06-22").checkIn("R-1")
      XCTAssertEqual(try desk.find("R-1").state, .checkedIn)
    }
  }

  func testAnEarlyDepartureFreesTheRestOnEachSiteAndIsSettledOnce() async throws {
    try await eachStore { desk in
      try desk.policies.add(
        "Standard", PolicyPlan(steps: PolicyPlan.steps(parsing: "0+ nights 1 fee 10")))
      try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      try desk.reservations(on: "2026-06-21").checkOut("R-1")
      // The night stayed, the next one as the policy keeps it, and the fee.
      XCTAssertEqual(try desk.story, ["R-1 CheckedOut 15 06-20…06-21 $90.00"])
      XCTAssertEqual(try desk.takenNights, ["15 on 2026-06-20"])
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$90.00")
      // The other site never had the guest.
      let late = try desk.reservations(on: "2026-06-21")
      XCTAssertEqual(try late.reservations(site: desk.sites.find("16")), [])
    }
  }

  func testACheckOutThatIsUndonePutsTheGuestBackOnEachSite() async throws {
    try await eachStore { desk in
      let (_, second, _) = try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      let before = (try desk.story, try desk.takenNights)
      let leaving = try desk.reservations(on: "2026-06-21")
      try leaving.checkOut("R-1")
      let other = try leaving.reserve(second, for: nil, dates: stay("2026-06-23", "2026-06-24"))
      XCTAssertThrowsError(try leaving.undoCheckOut("R-1")) {
        XCTAssertEqual(reason(of: $0)?.code, .siteTaken)
        XCTAssertEqual(reason(of: $0)?.about.first, .site("16"))
      }
      try leaving.cancel(other.code)
      try leaving.undoCheckOut("R-1")
      XCTAssertEqual(try desk.story.first, before.0.first)
      XCTAssertEqual(try desk.takenNights, before.1)
      XCTAssertEqual(try desk.find("R-1").segments.filter(\.isGivenUp), [])
    }
  }

  func testAnEarlyArrivalIsOnTheFirstSite() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      let early = try desk.reservations(on: "2026-06-18")
      try early.checkIn("R-1", early: true)
      XCTAssertEqual(
        try desk.story, ["R-1 CheckedIn 15, then 16 from 2026-06-22 06-18…06-25 $325.00"])
      try early.undoCheckIn("R-1")
      XCTAssertEqual(
        try desk.story, ["R-1 Reserved 15, then 16 from 2026-06-22 06-20…06-25 $245.00"])
      XCTAssertEqual(try desk.takenNights.count, 5)
    }
  }

  // MARK: Calling off

  /// Five nights at 40.00 on two sites and a booking fee of 8.00.
  private func fortyANight(_ desk: TestDesk) throws {
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
  func testCancelingCountsNoticeFromTheArrival() async throws {
    for (today, kept) in [
      ("2026-06-16", "$8.00"), ("2026-06-18", "$8.00"), ("2026-06-19", "$48.00"),
      ("2026-06-23", "$48.00"), ("2026-06-24", "$208.00"),
    ] {
      try await eachStore { desk in
        try fortyANight(desk)
        let change = try desk.reservations(on: today).cancel("R-1", reason: "ill")
        XCTAssertEqual("\(change.balance.due)", kept, today)
        XCTAssertEqual(try desk.takenNights, [])
        XCTAssertEqual(change.freedNights.map(\.site), ["15", "15", "16", "16", "16"])
      }
    }
  }

  func testANoShowIsThatOfTheWholeStay() async throws {
    try await eachStore { desk in
      try fortyANight(desk)
      let report = try desk.folios(on: "2026-06-28").runNightly()
      XCTAssertEqual(report.noShows, ["R-1"])
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$208.00")
      XCTAssertEqual(try desk.takenNights, [])
      XCTAssertEqual(try desk.folios(on: "2026-06-28").runNightly().noShows, [])
    }
  }

  func testAStayIsValidAgainOnlyWhereEveryNightOnEachSiteIsFree() async throws {
    try await eachStore { desk in
      try fortyANight(desk)
      try desk.reservations(on: "2026-06-24").cancel("R-1")
      let taken = try desk.reservations.reserve(
        desk.sites.find("16"), for: nil, dates: stay("2026-06-29", "2026-07-01"))
      let before = (try desk.story, try desk.takenNights)
      XCTAssertThrowsError(try desk.reservations(on: "2026-06-24").reinstate("R-1")) {
        XCTAssertEqual(reason(of: $0)?.code, .siteTaken)
        XCTAssertEqual(reason(of: $0)?.about.first, .site("16"))
      }
      XCTAssertEqual(try desk.story, before.0)
      XCTAssertEqual(try desk.takenNights, before.1)
      try desk.reservations(on: "2026-06-24").cancel(taken.code)
      let change = try desk.reservations(on: "2026-06-24").reinstate("R-1")
      XCTAssertEqual(change.after.siteWords, "15, then 16 from 2026-06-27")
      XCTAssertEqual(change.balance.due, try usd("208"))
      XCTAssertEqual(try desk.takenNights.count, 5)
    }
  }

  // MARK: Dates

  func testAddedNightsAreOnTheFirstAndOnTheLastSite() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations.extend("R-1", by: 2)
      XCTAssertEqual(
        try desk.story, ["R-1 Reserved 15, then 16 from 2026-06-22 06-20…06-27 $355.00"])
      try desk.reservations.changeDates("R-1", to: stay("2026-06-18", "2026-06-24"))
      XCTAssertEqual(
        try desk.story, ["R-1 Reserved 15, then 16 from 2026-06-22 06-18…06-24 $270.00"])
    }
  }

  func testNightsThatAreGivenUpTakeTheirSiteAlong() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations.shorten("R-1", by: 3)
      XCTAssertEqual(try desk.story, ["R-1 Reserved 15 06-20…06-22 $80.00"])
      try desk.reservations.extend("R-1", by: 1)
      XCTAssertEqual(try desk.story, ["R-1 Reserved 15 06-20…06-23 $120.00"])
    }
  }

  func testASplitStayChangesItsDatesAsAnyOther() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      // The first site has no night left of it.
      try desk.reservations.changeDates("R-1", to: stay("2026-06-22", "2026-06-27"))
      XCTAssertEqual(try desk.story, ["R-1 Reserved 16 06-22…06-27 $275.00"])
      try desk.reservations.cancel("R-1")
      try desk.reserve(
        desk.sites.find("15"), then: desk.sites.find("16"),
        for: XCTUnwrap(desk.find("R-1").camper))
      // Without a common night the site changes as many nights after the arrival as before.
      try desk.reservations.changeDates("R-2", to: stay("2026-07-10", "2026-07-15"))
      XCTAssertEqual(
        try desk.story.last, "R-2 Reserved 15, then 16 from 2026-07-12 07-10…07-15 $245.00")
      try desk.reservations.changeDates("R-2", to: stay("2026-08-01", "2026-08-02"))
      XCTAssertEqual(try desk.story.last, "R-2 Reserved 15 08-01…08-02 $40.00")
    }
  }

  func testAWholeStayIsNoLongerThanAnyOther() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      let arrival = try day("2026-06-20")
      let most = ReservationService.mostNights
      var booking = Booking(
        first, for: guest, dates: try StayDates(arrival: arrival, nights: most - 1))
      booking.siteChanges = [SiteChange(on: arrival.advanced(by: 300), to: second)]
      try desk.reservations.book(booking)
      assertBreaks(.stayTooLong(nights: most + 1, most: most)) {
        try desk.reservations.extend("R-1", by: 2)
      }
      try desk.reservations.extend("R-1", by: 1)
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
      let changes = try book.siteChanges(on: day("2026-06-22"))
      XCTAssertEqual(
        changes.map { "\($0.stay.code) \($0.from.name ?? "") to \($0.to.name ?? "")" },
        ["R-1 15 to 16"])
      XCTAssertEqual(try book.siteChanges(on: day("2026-06-20")).count, 0)
      XCTAssertEqual(codes(try book.departures(on: day("2026-06-22"))), [])
      XCTAssertEqual(codes(try book.departures(on: day("2026-06-25"))), ["R-1"])
      XCTAssertEqual(codes(try book.inHouse(on: day("2026-06-22"))), ["R-1"])
      for site in ["15", "16"] {
        XCTAssertEqual(codes(try book.reservations(site: desk.sites.find(site))), ["R-1"], site)
        XCTAssertEqual(codes(try desk.sites.openStays(on: desk.sites.find(site))), ["R-1"], site)
      }
      try book.cancel("R-1")
      XCTAssertEqual(try book.siteChanges(on: day("2026-06-22")).count, 0)
    }
  }

  func testASiteOfASplitStayIsNeitherDeletedNorRetired() async throws {
    try await eachStore { desk in
      let (first, second, _) = try desk.splitStay()
      for site in [first, second] {
        assertBreaks(.siteHasReservations(site.name, codes: ["R-1"])) {
          try desk.sites.delete(site)
        }
        assertBreaks(.siteHasReservations(site.name, codes: ["R-1"])) {
          try desk.sites.retire(site, from: day("2026-06-21"))
        }
      }
      // Site 15 is free from the day of the change on.
      try desk.sites.retire(first, from: day("2026-06-22"))
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      try desk.reservations(on: "2026-06-25").checkOut("R-1")
      let late = try desk.sites(on: "2026-06-26")
      try late.delete(first)
      XCTAssertEqual(try desk.find("R-1").siteWords, "15, then 16 from 2026-06-22")
      try late.delete(second)
      XCTAssertEqual(try desk.find("R-1").siteWords, "15, then 16 from 2026-06-22")
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
      XCTAssertEqual(group.stays.map(\.code), ["R-1", "R-2"])
      // 2 × 40 + 3 × 55, and 5 × 40.
      XCTAssertEqual(try desk.folios.balance(of: group).due, try usd("445"))
      XCTAssertEqual(
        try desk.folios.pay(445, by: .check, forGroup: group).map(\.amount),
        [try usd("245"), try usd("200")])
      try desk.reservations(on: "2026-06-20").checkInGroup("Scouts")
      let left = try desk.reservations(on: "2026-06-25").checkOutGroup("Scouts")
      XCTAssertEqual(left.map(\.code).sorted(), ["R-1", "R-2"])
      XCTAssertEqual("\(try desk.folios.balance(of: group))", "paid in full")
    }
  }

  func testWhatAStayGivesUpOnAnySiteIsOfferedToWhoWaits() async throws {
    let calls: [(String, (TestDesk) throws -> StayChange)] = [
      ("shorten", { try $0.reservations.shorten("R-1", by: 1) }),
      ("move", { try $0.reservations.move("R-1", to: $0.sites.find("15")) }),
      (
        "split",
        { try $0.reservations.split("R-1", on: day("2026-06-24"), to: $0.sites.find("17")) }
      ),
    ]
    for (name, call) in calls {
      try await eachStore { desk in
        try desk.splitStay()
        _ = try desk.sites.add("17", features: CampSiteFeatures(people: 1))
        let waiting = try desk.campers.addCamper("Ben Okafor", phoneNumber: nil)
        // The last night, on site 16; only that is for two.
        let wish = WaitlistWish(
          dates: try stay("2026-06-24", "2026-06-25"), party: Party(adults: 2))
        _ = try desk.waitlist.add(wish, for: waiting, anyway: true)
        XCTAssertEqual(try call(desk).offers.map(\.site), ["16"], name)
        XCTAssertEqual(try desk.takenNights.filter { $0 == "16 on 2026-06-24" }.count, 1, name)
      }
    }
  }

  // MARK: Days

  func testDaysAreClosedWithTheNightsOfEachSite() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      for date in ["2026-06-21", "2026-06-22", "2026-06-23", "2026-06-24", "2026-06-25"] {
        XCTAssertTrue(try desk.folios(on: date).runNightly(closing: true).isDayClosed, date)
      }
      try desk.reservations(on: "2026-06-25").checkOut("R-1")
      let days = try desk.folios.closedDays().rows.sorted { $0.date < $1.date }
      XCTAssertEqual(
        days.map(\.charged.description),
        ["$40.00", "$40.00"] + Array(repeating: "$55.00", count: 3))
      XCTAssertEqual(days.map(\.nightsSold), [1, 1, 1, 1, 1])
    }
  }

  func testAMeterIsPaidByWhoIsOnItsSite() async throws {
    try await eachStore { desk in
      let (first, second, _) = try desk.splitStay()
      try desk.folios.setMeterRate(.electricity, price: 1, unit: "kWh")
      for site in [first, second] {
        _ = try desk.folios.readMeter(.electricity, of: site, showing: 100)
      }
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      let before = try desk.folios(on: "2026-06-21")
        .readMeter(.electricity, of: first, showing: 110)
      XCTAssertEqual(before.reservation?.code, "R-1")
      // On the other site nobody is yet.
      XCTAssertNil(
        try desk.folios(on: "2026-06-21").readMeter(.electricity, of: second, showing: 100)
          .reservation)
      let after = try desk.folios(on: "2026-06-24")
        .readMeter(.electricity, of: second, showing: 107)
      XCTAssertEqual(after.reservation?.code, "R-1")
      XCTAssertEqual(try desk.folios.balance(of: desk.find("R-1")).charged, try usd("17"))
    }
  }

  func testAStayOnSeveralSitesIsOnOnePaper() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      let paper = try desk.folios.confirmation(of: desk.find("R-1"))
      XCTAssertEqual(
        paper.facts.first { $0.name == "Sites" }?.values,
        ["15, 2026-06-20 to 2026-06-22", "16, 2026-06-22 to 2026-06-25"])
      XCTAssertEqual(paper.sections.flatMap(\.lines).map(\.amount.amount), [40, 40, 55, 55, 55])
    }
  }

  func testAnImportedStayIsSplitWithoutAnotherPrice() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 50)
      let other = try desk.sites.add("16", rate: 50)
      _ = try ReservationImporter(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock
      ).importReservations(
        from: Data("site,arrival,departure\n15,2026-06-20,2026-06-23\n".utf8),
        options: ImportOptions(createsMissing: true))
      // A rate that was raised meanwhile changes nothing.
      for site in [site, other] { try desk.sites.edit(site, rate: 80) }
      let change = try desk.reservations.split("R-1", on: day("2026-06-21"), to: other)
      XCTAssertEqual(change.difference, try usd("0"))
      XCTAssertEqual(
        try desk.story, ["R-1 Reserved 15, then 16 from 2026-06-21 06-20…06-23 $150.00"])
    }
  }
}
