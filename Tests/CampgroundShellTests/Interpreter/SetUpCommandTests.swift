import Campground
import XCTest

@testable import CampgroundShell

/// `campground edit` and `campground show`.
final class SetUpCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campground add Wawona timezone UTC")
    session.format = .plain
  }

  func testShowTellsTheWholeSetUpOfTheCurrentCampground() async throws {
    try run("campground edit timezone America/Denver currency USD")
    try run("campground edit hold 30 checkin 2pm checkout 11:30 window 6; campsite add 15 rate 40")
    try run("rate add Base 45; policy add Standard steps \"0+ all\"")
    XCTAssertEqual(
      try rows("campground show"),
      """
      campground\tWawona
      timezone\tAmerica/Denver
      currency\tUSD
      locale\ten_US
      hold minutes\t30
      offer hours\t24
      checkin\t14:00
      checkout\t11:30
      noshow\tafter the first night
      guaranteed\theld to the last night
      window months\t6
      campsites\t1
      reservations\t0
      rates\t1
      rules\t1
      policies\t1
      policy\tStandard

      """)
    XCTAssertEqual(try run("campground show Wawona"), try run("campground show"))
  }

  func testEditIsOfTheCurrentCampgroundOrTheNamedOne() async throws {
    try run("campground add Bassi; use Bassi; campground edit hold 5")
    try run("campground edit Wawona hold 45 name \"Wawona Campground\"")
    XCTAssertTrue(try run("campground show").contains("hold minutes\t5\n"))
    XCTAssertTrue(
      try run("campground show \"Wawona Campground\"").contains("hold minutes\t45\n"))
  }

  func testAHoldLastsAsLongAsTheCampgroundsDo() async throws {
    try run("campground edit hold 30; campsite add 15; camper add Ada")
    try run("hold 15 for Ada from tomorrow nights 1")
    XCTAssertTrue(
      try run("reservation show R-1").contains("held until\t2026-06-15 12:30\n"))
  }

  func testBadValuesAreRefusedAtTheirPlace() async throws {
    let cases: [(String, String, String?, Int)] = [
      ("campground edit", "campground edit needs something to change", nil, 16),
      ("campground edit name \"\"", "name cannot be empty", nil, 22),
      (
        "campground edit hold 0",
        "hold expects a whole number from 1 to 10080, not 0", nil, 22
      ),
      (
        "campground edit checkin 25:00", "checkin expects a time of day, not \"25:00\"",
        "write it like 17:00 or 5pm", 25
      ),
      (
        "campground edit timezone Amerika/Denver",
        "timezone expects a time zone, not \"Amerika/Denver\"",
        "did you mean \"America/Denver\"?", 26
      ),
      (
        "campground edit Wawana hold 5", "no campground \"Wawana\"; there is Wawona",
        "did you mean \"Wawona\"?", 17
      ),
      (
        "campground add Bassi; campground edit Bassi name Wawona",
        "there is already a campground \"Wawona\"", nil, 50
      ),
    ]
    for (text, message, hint, column) in cases {
      let error = try failure(text)
      XCTAssertEqual(error.message, message)
      XCTAssertEqual(error.column, column, text)
      if let hint { XCTAssertEqual(error.hint, hint) }
    }
  }

  func testTheCurrencyOfMoneyIsNotChanged() async throws {
    try run("campsite add 15 rate 40")
    let error = try failure("campground edit currency EUR hold 5")
    XCTAssertEqual(
      error.message,
      "amounts are already in USD: "
        + "1 campsite with a price")
    XCTAssertEqual(error.column, 26)
    XCTAssertTrue(try run("campground show").contains("hold minutes\t15\n"))
  }

  func testTimesThatLeaveNoneBetweenTwoGuestsAreWarnedOf() async throws {
    try run("campground edit checkout 16:00")
    XCTAssertEqual(
      notes, "warning: check-out is by 16:00, but check-in begins at 15:00\n")
    try run("campground edit checkin 16:00")
    XCTAssertEqual(notes, "")
  }

  func testAStoreWithoutACampgroundSaysHowToMakeOne() async throws {
    let empty = TestShell(try .init())
    let error = try empty.failure("campground show")
    XCTAssertEqual(error.message, "there is no campground yet")
    XCTAssertEqual(error.hint, "add one with campground add")
  }
}
