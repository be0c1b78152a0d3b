import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Every way in which a call is refused: who asks for it is told what, where and how to mend it,
/// and the store is as it was.
@MainActor
final class RefusalTests: XCTestCase {
  /// Makes each call of a table on a store in a file.
  private func check(_ table: [Refusal]) async throws {
    let folder = try temporaryFolder()
    // Copied rather than made for each call, which is what takes the time.
    let empty = folder.appendingPathComponent("empty.sqlite")
    try TestStoreStack(store: PersistentStoreDescription(url: empty)).close()
    for (index, refusal) in table.enumerated() {
      let file = folder.appendingPathComponent("\(index).sqlite")
      try FileManager.default.copyItem(at: empty, to: file)
      let stack = try TestStoreStack(store: PersistentStoreDescription(url: file))
      _ = try provoke(refusal, TestDesk(stack, file: file))
      try stack.close()
    }
  }

  /// Makes a call, and tells how it was refused.
  private func provoke(_ refusal: Refusal, _ desk: TestDesk) throws -> RefusalCheck {
    let check = RefusalCheck(of: refusal)
    try refusal.provoke(desk, check)
    XCTAssertEqual(check.calls, 1, "line \(refusal.line)")
    return check
  }

  func testRefusalsOfWhatACampgroundHas() async throws { try await check(Refusal.setUp) }

  func testRefusalsOfPricesAndRules() async throws { try await check(Refusal.prices) }

  func testRefusalsOfStays() async throws { try await check(Refusal.stays) }

  func testRefusalsOfUndoing() async throws { try await check(Refusal.undoing) }

  func testRefusalsOfGroupsSeriesSplitsAndTheWaitlist() async throws {
    try await check(Refusal.parties)
  }

  func testRefusalsOfMoney() async throws { try await check(Refusal.ledger) }

  func testRefusalsOfEmployeesAndSales() async throws { try await check(Refusal.staff) }

  func testRefusalsOfDatesAndAmounts() async throws { try await check(Refusal.values) }

  func testEveryCodeAndEveryRuleAboutStaysIsProvoked() async throws {
    var codes = Set(CampgroundError.Code.allCases)
    var rules = Set(StayRuleKind.allCases)
    for refusal in Refusal.all {
      let stack = try TestStoreStack()
      let check = try provoke(refusal, TestDesk(stack))
      if let code = check.code { codes.remove(code) }
      rules.subtract(check.rules)
      try stack.close()
    }
    XCTAssertEqual(codes, [])
    XCTAssertEqual(rules, [])
  }
}
