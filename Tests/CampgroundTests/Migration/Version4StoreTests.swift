import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Opening stores of version 4, in which a price agreed elsewhere never had its taxes in it.
@MainActor
final class Version4StoreTests: XCTestCase {
  func testAStayKeepsWhatItsPriceCovers() async throws {
    let url = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let store = try FormerStore(of: .campgroundVersion4, at: url)
    let campground = try store.campground()
    let site = try store.make("CampSite", ["name": "15", "campground": campground])
    try store.make(
      "Tax",
      [
        "name": "County", "percent": Decimal(10), "group": "lodging", "basis": "stay",
        "campground": campground,
      ])
    try store.reservation(
      at: campground, on: site, from: "2026-07-01", to: "2026-07-03", priceMinor: 50_00,
      ["number": Int64(1), "totalMinor": Int64(110_00)])
    let past = try store.reservation(
      at: campground, on: site, from: "2026-06-01", to: "2026-06-03", priceMinor: 50_00,
      ["number": Int64(2), "status": "CheckedOut", "totalMinor": Int64(100_00)])
    for segment in try XCTUnwrap(past.value(forKey: "segments") as? Set<ManagedObject>) {
      try segment.setValue(true, forKey: "isAllIncluded")
    }
    try store.close()
    let stack = try TestStoreStack(store: PersistentStoreDescription(url: url))
    XCTAssertEqual(stack.migration?.source, "4")
    let desk = TestDesk(stack)
    XCTAssertEqual(try desk.find("R-2").importedTotal, try usd("100"))
    let coming = try desk.find("R-1")
    XCTAssertNil(coming.importedTotal)
    XCTAssertNil(coming.confirmationNumber)
    XCTAssertEqual(try desk.due(coming), "$110.00")
    XCTAssertEqual(coming.nightPrice, try usd("50"))
    try stack.close()
  }
}
