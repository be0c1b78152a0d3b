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

  func testNamesAreFoldedAndNothingElseIs() async throws {
    session.rendering.width = 80
    let list = try run("reservation list")
    XCTAssertTrue(list.contains("│ R-1  │ Maximiliane von │"), list)
    XCTAssertTrue(list.contains("│      │ Hohenzollern-   │"), list)
    XCTAssertTrue(list.contains("│      │ Sigmaringen     │"), list)
    XCTAssertTrue(list.contains("│ 2026-07-01 │ 2026-07-03 │"), list)
    XCTAssertTrue(list.contains(" Reserved │"), list)
    XCTAssertTrue(list.contains(" 80.00 │"), list)
  }

  func testColumnsThatHaveNoRoomAreNamed() async throws {
    session.rendering.width = 80
    XCTAssertTrue(
      try run("reservation list").hasSuffix(
        "┘\nNot shown for lack of space: nights, party (.output line shows all)\n"))
    session.rendering.width = 160
    XCTAssertFalse(try run("reservation list").contains("Not shown"))
  }

  func testWhatAClerkNeedsIsShownIn60Columns() async throws {
    try run("camper add \"Johnny Appleseed\"")
    try run("reserve 1 for Appleseed from 2026-07-04 nights 2 party 2; cancel R-1")
    session.rendering.width = 60
    XCTAssertEqual(
      try run("reservation list status Reserved"),
      """
      ┌──────┬───────────┬──────┬────────────┬──────────┬───────┐
      │ code │ guest     │ site │ from       │ status   │ total │
      ├──────┼───────────┼──────┼────────────┼──────────┼───────┤
      │ R-2  │ Johnny    │ 1    │ 2026-07-04 │ Reserved │ 80.00 │
      │      │ Appleseed │      │            │          │       │
      └──────┴───────────┴──────┴────────────┴──────────┴───────┘
      Not shown for lack of space: to, nights, party (.output line shows all)

      """)
  }

  func testArrivalsIn80ColumnsKeepNightsAndParty() async throws {
    try run("camper add \"Johnny Appleseed\" phone 408-555-1234")
    try run("cancel R-1; reserve 1 for Appleseed from 2026-06-15 nights 2 party 2 length 30")
    session.rendering.width = 80
    XCTAssertEqual(
      try run("arrivals"),
      """
      ┌──────┬──────────────────┬──────┬────────┬──────────┬──────────┬───────┐
      │ code │ guest            │ site │ nights │ party    │ status   │   due │
      ├──────┼──────────────────┼──────┼────────┼──────────┼──────────┼───────┤
      │ R-2  │ Johnny Appleseed │ 1    │      2 │ 2 adults │ Reserved │ 80.00 │
      └──────┴──────────────────┴──────┴────────┴──────────┴──────────┴───────┘
      Not shown for lack of space: from, to, phone, length (.output line shows all)

      """)
  }

  func testOnlyWhereTwoColumnsWouldBeLeftIsEachRowABlockOfLines() async throws {
    session.rendering.width = 20
    let list = try run("reservation list")
    XCTAssertFalse(list.contains("│"), list)
    for value in [
      "Maximiliane von Hohenzollern-Sigmaringen", "2026-07-01", "2026-07-03", "Reserved", "80.00",
    ] {
      XCTAssertTrue(list.contains(value), "\(value) is not in \(list)")
    }
    // Nothing is left out of them.
    XCTAssertTrue(list.contains("nights"), list)
    XCTAssertFalse(list.contains("Not shown"), list)
  }

  func testListsWithinDetailsAreWrittenTheSameWay() async throws {
    session.rendering.width = 60
    let camper = try run("camper show \(guest)")
    XCTAssertTrue(camper.contains("2026-07-03"), camper)
    XCTAssertFalse(camper.contains("2026-…"), camper)
  }

  func testTheDeadlineOfACallAndThePhoneNumberAreNeverCut() async throws {
    try run("campsite edit 1 type rv")
    try run("camper add \"Bartholomew Featherstonehaugh\" phone +1-408-555-0123")
    try run("waitlist add Bartholomew from 2026-07-01 nights 2 type rv anyway; cancel R-1")
    for (width, isToldTo) in [(80, false), (120, true)] {
      session.rendering.width = width
      let list = try run("waitlist calls")
      XCTAssertTrue(list.contains("│ +1-408-555-0123 │"), list)
      XCTAssertTrue(list.contains("│ 2026-06-16 12:00 │"), list)
      XCTAssertEqual(list.contains("│ 2026-07-03 │"), isToldTo, list)
    }
  }

  func testTheTimesOfTheAuditAreNeverCut() async throws {
    session.rendering.width = 80
    session.user = "Kasey"
    try run("cancel R-1 reason \"broken axle on the interstate\"")
    let list = try run("audit")
    XCTAssertTrue(list.contains("│ 2026-06-15 12:00 │ Kasey │"), list)
    XCTAssertFalse(list.contains("2026-06-15…"), list)
  }

  func testSentencesAreBrokenBetweenWordsAndNeverInADateOrAnAmount() async throws {
    session.rendering.width = 50
    let plain = try run("extend R-1 nights 2")
    XCTAssertTrue(plain.split(separator: "\n").contains { $0.count > 50 }, plain)
    session.rendering.isOnTerminal = true
    XCTAssertEqual(
      try run("extend R-1 nights 2"),
      """
      Extended R-1 ·
          Maximiliane von Hohenzollern-Sigmaringen ·
          site 1 · Wed 2026-07-01 to Tue 2026-07-07 ·
          6 nights · $240.00
        was site 1 · Wed 2026-07-01 to Sun 2026-07-05 ·
            4 nights · $160.00
        + Night 2026-07-05 to 2026-07-07 · 2 × $40.00
        difference $80.00 · balance due $240.00

      """)
    for width in 30...100 {
      session.rendering.width = width
      let answer = try run("reservation shorten R-1 nights 2")
      try run("extend R-1 nights 2")
      XCTAssertFalse(answer.split(separator: "\n").contains { $0.count > width }, answer)
      for piece in ["Wed 2026-07-01", "Tue 2026-07-07", "2 × $40.00", "difference -$80.00"] {
        XCTAssertTrue(answer.contains(piece), answer)
      }
    }
  }
}
