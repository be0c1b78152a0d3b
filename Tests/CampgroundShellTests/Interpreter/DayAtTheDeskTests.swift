import Campground
import CommandKit
import Foundation
import Synchronization
import TestSupport
import XCTest

@testable import CampgroundShell

/// A clock that a test moves.
private final class MovedClock: CampgroundClock {
  private let instant = Mutex(TestStoreStack.noon)

  var now: Date { instant.withLock { $0 } }

  func addADay() { instant.withLock { $0 += 86_400 } }
}

/// Walk-ins, housekeeping, payments on the wrong bill, and commands that are taken back.
final class DayAtTheDeskTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    session.format = .plain
    try run("campground add Wawona timezone UTC; campsite add 1-4 type rv rate 45")
    try run("campsite add C1 type cabin rate 90; camper add Ada; camper add Ben")
  }

  func testAWalkInIsReservedAndCheckedInOrNeither() async throws {
    XCTAssertEqual(
      try run("walkin 1 for ada nights 2"),
      """
      Checked in R-1 · Ada · site 1 · Mon 2026-06-15 to Wed 2026-06-17 · 2 nights · $90.00
        balance due $90.00

      """)
    let error = try failure("walkin 2 for \"Rosa Diaz\" nights 1")
    XCTAssertEqual(error.hint, "add \"phone NUMBER\" after the name to add a new guest")
    XCTAssertTrue(
      try run("walkin 2 for \"Rosa Diaz\" phone 559-555-0142 nights 1")
        .hasPrefix("Added camper Rosa Diaz\nChecked in R-2"))
    XCTAssertNotNil(try failure("walkin 1 for \"Eve Oh\" phone 559-555-0000 nights 1"))
    XCTAssertFalse(try run("camper list").contains("Eve"))
  }

  func testWhoComesToACabinThatIsDirtyIsWarnedOf() async throws {
    try run("housekeeping dirty C1,2; reserve C1 for Ada from today nights 1")
    let list = try run("housekeeping").split(separator: "\n").dropFirst()
    XCTAssertEqual(list.map { $0.prefix(2) }, ["C1", "2\t"])
    XCTAssertTrue(list.first?.contains("R-1\tAda") ?? false)
    try run("checkin R-1")
    XCTAssertTrue(notes.contains("cabin C1 has not been cleaned"), notes)
    XCTAssertEqual(try run("housekeeping clean 2"), "Site 2 · clean\n")
    try run("undo")
    XCTAssertTrue(try run("housekeeping").contains("2\trv\tdirty"))
    try run("housekeeping inspect 2; checkout R-1")
    XCTAssertFalse(try run("housekeeping").contains("rv"))
    XCTAssertTrue(try run("housekeeping").contains("C1\tcabin\tdirty"))
    try run("undo")
    XCTAssertTrue(try run("reservation show R-1").contains("Checked in"))
  }

  func testAPaymentIsMovedWithItsMethodAndBackAgain() async throws {
    try run("reserve 1 for Ada from today nights 1; reserve 2 for Ben from today nights 1")
    try run("pay R-1 45 card reference 4242")
    XCTAssertEqual(
      try run("payment move ada to ben"),
      """
      Moved $45.00 by card from R-1 to R-2
        R-1: balance due $45.00
        R-2: paid in full

      """)
    XCTAssertTrue(try run("folio R-2 all").contains("-45.00"))
    XCTAssertEqual(
      try run("fetch Posting where action == \"move\" select entries.@count"),
      "entries.@count\n2\n")
    XCTAssertEqual(
      try run("undo"), "Undid: payment move ada to ben\n  the payment is on R-1 again\n")
    XCTAssertTrue(try run("balances").contains("R-2"))
    try run("pay R-1 1 cash")
    XCTAssertTrue(try failure("payment move R-1 to R-2").message.hasPrefix("2 payments were made"))
    XCTAssertEqual(
      try failure("payment move R-2 to R-1").message, "nothing was paid for R-2")
  }

  func testAnInvoiceHasWhatIsToComeAndWhatIsPaid() async throws {
    try run("reserve 1 for Ada from today nights 2; charge R-1 6.25 firewood; pay R-1 20 cash")
    let paper = try run("invoice R-1")
    for line in [
      "Invoice R-1", "Total for the stay", "$96.25", "firewood", "Balance due", "$76.25",
    ] {
      XCTAssertTrue(paper.contains(line), line)
    }
    try run("group book Scouts sites 3,4 for Ben from 2026-07-01 nights 1")
    XCTAssertTrue(try run("group invoice Scouts").contains("Total of R-3"))
  }

  func testUndoTakesBackTheLastCommandThatChangedSomething() async throws {
    XCTAssertEqual(
      try run("reserve 1 for Ada from today nights 1; folio R-1; undo").components(
        separatedBy: "Undid: "
      ).last,
      "reserve 1 for Ada from today nights 1\n  R-1 was canceled; its nights are free\n")
    try run("walkin 1 for Ada nights 1; undo; reserve 1 for Ben from today nights 1")
    try run("pay R-3 20 cash; undo")
    XCTAssertTrue(try run("folio R-3").contains("due\t45.00"))
    try run("cancel R-3; undo; campsite add 20-22; undo")
    XCTAssertTrue(try run("reservation show R-3").contains("Reserved"))
    XCTAssertFalse(try run("campsite list").contains("20"))
  }

  func testUndoAgainTakesBackTheCommandBefore() async throws {
    try run("reserve 1 for Ada from today nights 1; charge R-1 5 wood; charge R-1 6 ice")
    try run("campsite add 30")
    XCTAssertEqual(try run("undo"), "Undid: campsite add 30\n  site 30 is deleted\n")
    let second = try run("undo")
    XCTAssertTrue(second.hasPrefix("Undid: charge R-1 6 ice\n"), second)
    XCTAssertTrue(try run("undo").hasPrefix("Undid: charge R-1 5 wood\n"))
  }

  func testUndoPutsAStayThatWasMovedBackOnItsSiteWithItsBill() async throws {
    try run("reserve 1 for Ada from today nights 3; move R-1 to C1")
    let before = "site 1 · Mon 2026-06-15 to Thu 2026-06-18 · 3 nights · $135.00"
    XCTAssertEqual(try run("undo"), "Undid: move R-1 to C1\n  R-1 is as it was: \(before)\n")
    try run("reservation split R-1 at 2026-06-17 to 2; move R-1 to 3; undo")
    XCTAssertTrue(try run("reservation show R-1").contains("site\t1, then 2 from 2026-06-17\n"))
    try run("undo; extend R-1 nights 2; move R-1 to C1; undo; undo")
    let shown = try run("reservation show R-1")
    XCTAssertTrue(shown.contains("site\t1\n") && shown.contains("total\t135.00\n"), shown)
    XCTAssertTrue(try run("available from today nights 5").contains("C1"))
  }

  func testUndoTakesBackWhatAChangedStayOwedMore() async throws {
    try run("walkin 1 for Ada nights 3; nightly today close")
    let next = TestShell(
      stack, format: .plain, clock: FixedClock(TestStoreStack.noon.addingTimeInterval(86_400)))
    try next.run("move R-1 to C1; undo; reservation edit R-1 party 2 note late; undo")
    XCTAssertTrue(try next.run("folio R-1").contains("due\t135.00"))
  }

  func testAllMovesOfAStayAreShown() async throws {
    try run("reserve 1 for Ada from today nights 2; move R-1 to 2; undo; move R-1 to 3")
    let shown = try run("reservation show R-1")
    XCTAssertTrue(
      shown.contains(
        """
        moves:
        at\tfrom\tto
        2026-06-15 12:00\t1\t2
        2026-06-15 12:00\t2\t1
        2026-06-15 12:00\t1\t3

        """), shown)
  }

  func testUndoOfASwapPutsBothStaysBack() async throws {
    try run("reserve 1 for Ada from today nights 2; reserve 2 for Ben from today nights 2")
    try run("swap R-1 with R-2; undo")
    XCTAssertTrue(try run("reservation show R-1").contains("site\t1\n"))
    XCTAssertTrue(try run("reservation show R-2").contains("site\t2\n"))
  }

  func testUndoOfAMoveIsRefusedWhereSomethingDependsOnIt() async throws {
    let other = TestShell(stack, format: .plain, by: "Kim")
    try run("reserve 1 for Ada from today nights 2; move R-1 to 2")
    try other.run("reserve 1 for Ben from tomorrow nights 3")
    XCTAssertEqual(
      try failure("undo").message,
      "\"move R-1 to 2\" cannot be undone: site 1 is taken 2026-06-16 to 2026-06-19 (R-2)")
    try other.run("extend R-1 nights 1")
    let error = try failure("undo")
    XCTAssertEqual(
      error.message,
      "\"move R-1 to 2\" cannot be undone: R-1 was changed since by E-12 \"extend R-1 nights 1\" (Kim)"
    )
    XCTAssertEqual(error.hint, "\"undo E-12\" undoes that first")
  }

  func testUndoOfAMoveIsRefusedOnceANightWasSpentOnTheOtherSite() async throws {
    let clock = MovedClock()
    let desk = TestShell(stack, format: .plain, clock: clock)
    try desk.run("walkin 1 for Ada nights 3; move R-1 to 2")
    clock.addADay()
    let error = try desk.failure("undo")
    XCTAssertEqual(
      error.message,
      "\"move R-1 to 2\" cannot be undone: the nights of R-1 from 2026-06-15 to 2026-06-16 are past and cannot change"
    )
    XCTAssertEqual(
      error.hint, "\"reservation move R-1\" moves the rest of the stay to another site")
  }

  func testAClosingIsTakenBackByOneDay() async throws {
    try begin(daysAgo: 2)
    try run("day close 2026-06-13; day close 2026-06-14; day close")
    let error = try failure("undo")
    XCTAssertTrue(error.message.hasSuffix("cannot be undone: it closed 2026-06-15"), error.message)
    XCTAssertEqual(error.hint, "\"day reopen 2026-06-15\" takes the closing back")
    let early = try failure("day reopen 2026-06-13")
    XCTAssertEqual(
      early.message, "the last closed day is 2026-06-15, and only that one can be reopened")
    XCTAssertEqual(early.hint, "\"day reopen 2026-06-15\" reopens that one")
    XCTAssertEqual(
      try run("day reopen"),
      "Reopened Mon 2026-06-15, which was closed with $0.00 charged, $0.00 paid and 0 nights\n"
        + "  the books are closed through 2026-06-14\n")
    XCTAssertTrue(try run("audit limit 1").contains("closed through\t2026-06-15\t2026-06-14"))
    var asked: [String] = []
    session.ask = {
      asked.append($0)
      return false
    }
    defer { session.ask = nil }
    XCTAssertEqual(try run("day reopen"), "Nothing changed\n")
    XCTAssertEqual(asked, ["Reopen Sunday 2026-06-14?"])
    XCTAssertTrue(try run("day reopen 6/14").hasPrefix("Reopened Sun 2026-06-14, "))
    XCTAssertEqual(asked.count, 1)
    XCTAssertTrue(try run("day reopen 2026-06-13").hasSuffix("  no day is closed now\n"))
    XCTAssertEqual(try failure("day reopen").message, "no day is closed")
    XCTAssertEqual(try failure("day reopen 2026-06-13").message, "2026-06-13 is not closed")
  }

  func testWhoNamesNoDayIsAskedWhichOneCloses() async throws {
    var asked: [String] = []
    let clock = MovedClock()
    let desk = TestShell(stack, format: .plain, clock: clock)
    desk.session.ask = {
      asked.append($0)
      return false
    }
    XCTAssertTrue(try desk.run("day close").hasPrefix("2026-06-15 has not ended."))
    clock.addADay()
    XCTAssertEqual(try desk.run("day close"), "Nothing changed\n")
    XCTAssertEqual(
      asked, ["Close it?", "Close Monday 2026-06-15?"])
  }

  func testANightAuditThatPostsNothingSaysWhenTonightIsPosted() async throws {
    try run("walkin 1 for Ada nights 2")
    XCTAssertEqual(
      try run("nightly yesterday"),
      "Night of 2026-06-14 · 0 lines posted, $0.00\n  tonight is not posted yet for R-1: "
        + "\"nightly\" posts it tomorrow, \"nightly today\" now\n")
    XCTAssertEqual(
      try run("nightly today"), "Night of 2026-06-15 · 1 line posted, $45.00\n")
    try run("day close; walkin 2 for Ben nights 1")
    XCTAssertEqual(
      try run("nightly today"),
      "Night of 2026-06-15 · 0 lines posted, $0.00\n  tonight is not posted yet for R-2: "
        + "2026-06-15 is closed, so the night audit of 2026-06-16 posts it\n")
  }

  func testTheNightAuditOfTheFirstDayIsAboutTodayAndAsksBeforeItClosesIt() async throws {
    try run("walkin 1 for Ada nights 2")
    var asked: [String] = []
    let clock = MovedClock()
    let desk = TestShell(stack, format: .plain, clock: clock)
    desk.session.ask = {
      asked.append($0)
      return false
    }
    XCTAssertTrue(try desk.run("nightly close").hasPrefix("2026-06-15 has not ended."))
    XCTAssertEqual(asked, ["Close it?"])
    XCTAssertEqual(
      try desk.run("nightly"), "Night of 2026-06-15 · 1 line posted, $45.00\n")
    clock.addADay()
    XCTAssertTrue(try desk.run("nightly").hasPrefix("Night of 2026-06-15 · 0 lines posted"))
    clock.addADay()
    XCTAssertEqual(
      try desk.run("nightly close"),
      "Night of 2026-06-16 · 1 line posted, $45.00 · day closed\n")
    XCTAssertEqual(asked, ["Close it?"])
  }

  func testTheBillGoesWithTheGuestUnlessTheFormerOneHasPaid() async throws {
    try run("reserve 1 for Ada from today nights 1; charge R-1 5 wood")
    XCTAssertTrue(
      try run("reservation edit R-1 for Ben").hasSuffix("\n  guest Ben, was Ada\n"))
    XCTAssertTrue(try run("folio R-1").contains("guest\tBen\n"))
    try run("pay R-1 10 cash")
    XCTAssertTrue(
      try run("reservation edit R-1 for Ada").hasSuffix(
        "\n  guest Ada, was Ben; the bill stays with Ben\n"))
    XCTAssertTrue(try run("folio R-1").contains("guest\tBen\n"))
  }

  func testCheckingInAndOutTellWhatIsOwed() async throws {
    try run("reserve 1 for Ada from today nights 1; reserve 2 for Ben from today nights 1")
    try run("pay R-2 45 cash")
    XCTAssertTrue(try run("checkin R-1").hasSuffix("\n  balance due $45.00\n"))
    XCTAssertFalse(try run("checkin R-2").contains("due"))
    XCTAssertTrue(try run("checkout R-1").hasSuffix("\n  left owing $45.00\n"))
  }

  func testFewerNightsCostTheSameHoweverTheGuestGivesThemUp() async throws {
    try run("policy add Standard steps \"0+ all\" grace 0")
    for site in 1...2 {
      try run("walkin \(site) for Ada nights 3")
    }
    let shortened = try run("reservation shorten R-1 nights 2")
    let left = try run("checkout R-2")
    for answer in [shortened, left] {
      XCTAssertTrue(answer.contains("  + Unused nights · $90.00\n"), answer)
      XCTAssertTrue(answer.contains("keeps the price of the unused nights\n"), answer)
    }
    XCTAssertTrue(left.contains("tonight, 2026-06-15, is charged"), left)
    XCTAssertFalse(shortened.contains("is used"))
    try run("policy edit Standard grace 60")
    for site in 3...4 {
      try run("walkin \(site) for Ada nights 3")
    }
    let free = try [run("reservation shorten R-3 nights 2"), run("checkout R-4")]
    for answer in free {
      XCTAssertTrue(answer.contains("within 60 minutes of booking: keeps nothing"), answer)
      XCTAssertFalse(answer.contains("Unused"), answer)
    }
  }

  func testAStayOnAClosedDayKeepsTheWordsOfItsNights() async throws {
    try run("day close; walkin 1 for Ada nights 2")
    let left = try run("checkout R-1")
    XCTAssertFalse(left.contains("Night of"), left)
    XCTAssertTrue(try run("invoice R-1").contains("Left early  Monday, June 15, 2026\n"))
  }

  func testUndoSaysWhyItCannot() async throws {
    XCTAssertEqual(
      try TestShell(stack, by: "Kim").failure("undo").message, "there is nothing to undo")
    try run("reserve 1 for Ada from today nights 2; pay R-1 20 cash; reverse R-1 1 reason twice")
    XCTAssertTrue(
      try failure("undo").message.hasSuffix(
        "cannot be undone: money that was reversed stays reversed"))
    XCTAssertEqual(
      try failure("undo").hint, "enter the payment, the refund or the sale again")
  }
}
