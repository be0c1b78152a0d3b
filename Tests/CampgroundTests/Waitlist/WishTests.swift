import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Places on the waitlist with several wishes. The clock stands at noon of 2026-06-15.
@MainActor
final class WishTests: XCTestCase {
  private func wish(
    _ arrival: String, _ departure: String, _ type: CampSiteType? = nil
  ) throws -> WaitlistWish {
    var wish = WaitlistWish(dates: try stay(arrival, departure))
    wish.type = type
    return wish
  }

  /// Sites 15 for vehicles and 16 for tents, booked as, and who waits as W-1.
  private func fullDesk(_ desk: TestDesk, _ wishes: [WaitlistWish]) throws -> WaitlistEntry {
    for (name, type) in [("15", CampSiteType.rv), ("16", .tent)] {
      let site = try desk.sites.add(name, features: CampSiteFeatures(type: type), rate: 40)
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-10"))
    }
    try desk.campgrounds.edit(
      XCTUnwrap(desk.campgrounds.current()), settings: CampgroundSettings(timeZone: .gmt))
    let camper = try desk.campers.addCamper("Rivera", phoneNumber: nil)
    let entry = try desk.waitlist.add(wishes[0], for: camper)
    for wish in wishes.dropFirst() { _ = try desk.waitlist.addWish(wish, to: entry.code) }
    return entry
  }

  func testTheFirstWishThatCanBeFulfilledIsOfferedAndTheOfferNamesIt() async throws {
    try await eachStore { desk in
      let entry = try fullDesk(
        desk, [wish("2026-07-01", "2026-07-03", .rv), wish("2026-07-02", "2026-07-04")])
      // Site 16 is no RV site; the second wish is for any.
      let offers = try desk.reservations.cancel("R-2").offers
      XCTAssertEqual(offers.map(\.wish), [2])
      XCTAssertEqual(
        offers.map(\.description),
        ["Rivera (W-1, wish 2) · site 16 · 2026-07-02 to 2026-07-04 · until 2026-06-16 12:00"])
      XCTAssertEqual(entry.openOffer(at: TestStoreStack.noon)?.wish?.number, 2)
      // One offer at a time.
      XCTAssertEqual(try desk.reservations.cancel("R-1").offers, [])
      try desk.waitlist.accept("W-1")
      XCTAssertEqual(entry.statusAtNoon, .booked)
      assertBreaks("W-1 is booked and no longer waiting") {
        try desk.waitlist.addWish(self.wish("2026-08-01", "2026-08-02"), to: "W-1", anyway: true)
      }
    }
  }

  func testAWishForAClassIsNotOfferedASiteOfAnother() async throws {
    try await eachStore { desk in
      let (lake, forest) = (try desk.classes.add("Lake"), try desk.classes.add("Forest"))
      for (name, siteClass) in [("15", lake), ("16", forest)] {
        let site = try desk.sites.add(name, siteClass: siteClass)
        _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-10"))
      }
      var wish = try wish("2026-07-02", "2026-07-04")
      wish.siteClass = lake.objectID
      let camper = try desk.campers.addCamper("Rivera", phoneNumber: nil)
      let entry = try desk.waitlist.add(wish, for: camper)
      XCTAssertEqual(entry.presentWishes.first?.needs.siteClass, "Lake")
      XCTAssertEqual(try desk.reservations.cancel("R-2").offers, [])
      XCTAssertEqual(try desk.reservations.cancel("R-1").offers.map(\.site), ["15"])
    }
  }

  func testWishesOfOneEntryMayOverlapAndTheFirstIsAskedForFirst() async throws {
    try await eachStore { desk in
      _ = try fullDesk(
        desk,
        [
          wish("2026-07-02", "2026-07-05"), wish("2026-07-01", "2026-07-08"),
          wish("2026-07-03", "2026-07-04"),
        ])
      XCTAssertEqual(try desk.reservations.cancel("R-1").offers.map(\.wish), [1])
      // The same site, other nights.
      XCTAssertEqual(try desk.waitlist.decline("W-1"), [])
      XCTAssertEqual(try desk.waitlist.offer().map(\.wish), [2])
    }
  }

  func testSeveralWishesAtOnceAreNumberedInTheirOrder() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15")
      let camper = try desk.campers.addCamper("Rivera", phoneNumber: nil)
      let entry = try desk.waitlist.add(
        wish("2026-07-05", "2026-07-06"), wish("2026-07-01", "2026-07-02"), for: camper,
        anyway: true)
      XCTAssertEqual(entry.presentWishes.map(\.number), [1, 2])
      XCTAssertEqual(try desk.waitlist.offer().map(\.dates), [try stay("2026-07-05", "2026-07-06")])
      assertBreaks("W-new already has that wish, as wish 1") {
        let same = try self.wish("2026-08-01", "2026-08-02")
        return try desk.waitlist.add(same, same, for: camper, anyway: true)
      }
    }
  }

  func testAWishThatIsGivenUpLeavesItsOfferToTheNextAndItsNumberToNobody() async throws {
    try await eachStore { desk in
      let entry = try fullDesk(
        desk, [wish("2026-07-01", "2026-07-03"), wish("2026-07-05", "2026-07-06")])
      let other = try desk.campers.addCamper("Okafor", phoneNumber: nil)
      _ = try desk.waitlist.add(wish("2026-07-01", "2026-07-03"), for: other)
      XCTAssertEqual(try desk.reservations.cancel("R-1").offers.map(\.wish), [1])
      XCTAssertEqual(try desk.waitlist.withdrawWish(1, of: "W-1").map(\.entry), ["W-2"])
      XCTAssertEqual(entry.statusAtNoon, .waiting)
      XCTAssertEqual(entry.presentWishes.map(\.number), [2])
      let third = try desk.waitlist.addWish(
        wish("2026-07-01", "2026-07-03"), to: "W-1", anyway: true)
      XCTAssertEqual(third.number, 3)
      // Another wish with an open offer stays as it is.
      XCTAssertEqual(try desk.waitlist.offer().map(\.wish), [2])
      XCTAssertEqual(try desk.waitlist.withdrawWish(3, of: "W-1"), [])
      XCTAssertEqual(entry.statusAtNoon, .offered)
    }
  }

  func testAnEntryLapsesWithItsLastWish() async throws {
    try await eachStore { desk in
      let entry = try fullDesk(
        desk, [wish("2026-07-01", "2026-07-03"), wish("2026-07-05", "2026-07-06")])
      XCTAssertEqual(try entry.status(at: noon("2026-07-03")), .waiting)
      XCTAssertEqual(
        try desk.reservations(on: "2026-07-03").cancel("R-2").offers.map(\.wish), [2])
      XCTAssertEqual(try entry.status(at: noon("2026-07-06")), .lapsed)
    }
  }

  func testNobodyWaitsTwiceForTheSameNights() async throws {
    try await eachStore { desk in
      let entry = try fullDesk(
        desk, [wish("2026-07-01", "2026-07-03"), wish("2026-07-05", "2026-07-06")])
      let camper = try XCTUnwrap(entry.camper)
      assertBreaks("Rivera is already waiting for some of these nights, as W-1") {
        try desk.waitlist.add(self.wish("2026-07-05", "2026-07-07"), for: camper)
      }
      _ = try desk.waitlist.add(wish("2026-07-03", "2026-07-05"), for: camper)
      assertBreaks("Rivera is already waiting for some of these nights, as W-2") {
        try desk.waitlist.addWish(self.wish("2026-07-04", "2026-07-06"), to: "W-1")
      }
      try desk.waitlist.withdraw("W-2")
      XCTAssertEqual(
        try desk.waitlist.addWish(wish("2026-07-04", "2026-07-06"), to: "W-1").number, 3)
    }
  }

  func testWhoIsPassedOverIsNamedOnceWithTheWish() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try desk.reservations.hold(
        Booking(site, for: nil, dates: stay("2026-07-01", "2026-07-05")), minutes: 15)
      let camper = try desk.campers.addCamper("Rivera", phoneNumber: nil)
      _ = try desk.waitlist.add(
        wish("2026-08-01", "2026-08-02"), wish("2026-07-01", "2026-07-03"),
        wish("2026-07-02", "2026-07-04"), for: camper, anyway: true)
      let change = try desk.reservations(at: TestStoreStack.noon.addingTimeInterval(900)).book(
        Booking(site, for: nil, dates: stay("2026-07-02", "2026-07-03")))
      XCTAssertEqual(
        change.passedOver.map(\.description),
        ["Rivera (W-1, wish 2) · site 15 · 2026-07-01 to 2026-07-03"])
    }
  }
}
