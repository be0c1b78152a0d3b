import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

@MainActor
final class CampgroundServiceTests: XCTestCase {
  func testTheFirstSiteMakesTheCampground() async throws {
    try await eachStore { desk in
      XCTAssertNil(try desk.campgrounds.current())
      XCTAssertEqual(try desk.sites.getCampSites(), [])
      XCTAssertNil(try desk.campgrounds.current())
      let site = try desk.sites.addCampSite(1, electricity: true, water: true)
      let campground = try XCTUnwrap(try desk.campgrounds.current())
      XCTAssertEqual(campground.name, "Campground")
      XCTAssertEqual(campground.currency, .usd)
      XCTAssertEqual(campground.timeZone.identifier, TimeZone.current.identifier)
      XCTAssertTrue(site.campground === campground)
      XCTAssertTrue(try desk.campgrounds.currentOrNew() === campground)
    }
  }

  func testStacksThatStartAtOnceMakeOneCampground() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let store = PersistentStoreDescription(url: file)
    let stacks = try (0..<6).map { _ in try CampgroundStack(store: store) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, stack) in stacks.enumerated() {
        group.addTask {
          try await stack.newDerivedContext().perform { context in
            let sites = CampSiteService(managedObjectContext: context, storeStack: stack)
            _ = try sites.add("\(index)")
          }
        }
      }
      try await group.waitForAll()
    }
    for stack in stacks { try stack.close() }
    XCTAssertEqual(
      try StoreShell(file).rows(
        "SELECT ZCAMPGROUND.ZNAME, count(*) FROM ZCAMPGROUND JOIN ZCAMPSITE "
          + "ON ZCAMPSITE.ZCAMPGROUND = ZCAMPGROUND.Z_PK GROUP BY ZCAMPGROUND.Z_PK"),
      ["Campground|6"])
  }

  func testCampgroundsKeepTheirSitesApart() async throws {
    let desk = TestDesk(try TestStoreStack())
    let zone = try XCTUnwrap(TimeZone(identifier: "America/Los_Angeles"))
    let wawona = try desk.campgrounds.add("Wawona", timeZone: zone, currency: .eur)
    let pines = try desk.campgrounds.add("Upper Pines")
    XCTAssertTrue(try desk.campgrounds.current() === wawona)
    XCTAssertEqual(try desk.campgrounds.campgrounds(), [pines, wawona])
    XCTAssertTrue(try desk.campgrounds.find("Upper Pines") === pines)
    let sites = CampSiteService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
      campground: pines.objectID)
    let first = try desk.sites.add("1", rate: 20)
    let second = try sites.add("1", rate: 20)
    XCTAssertTrue(first.campground === wawona)
    XCTAssertTrue(second.campground === pines)
    XCTAssertEqual(first.rate?.description, "20.00 EUR")
    XCTAssertEqual(second.rate?.description, "$20.00")
    XCTAssertEqual(try sites.getCampSites(), [second])
  }

  func testATakenOrUnknownNameIsRefused() async throws {
    let desk = TestDesk(try TestStoreStack())
    _ = try desk.campgrounds.add("Wawona")
    assertBreaks(.nameTaken, "there is already a campground \"Wawona\"") {
      try desk.campgrounds.add(" Wawona ")
    }
    assertBreaks(.emptyName(of: "campground")) { try desk.campgrounds.add("") }
    assertBreaks(.unknownCampground("Pines", known: ["Wawona"])) {
      try desk.campgrounds.find("Pines")
    }
  }

  // MARK: Set-up

  func testSettingsAreTakenAndWhatIsNotNamedStays() async throws {
    try await eachStore { desk in
      let campground = try desk.campgrounds.add(
        "Wawona", settings: CampgroundSettings(holdMinutes: 30, checkIn: TimeOfDay("14:00")))
      XCTAssertEqual(campground.holdMinutes, 30)
      XCTAssertEqual(campground.checkInMinute, 840)
      XCTAssertEqual(campground.checkOutMinute, 660)
      XCTAssertEqual(campground.currency, .usd)
      XCTAssertNil(campground.bookingWindow)
      let changed = try desk.campgrounds.edit(
        campground, name: "Bassi",
        settings: CampgroundSettings(currency: .eur, checkOut: TimeOfDay("12:00")))
      XCTAssertTrue(changed === campground)
      XCTAssertEqual(campground.name, "Bassi")
      XCTAssertEqual(campground.currency, .eur)
      XCTAssertEqual(campground.holdMinutes, 30)
      XCTAssertEqual(campground.checkOutMinute, 720)
    }
  }

  func testAnotherTimeZoneMovesNoDateOfAStay() async throws {
    try await eachStore { desk in
      let campground = try desk.campground(in: "America/Los_Angeles")
      let site = try desk.sites.add("15", rate: 40)
      let camper = try desk.campers.addCamper("Rivera", phoneNumber: nil)
      let made = try desk.reservations.reserve(
        site, for: camper, arrival: day("2026-07-01"), nights: 3)
      for zone in ["Asia/Tokyo", "Pacific/Kiritimati", "Pacific/Pago_Pago"] {
        let zone = try XCTUnwrap(TimeZone(identifier: zone))
        try desk.campgrounds.edit(campground, settings: CampgroundSettings(timeZone: zone))
        let found = try desk.find(made.code)
        XCTAssertEqual(found.arrival, try day("2026-07-01"))
        XCTAssertEqual(found.departure, try day("2026-07-04"))
        XCTAssertEqual(
          found.nights.map(\.night).sorted(),
          try ["2026-07-01", "2026-07-02", "2026-07-03"].map { try day($0).dayNumber })
        XCTAssertEqual(
          try desk.folios.bill(of: found).lines.map(\.day),
          try ["2026-07-01", "2026-07-02", "2026-07-03"].map { try day($0) })
      }
    }
  }

  func testTheCurrencyStaysWhereThereAreAmounts() async throws {
    try await eachStore { desk in
      let campground = try desk.campgrounds.add("Wawona")
      let euros = CampgroundSettings(currency: .eur)
      let site = try desk.sites.add("15")
      let camper = try desk.campers.addCamper("Rivera", phoneNumber: nil)
      let stay = try desk.reservations.reserve(
        site, for: camper, arrival: day("2026-07-01"), nights: 1)
      try desk.campgrounds.edit(campground, settings: euros)
      XCTAssertEqual(campground.currency, .eur, "a stay without a price is no money")
      try desk.campgrounds.edit(campground, settings: CampgroundSettings(currency: .usd))
      _ = try desk.folios.pay(20, by: .cash, for: stay)
      let inUse = "amounts are already in USD: "
      assertBreaks(.inUse, inUse + "1 bill line") {
        try desk.campgrounds.edit(campground, settings: euros)
      }
      _ = try desk.sites.add("16", rate: 30)
      _ = try desk.sites.add("17", rate: 30)
      assertBreaks(.inUse, inUse + "1 bill line, 2 campsites with a price") {
        try desk.campgrounds.edit(campground, name: "Bassi", settings: euros)
      }
      XCTAssertEqual(campground.name, "Wawona")
      XCTAssertEqual(campground.currency, .usd)
      try desk.campgrounds.edit(campground, settings: CampgroundSettings(currency: .usd))
    }
  }

  func testEachKindOfAmountKeepsTheCurrency() async throws {
    let kinds: [(String, (TestDesk) throws -> Void)] = [
      ("1 campsite with a price", { _ = try $0.sites.add("1", rate: 30) }),
      ("1 rate", { _ = try $0.rates.addRate("Base", RatePlan(amount: 40)) }),
      (
        "1 policy with a fee",
        {
          _ = try $0.policies.add(
            "Standard", PolicyPlan(steps: try PolicyPlan.steps(parsing: "0+ all", fee: 5)))
        }
      ),
    ]
    for (text, make) in kinds {
      let desk = TestDesk(try TestStoreStack())
      let campground = try desk.campgrounds.add("Wawona")
      try make(desk)
      assertBreaks(.inUse, "amounts are already in USD: \(text)") {
        try desk.campgrounds.edit(campground, settings: CampgroundSettings(currency: .eur))
      }
    }
  }

  func testTheBookingWindowIsARuleAboutStays() async throws {
    try await eachStore { desk in
      let campground = try desk.campgrounds.add(
        "Wawona", settings: CampgroundSettings(bookingWindow: 6))
      XCTAssertEqual(campground.bookingWindow, 6)
      let site = try desk.sites.add("15")
      let camper = try desk.campers.addCamper("Rivera", phoneNumber: nil)
      // Today is 2026-06-15.
      let tooLate = try day("2026-12-16")
      XCTAssertThrowsError(
        try desk.reservations.reserve(site, for: camper, arrival: tooLate, nights: 1))
      _ = try desk.reservations.reserve(
        site, for: camper, arrival: tooLate.advanced(by: -1), nights: 1)
      try desk.campgrounds.edit(campground, settings: CampgroundSettings(bookingWindow: 12))
      XCTAssertEqual(try desk.rules.rules().map(\.value), [12])
      try desk.campgrounds.edit(campground, settings: CampgroundSettings(bookingWindow: 0))
      XCTAssertEqual(try desk.rules.rules(), [])
      XCTAssertNil(campground.bookingWindow)
      _ = try desk.reservations.reserve(site, for: camper, arrival: tooLate, nights: 1)
      assertBreaks(.outOfRange("months", value: 121, allowed: 0...120)) {
        try desk.campgrounds.edit(campground, settings: CampgroundSettings(bookingWindow: 121))
      }
      assertBreaks(.outOfRange("minutes", value: 0, allowed: 1...10_080)) {
        try desk.campgrounds.edit(campground, settings: CampgroundSettings(holdMinutes: 0))
      }
    }
  }

  func testARenamedCampgroundDoesNotTakeAnothersName() async throws {
    let desk = TestDesk(try TestStoreStack())
    let wawona = try desk.campgrounds.add("Wawona")
    _ = try desk.campgrounds.add("Pines")
    assertBreaks(.nameTaken, "there is already a campground \"Pines\"") {
      try desk.campgrounds.edit(wawona, name: "Pines")
    }
    try desk.campgrounds.edit(wawona, name: "Wawona")
    XCTAssertEqual(wawona.name, "Wawona")
  }
}
