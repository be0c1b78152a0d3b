import Campground
import Foundation
import TestSupport
import XCTest

@testable import CampgroundShell

/// Check-ins and check-outs of the wrong guest, and what a late check-out says, from the shell.
final class UndoCheckInCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    session.format = .plain
    try run("campground add Wawona timezone UTC; campsite add 15 rate 40; camper add Ada")
    try run("reserve 15 for Ada from today nights 3")
  }

  private func shell(on date: String) throws -> TestShell {
    let noon = try CalendarDate(parsing: date).midnightUTC.addingTimeInterval(43_200)
    return TestShell(stack, format: .plain, clock: FixedClock(noon))
  }

  func testACheckInIsTakenBack() async throws {
    try run("checkin R-1")
    XCTAssertEqual(
      try run("checkin R-1 undo dry-run"),
      "Would be R-1 · Ada · Reserved · site 15 · Mon 2026-06-15 to Thu 2026-06-18 · 3 nights · $120.00\n"
    )
    XCTAssertEqual(
      try run("checkin R-1 undo"),
      "Undid the check-in of R-1 · Ada · site 15 · Mon 2026-06-15 to Thu 2026-06-18 · 3 nights · $120.00\n"
    )
    let error = try failure("checkin R-1 undo")
    XCTAssertEqual(
      error.message, "R-1 is not checked in; there is nothing to undo")
    XCTAssertEqual(error.range?.start.column, 9)
  }

  func testACheckOutIsTakenBackWithItsNightsAndLines() async throws {
    try run("checkin R-1")
    let next = try shell(on: "2026-06-16")
    try next.run("checkout R-1")
    XCTAssertEqual(
      try next.run("checkout R-1 undo"),
      """
      Undid the check-out of R-1 · Ada · site 15 · Mon 2026-06-15 to Thu 2026-06-18 · 3 nights · $120.00
        was site 15 · Mon 2026-06-15 to Tue 2026-06-16 · 1 night · $40.00
        + Night 2026-06-16 to 2026-06-18 · 2 × $40.00
        difference $80.00 · balance due $120.00

      """)
    XCTAssertEqual(
      try next.run("folio R-1").split(separator: "\n").suffix(2).map(String.init),
      [
        "1\t2026-06-15\tNight\t\t40.00\t40.00",
        "2\t2026-06-16\tReversed: Night of 2026-06-15\tcheck-out undone\t-40.00\t0.00",
      ])
  }

  func testWhatElseTheFlagsSayIsRefusedAtItsPlace() async throws {
    let error = try failure("checkin R-1 undo early")
    XCTAssertEqual(error.message, "early and undo cannot be given together")
    XCTAssertEqual(error.range?.start.column, 18)
    XCTAssertEqual(
      try failure("group checkin Nobody undo").message, "no group \"Nobody\"")
  }

  func testUndoOfACheckInOfAnyTimeIsSaidBehindIt() async throws {
    XCTAssertEqual(try failure("undo checkin R-1").hint, "write checkin R-1 undo")
    XCTAssertEqual(
      try failure("undo group checkout \"The Oaks\"").hint,
      "write group checkout \"The Oaks\" undo")
  }

  func testWhatIsOverOffersToTakeTheCheckOutBack() async throws {
    try run("checkin R-1; checkout R-1")
    for command in ["cancel R-1", "reservation extend R-1 nights 1"] {
      XCTAssertTrue(
        try failure(command).hint?.hasPrefix(
          "undo a check-out from today with \"checkout R-1 undo\"")
          ?? false, command)
    }
    XCTAssertEqual(
      try failure("checkin R-1 undo").hint,
      "undo the check-out first with \"checkout R-1 undo\"")
  }

  func testAScratchPadTakesBackWhatItDidAndWhatWasSaved() async throws {
    try run("begin; checkin R-1; checkin R-1 undo; checkin R-1; save; begin; checkout R-1")
    try run("checkout R-1 undo")
    XCTAssertTrue(try run("reservation show R-1").contains("status\tChecked in\n"))
    try run("checkin R-1 undo; undo; save")
    XCTAssertTrue(try run("reservation show R-1").contains("status\tChecked in\n"))
    XCTAssertTrue(try run("folio R-1").contains("due\t120.00\n"))
    try run("checkin R-1 undo")
    XCTAssertTrue(try run("reservation show R-1").contains("status\tReserved\n"))
  }

  func testALateCheckOutSaysWhatWasNotBilledAndWhatBillsIt() async throws {
    try run("checkin R-1")
    let late = try shell(on: "2026-06-20")
    XCTAssertEqual(
      try late.run("checkout R-1 dry-run"),
      """
      Would be R-1 · Ada · Checked out · site 15 · Mon 2026-06-15 to Thu 2026-06-18 · 3 nights · $120.00
        balance due $120.00
        stayed 2 nights past the departure date, 2026-06-18 to 2026-06-20, not billed: $80.00 at today's prices
        to bill them first: reservation extend R-1 to 2026-06-20

      """)
    let answer = try late.run("checkout R-1")
    let remedy = try XCTUnwrap(answer.components(separatedBy: "to bill them: ").last)
    XCTAssertEqual(
      remedy, "checkout R-1 undo; reservation extend R-1 to 2026-06-20; checkout R-1\n")
    try late.run(remedy)
    XCTAssertTrue(try late.run("folio R-1").contains("due\t200.00\n"))
  }

  func testALateCheckOutWhoseNightsOthersHaveIsBilledByACharge() async throws {
    try run("checkin R-1; reserve 15 for Ada from 2026-06-18 nights 1")
    let late = try shell(on: "2026-06-19")
    let answer = try late.run("checkout R-1")
    let remedy = try XCTUnwrap(answer.components(separatedBy: "to bill it: ").last)
    XCTAssertEqual(remedy, "charge R-1 40 \"1 night\"\n")
    try late.run(remedy)
    XCTAssertTrue(try late.run("folio R-1").contains("due\t160.00\n"))
  }

  func testAGroupsCommandsStandAtItsNameWhereOneOfItsStaysIsInTheWay() async throws {
    try run("campsite add 16 rate 40; campsite add 17 rate 40")
    try run("group book \"The Oaks\" sites 16,17 for Ada from tomorrow nights 2")
    let error = try failure("group checkin \"The Oaks\"")
    XCTAssertEqual(error.message, "R-2 arrives on 2026-06-16; today is 2026-06-15")
    XCTAssertEqual(error.range?.start.column, 15)
    XCTAssertEqual(
      error.hint,
      "check in the whole group today with \"group checkin \"The Oaks\" early\", or one "
        + "stay with \"checkin CODE\"")
    try run("group checkin \"The Oaks\" early; group checkin \"The Oaks\" undo")
    XCTAssertTrue(try run("reservation show R-3").contains("from\t2026-06-16\n"))
    try run("group checkin \"The Oaks\" early; group checkout \"The Oaks\"")
    let back = try run("group checkout \"The Oaks\" undo")
    XCTAssertTrue(back.hasPrefix("Undid the check-out of R-2 · Ada · site 16 · "), back)
    XCTAssertTrue(back.hasSuffix("Group The Oaks: balance due $240.00\n"), back)
    let tomorrow = try shell(on: "2026-06-16")
    try tomorrow.run("nightly 2026-06-15 close")
    let day = try tomorrow.failure("group checkin \"The Oaks\" undo")
    XCTAssertEqual(
      day.message, "the check-in of R-2 cannot be undone: 2026-06-15 is closed")
    XCTAssertEqual(day.range?.start.column, 15)
  }

  func testAChargeToAGroupNamesWhatItLeavesOut() async throws {
    try run("campsite add 16 rate 40; campsite add 17 rate 40")
    try run("group book Oaks sites 16 for Ada from tomorrow nights 2")
    try run("hold 17 for Ada from tomorrow nights 2; group join R-3 to Oaks")
    XCTAssertEqual(
      try run("group charge Oaks amount 30 for Hall").split(separator: "\n").last, "R-2\t16\t30.00")
    XCTAssertTrue(notes.contains("warning: not booked, so not charged: R-3 (hold)"), notes)
  }

  func testAHoldThatIsOverIsToldAsThat() async throws {
    try run("campsite add 16 rate 40; hold 16 for Ada from tomorrow nights 2 minutes 5")
    XCTAssertTrue(try run("reservation show R-2").contains("held until\t2026-06-15 12:05\n"))
    let later = TestShell(
      stack, format: .plain, clock: FixedClock(TestStoreStack.noon.addingTimeInterval(300)))
    XCTAssertTrue(try later.run("reservation show R-2").contains("hold ended\t2026-06-15 12:05\n"))
    XCTAssertTrue(try later.run("pay R-2 5 cash").hasSuffix(" · credit $5.00\n"))
  }
}
