import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

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
    let desk = Desk(try TestStoreStack())
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
    let desk = Desk(try TestStoreStack())
    _ = try desk.campgrounds.add("Wawona")
    assertBreaks(.campgroundNameTaken("Wawona")) { try desk.campgrounds.add(" Wawona ") }
    assertBreaks(.emptyName(of: "campground")) { try desk.campgrounds.add("") }
    assertBreaks(.unknownCampground("Pines", known: ["Wawona"])) {
      try desk.campgrounds.find("Pines")
    }
  }
}
