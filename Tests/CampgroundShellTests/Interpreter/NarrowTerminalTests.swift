import Rendering
import XCTest

@testable import CampgroundShell

/// Lists on terminals of all widths: what a clerk acts on is never cut.
final class NarrowTerminalTests: SessionTestCase {
  private let guest = "\"Maximiliane von Hohenzollern-Sigmaringen\""

  override func setUp() async throws {
    try await super.setUp()
    try run("campground add Wawona timezone UTC; campsite add 1 rate 40")
    try run("camper add \(guest)")
    try run("reserve 1 for \(guest) from 2026-07-01 nights 2 party 2")
    session.format = .box
  }

  func testOnlyLongTextsAreCut() async throws {
    session.rendering.width = 80
    let list = try run("reservation list")
    XCTAssertTrue(list.contains(" Maximiliane von … │ 1 "), list)
    XCTAssertTrue(list.contains("│ 2026-07-01 │ 2026-07-03 │"), list)
    XCTAssertTrue(list.contains(" Reserved │"), list)
    XCTAssertTrue(list.contains(" 80.00 │"), list)
  }

  func testColumnsThatHaveNoRoomAreNamed() async throws {
    session.rendering.width = 80
    XCTAssertTrue(
      try run("reservation list").hasSuffix("┘\nNot shown for lack of space: nights, party\n"))
    session.rendering.width = 160
    XCTAssertFalse(try run("reservation list").contains("Left out"))
  }

  func testWhereDatesHadToBeCutEachRowIsABlockOfLines() async throws {
    session.rendering.width = 60
    let list = try run("reservation list")
    XCTAssertFalse(list.contains("│"), list)
    for value in [
      "Maximiliane von Hohenzollern-Sigmaringen", "2026-07-01", "2026-07-03", "Reserved", "80.00",
    ] {
      XCTAssertTrue(list.contains(value), "\(value) is not in \(list)")
    }
    // Nothing is left out of them.
    XCTAssertTrue(list.contains("nights"), list)
    XCTAssertFalse(list.contains("Left out"), list)
  }

  func testListsWithinDetailsAreWrittenTheSameWay() async throws {
    session.rendering.width = 60
    let camper = try run("camper show \(guest)")
    XCTAssertTrue(camper.contains("2026-07-03"), camper)
    XCTAssertFalse(camper.contains("2026-…"), camper)
  }
}
