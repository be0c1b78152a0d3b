import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Nights of a hold that is over, which somebody takes before anything swept them. The clock
/// stands at noon of 2026-06-15.
@MainActor
final class LapsedHoldTests: XCTestCase {
  /// Half an hour later.
  private func later(_ desk: TestDesk) -> ReservationService {
    desk.reservations(at: TestStoreStack.noon.addingTimeInterval(1_800))
  }

  private func wait(
    _ desk: TestDesk, _ name: String, _ arrival: String, _ departure: String
  ) throws -> WaitlistEntry {
    let camper = try desk.campers.addCamper(name, phoneNumber: nil)
    return try desk.waitlist.add(WaitlistWish(dates: try stay(arrival, departure)), for: camper)
  }

  /// Site 15, held from July 1 to July 5 for a quarter of an hour.
  private func heldSite(_ desk: TestDesk) throws -> CampSite {
    let site = try desk.sites.add("15")
    _ = try desk.reservations.hold(
      Booking(site, for: nil, dates: stay("2026-07-01", "2026-07-05")), minutes: 15)
    return site
  }

  func testWhoBooksAtTheDeskIsToldWhoWaitsAndTheRestIsOffered() async throws {
    try await eachStore { desk in
      let site = try heldSite(desk)
      let whole = try wait(desk, "Rivera", "2026-07-01", "2026-07-04")
      let rest = try wait(desk, "Okafor", "2026-07-03", "2026-07-05")
      let change = try later(desk).book(
        Booking(site, for: nil, dates: stay("2026-07-02", "2026-07-03")))
      XCTAssertEqual(change.after.status, .reserved)
      XCTAssertEqual(
        change.passedOver.map(\.description), ["Rivera (W-1) · site 15 · 2026-07-01 to 2026-07-04"])
      XCTAssertEqual(change.offers.map(\.entry), ["W-2"])
      XCTAssertEqual([whole, rest].map(\.statusAtNoon), [.waiting, .offered])
      XCTAssertEqual(rest.offer?.dates, try stay("2026-07-03", "2026-07-05"))
      XCTAssertEqual(try desk.find("R-1").state, .expired)
    }
  }

  func testNobodyIsNamedWhoCouldNotHaveHadTheStayAnyway() async throws {
    try await eachStore { desk in
      let site = try heldSite(desk)
      _ = try desk.sites.add("16", features: CampSiteFeatures(type: .tent))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-05", "2026-07-06"))
      _ = try desk.reservations.reserve(
        desk.sites.find("16"), for: nil, dates: stay("2026-07-01", "2026-07-05"))
      // One night too many, and another site.
      _ = try wait(desk, "Long", "2026-07-02", "2026-07-06")
      let camper = try desk.campers.addCamper("Tent", phoneNumber: nil)
      var wish = WaitlistWish(dates: try stay("2026-07-02", "2026-07-03"))
      wish.type = .tent
      _ = try desk.waitlist.add(wish, for: camper)
      let change = try later(desk).book(
        Booking(site, for: nil, dates: stay("2026-07-02", "2026-07-03")))
      XCTAssertEqual(change.passedOver, [])
      XCTAssertEqual(change.offers, [])
    }
  }

  func testAPreviewShowsTheSameAndSavesNothing() async throws {
    try await eachStore { desk in
      let site = try heldSite(desk)
      _ = try wait(desk, "Rivera", "2026-07-01", "2026-07-02")
      _ = try wait(desk, "Okafor", "2026-07-03", "2026-07-05")
      let booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-02"))
      let before = try StoreDump(of: desk.stack, desk.file)
      let shown = try later(desk).preview { try $0.book(booking) }
      XCTAssertEqual(try StoreDump(of: desk.stack, desk.file), before)
      XCTAssertEqual(shown.passedOver.map(\.entry), ["W-1"])
      XCTAssertEqual(shown.offers.map(\.entry), ["W-2"])
      let change = try later(desk).accepting(shown).book(booking)
      XCTAssertEqual(change.passedOver, shown.passedOver)
      XCTAssertEqual(change.offers.map(\.site), ["15"])
    }
  }

  func testEveryDoorOffersWhatItLeavesOfTheHold() async throws {
    typealias Door = @MainActor (TestDesk, ReservationService, CampSite, StayDates) throws -> Void
    let doors: [(String, Door)] = [
      ("draft", { _, service, _, _ in try service.reserve("R-2") }),
      ("dates", { _, service, _, dates in try service.changeDates("R-3", to: dates) }),
      ("move", { _, service, site, _ in try service.move("R-4", to: site) }),
      ("swap", { _, service, _, _ in try service.swap("R-4", with: "R-3") }),
      (
        "group",
        { _, service, site, dates in
          try service.bookGroup("Troop", [Booking(site, for: nil, dates: dates)])
        }
      ),
      (
        "series",
        { _, service, site, dates in
          try service.reserveSeries(
            Booking(site, for: nil, dates: dates), every: .year, times: 2)
        }
      ),
      (
        "block",
        { desk, service, site, dates in
          try SiteBlockService(
            managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
            clock: FixedClock(TestStoreStack.noon.addingTimeInterval(1_800))
          ).block(site, dates, reason: "new hookup")
        }
      ),
    ]
    for (name, door) in doors {
      try await eachStore { desk in
        let site = try heldSite(desk)
        let other = try desk.sites.add("16", features: CampSiteFeatures(type: .tent))
        let dates = try stay("2026-07-01", "2026-07-03")
        _ = try desk.reservations.draft(Booking(site, for: nil, dates: dates))
        _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-08-01", "2026-08-02"))
        _ = try desk.reservations.reserve(other, for: nil, dates: dates)
        _ = try desk.reservations.reserve(other, for: nil, dates: stay("2026-07-03", "2026-07-05"))
        let entry = try wait(desk, "Okafor", "2026-07-03", "2026-07-05")
        try door(desk, later(desk), site, dates)
        XCTAssertEqual(entry.statusAtNoon, .offered, name)
        XCTAssertEqual(entry.offer?.siteName, "15", name)
        XCTAssertEqual(try desk.find("R-1").state, .expired, name)
        XCTAssertEqual(try desk.find("R-1").nights, [], name)
      }
    }
  }

  func testWhoClosesNightsOfAHoldThatIsOverIsToldToWhomItsRestIsOffered() async throws {
    try await eachStore { desk in
      let site = try heldSite(desk)
      _ = try wait(desk, "Okafor", "2026-07-03", "2026-07-05")
      let blocks = SiteBlockService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: FixedClock(TestStoreStack.noon.addingTimeInterval(1_800)))
      let made = try blocks.block(site, stay("2026-07-01", "2026-07-03"), reason: "roots")
      XCTAssertEqual(made.block.dates, try stay("2026-07-01", "2026-07-03"))
      XCTAssertEqual(made.offers.map(\.entry), ["W-1"])
      XCTAssertEqual(made.offers.map(\.dates), [try stay("2026-07-03", "2026-07-05")])
    }
  }

  func testAnOfferThatTakesNightsOfTheNextHoldThatIsOverOffersItsRestToo() async throws {
    try await eachStore { desk in
      let site = try heldSite(desk)
      _ = try desk.reservations.hold(
        Booking(site, for: nil, dates: stay("2026-07-05", "2026-07-08")), minutes: 15)
      let first = try wait(desk, "Rivera", "2026-07-04", "2026-07-06")
      let second = try wait(desk, "Okafor", "2026-07-06", "2026-07-08")
      let change = try later(desk).book(
        Booking(site, for: nil, dates: stay("2026-07-01", "2026-07-02")))
      XCTAssertEqual(change.offers.map(\.entry), ["W-1", "W-2"])
      XCTAssertEqual([first, second].map(\.statusAtNoon), [.offered, .offered])
      XCTAssertEqual(try desk.find("R-2").state, .expired)
    }
  }

  func testWhoLetAnOfferRunOutIsNamedAndNotOfferedTheRestAtOnce() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let code = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-04")
      ).code
      let entry = try wait(desk, "Rivera", "2026-07-01", "2026-07-03")
      try desk.reservations.cancel(code)
      let change = try desk.reservations(at: TestStoreStack.noon.addingTimeInterval(86_400)).book(
        Booking(site, for: nil, dates: stay("2026-07-02", "2026-07-04")))
      XCTAssertEqual(change.passedOver.map(\.entry), ["W-1"])
      XCTAssertEqual(change.offers, [])
      XCTAssertEqual(entry.statusAtNoon, .waiting)
      XCTAssertEqual(entry.offer?.state, .expired)
    }
  }
}
