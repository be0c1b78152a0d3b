import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Policies and discounts that are chosen for a stay, and holds that are prolonged.
@MainActor
final class ChosenTermsTests: XCTestCase {
  private func plan(keeping percent: Decimal) -> PolicyPlan {
    PolicyPlan(
      steps: [.init(NoticeDays(from: 0, through: nil), keeps: .percent(percent))], graceMinutes: 0)
  }

  /// One site at 40.00 a night; policies that keep all, which is the standard, and a tenth.
  private func camp(_ desk: TestDesk) throws -> (booking: Booking, lax: CancellationPolicy) {
    let site = try desk.sites.add("15", rate: 40)
    try desk.policies.add("Strict", plan(keeping: 100))
    let lax = try desk.policies.add("Lax", plan(keeping: 10))
    return (Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-03")), lax)
  }

  func testAStayIsBookedUnderThePolicyThatIsNamedAndUnderNone() async throws {
    try await eachStore { desk in
      var (booking, lax) = try camp(desk)
      XCTAssertEqual(try desk.reservations.book(booking).after.policy, "Strict")
      try desk.reservations.cancel("R-1")
      booking.policy = .chosen(lax)
      let second = try desk.reservations.book(booking)
      XCTAssertEqual(second.after.policy, "Lax")
      // A tenth of 2 × 40 is kept.
      XCTAssertEqual(try desk.reservations.cancel("R-2").balance.charged, try usd("8"))
      booking.policy = .without
      XCTAssertNil(try desk.reservations.book(booking).after.policy)
      XCTAssertEqual(try desk.reservations.cancel("R-3").balance.charged, try usd("0"))
    }
  }

  func testThePolicyOfAStayIsChangedUntilTheStayIsOver() async throws {
    try await eachStore { desk in
      let (booking, lax) = try camp(desk)
      try desk.reservations.book(booking)
      let change = try desk.reservations.edit("R-1", policy: .chosen(lax))
      XCTAssertEqual(change.before?.policy, "Strict")
      XCTAssertEqual(change.after.policy, "Lax")
      XCTAssertEqual(change.difference, try usd("0"))
      XCTAssertTrue(
        try desk.folios.confirmation(of: desk.find("R-1")).text
          .contains("If you cancel (policy Lax):"))
      XCTAssertNil(try desk.reservations.edit("R-1", policy: .without).after.policy)
      try desk.reservations.cancel("R-1")
      assertBreaks("R-1 is canceled and can no longer change") {
        try desk.reservations.edit("R-1", policy: .chosen(lax))
      }
    }
  }

  func testADiscountIsGivenAndTakenAtTheAgreedPrices() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let scouts = try desk.rates.addDiscount("Scouts", DiscountPlan(percent: 25))
      try desk.reservations.book(
        Booking(site, for: nil, dates: try stay("2026-06-15", "2026-06-17")))
      // What was agreed stays agreed, whatever a night costs by now: 2 × 40 less a quarter.
      try desk.sites.edit(site, rate: 50)
      let shown = try desk.reservations.preview {
        try $0.edit("R-1", discount: .chosen(scouts))
      }
      XCTAssertEqual(shown.difference, try usd("-20"))
      XCTAssertNil(try desk.find("R-1").discount)
      XCTAssertEqual(
        try desk.reservations.accepting(shown).edit("R-1", discount: .chosen(scouts)).after.total,
        try usd("60"))
      XCTAssertEqual(
        try desk.reservations.edit("R-1", discount: .without).after.total, try usd("80"))
    }
  }

  func testAHoldIsProlongedWithItsNightsAndNeverShortenedOrRevived() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let hold = try desk.reservations.hold(
        Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-03")), minutes: 10)
      let start = desk.stack.clock.now
      try desk.reservations.prolong("R-1", minutes: 30)
      let end = start.addingTimeInterval(1_800)
      XCTAssertEqual(hold.holdExpiresAt, end)
      XCTAssertEqual(Set(hold.nights.map(\.heldUntil)), [end])
      assertBreaks("hold R-1 already lasts until \(WallTime(end, in: .gmt))") {
        try desk.reservations.prolong("R-1", minutes: 30)
      }
      assertBreaks(.outOfRange("minutes", value: 10_081, allowed: 1...10_080)) {
        try desk.reservations.prolong("R-1", minutes: 10_081)
      }
      assertBreaks("hold R-1 expired at \(WallTime(end, in: .gmt))") {
        try desk.reservations(at: end).prolong("R-1", minutes: 30)
      }
      try desk.reservations.reserve("R-1")
      XCTAssertThrowsError(try desk.reservations.prolong("R-1", minutes: 60))
      XCTAssertNil(hold.holdExpiresAt)
    }
  }

  func testThePaperAboutAHoldOrARequestConfirmsNothing() async throws {
    try await eachStore { desk in
      let (booking, _) = try camp(desk)
      let request = try desk.folios.confirmation(of: desk.reservations.request(booking)).text
      XCTAssertTrue(request.contains("Request R-1"), request)
      XCTAssertTrue(request.contains("Requested, not confirmed"), request)
      let hold = try desk.folios.confirmation(of: desk.reservations.hold(booking)).text
      XCTAssertTrue(hold.contains("Hold R-2"), hold)
      XCTAssertTrue(hold.contains("Hold, held until Monday, June 15, 2026 12:15"), hold)
      XCTAssertFalse((request + hold).contains("Confirmation"), request + hold)
    }
  }
}
