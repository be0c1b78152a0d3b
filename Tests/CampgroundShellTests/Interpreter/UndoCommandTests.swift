import Campground
import TestSupport
import XCTest

@testable import CampgroundShell

/// `undo` takes the last command that changed something, or says that it cannot.
final class UndoCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    session.format = .plain
    try run("campground add Wawona timezone UTC; campsite add 1-6 type rv rate 45")
    try run("camper add Ada; reserve 1 for Ada from tomorrow nights 3")
  }

  private var status: String {
    get throws { try run("query fetch Reservation select status where number == 1") }
  }

  // MARK: The last command

  func testACommandThatCannotBeUndoneIsNotPassedOver() async throws {
    try run("camper add Bo; camper delete Bo")
    for _ in 1...2 {
      let error = try failure("undo")
      XCTAssertEqual(
        error.message,
        "\"camper delete Bo\" cannot be undone: undo does not bring back camper Bo")
      XCTAssertEqual(error.hint, "\"audit\" shows what it was; add it again")
    }
    XCTAssertTrue(try status.contains("Reserved"))
  }

  // MARK: undo list

  func testTheListSaysWhatEachUndoWouldDo() async throws {
    try run("late R-1; pay R-1 20 cash; day show")
    let before = try run("reservation show R-1")
    XCTAssertEqual(
      try run("undo list").split(separator: "\n").prefix(4).joined(separator: "\n"),
      """
      number\tcommand\tundo\tproblem
      1\tpay R-1 20 cash\tline 1, Payment by cash, $20.00 of R-1, is reversed\t
      2\tlate R-1\tR-1 is as it was: site 1 · Tue 2026-06-16 to Fri 2026-06-19 · 3 nights · \
      $135.00 · no longer guaranteed\t
      3\treserve 1 for Ada from tomorrow nights 3\tR-1 was canceled; its nights are free\t
      """)
    XCTAssertEqual(try run("reservation show R-1"), before, "a list changes nothing")
    XCTAssertTrue(try run("undo").hasPrefix("Undid: pay R-1 20 cash\n"))
    XCTAssertTrue(try run("undo list").contains("1\tlate R-1\t"))
  }

  func testTheListSaysWhyACommandCannotBeUndoneAndWhatItIsInTheWayOf() async throws {
    try run("camper add Bo; camper delete Bo")
    let rows = try run("undo list").split(separator: "\n").map(String.init)
    XCTAssertEqual(
      rows[1],
      "1\tcamper delete Bo\t\tundo does not bring back camper Bo")
    XCTAssertEqual(
      rows[2],
      "2\tcamper add Bo\t\t\"camper delete Bo\" came after it and cannot be undone")
  }

  func testTheListIsEmptyBeforeTheFirstCommandAndShowsThePad() async throws {
    let other = TestShell(stack, format: .plain, clock: FixedClock(TestStoreStack.noon))
    XCTAssertEqual(try other.run("undo list"), "Nothing to undo in this session\n")
    try other.run("begin; camper add Bo")
    XCTAssertTrue(try other.run("undo list").contains("1\tcamper add Bo\t"))
    try other.run("rollback")
  }

  // MARK: Kinds of commands

  func testTheFirstReadingOfAMeterIsTakenBack() async throws {
    try run("meter add 2 electricity 5")
    XCTAssertEqual(
      try run("undo"),
      "Undid: meter add 2 electricity 5\n  reading 5 of the electricity meter of site 2 is deleted\n"
    )
    XCTAssertEqual(try run("count MeterReading"), "0\n")
    XCTAssertTrue(try status.contains("Reserved"))
  }

  func testAReadingThatAnotherFollowedStays() async throws {
    try run("meter add 2 electricity 5")
    let other = TestShell(stack, format: .plain, clock: FixedClock(TestStoreStack.noon))
    try other.run("meter add 2 electricity 7")
    let error = try failure("undo")
    XCTAssertEqual(
      error.message,
      "\"meter add 2 electricity 5\" cannot be undone: the electricity meter of site 2 has been "
        + "read again since")
    XCTAssertEqual(
      error.hint, "\"meter add 2 electricity VALUE replaced\" counts from another value")
    try run("meter add 2 electricity 3 replaced")
  }

  func testAGuestWhoWasPutOnTheWaitlistIsTakenOffIt() async throws {
    try run("waitlist add Ada from 2026-07-01 nights 2 type rv anyway")
    XCTAssertEqual(
      try run("undo"),
      "Undid: waitlist add Ada from 2026-07-01 nights 2 type rv anyway\n  W-1 is off the waitlist\n"
    )
    XCTAssertEqual(try run("count WaitlistEntry where withdrawnAt == nil"), "0\n")
  }

  func testAVoucherThatNobodyUsedIsTakenBack() async throws {
    try run("voucher add 5")
    let answer = try run("undo")
    XCTAssertTrue(answer.hasPrefix("Undid: voucher add 5\n  voucher "), answer)
    XCTAssertTrue(answer.hasSuffix(" is deleted\n"), answer)
    XCTAssertEqual(try run("count Voucher"), "0\n")
    XCTAssertTrue(try status.contains("Reserved"))
  }

  func testAVoucherThatWasUsedStays() async throws {
    try run("voucher add 5")
    let code = try XCTUnwrap(
      try run("fetch Voucher select code").split(separator: "\n").last.map(String.init))
    let other = TestShell(stack, format: .plain, clock: FixedClock(TestStoreStack.noon))
    try other.run("pay R-1 5 voucher \(code)")
    let error = try failure("undo")
    XCTAssertEqual(
      error.message,
      "\"voucher add 5\" cannot be undone: voucher \(code) has been used by R-1")
    XCTAssertEqual(
      error.hint, "\"voucher show \(code)\" lists its payments; reverse them first")
    try run("voucher show \(code)")
  }

  func testACommandThatOnlyReadsDoesNotCount() async throws {
    try run("day show; reservation list; camper show Ada")
    XCTAssertTrue(try run("undo").hasPrefix("Undid: reserve 1 for Ada from tomorrow nights 3\n"))
    XCTAssertTrue(try status.contains("Canceled"))
  }

  func testACommandThatChangesNothingDoesNotCount() async throws {
    try run("campsite edit 3 rate 45")
    XCTAssertTrue(try run("undo").hasPrefix("Undid: reserve 1 for Ada from tomorrow nights 3\n"))
  }

  func testACommandThatFailedDoesNotCount() async throws {
    XCTAssertNotNil(try failure("walkin 1 for Ada nights 5"))
    XCTAssertNotNil(try failure("campsite add 7-9,1 type rv"))
    XCTAssertTrue(try run("undo").hasPrefix("Undid: reserve 1 for Ada from tomorrow nights 3\n"))
  }
}
