import Campground
import TestSupport
import XCTest

@testable import CampgroundShell

/// What the prompt tells of the desk; now is noon of 2026-06-15.
final class StatusTests: SessionTestCase {
  /// A stay on a site of its own.
  private func reserve(_ site: Int, from date: String, _ nights: Int) throws {
    try run("campsite add \(site) rate 40")
    try run("reserve \(site) for Ada from \(date) nights \(nights) override")
  }

  func testItIsTheDateAloneOnAnEmptyStore() async throws {
    XCTAssertEqual(session.status(of: nil), "2026-06-15")
    XCTAssertEqual(session.status(of: "Kasey"), "Kasey · 2026-06-15")
  }

  func testItCountsWhoIsToComeAndWhoShouldHaveLeft() async throws {
    try run("campground add Wawona timezone UTC; camper add Ada")
    // Due today, due yesterday with a night left, in the future, canceled.
    try reserve(1, from: "2026-06-15", 2)
    try reserve(2, from: "2026-06-14", 3)
    try reserve(3, from: "2026-06-16", 1)
    try reserve(4, from: "2026-06-15", 1)
    try run("cancel R-4")
    XCTAssertEqual(session.status(of: nil), "2 due in · 2026-06-15")
    try run("checkin R-2")
    XCTAssertEqual(session.status(of: "Kasey"), "1 due in · Kasey · 2026-06-15")
  }

  func testAGuestIsOverdueFromTheTimeOfCheckOutOn() async throws {
    let before = TestShell(
      stack, clock: FixedClock(TestStoreStack.noon.addingTimeInterval(-86_400)))
    try before.run(
      """
      campground add Wawona timezone UTC; camper add Ada; campsite add 1-2 rate 40
      reserve 1 for Ada from 2026-06-14 nights 1; reserve 2 for Ada from 2026-06-14 nights 5
      checkin R-1; checkin R-2
      """)
    // Check-out is at 11.
    XCTAssertEqual(session.status(of: nil), "1 overdue out · 2026-06-15")
    let morning = TestShell(
      stack, clock: FixedClock(TestStoreStack.noon.addingTimeInterval(-2 * 3_600)))
    XCTAssertEqual(morning.session.status(of: nil), "2026-06-15")
  }

  func testItCostsOneCountAndReadingTheCampground() async throws {
    try run("campground add Wawona timezone UTC; camper add Ada")
    try reserve(1, from: "2026-06-15", 2)
    _ = session.status(of: nil)
    // The campground is read twice here, because the date of the fixed clock is shown as well.
    let (_, work) = stack.persistentStoreCoordinator.measure { session.status(of: nil) }
    XCTAssertEqual(work.statementCount, 3, "\(work)")
  }

  func testOtherCampgroundsDoNotCount() async throws {
    try run("campground add Wawona timezone UTC; camper add Ada")
    try reserve(1, from: "2026-06-15", 2)
    try run("campground add Other timezone UTC; use Other")
    XCTAssertEqual(session.status(of: nil), "2026-06-15")
  }
}
