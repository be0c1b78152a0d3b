import TestSupport
import XCTest

@testable import Campground

@MainActor
final class SiteDetailTests: XCTestCase {
  private func details(_ desk: TestDesk, _ site: CampSite) throws -> [String] {
    try desk.sites.details(of: site).map { "\($0.category ?? "-") \($0.name): \($0.value)" }
  }

  func testADetailOfWhateverNameIsKeptOnceForASite() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let other = try desk.sites.add("16")
      try desk.sites.setDetail("Campfire Allowed", to: "no", of: site)
      try desk.sites.setDetail("Shade", to: "full", of: site, category: "amenities")
      try desk.sites.setDetail("Campfire Allowed", to: "yes", of: other)
      try desk.sites.setDetail("campfire allowed", to: " yes ", of: site)
      XCTAssertEqual(
        try details(desk, site), ["- Campfire Allowed: yes", "amenities Shade: full"])
      XCTAssertEqual(try desk.count(SiteDetail.self), 3)
      XCTAssertEqual(try desk.sites.detailNames(), ["Campfire Allowed", "Shade"])

      try desk.sites.setDetail("CAMPFIRE ALLOWED", to: "", of: site)
      try desk.sites.setDetail("Never Noted", to: nil, of: site)
      XCTAssertEqual(try details(desk, site), ["amenities Shade: full"])
      try desk.sites.delete(site)
      XCTAssertEqual(try desk.count(SiteDetail.self), 1)
    }
  }

  func testADetailIsALineWithAName() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add("15")
    assertBreaks(.emptyName(of: "detail")) { try desk.sites.setDetail(" ", to: "x", of: site) }
    assertBreaks(
      .invalidValue,
      "the text of a detail must be one line, without line breaks or control characters"
    ) {
      try desk.sites.setDetail("Shade", to: "a\nb", of: site)
    }
    XCTAssertEqual(try desk.count(SiteDetail.self), 0)
  }

  func testFavouritesAreMarked() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let camper = try desk.campers.addCamper("Ana Rivera", phoneNumber: nil)
      try desk.sites.edit(site, isFavorite: true)
      try desk.campers.edit(camper, isFavorite: true)
      XCTAssertTrue(site.isFavorite)
      XCTAssertTrue(camper.isFavorite)
      try desk.sites.edit(site, rate: 20)
      try desk.campers.edit(camper, isFavorite: false)
      XCTAssertTrue(site.isFavorite)
      XCTAssertFalse(camper.isFavorite)
    }
  }
}
