import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The money of stays that were imported with a total and no lines.
@MainActor
final class ImportedStayTests: XCTestCase {
  /// Stays of 50.00 a night: one that was over, and one of two nights that begins today.
  private func importStays(_ desk: TestDesk) throws -> (past: Reservation, coming: Reservation) {
    _ = try desk.sites.add("15", rate: 50)
    _ = try ReservationImporter(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
      clock: desk.stack.clock
    ).importReservations(
      from: Data(
        """
        site,arrival,departure
        15,2026-06-13,2026-06-15
        15,2026-06-15,2026-06-17

        """.utf8), options: ImportOptions(createsMissing: true))
    return (try desk.find("R-1"), try desk.find("R-2"))
  }

  func testAStayThatWasOverOwesNothingAndItsPaperSaysWhy() async throws {
    try await eachStore { desk in
      let (past, _) = try importStays(desk)
      XCTAssertEqual(past.importedTotal, try usd("100"))
      XCTAssertEqual("\(try desk.folios.balance(of: past))", "nothing due")
      let paper = try desk.folios.confirmation(of: past)
      XCTAssertEqual(
        paper.sections[0].lines.map { "\($0.text) \($0.amount)" },
        ["Agreed total, imported $100.00"])
      XCTAssertEqual(
        paper.closing.map { "\($0.text) \($0.amount)" }, ["Paid $0.00", "Nothing due $0.00"])
      XCTAssertEqual(
        paper.notes,
        [
          "This stay was imported with an agreed total of $100.00 after it had ended; its "
            + "payments are not known here."
        ])
      XCTAssertEqual(
        try desk.folios.receipt(of: past).closing.map { "\($0.text) \($0.amount)" },
        ["Nothing due $0.00"])
      let check = CheckService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack)
      XCTAssertEqual(try check.findings(), [])
    }
  }

  func testAStayToComeOwesItsTotalAndItsNightsArePosted() async throws {
    try await eachStore { desk in
      let (_, coming) = try importStays(desk)
      XCTAssertEqual(try desk.due(coming), "$100.00")
      try desk.folios.pay(60, by: .card, for: coming)
      XCTAssertEqual(
        try desk.folios.receipt(of: coming).closing.map { "\($0.text) \($0.amount)" },
        ["Agreed, not yet charged $100.00", "Balance due $40.00"])
      try desk.reservations.checkIn(coming.code)
      XCTAssertEqual(try desk.due(coming), "$40.00")
      try desk.folios.runNightly(try day("2026-06-15"))
      let closed = try desk.folios.closeDay(try day("2026-06-15"))
      XCTAssertEqual(closed.charged, try usd("50"))
      try desk.reservations(on: "2026-06-17").checkOut(coming.code)
      let balance = try desk.folios.balance(of: coming)
      XCTAssertEqual(balance.charged, try usd("100"))
      XCTAssertEqual("\(balance)", "balance due $40.00")
    }
  }

  func testAnExtensionKeepsTheAgreedTotalAndPricesTheNewNight() async throws {
    try await eachStore { desk in
      let (_, coming) = try importStays(desk)
      let site = try desk.sites.find("15")
      _ = try desk.rates.addRate("New", RatePlan(amount: 70, for: ScopePlan(site: site)))
      let change = try desk.reservations.extend(coming.code, by: 1)
      XCTAssertEqual(change.difference, try usd("70"))
      XCTAssertEqual(coming.total, try usd("170"))
    }
  }

  func testWhatWasPaidForACanceledOneIsACreditThatCanBeRefunded() async throws {
    try await eachStore { desk in
      let (_, coming) = try importStays(desk)
      try desk.folios.pay(60, by: .card, for: coming)
      try desk.reservations.cancel(coming.code)
      XCTAssertEqual("\(try desk.folios.balance(of: coming))", "credit $60.00")
      try desk.folios.refund(60, to: coming, reason: "canceled")
      XCTAssertEqual("\(try desk.folios.balance(of: coming))", "nothing due")
      XCTAssertNil(coming.importedTotal)
    }
  }
}
