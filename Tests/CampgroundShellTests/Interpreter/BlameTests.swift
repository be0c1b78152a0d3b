import Campground
import TestSupport
import XCTest

@testable import CampgroundShell

/// What is refused by a rule of the business stands at the word that is to blame, with a hint how
/// to mend it, and changes nothing.
///
/// `RefusalTests` has every case of the errors; here is one of each that a
/// command can blame a word for.
@MainActor
final class BlameTests: XCTestCase {
  /// A command that is refused.
  private struct Slip {
    let setUp: String
    let command: String
    /// The word that is marked.
    let marked: String
    /// A part of the hint; empty where the reason says it all.
    let hint: String

    init(_ command: String, after setUp: String = "", marks marked: String, hint: String = "") {
      self.setUp = setUp
      self.command = command
      self.marked = marked
      self.hint = hint
    }
  }

  /// June 15: R-1 is Ada's on site 15 from July 1 to 4; site 16 is free.
  private func refuse(_ slips: [Slip]) throws {
    for slip in slips {
      let stack = try TestStoreStack()
      let shell = TestShell(stack)
      try shell.run("campsite add 15 rate 40 people 4 length 36; campsite add 16 rate 40")
      try shell.run("camper add Ada; camper add Ben; reserve 15 for Ada from 2026-07-01 nights 3")
      try shell.run(slip.setUp)
      let counts = "count Reservation; count ReservationNight; count FolioEntry; count Rate"
      let before = try shell.run(counts)
      let diagnostic = try shell.failure(slip.command)
      XCTAssertEqual(diagnostic.marked, slip.marked, "\(slip.command): \(diagnostic.message)")
      let hint = diagnostic.hint ?? ""
      if slip.hint.isEmpty {
        XCTAssertEqual(hint, "", slip.command)
      } else {
        XCTAssertTrue(hint.contains(slip.hint), "\(slip.command): \(hint)")
      }
      XCTAssertEqual(try shell.run(counts), before, slip.command)
      try stack.close()
    }
  }

  func testWhatACampgroundHas() async throws {
    try refuse([
      Slip("campground add Campground", marks: "Campground", hint: "another name"),
      Slip("camper add \" \"", marks: "\" \""),
      Slip("camper delete Ada", marks: "Ada", hint: "cannot be deleted"),
      Slip("campsite add 15", marks: "15", hint: "another name"),
      Slip("campsite edit 16 name 15", marks: "15", hint: "another name"),
      Slip("campsite delete 15", marks: "15", hint: "move or cancel them first"),
      Slip("campsite retire 15 from 2026-07-02", marks: "15", hint: "move or cancel them first"),
      Slip("unblock 16 on 2026-07-02", marks: "2026-07-02", hint: "block list"),
      Slip(
        "reserve 16 for Ada from 2026-07-01 nights 1", after: "campsite retire 16 from 2026-07-01",
        marks: "16", hint: "campsite restore 16"),
    ])
  }

  func testPrices() async throws {
    try refuse([
      Slip("fee add Bed 9", after: "fee add Bed 8", marks: "Bed", hint: "another name"),
      Slip("discount add Senior 101%", marks: "101%"),
      Slip("rate add Week 300 kind weekly weekdays fri", marks: "fri"),
      Slip(
        "season delete Summer",
        after: "season add Summer from 06-01 to 08-31; rate add High 60 season Summer",
        marks: "Summer"),
      Slip(
        "policy add Lax steps \"0-29 all, 31+ nothing\"", marks: "\"0-29 all, 31+ nothing\"",
        hint: "every number of days"),
      Slip("rule add Short maximum", marks: "maximum"),
      Slip("rule add Sundays no-arrival", marks: "no-arrival"),
      Slip("rule add Sundays no-arrival 3 weekdays sun", marks: "3"),
      Slip(
        "rule add Peak no-arrival from 2026-07-05 to 2026-07-01", marks: "2026-07-01",
        hint: "earlier date first"),
    ])
  }

  func testBookings() async throws {
    try refuse([
      Slip("reserve 15 for Ben from 2026-07-03 nights 2", marks: "15", hint: "available"),
      Slip("reserve 15 for Ben from 2026-08-01 nights 2 party 6", marks: "6", hint: "available"),
      Slip("reserve 15 for Ben from 2026-08-01 nights 2 length 38", marks: "38", hint: "available"),
      Slip("reserve 16 for Ben from 2026-06-10 nights 2", marks: "2026-06-10", hint: "override"),
      Slip(
        "reserve 16 for Ben from 2026-08-01 nights 2", after: "rule add Long minimum 3", marks: "2"),
      Slip(
        "reserve 16 for Ben from 2026-08-01 to 2026-08-03",
        after: "rule add Closed no-departure from 2026-08-03 to 2026-08-03", marks: "2026-08-03"),
      Slip(
        "reserve 16 for Ben from 2026-08-01 nights 8 every week times 3", marks: "week",
        hint: "further apart"),
      Slip("series cancel R-1", marks: "R-1", hint: "cancel R-1"),
    ])
  }

  func testStays() async throws {
    try refuse([
      Slip("checkout R-1", marks: "R-1", hint: "checkin R-1"),
      Slip("checkin r-1", marks: "r-1", hint: "reservation dates R-1"),
      Slip("checkin R-1 early", marks: "R-1", hint: "reservation dates R-1"),
      Slip("noshow R-1", marks: "R-1", hint: "cancel R-1"),
      Slip("cancel R-1", after: "cancel R-1", marks: "R-1", hint: "reinstate R-1"),
      Slip(
        "reservation extend R-1 nights 1", after: "cancel R-1", marks: "R-1",
        hint: "reinstate R-1"),
      Slip(
        "reservation extend R-1 nights 2",
        after: "reserve 15 for Ben from 2026-07-05 nights 1", marks: "2", hint: "available"),
      Slip("reservation move R-1 to 15", marks: "15", hint: "another site"),
      Slip(
        "reservation move R-1 to 16", after: "reserve 16 for Ben from 2026-07-01 nights 1",
        marks: "16", hint: "available"),
      Slip("reservation swap R-1 with r-1", marks: "r-1", hint: "two reservations"),
      Slip(
        "reservation swap R-1 with R-2", after: "reserve 15 for Ben from 2026-07-04 nights 1",
        marks: "R-2", hint: "reservation move"),
      Slip(
        "reservation hold R-2 minutes 10", after: "hold 16 for Ben from 2026-07-01 nights 1",
        marks: "10", hint: "more minutes"),
      Slip(
        "checkin R-2",
        after: "reserve 16 for Ada from 2026-06-15 nights 2; checkin R-2; "
          + "cancel R-1; reservation dates R-2 from 2026-06-15 nights 3",
        marks: "R-2", hint: "checkout R-2"),
    ])
  }

  func testStaysOnSeveralSites() async throws {
    let split = "reservation split R-1 at 2026-07-02 to 16"
    try refuse([
      Slip("reservation split R-1 at 2026-07-04 to 16", marks: "2026-07-04"),
      Slip("reservation split R-1 at 2026-07-02 to 15", marks: "15", hint: "another site"),
      Slip(
        "reserve 15 for Ben from 2026-08-01 nights 3 then 16 on 2026-08-04", marks: "2026-08-04"),
      Slip(
        "reserve 16 for Ben from 2026-07-01 nights 3 then 15 on 2026-07-02", marks: "15",
        hint: "available"),
      Slip(
        "reservation swap R-2 with R-1",
        after: split + "; campsite add 17; reserve 17 for Ben from 2026-07-01 nights 3",
        marks: "R-1",
        hint: "reservation move R-1"),
    ])
  }

  func testGroupsAndTheWaitlist() async throws {
    let group = "group book Scouts sites 16 for Ben from 2026-08-01 nights 1"
    let wait = "waitlist add Ben from 2026-07-01 nights 2 length 30"
    try refuse([
      Slip("group leave R-1", marks: "R-1", hint: "group join R-1"),
      Slip(group, after: group + "; cancel R-2", marks: "Scouts", hint: "group add"),
      Slip(
        "group book Scouts sites 16,16 for Ben from 2026-08-01 nights 1", marks: "16,16",
        hint: "once"),
      Slip("group join R-2 to Scouts", after: group, marks: "R-2", hint: "group leave R-2"),
      Slip("group checkout Scouts", after: group, marks: "Scouts", hint: "group show"),
      Slip("waitlist accept W-9", marks: "W-9", hint: "help waitlist add"),
      Slip("waitlist accept W-1", after: wait, marks: "W-1", hint: "waitlist offer"),
      Slip("waitlist called W-1", after: wait, marks: "W-1", hint: "waitlist offer"),
      Slip("waitlist unwish W-1 9", after: wait, marks: "9", hint: "waitlist show W-1"),
      Slip("waitlist unwish W-1 1", after: wait, marks: "1", hint: "waitlist withdraw W-1"),
      Slip(
        "waitlist wish W-1 from 2026-06-10 nights 2", after: wait, marks: "2026-06-10",
        hint: "2026-06-15"),
      Slip(wait, after: wait, marks: "Ben", hint: "waitlist withdraw W-1"),
      Slip("waitlist add Ben from 2026-06-10 nights 2", marks: "2026-06-10", hint: "2026-06-15"),
    ])
  }
}
