import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Every command about money is an event: who, when, with which command, and the lines it wrote.
@MainActor
final class MoneyEventTests: XCTestCase {
  private func folios(_ desk: TestDesk, _ who: String, _ command: String) -> FolioService {
    FolioService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack, clock: desk.stack.clock,
      by: Author(who, command: command))
  }

  /// The events about money, the earliest first: `R-1 paid Kasey: payment -4000`.
  private func story(_ desk: TestDesk) throws -> [String] {
    try AuditService(managedObjectContext: desk.stack.mainContext, storeStack: desk.stack)
      .events().rows.filter { $0.kind?.isOfMoney == true }
      .sorted { $0.number < $1.number }.map { event in
        let lines = event.linesByHand.map { "\($0.kind.rawValue) \($0.amountMinor)" }
        return "\(event.label) \(event.kind?.rawValue ?? "") \(event.who ?? "-"): "
          + lines.joined(separator: ", ")
      }
  }

  func testEachCommandAboutMoneySaysWhoGaveIt() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [9_000])
      let paid = try folios(desk, "Kasey", "pay R-1 60 card").pay(60, by: .card, for: stay)
      try folios(desk, "Kasey", "pay R-1 40 cash").pay(40, by: .cash, for: stay)
      try folios(desk, "Dana", "credit R-1").credit(10, to: stay)
      try folios(desk, "Dana", "refund R-1 50").refund(50, to: stay, reason: "rain")
      let wood = try folios(desk, "Mia", "charge R-1 5 wood").charge(5, for: "wood", to: stay)
      try folios(desk, "Mia", "reverse R-1 6").reverse(wood, reason: "typo")
      try folios(desk, "Mia", "allowance R-1 8").allow(8, to: stay, reason: "noise")
      XCTAssertEqual(
        try story(desk),
        [
          "R-1 paid Kasey: payment -6000", "R-1 paid Kasey: payment -4000",
          "R-1 keptAsVoucher Dana: credit 1000", "R-1 refunded Dana: refund 3000, refund 2000",
          "R-1 charged Mia: sale 500", "R-1 reversed Mia: sale -500",
          "R-1 allowed Mia: allowance -800",
        ])
      let event = try XCTUnwrap(paid.posting?.events.first)
      XCTAssertEqual(event.command, "pay R-1 60 card")
      XCTAssertEqual(event.happenedAt, paid.postedAt)
      // The same event says what the allowance did to the price.
      let allowed = try XCTUnwrap(stay.events.first { $0.kind == .allowed })
      XCTAssertEqual(allowed.change(of: "totalMinor")?.after, "8200")
    }
  }

  func testAMovedPaymentIsAnEventOfBothStays() async throws {
    try await eachStore { desk in
      let first = try desk.stay(nights: [4_000], site: "1")
      let second = try desk.stay(nights: [4_000], site: "2")
      let line = try folios(desk, "Kasey", "pay").pay(40, by: .cash, for: first)
      try folios(desk, "Dana", "payment move R-1 to R-2").movePayment(line, to: second)
      XCTAssertEqual(
        try story(desk).suffix(2),
        ["R-1 paymentMoved Dana: reversal 4000", "R-2 paymentMoved Dana: payment -4000"])
      XCTAssertEqual(Set((first.events.union(second.events)).compactMap(\.posting)).count, 2)
    }
  }

  func testASaleAndTheNightAuditAreEventsWithoutAStay() async throws {
    try await eachStore { desk in
      _ = try desk.stay(nights: [4_000], site: "1", isInHouse: true)
      _ = try desk.stay(nights: [5_000], site: "2", isInHouse: true)
      let sales = SaleService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock, by: Author("Mia", command: "sale add 3 item ice"))
      try sales.reverse(try sales.addSale(of: .words("ice"), amount: 3))
      try folios(desk, "Dana", "nightly").runNightly(day("2026-06-15"))
      XCTAssertEqual(
        try story(desk),
        [
          "sale of ice sold Mia: sale 300, payment -300",
          "sale of ice reversed Mia: reversal -300, reversal 300",
          "night of 2026-06-15 nightsPosted Dana: ",
        ])
    }
  }

  /// A check-out posts its nights under its own event.
  func testWhatFollowsFromAnotherEventIsNoEventOfItsOwn() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-06-14", nights: [4_000], isInHouse: true)
      try desk.reservations.checkOut(stay.code)
      XCTAssertEqual(try story(desk), [])
      XCTAssertNotNil(stay.events.first { $0.kind == .checkedOut }?.posting)
    }
  }

  func testADayIsCountedByPerson() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [9_000])
      try folios(desk, "Kasey", "pay").pay(60, by: .cash, for: stay)
      try folios(desk, "Dana", "pay").pay(30, by: .cash, for: stay)
      try folios(desk, "Dana", "refund").refund(20, to: stay, reason: "rain")
      let money = try desk.folios.money(of: day("2026-06-15"))
      XCTAssertEqual(
        money.byPerson.map { "\($0.who ?? "-") \($0.byMethod.map { "\($0.method) \($0.net)" })" },
        ["Dana [\"cash $10.00\"]", "Kasey [\"cash $60.00\"]"])
    }
  }

  func testAReceiptSaysWhoTookAndPaidOutTheMoney() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [9_000])
      try folios(desk, "Kasey", "pay").pay(60, by: .cash, for: stay)
      try folios(desk, "Dana", "refund").refund(20, to: stay, reason: "rain")
      let rows = try desk.folios.receipt(of: stay).sections.flatMap(\.lines).map(\.text)
      XCTAssertEqual(
        rows, ["Payment by cash, taken by Kasey", "Refund by cash – rain, paid out by Dana"])
    }
  }
}
