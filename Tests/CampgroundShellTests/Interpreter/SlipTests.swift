import Campground
import XCTest

@testable import CampgroundShell

/// What clerks type who know what they want and not how it is written.
final class SlipTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campground add Wawona timezone UTC; campsite add 5; camper add Ada")
    try run("reserve 5 for Ada from 2026-07-01 nights 2")
    try run("campsite add 4; reserve 4 for Ada from 2026-06-22 nights 2")
  }

  func testEachSlipIsToldWhatToWrite() async throws {
    let hints = [
      "reserve 5 for \"Mina Novak\" from friday nights 2":
        "\"camper list\" lists campers; this adds one: camper add \"Mina Novak\"",
      "pay R-1 2.0.0 cash": "write it with digits and a point, like 12.50",
      "pay R-1 1,00 cash":
        "use commas for thousands only, 1,000.00, and a point for cents, 12.50",
      "list reservations": "did you mean \"reservation list\"?",
      "show reservation R-1": "did you mean \"reservation show\"?",
      "reservations": "did you mean \"reservation list\"?",
      "campsites show 5": "did you mean \"campsite show\"?",
      "delete R-1": "put \"delete\" after its noun, as in camper delete",
      "checkin Ada": "did you mean \"R-2\" or \"R-1\"?",
      "checkin 1": "did you mean \"R-1\"?",
      "noshow R-9": "did you mean \"R-1\" or \"R-2\"?",
      "receipt r1": "did you mean \"R-1\"?",
      "checkin R-1":
        "change the dates with \"reservation dates R-1 from 2026-06-15 nights N\"",
      "noshow R-1": "cancel it before arrival with \"cancel R-1\"",
      "checkin R-2": "\"checkin R-2 early\" moves the arrival to today",
      "checkout R-1": "try \"checkin R-1\", \"cancel R-1\" or \"noshow R-1\"",
    ]
    for (text, hint) in hints { XCTAssertEqual(try failure(text).hint, hint, text) }
  }

  func testWhatCanOnlyMeanOneThingNeedsNoName() async throws {
    let written = "reserve 5 for Ada from 2026-06-19 nights 2 dry-run"
    for text in [
      "reserve site 5 for Ada from friday nights 2 dry-run",
      "reserve 5 Ada from friday nights 2 dry-run",
      "reserve 5 for Ada friday to sunday dry-run",
      "reserve 5 for Ada on friday nights 2 dry-run",
      "reserve 5 for Ada from friday 2 nights dry-run",
      "reserve 5 Ada friday 2 dry-run",
      "reserve 5 for Ada friday sunday dry-run",
    ] {
      XCTAssertEqual(try run(text), try run(written), text)
    }
    let others = [
      "available friday 2": "available from friday nights 2",
      "arrivals for tomorrow": "arrivals tomorrow",
      "arrivals next friday": "arrivals friday",
      "cancel reservation R-1 dry-run": "cancel R-1 dry-run",
      "extend R-1 2 dry-run": "reservation extend R-1 nights 2 dry-run",
      "report occupancy 6/1 6/30": "report occupancy from 2026-06-01 to 2026-06-30",
    ]
    for (text, written) in others { XCTAssertEqual(try run(text), try run(written), text) }
    try run("pay R-1 cash 20; pay R-1 20 cash")
    XCTAssertTrue(try run("folio R-1").contains("-40"))
    XCTAssertTrue(try run("refund R-1 15 cash").contains("15.00"))
    XCTAssertTrue(try run("folio R-1").contains("\"credit\":25.00"))
    try run("reservation edit R-1 price 5")
    XCTAssertEqual(
      try failure("refund R-1 16 cash").message, "a refund of more than the credit needs a reason")
  }

  func testTheNumberOfASiteIsTakenForTheGuestWhoIsOnIt() async throws {
    try run("campsite add 6; camper add Bea; reserve 6 for Bea from today nights 1")
    for number in 3...5 { try run("reserve 6 for Ada from 2026-08-0\(number) nights 1") }
    try run("reservation dates R-1 from today nights 1; checkin R-1; checkin R-3")
    for (site, code) in ["5": "R-1", "6": "R-3"] {
      XCTAssertTrue(try run("checkout \(site)").contains("\"code\":\"\(code)\""))
    }
    // R-4 is another guest's.
    XCTAssertEqual(try failure("checkout 4").message, "nobody is on site 4 today")
    XCTAssertEqual(try failure("checkin 4").message, "nobody is due on site 4 today")
    XCTAssertEqual(
      try failure("checkout 4").hint, "\"reservation list site 4\" lists its stays")
  }

  func testBookIsReserve() async throws {
    session.format = .plain
    XCTAssertTrue(try run("book 5 for Ada from 2026-07-05 nights 1").hasPrefix("Reserved R-3"))
  }
}
