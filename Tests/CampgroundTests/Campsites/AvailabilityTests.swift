import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

@MainActor
final class AvailabilityTests: XCTestCase {
  private func free(
    _ desk: TestDesk, _ arrival: String, _ departure: String,
    _ features: CampSiteFeatures = CampSiteFeatures()
  ) throws -> [String] {
    try desk.sites.available(stay(arrival, departure), features: features).map(\.name)
  }

  func testASiteIsFreeOnTheNightsThatNobodyHas() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try desk.sites.add("16")
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-04"))

      XCTAssertEqual(try free(desk, "2026-06-30", "2026-07-01"), ["15", "16"])
      XCTAssertEqual(try free(desk, "2026-07-04", "2026-07-05"), ["15", "16"])
      XCTAssertEqual(try free(desk, "2026-07-03", "2026-07-04"), ["16"])
      XCTAssertEqual(try free(desk, "2026-06-01", "2026-08-01"), ["16"])

      try desk.reservations.cancel("R-1")
      XCTAssertEqual(try free(desk, "2026-07-03", "2026-07-04"), ["15", "16"])
    }
  }

  func testASiteIsListedWhenItOffersAtLeastWhatIsAskedFor() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("1")
      _ = try desk.sites.add(
        "2",
        features: CampSiteFeatures(
          type: .rv, electricity: .amperes(30), water: true, vehicleLength: 36, people: 6,
          loop: "Oak"))
      _ = try desk.sites.add(
        "3",
        features: CampSiteFeatures(
          type: .rv, electricity: .amperes(50), water: true, sewer: true, vehicleLength: 40,
          people: 8, vehicles: 2, loop: "Elm", petsAllowed: true, isAccessible: true))
      _ = try desk.sites.add("4", features: CampSiteFeatures(electricity: .present))
      let free: @MainActor (CampSiteFeatures) throws -> [String] = {
        try self.free(desk, "2026-07-01", "2026-07-02", $0)
      }
      XCTAssertEqual(try free(CampSiteFeatures()), ["1", "2", "3", "4"])
      XCTAssertEqual(try free(CampSiteFeatures(electricity: .amperes(30))), ["2", "3"])
      XCTAssertEqual(try free(CampSiteFeatures(electricity: .amperes(50))), ["3"])
      XCTAssertEqual(try free(CampSiteFeatures(electricity: .present)), ["2", "3", "4"])
      XCTAssertEqual(
        try free(CampSiteFeatures(electricity: .absent, water: false)), ["1", "2", "3", "4"])
      XCTAssertEqual(try free(CampSiteFeatures(water: true)), ["2", "3"])
      XCTAssertEqual(try free(CampSiteFeatures(vehicleLength: 36)), ["2", "3"])
      XCTAssertEqual(try free(CampSiteFeatures(vehicleLength: 38)), ["3"])
      XCTAssertEqual(try free(CampSiteFeatures(people: 7)), ["3"])
      XCTAssertEqual(try free(CampSiteFeatures(loop: "oak")), ["2"])
      XCTAssertEqual(try free(CampSiteFeatures(type: .rv, petsAllowed: true)), ["3"])
      XCTAssertEqual(try free(CampSiteFeatures(type: .tent)), [])
    }
  }

  func testAnEmptyStoreHasNothingFreeAndStaysEmpty() async throws {
    let desk = TestDesk(try TestStoreStack())
    XCTAssertEqual(try free(desk, "2026-07-01", "2026-07-02"), [])
    XCTAssertEqual(try desk.campgrounds.campgrounds(), [])
  }
}
