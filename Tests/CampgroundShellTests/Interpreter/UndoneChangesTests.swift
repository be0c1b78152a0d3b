import Campground
import TestSupport
import XCTest

@testable import CampgroundShell

/// What `undo` gives back of a stay beside its sites and dates: the guest, the guarantee, the bill.
final class UndoneChangesTests: SessionTestCase {
  private let stay = "site 1 · Mon 2026-06-15 to Wed 2026-06-17 · 2 nights · $90.00"

  override func setUp() async throws {
    try await super.setUp()
    session.format = .plain
    try run("campground add Wawona timezone UTC; campsite add 1-6 type rv rate 45")
    try run("camper add Ada; camper add Ben; reserve 1 for Ada from today nights 2")
  }

  func testAStayGoesBackToItsGuestWithTheUnpaidBill() async throws {
    try run("charge R-1 5 wood; reservation edit R-1 for Ben")
    XCTAssertTrue(try run("fetch Folio select payer.fullName").contains("Ben\n"))
    XCTAssertEqual(
      try run("undo"),
      "Undid: reservation edit R-1 for Ben\n  R-1 is as it was: Ada · site 1 · Mon 2026-06-15 to "
        + "Wed 2026-06-17 · 2 nights · $95.00\n")
    XCTAssertTrue(try run("reservation show R-1").contains("guest\tAda\n"))
    XCTAssertTrue(try run("fetch Folio select payer.fullName").contains("Ada\n"))
  }

  func testAStayThatWasChangedAgainStays() async throws {
    try run("reservation edit R-1 for Ben")
    let other = TestShell(
      stack, format: .plain, clock: FixedClock(TestStoreStack.noon), by: "Kim")
    try other.run("camper add Cyd; reservation edit R-1 for Cyd")
    XCTAssertEqual(
      try failure("undo").message,
      "\"reservation edit R-1 for Ben\" cannot be undone: R-1 was changed since by E-13 "
        + "\"reservation edit R-1 for Cyd\" (Kim)")
    XCTAssertTrue(try run("reservation show R-1").contains("guest\tCyd\n"))
    // What else was changed since does not matter.
    try other.run("undo; late R-1")
    try run("undo")
    XCTAssertTrue(try run("reservation show R-1").contains("guest\tAda\n"))
  }

  func testAGuaranteeAndTheExpectedTimeGoWithUndo() async throws {
    try run("late R-1 at 22:00")
    XCTAssertEqual(
      try run("count Reservation where isGuaranteed == YES AND expectedAt != nil"), "1\n")
    XCTAssertEqual(
      try run("undo"),
      "Undid: late R-1 at 22:00\n  R-1 is as it was: \(stay) · no longer guaranteed · "
        + "no longer expected at 2026-06-15 22:00\n")
    XCTAssertEqual(
      try run("count Reservation where isGuaranteed == YES OR expectedAt != nil"), "0\n")
    // And what was withdrawn comes back.
    try run("late R-1 23:00; late R-1 undo")
    XCTAssertEqual(
      try run("undo"),
      "Undid: late R-1 undo\n  R-1 is as it was: \(stay) · guaranteed again · "
        + "expected at 2026-06-15 23:00 again\n")
    XCTAssertEqual(
      try run("count Reservation where isGuaranteed == YES AND expectedAt != nil"), "1\n")
  }

  func testAStayLeavesTheGroupThatItJoinedAndRejoinsTheOneThatItLeft() async throws {
    try run("group book Oaks sites 2,3 for Ben from today nights 2")
    try run("group join R-1 to Oaks")
    XCTAssertEqual(
      try run("undo"),
      "Undid: group join R-1 to Oaks\n  R-1 is as it was: \(stay) · no longer in group Oaks\n")
    XCTAssertEqual(try run("count Reservation where group.name == \"Oaks\""), "2\n")
    XCTAssertEqual(try run("count Reservation where number == 1 AND folio != nil"), "0\n")
    try run("group leave R-2")
    let back = try run("undo")
    XCTAssertTrue(back.hasPrefix("Undid: group leave R-2\n  R-2 is as it was: site 2 · "), back)
    XCTAssertTrue(back.hasSuffix(" · $90.00 · in group Oaks again\n"), back)
    XCTAssertEqual(
      try run("count Reservation where group.name == \"Oaks\" AND folio == group.folio"), "2\n")
    // Whoever has paid on the group's bill stays on it.
    try run("group join R-1 to Oaks; pay R-1 20 cash")
    XCTAssertTrue(try run("undo").hasPrefix("Undid: pay R-1 20 cash\n"))
    XCTAssertEqual(
      try failure("undo").message,
      "\"group join R-1 to Oaks\" cannot be undone: R-1 already has lines on bill Oaks, and posted "
        + "lines cannot move")
  }

  func testAGroupThatWasBookedIsDeletedAndCanBeBookedAgain() async throws {
    let booking = "group book Oaks sites 2,3 for Ben from today nights 2"
    try run(booking)
    XCTAssertEqual(
      try run("undo"),
      """
      Undid: \(booking)
        R-3 was canceled; its nights are free
        R-2 was canceled; its nights are free
        group Oaks is deleted

      """)
    XCTAssertEqual(try run("count ReservationGroup; count Folio"), "0\n0\n")
    try run(booking)
    XCTAssertEqual(try run("count Reservation where group.name == \"Oaks\""), "2\n")
  }

  func testAGroupThatOthersJoinedStays() async throws {
    try run("group book Oaks sites 2,3 for Ben from today nights 2")
    let other = TestShell(
      stack, format: .plain, clock: FixedClock(TestStoreStack.noon), by: "Kim")
    try other.run("group add Oaks sites 4 for Ada from today nights 2")
    XCTAssertTrue(
      try failure("undo").message.hasSuffix("group Oaks now has other stays: R-4"))
    XCTAssertEqual(
      try run("count Reservation where group.name == \"Oaks\" AND status == \"Reserved\""), "3\n")
  }

  func testStaysThatWereAddedToAGroupLeaveIt() async throws {
    try run("group book Oaks sites 2,3 for Ben from today nights 2")
    try run("group add Oaks sites 4,5 for Ada from today nights 2")
    XCTAssertEqual(
      try run("undo"),
      """
      Undid: group add Oaks sites 4,5 for Ada from today nights 2
        R-5 was canceled; its nights are free, and it is no longer in group Oaks
        R-4 was canceled; its nights are free, and it is no longer in group Oaks

      """)
    XCTAssertEqual(try run("count Reservation where group.name == \"Oaks\""), "2\n")
    XCTAssertEqual(
      try run("count Reservation where status == \"Canceled\" AND folio == nil"), "2\n")
  }

  func testAGroupWithLinesKeepsItsBill() async throws {
    try run("group book Oaks sites 2,3 for Ben from today nights 2; group pay Oaks 50 cash; undo")
    let answer = try run("undo")
    XCTAssertTrue(answer.hasSuffix("  group Oaks remains, with its bill\n"), answer)
    XCTAssertEqual(try run("count Reservation where status == \"Canceled\""), "2\n")
    XCTAssertEqual(try run("count FolioEntry where folio.group.name == \"Oaks\""), "2\n")
  }

  func testTheLastStayThatLeavesTakesTheGroupAlongAndSaysSo() async throws {
    try run("group book Solo sites 2 for Ben from today nights 1")
    XCTAssertEqual(
      try run("group leave R-2"),
      "R-2 now has its own bill; it was the last of group Solo, which is deleted\n")
  }

  func testTheBillOfAGuestWhoPaidStaysAndThatIsSaid() async throws {
    try run("reservation edit R-1 for Ben")
    let other = TestShell(
      stack, format: .plain, clock: FixedClock(TestStoreStack.noon), by: "Kim")
    try other.run("pay R-1 10 cash")
    let answer = try run("undo")
    XCTAssertTrue(answer.hasSuffix("· $90.00; the bill stays with Ben\n"), answer)
  }

  func testAGroupsNameInThePlaceOfAStayTellsWhatToWrite() async throws {
    try run("group book Oaks sites 2,3 for Ben from today nights 2")
    XCTAssertEqual(try failure("group join Oaks to Oaks").hint, "write group join CODE to Oaks")
    XCTAssertEqual(try failure("group leave Oaks").hint, "that is a group of R-2, R-3")
    XCTAssertEqual(
      try failure("group checkin Oaks dry-run; checkin Oaks").hint,
      "use the command for a whole group: group checkin Oaks")
  }

  // MARK: Groups of a class

  func testAGroupBooksANumberOfSitesOfAClass() async throws {
    try run("class add Pull; campsite edit 2-5 class Pull; rate add Pull 60 class Pull")
    let answer = try run("group book Rally class Pull count 3 for Ben from weekend")
    XCTAssertTrue(answer.contains("due\t360.00\n"), answer)
    XCTAssertEqual(
      try run(
        "fetch Reservation where group != nil select campSite.name, siteClass.name, dateFrom "
          + "sort campSite.name"),
      """
      campSite.name\tsiteClass.name\tdateFrom
      2\tPull\t2026-06-19
      3\tPull\t2026-06-19
      4\tPull\t2026-06-19

      """)
    // What made room is told.
    try run("reserve class Pull for Ada from 2026-06-22 nights 1")
    try run(
      "reserve 3 for Ada from 2026-06-23 nights 1; reserve 4 for Ada from 2026-06-22 nights 2")
    try run("reserve 5 for Ada from 2026-06-22 nights 2")
    let moving = try run("group book Wide class Pull count 1 for Ben from 2026-06-22 nights 2")
    XCTAssertTrue(moving.contains("\nmoves:\nmove\nR-5 moves from 2 to 3\n"), moving)
    try run("undo")
    let full = try failure("group add Rally class Pull count 3 for Ben from weekend")
    XCTAssertEqual(
      full.message,
      "no room in class Pull on 2026-06-19 and 1 more night: only 4 sites (2, 3, 4, 5) for R-2, R-3, "
        + "R-4, 1 more of this booking and this stay")
    XCTAssertEqual(try run("count Reservation where group != nil"), "3\n", "all or none")
    let count = try failure("group book Other sites 6 count 2 for Ben from weekend")
    XCTAssertEqual(count.message, "count goes with class")
    XCTAssertEqual(count.range?.start.column, 32)
  }

  func testANewGuestIsToldOfOnceTheyAreAdded() async throws {
    XCTAssertNotNil(try failure("reserve 1 for \"Cyd Novak\" phone 5551234 from today nights 1"))
    XCTAssertFalse(notes.contains("Cyd"), notes)
    try run("reserve 2 for \"Cyd Novak\" phone 5551234 from today nights 1")
    XCTAssertTrue(notes.contains("note: added camper Cyd Novak"), notes)
  }

  // MARK: Weekends

  func testAWeekendNeedsNoLength() async throws {
    XCTAssertTrue(
      try run("reserve 2 Ada weekend").contains(
        "site 2 · Fri 2026-06-19 to Sun 2026-06-21 · 2 nights"))
    XCTAssertTrue(
      try run("hold 2 for Ada from next weekend").contains("Fri 2026-06-26 to Sun 2026-06-28"))
    XCTAssertTrue(
      try run("reserve 3 for Ada from weekend nights 1").contains(
        "Fri 2026-06-19 to Sat 2026-06-20"))
    XCTAssertTrue(
      try run("reservation dates R-1 from weekend").contains("Fri 2026-06-19 to Sun 2026-06-21"))
    XCTAssertEqual(
      try failure("reserve 4 for Ada from friday").message, "reserve needs nights, months or to")
  }
}
