import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What was agreed and is posted never changes, whoever saves.
@MainActor
final class PostedChargeTests: XCTestCase {
  /// A stay with one night that is posted and one that is not.
  private func stay(_ desk: Desk) throws -> (posted: StayCharge, open: StayCharge) {
    let stay = try desk.stay("2026-06-14", nights: [4_000, 4_500], isInHouse: true)
    try desk.folios.runNightly()
    let charges = stay.charges.sorted { $0.position < $1.position }
    XCTAssertNotNil(charges[0].entry)
    XCTAssertNil(charges[1].entry)
    return (charges[0], charges[1])
  }

  func testNoValueOfAPostedChargeChanges() async throws {
    try await eachStore { desk in
      let (posted, _) = try stay(desk)
      let context = desk.stack.mainContext
      let changes: [(String, (StayCharge) throws -> Void)] = [
        ("amountMinor", { $0.amountMinor = 1 }), ("text", { $0.text = "free" }),
        ("day", { $0.day = try day("2026-06-15").midnightUTC }),
        ("kind", { $0.kind = .discount }), ("taxGroup", { $0.taxGroup = "goods" }),
        ("isRefundable", { $0.isRefundable = false }), ("reservation", { $0.reservation = nil }),
        ("entry", { $0.entry = nil }),
      ]
      for (key, change) in changes {
        try change(posted)
        XCTAssertThrowsError(try context.saveThrough(), key) { error in
          XCTAssertTrue("\(error)".contains("never changes"), "\(key): \(error)")
        }
        context.rollback()
      }
      XCTAssertEqual(posted.amountMinor, 4_000)
    }
  }

  func testAPostedChargeIsNotDeletedAndOneThatIsNotPostedMayBe() async throws {
    try await eachStore { desk in
      let (posted, open) = try stay(desk)
      let context = desk.stack.mainContext
      context.delete(posted)
      XCTAssertThrowsError(try context.saveThrough())
      context.rollback()
      open.amountMinor = 1
      try context.saveThrough()
      context.delete(open)
      try context.saveThrough()
      XCTAssertEqual(try desk.count(StayCharge.self), 1)
    }
  }

  func testThePlaceInTheListMayChangeAndPostingItselfIsAChange() async throws {
    try await eachStore { desk in
      let (posted, open) = try stay(desk)
      posted.position = 7
      try desk.stack.mainContext.saveThrough()
      try desk.folios.runNightly(try day("2026-06-15"))
      XCTAssertEqual(open.entry?.amountMinor, 4_500)
      XCTAssertEqual(posted.position, 7)
    }
  }
}
