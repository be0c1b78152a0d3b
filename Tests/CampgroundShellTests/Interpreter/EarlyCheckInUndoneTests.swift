import Campground
import TestSupport
import XCTest

@testable import CampgroundShell

/// What an early check-in took from the facts of a stay returns when it is undone: money kept for
/// nights given up before, and nights that count for an agreed week.
final class EarlyCheckInUndoneTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    session.format = .plain
    try run("campground add Wawona timezone UTC; campsite add 1 type rv; campsite add 2 type rv")
    try run("camper add Ada")
  }

  private func shell(on date: String, hours: Double = 16) throws -> TestShell {
    let time = try CalendarDate(parsing: date).midnightUTC.addingTimeInterval(hours * 3600)
    return TestShell(stack, format: .plain, clock: FixedClock(time))
  }

  private func total(_ shell: TestShell) throws -> String {
    try shell.run("fetch Reservation select totalMinor where number == 1")
      .split(separator: "\n").last.map(String.init) ?? ""
  }

  /// Seven nights at 100, the last two given up for half: 500 and 100 kept.
  private func keepHalf() throws -> TestShell {
    try run("policy add S steps \"0+ 50%\" grace 0; campsite edit 1 rate 100")
    try run("reserve 1 for Ada from 2026-07-03 nights 7")
    let desk = try shell(on: "2026-07-02")
    try desk.run("shorten R-1 nights 2")
    XCTAssertEqual(try total(desk), "60000")
    return desk
  }

  /// Seven nights cost 210, a night 50. Without the first the stay costs the week, too.
  private func agreedWeek() throws -> TestShell {
    try run("rate add N 50; rate add W 210 kind weekly; reserve 1 for Ada from 2026-07-01 nights 7")
    try run("reservation dates R-1 from 2026-07-02 nights 6")
    let desk = try shell(on: "2026-07-01")
    XCTAssertEqual(try total(desk), "21000")
    return desk
  }

  func testKeptMoneyIsKeptAgain() async throws {
    let desk = try keepHalf()
    for undo in ["checkin R-1 undo", "undo"] {
      try desk.run("checkin R-1 early; \(undo)")
      XCTAssertEqual(try total(desk), "60000", undo)
    }
  }

  func testAnAgreedWeekStaysAgreed() async throws {
    let desk = try agreedWeek()
    for undo in ["checkin R-1 undo", "undo"] {
      try desk.run("checkin R-1 early; \(undo)")
      XCTAssertEqual(try total(desk), "21000", undo)
    }
  }

  func testAnotherSessionUndoesItAsWell() async throws {
    try keepHalf().run("checkin R-1 early")
    let other = try shell(on: "2026-07-02", hours: 17)
    try other.run("checkin R-1 undo")
    XCTAssertEqual(try total(other), "60000")
  }

  func testTheLedgerAgreesWithTheBill() async throws {
    let desk = try keepHalf()
    try desk.run("checkin R-1 early; checkin R-1 undo")
    let folio = try desk.run("folio R-1")
    XCTAssertTrue(folio.contains("due\t600.00\n"), folio)
    try desk.run("cancel R-1")
    // Half of 700.
    XCTAssertEqual(try total(desk), "35000")
  }

  func testNightsChangedSinceAreUndoneFirst() async throws {
    let desk = try keepHalf()
    for change in ["extend R-1 nights 1", "shorten R-1 nights 1"] {
      try desk.run("checkin R-1 early; \(change)")
      let error = try desk.failure("checkin R-1 undo")
      XCTAssertTrue(error.message.contains("R-1 was changed since by E-"), error.message)
      XCTAssertTrue(error.message.contains("\"\(change)\""), error.message)
      let first = try XCTUnwrap(error.hint?.split(separator: "\"").first)
      try desk.run("\(first); checkin R-1 undo")
      XCTAssertEqual(try total(desk), "60000", change)
    }
  }

  func testAFormerNightReturnsToItsFormerSite() async throws {
    try run("campsite edit 1 rate 100; campsite edit 2 rate 60; rate add W 210 kind weekly")
    try run("reserve 2 for Ada from 2026-07-01 nights 7")
    try run("reservation dates R-1 from 2026-07-02 nights 6; move R-1 to 1")
    let desk = try shell(on: "2026-07-01")
    let before = try total(desk)
    try desk.run("checkin R-1 early; checkin R-1 undo")
    XCTAssertEqual(try total(desk), before)
  }

  func testWhatUndoingPutsBackIsNotShown() async throws {
    let desk = try keepHalf()
    try desk.run("checkin R-1 early")
    XCTAssertFalse(try desk.run("audit R-1").contains("givenUp"))
  }
}
