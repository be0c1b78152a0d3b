import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// One site and one night have at most one reservation, whoever races.
@MainActor
final class DoubleBookingTests: XCTestCase {
  func testStaysMayTouchAndMayNotOverlap() async throws {
    try await eachStore { desk in
      let site = try desk.sites.addCampSite(15, electricity: true, water: true)
      let camper = try desk.campers.addCamper("Johnny Appleseed", phoneNumber: nil)
      let first = try desk.reservations.reserve(
        site, for: camper, dates: stay("2026-07-01", "2026-07-04"))
      let second = try desk.reservations.reserve(
        site, for: camper, dates: stay("2026-07-04", "2026-07-07"))
      XCTAssertEqual([first.code, second.code], ["R-1", "R-2"])

      let taken = CampgroundError.siteTaken(
        site: "15",
        by: [
          TakenStay(dates: try stay("2026-07-01", "2026-07-04"), code: "R-1"),
          TakenStay(dates: try stay("2026-07-04", "2026-07-07"), code: "R-2"),
        ])
      assertBreaks(taken) {
        try desk.reservations.reserve(
          site, for: camper, dates: stay("2026-07-03", "2026-07-05"))
      }
      XCTAssertEqual(try desk.count(Reservation.self), 2)
      XCTAssertEqual(try desk.count(ReservationNight.self), 6)
      XCTAssertFalse(desk.stack.mainContext.hasChanges)

      XCTAssertThrowsError(
        try desk.reservations.reserve(
          site, for: camper, dates: stay("2026-06-30", "2026-07-02"))
      ) {
        XCTAssertEqual("\($0)", "site 15 is taken 2026-07-01 to 2026-07-04 (R-1)")
      }
    }
  }

  func testNightsThatAreTakenAreToldBeforeARuleThatTheStayWouldBreak() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(site, for: nil, arrival: day("2026-07-01"), nights: 2)
      try desk.rules.add("Long", StayRulePlan(.minimumPerNight, 3))
      let taken = TakenStay(dates: try stay("2026-07-01", "2026-07-03"), code: "R-1")
      assertBreaks(.siteTaken(site: "15", by: [taken])) {
        try desk.reservations.reserve(site, for: nil, arrival: day("2026-07-02"), nights: 1)
      }
      XCTAssertThrowsError(
        try desk.reservations.reserve(site, for: nil, arrival: day("2026-07-03"), nights: 1)
      ) { XCTAssertTrue("\($0)".contains("\"Long\""), "\($0)") }
    }
  }

  func testAStayWithoutANightIsRefused() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.addCampSite(15, electricity: true, water: true)
    let date = try day("2026-07-04")
    assertBreaks(
      .invalidDates(.departureNotAfterArrival(arrival: date, departure: date))
    ) {
      try desk.reservations.reserve(site, for: nil, arrival: date, departure: date)
    }
    assertBreaks(.invalidDates(.noNights(0))) {
      try desk.reservations.reserve(site, for: nil, arrival: date, nights: 0)
    }
    assertBreaks(.stayTooLong(nights: 1_001, most: 1_000)) {
      try desk.reservations.reserve(site, for: nil, arrival: date, nights: 1_001)
    }
    XCTAssertEqual(try desk.count(Reservation.self), 0)
  }

  func testANightThatAnotherProcessTookMeanwhileIsRefused() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let mine = TestDesk(try TestStoreStack(store: PersistentStoreDescription(url: file)))
    let site = try mine.sites.addCampSite(15, electricity: true, water: true)
    let other = TestDesk(try TestStoreStack(store: PersistentStoreDescription(url: file)))
    let otherSite = try XCTUnwrap(try other.sites.getCampSite(15))
    _ = try other.reservations.reserve(
      otherSite, for: nil, dates: stay("2026-07-01", "2026-07-04"))

    assertBreaks(
      .siteTaken(
        site: "15",
        by: [TakenStay(dates: try stay("2026-07-01", "2026-07-04"), code: "R-1")])
    ) {
      try mine.reservations.reserve(site, for: nil, dates: stay("2026-07-03", "2026-07-05"))
    }
    let reservation = try mine.reservations.reserve(
      site, for: nil, dates: stay("2026-07-04", "2026-07-05"))
    XCTAssertEqual(reservation.code, "R-2")

    // What the other one canceled and deleted is seen too.
    try other.reservations.cancel("R-2")
    assertBreaks(
      .illegalTransition(
        code: "R-2", from: "Canceled", to: .canceled, allowed: [.reserved])
    ) {
      try mine.reservations.cancel(reservation.code)
    }
    try other.reservations.cancel("R-1")
    try other.sites.delete(otherSite)
    assertBreaks(.gone("the campsite")) {
      try mine.reservations.reserve(site, for: nil, dates: stay("2026-08-01", "2026-08-02"))
    }
    try mine.stack.close()
    try other.stack.close()
  }

  func testOfEightRacersForOneNightExactlyOneWins() async throws {
    try await race { _ in try stay("2026-07-01", "2026-07-02") }
  }

  func testOfRacersForOverlappingStaysExactlyOneWins() async throws {
    // All share the night of July 3.
    try await race { index in
      index.isMultiple(of: 2)
        ? try stay("2026-07-01", "2026-07-04") : try stay("2026-07-03", "2026-07-06")
    }
  }

  func testOfEightWhoCancelOneReservationExactlyOneDoes() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let store = PersistentStoreDescription(url: file)
    let desk = TestDesk(try TestStoreStack(store: store))
    let site = try desk.sites.addCampSite(15, electricity: true, water: true)
    _ = try desk.reservations.reserve(
      site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
    let outcomes = try await RacingStacks.atOnce(8, on: store) { context, stack, _ in
      let service = ReservationService(managedObjectContext: context, storeStack: stack)
      do {
        return try service.cancel("R-1").after.status?.rawValue ?? ""
      } catch let error as CampgroundError {
        return "\(error)"
      }
    }
    let refused = "R-1 is already canceled"
    XCTAssertEqual(outcomes.sorted(), ["Canceled"] + Array(repeating: refused, count: 7))
    try desk.stack.close()
    XCTAssertEqual(
      try StoreShell(file).rows("SELECT count(*) FROM ZRESERVATIONNIGHT"), ["0"])
  }

  /// Lets eight stacks on one file reserve one site at once.
  private func race(_ dates: @escaping @Sendable (Int) throws -> StayDates) async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let store = PersistentStoreDescription(url: file)
    let desk = TestDesk(try TestStoreStack(store: store))
    _ = try desk.sites.addCampSite(15, electricity: true, water: true)

    let racers = 8
    let outcomes = try await RacingStacks.atOnce(racers, on: store) { context, stack, index in
      let sites = CampSiteService(managedObjectContext: context, storeStack: stack)
      let service = ReservationService(
        managedObjectContext: context, storeStack: stack, clock: FixedClock(TestStoreStack.noon))
      do {
        let site = try sites.find("15")
        return try service.reserve(site, for: nil, dates: dates(index)).code
      } catch let error as CampgroundError where error.code == .siteTaken {
        return "taken by " + error.takenStays.map(\.code).joined(separator: ", ")
      }
    }

    XCTAssertEqual(outcomes.filter { $0 == "R-1" }.count, 1, "\(outcomes)")
    XCTAssertEqual(outcomes.filter { $0 == "taken by R-1" }.count, racers - 1, "\(outcomes)")
    try desk.stack.close()
    let rows = try StoreShell(file).rows(
      "SELECT (SELECT count(*) FROM ZRESERVATION), (SELECT count(*) = count(DISTINCT ZNIGHT) "
        + "FROM ZRESERVATIONNIGHT)")
    XCTAssertEqual(rows, ["1|1"])
  }
}
