import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// What is written stays written, whoever tries.
@MainActor
final class LedgerTests: XCTestCase {
  func testASavedLineNeverChangesAndIsNeverDeleted() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      let line = try desk.folios.pay(40, by: .cash, for: stay)
      let context = desk.stack.mainContext
      let changes: [(FolioEntry) -> Void] = [
        { $0.amountMinor = 0 }, { $0.text = "nothing" }, { $0.date = $0.date.advanced(by: 1) },
        { $0.method = nil }, { $0.folio = nil }, { $0.reservation = nil }, { $0.reason = "x" },
      ]
      for change in changes {
        change(line)
        XCTAssertThrowsError(try context.saveThrough()) {
          XCTAssertTrue("\($0)".contains("is posted and cannot change"), "\($0)")
        }
        context.rollback()
      }
      context.delete(line)
      XCTAssertThrowsError(try context.saveThrough()) {
        XCTAssertEqual(($0 as? ObjectGraphError)?.code, .managedObjectValidation)
        XCTAssertTrue("\($0)".contains("is posted and cannot be deleted"), "\($0)")
      }
      context.rollback()
      XCTAssertEqual(line.amountMinor, -4_000)
      XCTAssertEqual(try desk.due(stay), "$0.00")
    }
  }

  func testWhatALineRefersToCannotBeDeletedFromUnderIt() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-06-14", nights: [4_000], isInHouse: true)
      try desk.folios.runNightly()
      let context = desk.stack.mainContext
      for object in [stay, try XCTUnwrap(stay.folio)] {
        context.delete(object)
        XCTAssertThrowsError(try context.saveThrough(), "\(object)")
        context.rollback()
      }
      XCTAssertEqual(try desk.count(FolioEntry.self), 1)
    }
  }

  func testALineIsTakenBackOnceByAnotherOneWithAReason() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      let line = try desk.folios.pay(40, by: .check, for: stay, reference: "117")
      assertBreaks(.reasonMissing("a reversal")) {
        try desk.folios.reverse(line, reason: "")
      }
      let reversal = try desk.folios.reverse(line, reason: "the check bounced")
      XCTAssertEqual(reversal.kind, .reversal)
      XCTAssertEqual(reversal.amountMinor, 4_000)
      XCTAssertEqual(reversal.reverses, line)
      XCTAssertEqual(line.reversedBy, reversal)
      XCTAssertEqual(reversal.reason, "the check bounced")
      let balance = try desk.folios.balance(of: stay)
      XCTAssertEqual(balance.paid, try usd("0"))
      XCTAssertEqual(balance.charged, try usd("0"))
      XCTAssertEqual(balance.due, try usd("40"))
      assertBreaks("line 1 was already reversed by line 2") {
        try desk.folios.reverse(line, reason: "again")
      }
      assertBreaks("line 2 is a reversal and cannot be reversed; post the line again") {
        try desk.folios.reverse(reversal, reason: "no")
      }
      // By hand neither.
      let context = desk.stack.mainContext
      line.reversedBy = nil
      XCTAssertThrowsError(try context.saveThrough())
      context.rollback()
      XCTAssertEqual(try desk.due(stay), "$40.00")
    }
  }

  func testAReversedPaymentCannotBeRefundedAndAReversedRefundCan() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      let line = try desk.folios.pay(40, by: .check, for: stay)
      let refund = try desk.folios.refund(
        40, to: stay, by: .cash, reason: "rain", overriding: true)[0]
      try desk.folios.reverse(refund, reason: "the sun came out")
      let again = try desk.folios.refund(
        30, to: stay, by: .cash, reason: "rain", overriding: true)[0]
      XCTAssertEqual(try XCTUnwrap(stay.folio).returnedMinor, 3_000)
      assertBreaks(
        "the payment in line \(line.number) was refunded by line \(again.number); "
          + "reversing it would refund more than was paid"
      ) {
        try desk.folios.reverse(line, reason: "the check bounced")
      }
      try desk.folios.reverse(again, reason: "nothing went out")
      try desk.folios.reverse(line, reason: "the check bounced")
      XCTAssertThrowsError(try desk.folios.refund(1, to: stay, by: .cash, reason: "rain"))
    }
  }

  func testAChargeIsPostedOnceWhoeverPostsIt() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let mine = try otherDesk(on: file)
    let stay = try mine.stay("2026-06-14", nights: [4_000], isInHouse: true)
    let other = try otherDesk(on: file)
    XCTAssertEqual(try other.due(other.reservations.find("R-1")), "$40.00")
    XCTAssertEqual(try mine.folios.runNightly().linesPosted, 1)
    XCTAssertEqual(try other.folios.runNightly().linesPosted, 0)
    XCTAssertEqual(try mine.folios.balance(of: stay).charged, try usd("40"))
    try mine.stack.close()
    try other.stack.close()
    XCTAssertEqual(
      try StoreShell(file).rows("SELECT count(*), sum(ZAMOUNTMINOR) FROM ZFOLIOENTRY"), ["1|4000"])
  }

  func testAWaitingPadKeepsTheOrderOfItsLines() async throws {
    let desk = TestDesk(try TestStoreStack())
    let stay = try desk.stay(nights: [4_000])
    let pad = desk.scratchPad()
    let code = stay.code
    for amount in 1...5 {
      try pad.perform("pay") {
        try $0.folios.pay(Decimal(amount), by: .cash, for: $0.reservations.find(code))
      }
    }
    func amounts(_ services: Services) throws -> [Int64] {
      let folio = try XCTUnwrap(services.reservations.find(code).folio)
      return try services.folios.lines(of: folio).map(\.amountMinor)
    }
    XCTAssertEqual(try amounts(pad.services), [-100, -200, -300, -400, -500])
    XCTAssertEqual(try desk.count(FolioEntry.self), 0)
    try pad.save()
    XCTAssertEqual(try amounts(pad.services), [-100, -200, -300, -400, -500])
  }
}
