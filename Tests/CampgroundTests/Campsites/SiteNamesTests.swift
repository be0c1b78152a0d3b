import XCTest

@testable import Campground

final class SiteNamesTests: XCTestCase {
  func testAListIsTheShortestThatIsReadAsItsNames() throws {
    for (names, list) in [
      (["15"], "15"), (["1", "2", "3", "5"], "1-3,5"), (["A1", "A2", "B3"], "A1-A2,B3"),
      (["9", "10", "11"], "9-11"), (["08", "09", "10"], "08-10"),
      (["Lake", "Oak 1"], "Lake,Oak 1"),
      (["101", "T1"], "101,T1"),
    ] {
      XCTAssertEqual(SiteNames.list(of: names), list)
      XCTAssertEqual(try SiteNames.names(in: list), names)
    }
  }

  func testNamesThatAListWouldNotKeepHaveNone() {
    XCTAssertNil(SiteNames.list(of: ["1-3", "5"]))
    XCTAssertNil(SiteNames.list(of: ["by the lake, left", "5"]))
    XCTAssertNil(SiteNames.list(of: (1...1_001).map { "\($0)" }))
  }
}
