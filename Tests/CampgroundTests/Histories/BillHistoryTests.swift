import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Random histories of stays and their money: whatever happened, a stay costs what its bill says, and
/// the lines of the ledger add up to the bill of one that is over.
@MainActor
final class BillHistoryTests: XCTestCase {
  func testTheLedgerAddsUpToTheBillsOfRandomHistories() async throws {
    let count = UInt64(Campaign.rounds(20, full: 2_000))
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let stack = try TestStoreStack(store: PersistentStoreDescription(url: file))
    var (counts, faults): ([String: Int], [String]) = ([:], [])
    for seed in 1...max(1, count) {
      var run = try HistoryRun(seed: seed, stack)
      for _ in 0..<40 { try run.step() }
      counts.merge(run.counts, uniquingKeysWith: +)
      faults += run.faults
    }
    XCTAssertEqual(Array(faults.prefix(5)), [])
    XCTAssertEqual(counts.isEmpty ? ["none"] : count < 100 ? [] : rareKinds(counts), [])
    try checkBillsReadAnew(file)
    try stack.close()
    let posted =
      "(SELECT total(e.ZAMOUNTMINOR) FROM ZFOLIOENTRY e WHERE e.ZRESERVATION = r.Z_PK "
      + "AND e.ZNIGHT IS NOT NULL)"
    XCTAssertEqual(
      try StoreShell(file).rows(
        "SELECT r.ZNUMBER, r.ZSTATUS, r.ZTOTALMINOR, \(posted) FROM ZRESERVATION r WHERE "
          + "(r.ZSTATUS IN ('CheckedOut', 'Canceled', 'NoShow') "
          + "AND ifnull(r.ZTOTALMINOR, 0) != \(posted)) "
          + "OR (r.ZSTATUS IN ('Expired', 'Declined') AND \(posted) != 0 "
          + "AND r.Z_PK NOT IN (SELECT ZRESERVATION FROM ZCHARGE))"), [])
  }

  private func rareKinds(_ counts: [String: Int]) -> [String] {
    HistoryRun.kinds.filter { counts[$0, default: 0] < 5 }
  }

  /// The bills of all stays, as another program makes them of what the store has.
  private func checkBillsReadAnew(_ file: URL) throws {
    let stack = try TestStoreStack(store: PersistentStoreDescription(url: file))
    let check = CheckService(managedObjectContext: stack.mainContext, storeStack: stack)
    XCTAssertEqual(try check.findings(), [])
    for campground in try stack.mainContext.fetch(Campground.fetchRequest()) {
      let folios = FolioService(
        managedObjectContext: stack.mainContext, storeStack: stack, clock: stack.clock,
        campground: campground.objectID)
      for stay in campground.reservations {
        XCTAssertEqual(try folios.bill(of: stay).totalMinor, stay.totalMinor, stay.code)
      }
    }
    try stack.close()
  }
}
