import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// To whom something is offered, and to whom not. The clock stands at noon of 2026-06-15.
@MainActor
final class OfferTests: XCTestCase {
  private func wait(
    _ desk: TestDesk, _ name: String, _ arrival: String, _ departure: String, people: Int = 1
  ) throws -> WaitlistEntry {
    let camper = try desk.campers.addCamper(name, phoneNumber: nil)
    return try desk.waitlist.add(
      WaitlistWish(dates: try stay(arrival, departure), party: Party(adults: people)), for: camper,
      anyway: true)
  }

  /// Holds a site for a quarter of an hour.
  private func hold(_ desk: TestDesk, _ site: CampSite, _ arrival: String, _ departure: String)
    throws
  {
    _ = try desk.reservations.hold(
      Booking(site, for: nil, dates: stay(arrival, departure)), minutes: 15)
  }

  private var halfPast: Date { TestStoreStack.noon.addingTimeInterval(1_800) }

  /// When an offer of noon is over.
  private var nextDay: Date { TestStoreStack.noon.addingTimeInterval(86_400) }

  func testAnOfferThatIsOverEndsThoughNobodyElseWaits() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15")
      let entry = try wait(desk, "Rivera", "2026-07-01", "2026-07-03")
      XCTAssertEqual(try desk.waitlist.offer().map(\.entry), ["W-1"])
      let later = WaitlistService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: FixedClock(nextDay))
      XCTAssertEqual(try later.offer(), [])
      XCTAssertEqual(entry.status(at: nextDay), .waiting)
      XCTAssertEqual(try desk.find("R-1").state, .expired)
      XCTAssertEqual(try desk.count(ReservationNight.self), 0)
      // The same nights on another site are offered by the next call.
      _ = try desk.sites.add("16")
      XCTAssertEqual(try later.offer().map(\.site), ["16"])
    }
  }

  func testOnlyASiteOfWhichAWishedNightBecameFreeIsOffered() async throws {
    try await eachStore { desk in
      let sites = try ["14", "15"].map { try desk.sites.add($0) }
      try hold(desk, sites[0], "2026-07-05", "2026-07-07")
      try hold(desk, sites[1], "2026-07-01", "2026-07-03")
      // Site 14 was free for them when they chose to wait.
      _ = try wait(desk, "Rivera", "2026-07-01", "2026-07-03")
      let folios = FolioService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: FixedClock(halfPast))
      let report = try folios.runNightly()
      XCTAssertEqual(report.expiredHolds, ["R-1", "R-2"])
      XCTAssertEqual(report.offers.map(\.site), ["15"])
    }
  }

  func testTheNightlyRoutineOffersWhatAStayLeavesFreeOnAnySite() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      try desk.reserve(first, then: second, for: guest)
      // Two nights on the second site; the first one has none of them.
      let entry = try wait(desk, "Okafor", "2026-06-23", "2026-06-25")
      let report = try desk.folios(on: "2026-06-21").runNightly()
      XCTAssertEqual(report.noShows, ["R-1"])
      XCTAssertEqual(report.offers.map(\.entry), [entry.code])
      XCTAssertEqual(report.offers.map(\.site), ["16"])
    }
  }

  // MARK: Holds that are over

  func testNobodyIsNamedWhoCannotArriveAnyMore() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try hold(desk, site, "2026-06-20", "2026-06-24")
      _ = try wait(desk, "Rivera", "2026-06-20", "2026-06-22")
      let change = try desk.reservations(on: "2026-06-21").book(
        Booking(site, for: nil, dates: stay("2026-06-21", "2026-06-23")))
      XCTAssertEqual(change.passedOver, [])
    }
  }

  func testNobodyIsNamedForASiteThatIsNotLetSoLong() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try hold(desk, site, "2026-07-01", "2026-07-05")
      _ = try wait(desk, "Rivera", "2026-07-02", "2026-07-06")
      try desk.sites.retire(site, from: day("2026-07-05"))
      let change = try desk.reservations(at: halfPast).book(
        Booking(site, for: nil, dates: stay("2026-07-02", "2026-07-03")))
      XCTAssertEqual(change.passedOver, [])
      XCTAssertEqual(try desk.find("R-1").state, .expired)
    }
  }

  func testWhoIsOfferedAnotherSiteOfTheSameChangeWasNotPassedOver() async throws {
    try await eachStore { desk in
      let sites = try ["15", "16"].map { try desk.sites.add($0) }
      for site in sites { try hold(desk, site, "2026-07-01", "2026-07-05") }
      _ = try wait(desk, "Rivera", "2026-07-02", "2026-07-03")
      let made = try desk.reservations(at: halfPast).bookGroup(
        "Scouts",
        [
          Booking(sites[0], for: nil, dates: stay("2026-07-02", "2026-07-03")),
          Booking(sites[1], for: nil, dates: stay("2026-07-04", "2026-07-05")),
        ])
      XCTAssertEqual(made.flatMap(\.offers).map(\.site), ["16"])
      XCTAssertEqual(made.flatMap(\.passedOver), [])
    }
  }

  func testWhoLetAnOfferRunOutIsOfferedNothingByWhoTakesItsNights() async throws {
    try await eachStore { desk in
      let sites = try ["15", "16"].map { try desk.sites.add($0) }
      let entry = try wait(desk, "Rivera", "2026-07-02", "2026-07-03")
      XCTAssertEqual(try desk.waitlist.offer().map(\.site), ["15"])
      try hold(desk, sites[1], "2026-07-01", "2026-07-05")
      let made = try desk.reservations(at: nextDay).bookGroup(
        "Scouts",
        [
          Booking(sites[0], for: nil, dates: stay("2026-07-02", "2026-07-03")),
          Booking(sites[1], for: nil, dates: stay("2026-07-04", "2026-07-05")),
        ])
      // The night on site 16 is free, and they are asked the next time.
      XCTAssertEqual(made.flatMap(\.offers), [])
      XCTAssertEqual(entry.statusAtNoon, .waiting)
      XCTAssertEqual(made.flatMap(\.passedOver).map(\.entry), ["W-1"])
    }
  }
}
