import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// One wording of how a bill stands.
@MainActor
final class BalanceTests: XCTestCase {
  func testABillIsDueOrPaidOrACreditOrNothing() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      @MainActor func standing() throws -> String { "\(try desk.folios.balance(of: stay))" }
      XCTAssertEqual(try standing(), "balance due $40.00")
      try desk.folios.pay(40, by: .cash, for: stay)
      XCTAssertEqual(try standing(), "paid in full")
      try desk.folios.pay(2, by: .cash, for: stay)
      XCTAssertEqual(try standing(), "credit $2.00")
      let closing = try desk.folios.receipt(of: stay).closing
      XCTAssertEqual(
        closing.map { "\($0.text) \($0.amount)" },
        ["Agreed and not charged yet $40.00", "Credit -$2.00"])
      let free = try desk.stay(nights: [], site: "16", camper: "Bob")
      XCTAssertEqual("\(try desk.folios.balance(of: free))", "nothing due")
    }
  }

  func testTheSumsOfAConfirmationAddUpWithTheirSigns() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-07-01", nights: [4_000, 4_000])
      try desk.folios.charge(7, for: "ice", to: stay)
      try desk.folios.pay(100, by: .card, for: stay)
      let paper = try desk.folios.confirmation(of: stay)
      let sums = paper.sections[0].sums.prefix(1) + paper.closing
      XCTAssertEqual(
        sums.map { "\($0.text) \($0.amount)" },
        ["Total $80.00", "Beside it $7.00", "Paid -$100.00", "Credit -$13.00"])
    }
  }
}
