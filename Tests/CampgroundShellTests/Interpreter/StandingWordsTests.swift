import Campground
import Foundation
import TestSupport
import XCTest

@testable import CampgroundShell

/// The words for where a stay stands: the same in every list, on every day.
final class StandingWordsTests: SessionTestCase {
  /// A shell at noon of a day of June 2026 for people.
  private func shell(_ day: Int, minute: Int = 0) throws -> TestShell {
    let now = try Date("2026-06-\(day)T12:00:00Z", strategy: .iso8601)
    return TestShell(
      stack, format: .plain, clock: FixedClock(now.addingTimeInterval(Double(minute) * 60)))
  }

  func testAHoldThatEndedHasExpiredInEveryList() async throws {
    let before = try shell(15)
    try before.run("campground add Wawona timezone UTC; campsite add 5 rate 40; camper add Ada")
    try before.run("hold 5 for Ada from 2026-07-01 nights 2 minutes 10; pay R-1 20 cash")
    XCTAssertTrue(try before.run("reservation list").contains("On hold"))
    let after = try shell(15, minute: 11)
    for command in [
      "reservation list", "reservation show R-1", "reservation list status expired",
      "confirmation R-1", "balances",
    ] {
      let text = try after.run(command)
      XCTAssertTrue(text.lowercased().contains("expired"), "\(command): \(text)")
      XCTAssertFalse(text.contains("On hold"), command)
    }
    XCTAssertEqual(try after.run("reservation list status hold"), "No matching reservations\n")
    XCTAssertEqual(try before.run("reservation list status expired"), "No matching reservations\n")
    try after.run(".output csv")
    XCTAssertTrue(try after.run("reservation list").contains(",Expired,"))
  }

  func testAGuestWhoGetsADiscountDoesNotChangeSites() async throws {
    let first = try shell(15)
    try first.run("campground add Wawona timezone UTC; campsite add T2 rate 40; camper add Chen")
    try first.run("discount add \"Good Sam\" 10%; reserve T2 for Chen from 2026-06-15 nights 3")
    try first.run("checkin R-1")
    let second = try shell(16)
    try second.run("reservation edit Chen discount \"Good Sam\"")
    XCTAssertEqual(try second.run("arrivals"), "No arrivals on 2026-06-16\n")
    XCTAssertEqual(try second.run("departures"), "No departures on 2026-06-16\n")
    // One who does change is told of with both sites.
    try second.run("campsite add T3 rate 40; reservation split R-1 on 2026-06-17 to T3")
    let third = try shell(17)
    XCTAssertTrue(try third.run("arrivals").contains("from T2"))
    XCTAssertTrue(try third.run("departures").contains("to T3"))
  }

  func testANoShowIsCalledOneAmongOpenBills() async throws {
    let first = try shell(15)
    try first.run("campground add Wawona timezone UTC; campsite add 5 rate 40; camper add Ada")
    try first.run("policy add Strict steps \"0+ all\" grace 0 default yes")
    try first.run("reserve 5 for Ada from 2026-06-15 nights 2")
    let next = try shell(16)
    try next.run("noshow R-1")
    XCTAssertTrue(try next.run("balances").contains("no-show"))
    XCTAssertEqual(try next.run("balances canceled"), "No bill is open\n")
    XCTAssertTrue(try next.run("balances no-show").contains("R-1"))
  }

  func testCreditIsMoneyThatTheGuestHasAndNoMethod() async throws {
    let shell = try shell(15)
    try shell.run("campground add Wawona timezone UTC; campsite add 5 rate 40; camper add Ada")
    try shell.run("reserve 5 for Ada from 2026-07-01 nights 2; pay R-1 100 visa")
    for command in [
      "pay R-1 10 credit", "refund R-1 10 as credit", "sale add 5 item ice method credit",
    ] {
      let fault = try shell.failure(command)
      XCTAssertEqual(
        fault.message, "credit is money that a guest has with you, not a payment method", command)
      XCTAssertEqual(fault.hint, "write card for a credit card", command)
    }
    XCTAssertEqual(
      try shell.run("refund R-1 10 as voucher").prefix(34), "Refunded $10.00 by voucher V-HFMV-")
  }
}
