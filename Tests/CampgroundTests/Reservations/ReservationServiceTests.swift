import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

@MainActor
final class ReservationServiceTests: XCTestCase {
  private var stack: TestStoreStack!
  private var desk: TestDesk!
  private var service: ReservationService!
  private var camper: Camper!
  private var site: CampSite!

  override func setUp() async throws {
    stack = try TestStoreStack()
    desk = TestDesk(stack)
    service = desk.reservations
    camper = try desk.campers.addCamper("Johnny Appleseed", phoneNumber: "408-555-1234")
    site = try desk.sites.addCampSite(15, electricity: false, water: false)
  }

  override func tearDown() async throws {
    site = nil
    camper = nil
    service = nil
    desk = nil
    stack = nil
  }

  // MARK: By instant

  func testReservingAPositiveNumberOfNightsGivesAReservedStay() async throws {
    let result = service.reserveCampSite(site, camper: camper, date: Date(), numberOfNights: 5)

    XCTAssertNil(result.error)
    let reservation = try XCTUnwrap(result.reservation)
    XCTAssertEqual(reservation.status, "Reserved")
    XCTAssertTrue(reservation.camper === camper)
    XCTAssertTrue(reservation.campSite === site)
    XCTAssertEqual(reservation.numberOfNights, 5)
    XCTAssertEqual(reservation.nights.count, 5)
    XCTAssertEqual(reservation.code, "R-1")
    XCTAssertEqual(camper.reservations, [reservation])
    XCTAssertEqual(site.reservations, [reservation])
  }

  func testReservingNoNightsGivesAnInvalidReservationAndCode5() async throws {
    for nights in [0, -1, Int.min] {
      let result = service.reserveCampSite(
        site, camper: camper, date: Date(), numberOfNights: nights)

      let reservation = try XCTUnwrap(result.reservation)
      XCTAssertEqual(reservation.status, "Invalid")
      XCTAssertNil(reservation.managedObjectContext)
      let error = try XCTUnwrap(result.error)
      XCTAssertEqual(error.domain, "CampingManager")
      XCTAssertEqual(error.code, 5)
      XCTAssertEqual(error.userInfo["Problem"] as? String, "Invalid number of days")
    }
    XCTAssertEqual(try service.reservations(), [])
    XCTAssertFalse(stack.mainContext.hasChanges)
  }

  func testATakenSiteGivesNoReservationAndTheReason() async throws {
    _ = service.reserveCampSite(site, camper: camper, date: Date(), numberOfNights: 1)
    let result = service.reserveCampSite(site, camper: camper, date: Date(), numberOfNights: 1)
    XCTAssertNil(result.reservation)
    XCTAssertEqual(result.error?.domain, "CampingManager")
    XCTAssertEqual(result.error?.code, 1)
    let problem = try XCTUnwrap(result.error?.userInfo["Problem"] as? String)
    XCTAssertTrue(problem.hasPrefix("site 15 is taken "), problem)
    XCTAssertTrue(problem.hasSuffix(" (R-1)"), problem)
  }

  func testTheRootContextIsSavedAfterAReservation() async throws {
    let saved = expectation(
      forNotification: ManagedObjectContext.didSaveObjectsNotification,
      object: stack.rootContext)
    let result = service.reserveCampSite(site, camper: camper, date: Date(), numberOfNights: 2)
    XCTAssertNotNil(result.reservation)
    await fulfillment(of: [saved], timeout: 2)
  }

  func testAnInstantIsADateOfTheCampgroundsWallCalendar() async throws {
    let zone = try XCTUnwrap(TimeZone(identifier: "America/Los_Angeles"))
    let campground = try desk.campgrounds.add("Wawona", timeZone: zone)
    let sites = CampSiteService(
      managedObjectContext: stack.mainContext, storeStack: stack,
      campground: campground.objectID)
    let site = try sites.add("1")
    // 2026-07-01T06:59:59Z is one second before midnight of July 1 in Los Angeles (UTC-7).
    let late = try day("2026-07-01").midnightUTC.addingTimeInterval(7 * 3_600 - 1)
    let result = service.reserveCampSite(site, camper: camper, date: late, numberOfNights: 1)
    XCTAssertEqual(result.reservation?.arrival.description, "2026-06-30")
    XCTAssertEqual(result.reservation?.departure.description, "2026-07-01")
    XCTAssertEqual(result.reservation?.arrival, try day("2026-06-30"))
  }

  // MARK: Nights

  func testANightOfADayOnWhichClocksChangeIsOneNight() async throws {
    try await eachStore(now: noon("2026-03-01")) { desk in
      _ = try desk.campground(in: "America/Los_Angeles")
      let site = try desk.sites.add("15")
      for (arrival, departure) in [("2026-03-08", "2026-03-09"), ("2026-11-01", "2026-11-02")] {
        let reservation = try desk.reservations.reserve(
          site, for: nil, dates: stay(arrival, departure))
        XCTAssertEqual(reservation.numberOfNights, 1)
        XCTAssertEqual(reservation.nights.map(\.date.description), [arrival])
      }
    }
  }

  func testTheEndOfFebruaryIsCountedByTheCalendar() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      XCTAssertEqual(
        try desk.reservations.reserve(site, for: nil, dates: stay("2027-02-28", "2027-03-01"))
          .nights.count, 1)
      XCTAssertEqual(
        try desk.reservations.reserve(site, for: nil, dates: stay("2028-02-28", "2028-03-01"))
          .nights.count, 2)
    }
  }

  // MARK: Price and party

  func testTheTotalIsTheNightsTimesTheRate() async throws {
    let powered = try desk.sites.add("16", rate: 45)
    let reservation = try service.reserve(
      powered, for: camper, arrival: day("2026-07-01"), nights: 3, party: Party(adults: 4),
      note: " late arrival ")
    XCTAssertEqual(reservation.totalMinor, 13_500)
    XCTAssertEqual(reservation.total?.description, "$135.00")
    XCTAssertEqual(reservation.party.people, 4)
    XCTAssertEqual(reservation.note, "late arrival")
    let free = try service.reserve(site, for: camper, arrival: day("2026-07-01"), nights: 3)
    XCTAssertNil(free.total)
    XCTAssertEqual(free.unpricedNights, 3)
  }

  func testAPriceBeyondTheStoreIsRefused() async throws {
    let dear = try desk.sites.add("16", rateMinor: .max / 2 + 1)
    assertBreaks(.invalidAmount(.overflow(.usd))) {
      try service.reserve(dear, for: camper, arrival: day("2026-07-01"), nights: 2)
    }
    XCTAssertEqual(try service.reservations(), [])
  }

  func testAPartyMustFitTheSite() async throws {
    let small = try desk.sites.add("16", features: CampSiteFeatures(people: 6))
    assertBreaks(.unfit, "site 16 takes a party of at most 6, not 7") {
      try service.reserve(
        small, for: camper, arrival: day("2026-07-01"), nights: 1, party: Party(adults: 7))
    }
    assertBreaks(.outOfRange("party", value: 0, allowed: 1...10_000)) {
      try service.reserve(
        small, for: camper, arrival: day("2026-07-01"), nights: 1, party: Party(adults: 0))
    }
    _ = try service.reserve(
      small, for: camper, arrival: day("2026-07-01"), nights: 1, party: Party(adults: 6))
  }

  // MARK: States

  func testCancelingFreesTheNightsAndReinstatingTakesThemAgain() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let dates = try stay("2026-07-01", "2026-07-04")
      let first = try desk.reservations.reserve(site, for: nil, dates: dates)
      XCTAssertEqual(try desk.reservations.cancel("r-1").after.status, .canceled)
      XCTAssertEqual(first.state, .canceled)
      XCTAssertEqual(first.nights, [])
      XCTAssertEqual(try desk.count(ReservationNight.self), 0)

      let second = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-03", "2026-07-05"))
      assertBreaks(
        .siteTaken(
          site: "15", by: [TakenStay(dates: try stay("2026-07-03", "2026-07-05"), code: "R-2")])
      ) {
        try desk.reservations.reinstate(first.code)
      }
      XCTAssertEqual(first.state, .canceled)
      try desk.reservations.cancel(second.code)
      try desk.reservations.reinstate(first.code)
      XCTAssertEqual(first.nights.count, 3)
    }
  }

  func testAnIllegalTransitionNamesBothStatesAndWhatIsAllowed() async throws {
    let reservation = try service.reserve(
      site, for: camper, arrival: day("2026-07-01"), nights: 1)
    try service.cancel(reservation.code)
    XCTAssertThrowsError(try service.cancel(reservation.code)) {
      XCTAssertEqual(
        "\($0)", "R-1 is already canceled")
    }
    XCTAssertThrowsError(try service.noShow(reservation.code)) {
      XCTAssertEqual("\($0)", "R-1 is canceled and cannot be marked a no-show; it can be reserved")
    }
    try service.reinstate(reservation.code)
    XCTAssertThrowsError(try service.reinstate(reservation.code)) {
      XCTAssertEqual("\($0)", "R-1 is already reserved")
    }
    XCTAssertThrowsError(try service.checkOut(reservation.code)) {
      XCTAssertEqual(
        "\($0)",
        "R-1 is reserved and cannot be checked out; it can be checked in, canceled or marked a no-show"
      )
    }
  }

  // MARK: Finding

  func testAReservationIsFoundByItsCode() async throws {
    let reservation = try service.reserve(
      site, for: camper, arrival: day("2026-07-01"), nights: 1)
    XCTAssertTrue(try service.find("R-1") === reservation)
    for code in ["R-2", "R-", "1", "R--1", "R-+1", "R-99999999999999999999", ""] {
      assertBreaks(.unknown, "no reservation \(code)") { try service.find(code) }
    }
  }

  func testReservationsAreListedByArrivalAndNarrowed() async throws {
    let other = try desk.sites.add("16")
    let ana = try desk.campers.addCamper("Ana Rivera", phoneNumber: nil)
    let later = try service.reserve(site, for: camper, arrival: day("2026-07-05"), nights: 1)
    let sooner = try service.reserve(other, for: ana, arrival: day("2026-07-01"), nights: 1)
    let gone = try service.reserve(other, for: camper, arrival: day("2026-07-03"), nights: 1)
    try service.cancel(gone.code)
    XCTAssertEqual(try service.reservations(), [sooner, gone, later])
    XCTAssertEqual(try service.reservations(limit: 1), [sooner])
    XCTAssertEqual(try service.reservations(status: .reserved), [sooner, later])
    XCTAssertEqual(try service.reservations(site: other), [sooner, gone])
    XCTAssertEqual(try service.reservations(camper: camper), [gone, later])
    XCTAssertEqual(
      try service.reservations(status: .canceled, site: other, camper: camper), [gone])
  }

  func testAReservationForWhatIsGoneIsRefused() async throws {
    try desk.sites.delete(site)
    assertBreaks(.gone("the campsite")) {
      try service.reserve(site, for: camper, arrival: day("2026-07-01"), nights: 1)
    }
  }

  func testAReservationCanBeMadeOnABackgroundContext() async throws {
    let stack = try XCTUnwrap(stack)
    let code = try await stack.newDerivedContext().perform { context in
      let sites = CampSiteService(managedObjectContext: context, storeStack: stack)
      let service = ReservationService(
        managedObjectContext: context, storeStack: stack, clock: FixedClock(TestStoreStack.noon))
      return try service.reserve(
        sites.find("15"), for: nil, arrival: day("2026-07-01"), nights: 2
      ).code
    }
    XCTAssertEqual(code, "R-1")
    XCTAssertEqual(try service.find("R-1").nights.count, 2)
  }
}
