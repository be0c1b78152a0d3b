import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Offers that lapse or are declined. The clock stands at noon of 2026-06-15.
@MainActor
final class MissedOfferTests: XCTestCase {
  private let noon = TestStoreStack.noon

  private func wait(_ desk: TestDesk, _ name: String) throws -> WaitlistEntry {
    let camper = try desk.campers.addCamper(name, phoneNumber: nil)
    return try desk.waitlist.add(
      WaitlistWish(dates: stay("2026-07-01", "2026-07-03")), for: camper, anyway: true)
  }

  private func waitlist(_ desk: TestDesk, hours: Double) -> WaitlistService {
    WaitlistService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
      clock: FixedClock(noon.addingTimeInterval(hours * 3_600)))
  }

  /// Sites by these names, each booked for the wished nights, as, …
  private func fill(_ desk: TestDesk, _ names: [String]) throws {
    for name in names {
      _ = try desk.reservations.reserve(
        desk.sites.add(name), for: nil, dates: stay("2026-07-01", "2026-07-03"))
    }
    try useUTC(desk)
  }

  private func useUTC(_ desk: TestDesk) throws {
    try desk.campgrounds.edit(
      XCTUnwrap(desk.campgrounds.current()), settings: CampgroundSettings(timeZone: .gmt))
  }

  // MARK: How long an offer lasts, and the place in line afterwards

  func testAnOfferDoesNotEndAfterAQuarterOfAnHour() async throws {
    try await eachStore { desk in
      try fill(desk, ["15"])
      let entry = try wait(desk, "Rivera")
      try desk.reservations.cancel("R-1")
      let quarter = noon.addingTimeInterval(900)
      XCTAssertEqual(entry.status(at: quarter), .offered)
      XCTAssertEqual(try desk.reservations(at: quarter).expireOverdue(), [])
      XCTAssertEqual(entry.status(at: noon.addingTimeInterval(86_399)), .offered)
      XCTAssertEqual(try waitlist(desk, hours: 23.9).accept("W-1").after.status, .reserved)
      XCTAssertEqual(entry.status(at: noon), .booked)
    }
  }

  func testAnOfferLastsAsLongAsTheCampgroundsOffersDoAndNotAsItsHolds() async throws {
    try await eachStore { desk in
      try fill(desk, ["15"])
      let campground = try XCTUnwrap(desk.campgrounds.current())
      XCTAssertEqual(campground.offerHours, 24)
      try desk.campgrounds.edit(
        campground, settings: CampgroundSettings(holdMinutes: 5, offerHours: 168))
      for hours in [0, 169, -1, .max] {
        assertBreaks(.outOfRange("hours", value: hours, allowed: 1...168)) {
          try desk.campgrounds.edit(campground, settings: CampgroundSettings(offerHours: hours))
        }
      }
      let entry = try wait(desk, "Rivera")
      try desk.reservations.cancel("R-1")
      XCTAssertEqual(entry.offer?.holdExpiresAt, noon.addingTimeInterval(168 * 3_600))
    }
  }

  func testAnOfferThatLapsesDoesNotSendTheGuestToTheEndOfTheLine() async throws {
    try await eachStore { desk in
      try fill(desk, ["15", "16"])
      _ = try wait(desk, "Rivera")
      _ = try wait(desk, "Okafor")
      _ = try wait(desk, "Ada")
      try desk.reservations.cancel("R-1")
      let later = waitlist(desk, hours: 24)
      XCTAssertEqual(try later.entries().map(\.code), ["W-1", "W-2", "W-3"])
      // The next site that fits is Rivera's again, before anything swept the lapsed offer.
      let next = desk.reservations(at: noon.addingTimeInterval(86_400))
      XCTAssertEqual(
        try next.cancel("R-2").offers.map(\.description),
        [
          "Rivera (W-1) · site 16 · 2026-07-01 to 2026-07-03 · until 2026-06-17 12:00"
        ])
      // And the nights that lapsed go to the next in line.
      XCTAssertEqual(try next.expireOverdue().flatMap(\.offers).map(\.entry), ["W-2"])
    }
  }

  func testAnOfferThatIsDeclinedDoesNotSendTheGuestToTheEndOfTheLine() async throws {
    try await eachStore { desk in
      try fill(desk, ["15", "16"])
      let entry = try wait(desk, "Rivera")
      _ = try wait(desk, "Okafor")
      try desk.reservations.cancel("R-1")
      XCTAssertEqual(try desk.waitlist.decline("W-1").map(\.entry), ["W-2"])
      XCTAssertEqual(entry.status(at: noon), .waiting)
      assertBreaks(.noOffer("W-1", .waiting)) { try desk.waitlist.decline("W-1") }
      XCTAssertEqual(try desk.waitlist.entries().map(\.code), ["W-1", "W-2"])
      XCTAssertEqual(try desk.waitlist.decline("W-2"), [])
      XCTAssertEqual(try desk.reservations.cancel("R-2").offers.map(\.entry), ["W-1"])
    }
  }

  func testTheSameNightsOnTheSameSiteAreNotOfferedTwice() async throws {
    try await eachStore { desk in
      try fill(desk, ["15"])
      _ = try wait(desk, "Rivera")
      try desk.reservations.cancel("R-1")
      try desk.waitlist.decline("W-1")
      XCTAssertEqual(try desk.waitlist.offer(), [])
      let site = try desk.sites.find("15")
      let again = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-03"))
      XCTAssertEqual(try desk.reservations.cancel(again.code).offers, [])
      _ = try desk.waitlist.addWish(
        WaitlistWish(dates: stay("2026-07-01", "2026-07-02")), to: "W-1", anyway: true)
      XCTAssertEqual(try desk.waitlist.offer().map(\.wish), [2])
    }
  }

  func testNightsOnOneSiteWereNotOfferedByAHoldThatChangesTheSite() async throws {
    try await eachStore { desk in
      try fill(desk, ["15", "16"])
      _ = try wait(desk, "Rivera")
      XCTAssertEqual(try desk.reservations.cancel("R-1").offers.map(\.site), ["15"])
      try desk.reservations.cancel("R-2")
      try desk.reservations.split("R-3", on: day("2026-07-02"), to: desk.sites.find("16"))
      XCTAssertEqual(
        try desk.waitlist.calls().map(\.offer.site), ["15, then 16 from 2026-07-02"])
      try desk.waitlist.decline("W-1")
      for site in ["15", "16"] {
        XCTAssertEqual(try desk.waitlist.offer().map(\.site), [site])
        try desk.waitlist.decline("W-1")
      }
    }
  }

  // MARK: Rest

  /// W-1 with three offers that came to nothing, of 15, 16 and 17; 18 is booked as R-4.
  private func restingDesk(_ desk: TestDesk) throws -> WaitlistEntry {
    try fill(desk, ["15", "16", "17", "18"])
    let entry = try wait(desk, "Rivera")
    for code in ["R-1", "R-2"] {
      XCTAssertEqual(entry.status(at: noon), .waiting)
      XCTAssertEqual(try desk.reservations.cancel(code).offers.map(\.entry), ["W-1"])
      try desk.waitlist.decline("W-1")
    }
    XCTAssertEqual(try desk.reservations.cancel("R-3").offers.map(\.entry), ["W-1"])
    return entry
  }

  func testAfterThreeOffersThatCameToNothingAnEntryRests() async throws {
    try await eachStore { desk in
      let entry = try restingDesk(desk)
      // The third one lapses, which nothing has to sweep.
      let next = noon.addingTimeInterval(86_400)
      XCTAssertEqual(entry.status(at: next.addingTimeInterval(-1)), .offered)
      XCTAssertEqual(entry.status(at: next), .resting)
      XCTAssertEqual(try desk.reservations(at: next).cancel("R-4").offers, [])
      let later = waitlist(desk, hours: 25)
      XCTAssertEqual(try later.offer(), [])
      XCTAssertEqual(try later.entries().map(\.code), ["W-1"])
      XCTAssertEqual(try later.entries(.resting).map(\.code), ["W-1"])
      XCTAssertEqual(try later.entries(.waiting), [])
      assertBreaks(.noOffer("W-1", .resting)) { try later.accept("W-1") }
    }
  }

  func testWhoRestsIsOfferedSomethingOnceAskedAgainWithTheCountAtZero() async throws {
    try await eachStore { desk in
      let entry = try restingDesk(desk)
      try desk.waitlist.decline("W-1")
      XCTAssertEqual(entry.status(at: noon), .resting)
      XCTAssertEqual(try desk.waitlist.ask("W-1").code, "W-1")
      XCTAssertEqual(entry.status(at: noon), .waiting)
      XCTAssertEqual(entry.missedOffers(at: noon), [])
      // What was offered before may be offered again.
      for site in ["15", "16"] {
        XCTAssertEqual(try desk.waitlist.offer().map(\.site), [site])
        try desk.waitlist.decline("W-1")
        XCTAssertEqual(entry.status(at: noon), .waiting)
      }
      XCTAssertEqual(try desk.waitlist.offer().map(\.site), ["17"])
      try desk.waitlist.decline("W-1")
      XCTAssertEqual(entry.status(at: noon), .resting)
      try desk.waitlist.withdraw("W-1")
      assertBreaks("W-1 is withdrawn and no longer waiting") {
        try desk.waitlist.ask("W-1")
      }
    }
  }

  // MARK: Calls

  func testTheCallsToMakeSayWhoIsOfferedWhatForHowMuchAndUntilWhen() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 45)
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-03"))
      try useUTC(desk)
      let camper = try desk.campers.addCamper("Rivera", phoneNumber: "408-555-0001")
      _ = try desk.waitlist.add(
        WaitlistWish(dates: stay("2026-07-01", "2026-07-03")), for: camper)
      assertBreaks(.noOffer("W-1", .waiting)) { try desk.waitlist.called("W-1") }
      XCTAssertEqual(try desk.waitlist.calls(), [])
      try desk.reservations.cancel("R-1")
      let call = try XCTUnwrap(desk.waitlist.calls().first)
      XCTAssertEqual(
        call.offer.description,
        "Rivera (W-1) · site 15 · 2026-07-01 to 2026-07-03 · until 2026-06-16 12:00")
      XCTAssertEqual(call.phone, "408-555-0001")
      XCTAssertEqual(call.hold, "R-2")
      XCTAssertEqual(call.price.total, try usd("90"))
      XCTAssertNil(call.calledAt)
      XCTAssertEqual(
        try desk.waitlist.called("W-1").calledAt.map { "\($0)" }, "2026-06-15 12:00")
      XCTAssertEqual(
        try desk.waitlist.calls().map { $0.calledAt.map { "\($0)" } }, ["2026-06-15 12:00"])
      XCTAssertEqual(try waitlist(desk, hours: 24).calls(), [])
    }
  }

  func testTheCallThatIsMostUrgentComesFirstAndThoseThatWereMadeLast() async throws {
    try await eachStore { desk in
      try fill(desk, ["15", "16", "17"])
      for name in ["Rivera", "Okafor", "Ada"] { _ = try wait(desk, name) }
      for (index, code) in ["R-1", "R-2", "R-3"].enumerated() {
        try desk.reservations(at: noon.addingTimeInterval(Double(index) * -60)).cancel(code)
      }
      XCTAssertEqual(try desk.waitlist.calls().map(\.offer.entry), ["W-3", "W-2", "W-1"])
      try desk.waitlist.called("W-3")
      XCTAssertEqual(try desk.waitlist.calls().map(\.offer.entry), ["W-2", "W-1", "W-3"])
    }
  }
}
