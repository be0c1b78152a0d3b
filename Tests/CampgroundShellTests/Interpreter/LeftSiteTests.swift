import Campground
import CommandKit
import Foundation
import TestSupport
import XCTest

@testable import CampgroundShell

/// Sites that guests leave in the middle of a stay, which need cleaning like any other.
final class LeftSiteTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    session.format = .plain
    try run("campground add Wawona timezone UTC; campsite add 1-3 type rv rate 45")
    try run("campsite add C1 type cabin rate 90; camper add Ada; camper add Ben")
    try run("housekeeping inspect 1-3,C1; reserve 1 for Ada from today nights 5; checkin R-1")
  }

  /// The desk some days later, at noon.
  private func desk(after days: Int) -> TestShell {
    TestShell(
      stack, format: .plain,
      clock: FixedClock(TestStoreStack.noon.addingTimeInterval(86_400 * Double(days))))
  }

  private func sites(_ shell: TestShell, _ command: String = "housekeeping") throws -> [String] {
    try shell.rows(command).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).prefix(5).joined(separator: " ")
    }
  }

  func testAGuestWhoIsMovedLeavesADirtySite() async throws {
    let later = desk(after: 2)
    try later.run("move R-1 to 2")
    XCTAssertEqual(try sites(later), ["1 rv dirty  "])
    try later.run("housekeeping inspect 1")
    XCTAssertEqual(try sites(later), [])
  }

  func testGuestsWhoSwapFindSitesThatTheOtherLeft() async throws {
    try run("reserve C1 for Ben from today nights 5; checkin R-2")
    try desk(after: 1).run("swap R-1 with R-2")
    XCTAssertEqual(try sites(desk(after: 1)), [], "there are guests again")
    let query = "fetch CampSite where readiness == \"dirty\" select name sort name"
    XCTAssertEqual(try desk(after: 1).rows(query), "1\nC1\n")
  }

  func testAStayThatIsToMoveLeavesADirtySiteOnThatDay() async throws {
    try run("housekeeping clean 2; split R-1 at +2 to 2")
    XCTAssertEqual(try sites(desk(after: 0)), ["2 rv clean  "])
    XCTAssertEqual(
      try sites(desk(after: 1), "housekeeping tomorrow"), ["2 rv clean  R-1", "1 rv occupied R-1 "])
    XCTAssertEqual(try sites(desk(after: 2)), ["2 rv clean  R-1", "1 rv occupied R-1 "])
    XCTAssertEqual(try sites(desk(after: 3)), ["1 rv dirty  "])
    try desk(after: 3).run("housekeeping inspect 1")
    XCTAssertEqual(try sites(desk(after: 3)), [])
  }

  func testASiteThatWasNotedAsItIsSinceItWasLeftIsNotDirty() async throws {
    try run("split R-1 at +2 to 2")
    let later = desk(after: 2)
    XCTAssertEqual(try sites(later), ["1 rv occupied R-1 "])
    XCTAssertEqual(try later.run("housekeeping inspect 1"), "Site 1 · inspected\n")
    for days in 2...4 { XCTAssertEqual(try sites(desk(after: days)), [], "\(days)") }
    let audit = try later.run("audit limit 1")
    XCTAssertTrue(audit.contains("site 1\treadiness\tdirty\tinspected\t"), audit)
    try later.run("undo")
    XCTAssertEqual(try sites(desk(after: 3)), ["1 rv dirty  "])
  }

  func testACheckOutRemembersTheSitesThatWereLeftOnTheWay() async throws {
    try run("split R-1 at +2 to 2")
    try desk(after: 5).run("checkout R-1")
    XCTAssertEqual(try sites(desk(after: 5)), ["1 rv dirty  ", "2 rv dirty  "])
    try desk(after: 5).run("housekeeping inspect 1,2")
    XCTAssertEqual(try sites(desk(after: 6)), [])
  }

  func testWhoComesToACabinThatAGuestMovedFromIsWarnedOf() async throws {
    try run("reserve C1 for Ben from today nights 5; checkin R-2; split R-2 at +1 to 3")
    let later = desk(after: 1)
    try later.run("reserve C1 for Ada from today nights 1; checkin R-3")
    XCTAssertTrue(later.notes.contains("cabin C1 has not been cleaned"), later.notes)
  }
}
