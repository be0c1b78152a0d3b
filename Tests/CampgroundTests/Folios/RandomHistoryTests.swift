import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Random histories of money, checked by plain SQL on the file.
@MainActor
final class RandomHistoryTests: XCTestCase {
  /// Each history is one reservation's; its seed is in every failure.
  func testPlainSQLAgreesWithTheBalancesOfRandomHistories() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desk = try otherDesk(on: file)
    var balances: [Int64: Balance] = [:]
    for seed in Campaign.seeds(20, full: 2_000) {
      var random = SeededGenerator(seed: seed)
      let nights = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Int64.random(in: 1...50_000, using: &random)
      }
      // Who is not in the house comes today, and is no no-show yet.
      let isInHouse = Bool.random(using: &random)
      let stay = try desk.stay(
        isInHouse ? "2026-06-12" : "2026-06-15", nights: nights, site: "\(seed)",
        isInHouse: isInHouse)
      for step in 0..<Int.random(in: 0...12, using: &random) {
        try perform(on: stay, at: desk, "seed \(seed), step \(step)", &random)
      }
      balances[stay.number] = try desk.folios.balance(of: stay)
    }
    try desk.folios.runNightly()
    for stay in try desk.stack.mainContext.fetch(Reservation.fetchRequest()) {
      let before = try XCTUnwrap(balances[stay.number])
      let now = try desk.folios.balance(of: stay)
      // Posting moves what is to come to what was charged, and nothing else.
      XCTAssertEqual(now.due, before.due, stay.code)
      XCTAssertEqual(now.paid, before.paid, stay.code)
      balances[stay.number] = now
    }
    let check = CheckService(managedObjectContext: desk.stack.mainContext, storeStack: desk.stack)
    XCTAssertEqual(try check.findings(), [])
    try desk.stack.close()

    let rows = try StoreShell(file).rows(
      """
      SELECT r.ZNUMBER,
        (SELECT ifnull(sum(ZAMOUNTMINOR), 0) FROM ZFOLIOENTRY e
          WHERE e.ZRESERVATION = r.Z_PK AND e.ZMETHOD IS NULL),
        CASE WHEN r.ZSTATUS IN ('Reserved', 'CheckedIn') THEN r.ZTOTALMINOR -
          (SELECT ifnull(sum(ZAMOUNTMINOR), 0) FROM ZFOLIOENTRY e
            WHERE e.ZRESERVATION = r.Z_PK AND e.ZNIGHT IS NOT NULL) ELSE 0 END,
        (SELECT -ifnull(sum(ZAMOUNTMINOR), 0) FROM ZFOLIOENTRY e
          WHERE e.ZRESERVATION = r.Z_PK AND e.ZMETHOD IS NOT NULL)
      FROM ZRESERVATION r ORDER BY r.ZNUMBER
      """)
    let expected = try balances.sorted { $0.key < $1.key }.map { number, balance in
      try [
        number, balance.charged.minorUnits(), balance.toCome.minorUnits(),
        balance.paid.minorUnits(),
      ].map(String.init).joined(separator: "|")
    }
    XCTAssertEqual(rows, expected)
    XCTAssertEqual(rows.count, balances.count)
    // Every line that was taken back is taken back once, by exactly its amount where it is in no bill.
    XCTAssertEqual(
      try StoreShell(file).rows(
        """
        SELECT count(*) FROM ZFOLIOENTRY a JOIN ZFOLIOENTRY b ON b.ZREVERSES = a.Z_PK
        WHERE (b.ZKIND = 'reversal' AND a.ZAMOUNTMINOR + b.ZAMOUNTMINOR <> 0)
          OR a.ZREVERSEDBY <> b.Z_PK
        """), ["0"])
    // Nobody got back more than was paid.
    XCTAssertEqual(
      try StoreShell(file).rows(
        """
        SELECT count(*) FROM (SELECT sum(ZAMOUNTMINOR) AS s FROM ZFOLIOENTRY
        WHERE ZMETHOD IS NOT NULL GROUP BY ZFOLIO) WHERE s > 0
        """), ["0"])
  }

  /// Does one thing at random; what a rule refuses changes nothing.
  private func perform(
    on stay: Reservation, at desk: TestDesk, _ label: String, _ random: inout SeededGenerator
  ) throws {
    let amount = Decimal(Int64.random(in: 1...30_000, using: &random)) / 100
    let before = try desk.folios.balance(of: stay)
    do {
      switch Int.random(in: 0..<7, using: &random) {
      case 0, 1:
        let methods: [PaymentMethod] = [.cash, .card, .check]
        try desk.folios.pay(
          amount, by: methods[Int.random(in: 0..<3, using: &random)], for: stay)
      case 2: try desk.folios.charge(amount, for: "firewood", to: stay)
      case 3: try desk.folios.refund(amount, to: stay, reason: "rain")
      case 4: try desk.folios.credit(to: stay)
      case 5: try desk.folios.allow(amount, to: stay, reason: "rain")
      default:
        let lines = try stay.folio.map { try desk.folios.lines(of: $0) } ?? []
        guard let line = lines.randomElement(using: &random) else { return }
        // A payment that was given back already is not taken back: nobody got more than was paid.
        guard line.kind != .payment else { return }
        try desk.folios.reverse(line, reason: "an error")
      }
    } catch is CampgroundError {
      XCTAssertEqual(try desk.folios.balance(of: stay), before, label)
    }
  }
}
