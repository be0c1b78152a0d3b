import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Who owes and who has a credit, and what a day took in.
@MainActor
final class OpenBillTests: XCTestCase {
  /// What is told of a bill: `R-1 to-come 40.00`.
  private func words(_ bill: OpenBill) -> String {
    "\(bill.code) \(bill.whereabouts.rawValue) \(bill.balance.due)"
  }

  func testBillsThatDoNotStandAtZeroAreListedWhatIsDueMostFirst() async throws {
    try await eachStore { desk in
      let toCome = try desk.stay("2026-07-01", nights: [4_000], site: "1")
      let here = try desk.stay(nights: [9_000], site: "2", isInHouse: true)
      let paid = try desk.stay("2026-07-01", nights: [5_000], site: "3")
      try desk.folios.pay(50, by: .cash, for: paid)
      let gone = try desk.stay("2026-06-14", nights: [3_000], site: "4", isInHouse: true)
      try desk.folios.pay(45, by: .card, for: gone)
      try desk.reservations.checkOut(gone.code)
      // An idea, of which nobody owes anything.
      let site = try desk.sites.add("5", rate: 70)
      _ = try desk.reservations.draft(
        Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-02")))
      try desk.folios.pay(10, by: .cash, for: here)
      XCTAssertEqual(
        try desk.folios.openBills().map { words($0) },
        ["R-2 in-house $80.00", "R-1 to-come $40.00", "R-4 departed -$15.00"])
      XCTAssertEqual(try desk.folios.openBills(.inHouse).map(\.code), ["R-2"])
      XCTAssertEqual(try desk.folios.openBills(.canceled), [])
      XCTAssertEqual(toCome.folio, nil)
    }
  }

  func testABillOfSeveralStaysIsCalledByTheFirstAndHasTheDatesOfThoseNotCalledOff() async throws {
    try await eachStore { desk in
      let first = try desk.stay("2026-07-01", nights: [4_000], site: "1")
      let second = try desk.stay("2026-07-05", nights: [5_000, 5_000], site: "2")
      try desk.folios.pay(10, by: .cash, for: first)
      second.folio = first.folio
      try desk.stack.mainContext.saveThrough()
      var bill = try XCTUnwrap(desk.folios.openBills().first)
      XCTAssertEqual(bill.code, "R-1")
      XCTAssertEqual(bill.arrival, try day("2026-07-01"))
      XCTAssertEqual(bill.departure, try day("2026-07-07"))
      try desk.reservations.cancel(first.code)
      bill = try XCTUnwrap(desk.folios.openBills().first)
      XCTAssertEqual(bill.code, "R-2")
      XCTAssertEqual(bill.arrival, try day("2026-07-05"))
      XCTAssertEqual(bill.departure, try day("2026-07-07"))
    }
  }

  func testAGroupIsOneBillAndACanceledStayMayBeOwedFor() async throws {
    try await eachStore { desk in
      let sites = try ["1", "2"].map { try desk.sites.add($0, rate: 40) }
      let dates = try stay("2026-07-01", "2026-07-03")
      try desk.reservations.bookGroup(
        "Scouts", sites.map { Booking($0, for: nil, dates: dates) })
      try desk.folios.pay(100, by: .check, for: desk.find("R-1"))
      let alone = try desk.stay("2026-07-01", nights: [5_000], site: "3")
      try desk.folios.pay(20, by: .card, for: alone)
      try desk.reservations.cancel(alone.code)
      // 2 × 2 × 40 less 100; without a policy nothing is kept of the stay alone.
      XCTAssertEqual(
        try desk.folios.openBills().map { words($0) },
        ["Scouts to-come $60.00", "R-3 canceled -$20.00"])
    }
  }

  func testADayIsToldByTheWaysOfPaying() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-06-15", nights: [4_000], isInHouse: true)
      let slip = try desk.folios.pay(10, by: .cash, for: stay)
      try desk.folios.pay(25, by: .cash, for: stay)
      try desk.folios.reverse(slip, reason: "typed twice")
      try desk.folios.pay(5, by: .check, for: stay)
      try desk.folios.pay(30, by: .cash, for: stay, on: try day("2026-06-14"))
      try desk.folios.refund(4, to: stay, by: .cash, reason: "rain")
      let today = try desk.folios.money(of: day("2026-06-15"))
      XCTAssertFalse(today.isClosed)
      XCTAssertEqual(today.byMethod.map(\.method), [.cash, .check])
      // Cash: 10 + 25 - 10 came in, 4 went out.
      XCTAssertEqual(today.byMethod[0].lineCount, 4)
      XCTAssertEqual(today.byMethod[0].paid, try usd("25"))
      XCTAssertEqual(today.byMethod[0].refunded, try usd("4"))
      XCTAssertEqual(today.byMethod[0].net, try usd("21"))
      XCTAssertEqual(today.byMethod[1].net, try usd("5"))
      XCTAssertEqual(today.paid, try usd("26"))
      // The first closed day takes what lies before it, the next one only itself.
      try desk.folios.runNightly(try day("2026-06-15"))
      XCTAssertEqual(
        try desk.folios.money(of: day("2026-06-14")).byMethod.map(\.net), [try usd("30")])
      let closed = try desk.folios.closeDay(try day("2026-06-15"))
      let sums = try desk.folios.money(of: day("2026-06-15"))
      XCTAssertTrue(sums.isClosed)
      XCTAssertEqual(sums.byMethod.map(\.net), [try usd("51"), try usd("5")])
      XCTAssertEqual(sums.paid, closed.paid)
      XCTAssertEqual(sums.charged, closed.charged)
      XCTAssertEqual(try desk.folios.money(of: day("2026-06-16")).byMethod, [])
    }
  }

  func testAStayOnSeveralSitesIsOneBillBeforeAnythingIsWrittenForIt() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      // 2 × 40 and 3 × 55.
      let bills = try desk.folios.openBills()
      XCTAssertEqual(bills.map { words($0) }, ["R-1 to-come $245.00"])
      XCTAssertEqual(bills.first?.arrival, try day("2026-06-20"))
      XCTAssertEqual(bills.first?.departure, try day("2026-06-25"))
      XCTAssertNil(try desk.reservations.find("R-1").folio)
      try desk.folios.pay(10, by: .cash, for: desk.reservations.find("R-1"))
      XCTAssertEqual(
        try desk.folios.openBills().map { words($0) }, ["R-1 to-come $235.00"])
    }
  }
}
