import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

@MainActor
final class VoucherTests: XCTestCase {
  func testAVoucherIsRedeemedPartlyAndThenUsedUp() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      let voucher = try desk.folios.issueVoucher(50, note: "raffle")
      let line = try desk.folios.redeem(voucher.code.lowercased(), for: stay)
      XCTAssertEqual(line.amountMinor, -4_000)
      XCTAssertEqual(line.method, .voucher)
      XCTAssertEqual(line.reference, voucher.code)
      XCTAssertEqual(try desk.due(stay), "$0.00")
      XCTAssertEqual(voucher.remaining, try usd("10"))
      assertBreaks("R-1 has no balance due") {
        try desk.folios.redeem(voucher.code, for: stay)
      }
      assertBreaks("voucher \(voucher.code) has $10.00 left, not $11.00") {
        try desk.folios.redeem(voucher.code, amount: 11, for: stay)
      }
      try desk.folios.redeem(voucher.code, amount: 10, for: stay)
      assertBreaks("voucher \(voucher.code) is used up") {
        try desk.folios.redeem(voucher.code, amount: 1, for: stay)
      }
      XCTAssertEqual(try desk.folios.vouchers().count, 1)
      XCTAssertEqual(try desk.folios.vouchers(isOpen: true).count, 0)
    }
  }

  func testAVoucherThatExpiredOrIsSomebodyElsesOrUnknownIsRefused() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      let friend = try desk.campers.addCamper("Johnny Appleseed", phoneNumber: nil)
      let theirs = try desk.folios.issueVoucher(50, for: friend)
      assertBreaks("voucher \(theirs.code) belongs to Johnny Appleseed") {
        try desk.folios.redeem(theirs.code, for: stay)
      }
      let mine = try desk.folios.issueVoucher(
        50, for: stay.camper, lastDay: try day("2026-06-15"))
      mine.lastDay = try day("2026-06-14")
      try desk.stack.mainContext.saveThrough()
      assertBreaks("voucher \(mine.code) was valid through 2026-06-14") {
        try desk.folios.redeem(mine.code, for: stay)
      }
      // On its last day it is good.
      mine.lastDay = try day("2026-06-15")
      try desk.stack.mainContext.saveThrough()
      try desk.folios.redeem(mine.code, amount: 1, for: stay)
      assertBreaks(.unknown, "no voucher V-1") { try desk.folios.redeem("V-1", for: stay) }
      assertBreaks("the expiry date 2026-06-14 is in the past; today is 2026-06-15") {
        try desk.folios.issueVoucher(5, lastDay: try day("2026-06-14"))
      }
      assertBreaks(.invalidValue, "enter an amount above $0.00, not $0.00") {
        try desk.folios.issueVoucher(0)
      }
    }
  }

  func testCodesAreUniqueAndTheSameForTheSameSeed() async throws {
    try await eachStore { desk in
      let codes = try (0..<20).map { _ in try desk.folios.issueVoucher(5).code }
      XCTAssertEqual(Set(codes).count, 20)
      for code in codes {
        XCTAssertNotNil(
          code.wholeMatch(of: /V-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}/), code)
      }
      let again = TestDesk(try TestStoreStack())
      XCTAssertEqual(try (0..<20).map { _ in try again.folios.issueVoucher(5).code }, codes)
      let random = FolioService(
        managedObjectContext: again.stack.mainContext, storeStack: again.stack)
      XCTAssertFalse(codes.contains(try random.issueVoucher(5).code))
    }
  }

  func testWhatWasPaidByVoucherGoesBackToItAndNotInCash() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      let voucher = try desk.folios.issueVoucher(40)
      let line = try desk.folios.redeem(voucher.code, for: stay)
      assertBreaks("cannot refund $1.00 for R-1 in cash: only $0.00 of it came in cash") {
        try desk.folios.refund(1, to: stay, by: .cash, reason: "rain")
      }
      assertBreaks(
        "cannot refund $1.00 for R-1 as a voucher: only $0.00 of it was not paid by voucher"
      ) { try desk.folios.refund(1, to: stay, by: .voucher, reason: "rain") }
      let back = try desk.folios.refund(15, to: stay, reason: "rain")[0]
      XCTAssertEqual(back.method, .voucher)
      XCTAssertEqual(back.reference, voucher.code)
      XCTAssertEqual(voucher.remaining, try usd("15"))
      // Once it has been spent, it cannot be taken from the voucher again.
      let spent = try desk.folios.redeem(voucher.code, amount: 5, for: stay)
      assertBreaks(
        "line \(back.number) refunded voucher \(voucher.code), which has been spent since"
      ) { try desk.folios.reverse(back, reason: "typo") }
      try desk.folios.reverse(spent, reason: "typo")
      try desk.folios.reverse(back, reason: "typo")
      XCTAssertEqual(voucher.remaining, try usd("0"))
      try desk.folios.reverse(line, reason: "the wrong guest")
      XCTAssertEqual(voucher.remaining, try usd("40"))
      XCTAssertEqual(try desk.due(stay), "$40.00")
    }
  }

  func testACreditThatIsTakenBackEndsItsVoucherUnlessItWasRedeemed() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      try desk.folios.pay(60, by: .cash, for: stay)
      let line = try desk.folios.credit(20, to: stay, lastDay: try day("2027-06-15"))
      let voucher = try XCTUnwrap(line.voucher)
      XCTAssertEqual(voucher.lastDay, try day("2027-06-15"))
      let redeemed = try desk.folios.redeem(voucher.code, amount: 5, for: stay)
      assertBreaks("line \(line.number) issued voucher \(voucher.code), which is partly redeemed") {
        try desk.folios.reverse(line, reason: "no")
      }
      try desk.folios.reverse(redeemed, reason: "no")
      try desk.folios.reverse(line, reason: "cash after all")
      XCTAssertEqual(voucher.remaining, try usd("0"))
      XCTAssertEqual(try desk.folios.balance(of: stay).credit, try usd("20"))
    }
  }

  func testOfTwoDesksThatRedeemOneVoucherOneIsRefused() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let mine = try otherDesk(on: file)
    let stay = try mine.stay(nights: [4_000])
    let voucher = try mine.folios.issueVoucher(40)
    let other = try otherDesk(on: file)
    let theirs = try other.folios.voucher(voucher.code)
    XCTAssertEqual(theirs.remaining, try usd("40"))
    try mine.folios.redeem(voucher.code, amount: 40, for: stay)
    assertBreaks("voucher \(voucher.code) is used up") {
      try other.folios.redeem(
        voucher.code, amount: 40, for: try other.reservations.find("R-1"))
    }
    try mine.stack.close()
    try other.stack.close()
  }
}
