import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Other dates, another campsite, another party.
@MainActor
final class StayChangingTests: XCTestCase {
  // MARK: Dates

  func testAnExtensionIsNotInItsOwnWayAndFailsWholeOverAnotherStay() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let first = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
      let second = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-05", "2026-07-07"))
      let taken = CampgroundError.siteTaken(
        site: "15", by: [TakenStay(dates: try stay("2026-07-05", "2026-07-07"), code: "R-2")])
      assertBreaks(taken) { try desk.reservations.extend("R-1", by: 2) }
      XCTAssertEqual(first.departure, try day("2026-07-04"))
      XCTAssertEqual(first.nights.count, 3)
      XCTAssertEqual(first.totalMinor, 12_000)

      let change = try desk.reservations.extend("R-1", by: 1)
      XCTAssertEqual(change.takenNights.map(\.description), ["15 on 2026-07-04"])
      XCTAssertEqual(change.freedNights, [])
      XCTAssertEqual(change.difference.description, "$40.00")
      XCTAssertEqual(first.nights.count, 4)
      try desk.reservations.cancel(second.code)
      try desk.reservations.extend("R-1", by: 2)
      XCTAssertEqual(first.departure, try day("2026-07-07"))
      XCTAssertEqual(first.totalMinor, 24_000)
    }
  }

  func testAStayIsShortenedToOneNightAtLeast() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-05"))
      let change = try desk.reservations.shorten("R-1", by: 2)
      XCTAssertEqual(change.difference.description, "-$80.00")
      XCTAssertEqual(
        change.freedNights.map(\.description), ["15 on 2026-07-03", "15 on 2026-07-04"])
      assertBreaks(.invalidDates(.noNights(0))) { try desk.reservations.shorten("R-1", by: 2) }
      for nights in [0, -1, 1_001] {
        assertBreaks(.outOfRange("nights", value: nights, allowed: 1...1_000)) {
          try desk.reservations.shorten("R-1", by: nights)
        }
      }
      XCTAssertEqual(reservation.numberOfNights, 2)
      XCTAssertEqual(reservation.totalMinor, 8_000)
    }
  }

  func testAnExtensionLeavesAStayNoLongerThanABooking() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(site, for: nil, arrival: day("2026-07-01"), nights: 999)
      assertBreaks(.stayTooLong(nights: 1_001, most: 1_000)) {
        try desk.reservations.extend("R-1", by: 2)
      }
      try desk.reservations.extend("R-1", by: 1)
      XCTAssertEqual(try desk.count(ReservationNight.self), 1_000)
    }
  }

  func testOtherDatesMayOverlapTheOldOnes() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-02", "2026-07-05"))
      let later = try desk.reservations.changeDates(
        "R-1", to: stay("2026-07-04", "2026-07-08"))
      XCTAssertEqual(later.freedNights.count, 2)
      XCTAssertEqual(later.takenNights.count, 3)
      // Canceling is free, so that notice is counted from the new arrival.
      XCTAssertEqual(reservation.noticeDate, try day("2026-07-04"))
      try desk.reservations.changeDates("R-1", to: stay("2026-06-20", "2026-06-21"))
      XCTAssertEqual(reservation.noticeDate, try day("2026-06-20"))
      XCTAssertEqual(reservation.nights.map(\.date), [try day("2026-06-20")])
    }
  }

  func testWhatIsOverDoesNotChange() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add("15")
    _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-02", "2026-07-05"))
    try desk.reservations.cancel("R-1")
    let over = "R-1 is canceled and can no longer change"
    assertBreaks(over) { try desk.reservations.extend("R-1", by: 1) }
    assertBreaks(over) { try desk.reservations.move("R-1", to: site) }
    assertBreaks(over) { try desk.reservations.edit("R-1", party: Party(adults: 2)) }
    assertBreaks(.unknown, "no reservation R-9") {
      try desk.reservations.extend("R-9", by: 1)
    }
  }

  func testARequestMayAskForOtherDatesThoughTheyAreTaken() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add("15")
    _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-04", "2026-07-05"))
    let request = try desk.reservations.request(
      Booking(site, for: nil, dates: stay("2026-07-01", "2026-07-04")))
    try desk.reservations.extend("R-2", by: 1)
    XCTAssertEqual(request.numberOfNights, 4)
    XCTAssertEqual(request.nights, [])
  }

  func testARequestIsAskedTheRulesWhenItIsAccepted() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try desk.rules.add("Three", StayRulePlan(.minimumPerNight, 3))
      _ = try desk.reservations.request(
        Booking(site, for: nil, dates: stay("2026-07-01", "2026-07-04")))
      try desk.reservations.shorten("R-1", by: 1)
      XCTAssertEqual(try desk.find("R-1").overriddenRules, [])
      XCTAssertThrowsError(try desk.reservations.accept("R-1")) {
        XCTAssertEqual(rulesBroken(by: $0, on: "site 15"), ["Three"])
      }
    }
  }

  func testOtherDatesCostAFeeOnlyWhereTheStayIsReserved() async throws {
    try await eachStore { desk in
      try desk.policies.add(
        "Fee", PolicyPlan(steps: PolicyPlan.steps(parsing: "0+ nothing"), changeFee: 10))
      let site = try desk.sites.add("15", rate: 40)
      let booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-03"))
      _ = try desk.reservations.hold(booking)
      // The guest has not decided yet.
      let held = try desk.reservations.changeDates("R-1", to: stay("2026-07-05", "2026-07-07"))
      XCTAssertEqual(held.fee, try usd("0"))
      XCTAssertEqual(held.balance.due, try usd("0"))
      XCTAssertEqual(held.balance.dueIfBooked, try usd("80"))
      try desk.reservations.reserve("R-1")
      let reserved = try desk.reservations.changeDates("R-1", to: stay("2026-07-10", "2026-07-12"))
      XCTAssertEqual(reserved.fee, try usd("10"))
      XCTAssertEqual(reserved.balance.due, try usd("90"))
    }
  }

  func testAHoldThatIsExtendedEndsWhenItDid() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add("15")
    let hold = try desk.reservations.hold(
      Booking(site, for: nil, dates: stay("2026-07-01", "2026-07-02")), minutes: 10)
    try desk.reservations.extend("R-1", by: 1)
    XCTAssertEqual(hold.nights.map(\.heldUntil), Array(repeating: hold.holdExpiresAt, count: 2))
  }

  // MARK: Guests who are here

  func testNightsThatAreStayedNeverChange() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-15", "2026-06-20"))
      try desk.reservations.checkIn("R-1")
      let later = try desk.reservations(on: "2026-06-18")
      let stayed = CampgroundError.nightsStayed(
        code: "R-1", arrival: try day("2026-06-15"), through: try day("2026-06-18"))
      assertBreaks(stayed) { try later.shorten("R-1", by: 3) }
      assertBreaks(stayed) {
        try later.changeDates("R-1", to: stay("2026-06-16", "2026-06-20"))
      }
      try later.shorten("R-1", by: 2)
      XCTAssertEqual(reservation.nights.count, 3)
      try later.extend("R-1", by: 4)
      XCTAssertEqual(reservation.departure, try day("2026-06-22"))
    }
  }

  func testAGuestWhoIsHereLeavesThePastNightsOnTheFormerSite() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let other = try desk.sites.add("16", rate: 50)
      // Somebody had the other site while the guest was on the first one.
      _ = try desk.reservations(on: "2026-06-01")
        .reserve(other, for: nil, dates: stay("2026-06-14", "2026-06-17"))
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-15", "2026-06-19"))
      try desk.reservations.checkIn("R-2")
      let change = try desk.reservations(on: "2026-06-17").move("R-2", to: other)
      XCTAssertEqual(
        change.takenNights.map(\.description), ["16 on 2026-06-17", "16 on 2026-06-18"])
      XCTAssertEqual(
        change.freedNights.map(\.description), ["15 on 2026-06-17", "15 on 2026-06-18"])
      XCTAssertTrue(reservation.campSite === other)
      // Two nights at 40 that are stayed, two at 50 to come.
      XCTAssertEqual(reservation.totalMinor, 18_000)
    }
  }

  // MARK: Price

  func testNightsKeepThePriceThatWasAgreedAndAddedOnesHaveTheNewOne() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
      XCTAssertEqual(reservation.totalMinor, 12_000)
      try desk.sites.edit(site, rate: 50)
      try desk.reservations.extend("R-1", by: 2)
      XCTAssertEqual(reservation.totalMinor, 3 * 4_000 + 2 * 5_000)
      let lines = try desk.folios.bill(of: reservation).lines
      XCTAssertEqual(lines.map(\.amountMinor), [4_000, 4_000, 4_000, 5_000, 5_000])
      // The night that was agreed at 40 is given up and taken again, as it was agreed.
      try desk.reservations.changeDates("R-1", to: stay("2026-07-02", "2026-07-04"))
      try desk.reservations.changeDates("R-1", to: stay("2026-07-01", "2026-07-04"))
      XCTAssertEqual(reservation.totalMinor, 3 * 4_000)
    }
  }

  func testAMoveKeepsThePriceWhereTheOtherSiteHasTheSame() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add("15", rate: 40)
    let same = try desk.sites.add("16", rate: 40)
    let dear = try desk.sites.add("17", rate: 90)
    let reservation = try desk.reservations.reserve(
      site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
    try desk.sites.edit(site, rate: 50)
    try desk.sites.edit(same, rate: 50)
    try desk.reservations.move("R-1", to: same)
    XCTAssertEqual(reservation.totalMinor, 12_000)
    try desk.reservations.move("R-1", to: dear)
    XCTAssertEqual(reservation.totalMinor, 27_000)
  }

  // MARK: Moving

  func testALongRigIsRefusedOnAMoveJustAsOnABooking() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", features: CampSiteFeatures(vehicleLength: 40))
      let short = try desk.sites.add("16", features: CampSiteFeatures(vehicleLength: 36))
      let dates = try stay("2026-07-01", "2026-07-04")
      let rig = Party(adults: 2, vehicles: 1, vehicleLength: 38)
      let unfit = "site 16 takes vehicles of 36 ft, not 38"
      assertBreaks(.unfit, unfit) {
        try desk.reservations.reserve(Booking(short, for: nil, dates: dates, party: rig))
      }
      let reservation = try desk.reservations.reserve(
        Booking(site, for: nil, dates: dates, party: rig))
      assertBreaks(.unfit, unfit) { try desk.reservations.move("R-1", to: short) }
      XCTAssertTrue(reservation.campSite === site)
      XCTAssertEqual(try desk.count(ReservationNight.self), 3)
      _ = try desk.reservations.reserve(short, for: nil, dates: dates)
      assertBreaks(.unfit, unfit) { try desk.reservations.swap("R-1", with: "R-2") }
    }
  }

  func testVehiclesAndPetsAreCheckedToo() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add("15", features: CampSiteFeatures(people: 6, vehicles: 1))
    let dates = try stay("2026-07-01", "2026-07-04")
    @MainActor func book(_ party: Party) throws -> Reservation {
      try desk.reservations.reserve(Booking(site, for: nil, dates: dates, party: party))
    }
    assertBreaks(.unfit, "site 15 \(UnmetNeed.vehicles(2, most: 1))") {
      try book(Party(vehicles: 2))
    }
    assertBreaks(.unfit, "site 15 \(UnmetNeed.pets)") { try book(Party(pets: 1)) }
    assertBreaks(.unfit, "site 15 takes a party of at most 6, not 7") {
      try book(Party(adults: 7))
    }
    assertBreaks(.outOfRange("length", value: 0, allowed: 1...1_000)) {
      try book(Party(vehicleLength: 0))
    }
    assertBreaks(.outOfRange("pets", value: -1, allowed: 0...1_000)) { try book(Party(pets: -1)) }
    assertBreaks(.outOfRange("vehicles", value: 1_001, allowed: 0...1_000)) {
      try book(Party(vehicles: 1_001))
    }
    let reservation = try book(Party(adults: 6, vehicles: 1, vehicleLength: 99))
    XCTAssertEqual(reservation.party, Party(adults: 6, vehicles: 1, vehicleLength: 99))
    assertBreaks(.unfit, "site 15 \(UnmetNeed.pets)") {
      try desk.reservations.edit("R-1", party: Party(pets: 1))
    }
    try desk.reservations.edit("R-1", party: Party(adults: 3), note: "late")
    XCTAssertEqual(reservation.party, Party(adults: 3))
    XCTAssertEqual(reservation.note, "late")
  }

  func testAMoveTakesTheOtherSitesNightsAndFreesItsOwn() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let other = try desk.sites.add("16")
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
      _ = try desk.reservations.reserve(other, for: nil, dates: stay("2026-07-03", "2026-07-05"))
      assertBreaks(
        .siteTaken(
          site: "16", by: [TakenStay(dates: try stay("2026-07-03", "2026-07-05"), code: "R-2")])
      ) {
        try desk.reservations.move("R-1", to: other)
      }
      XCTAssertEqual(Set(reservation.nights.map(\.campSite)), [site])
      try desk.reservations.cancel("R-2")
      try desk.reservations.move("R-1", to: other)
      XCTAssertEqual(Set(reservation.nights.map(\.campSite)), [other])
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
    }
  }

  func testTwoStaysChangePlacesInOneSave() async throws {
    try await eachStore { desk in
      let first = try desk.sites.add("15")
      let second = try desk.sites.add("16")
      let dates = try stay("2026-07-01", "2026-07-04")
      let one = try desk.reservations.reserve(first, for: nil, dates: dates)
      let two = try desk.reservations.reserve(
        second, for: nil, dates: stay("2026-07-02", "2026-07-05"))
      let changes = try desk.reservations.swap("R-1", with: "R-2")
      XCTAssertEqual(changes.map(\.code), ["R-1", "R-2"])
      XCTAssertEqual(changes.map(\.after.site), ["16", "15"])
      XCTAssertTrue(one.campSite === second)
      XCTAssertTrue(two.campSite === first)
      XCTAssertEqual(Set(one.nights.map(\.campSite)), [second])
      XCTAssertEqual(Set(two.nights.map(\.campSite)), [first])
      XCTAssertEqual(try desk.count(ReservationNight.self), 6)
      assertBreaks("R-1 cannot swap with itself") {
        try desk.reservations.swap("R-1", with: "r-1")
      }
      // A third stay stands where the first one would go.
      _ = try desk.reservations.reserve(first, for: nil, dates: stay("2026-07-01", "2026-07-02"))
      assertBreaks(
        .siteTaken(
          site: "15", by: [TakenStay(dates: try stay("2026-07-01", "2026-07-02"), code: "R-3")])
      ) {
        try desk.reservations.swap("R-1", with: "R-2")
      }
      XCTAssertTrue(one.campSite === second)
    }
  }

  // MARK: Closed sites

  func testAClosedSiteIsNamedWithItsReason() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let context = desk.stack.mainContext
      let block = SiteBlock(context: context)
      block.firstDay = try day("2026-07-02")
      block.reopening = try day("2026-07-04")
      block.kind = .maintenance
      block.reason = "new table"
      block.campSite = site
      let dates = try stay("2026-07-02", "2026-07-04")
      for date in dates.nights {
        let night = ReservationNight(context: context)
        night.night = date.dayNumber
        night.campSite = site
        night.block = block
      }
      try context.saveThrough()
      XCTAssertThrowsError(
        try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-03"))
      ) {
        XCTAssertEqual(
          "\($0)", "site 15 is taken 2026-07-02 to 2026-07-04 (out of service: new table)")
      }
    }
  }
}
