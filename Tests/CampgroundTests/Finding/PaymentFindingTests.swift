import Campground
import ObjectGraph
import TestSupport
import XCTest

/// Payments that are found by what stands on their slips.
@MainActor
final class PaymentFindingTests: XCTestCase {
  private func found(_ desk: TestDesk, _ text: String) throws -> [String] {
    let finder = FindingService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
      clock: desk.stack.clock)
    return try finder.find(text).map { finding in
      let places = finding.places.map { "\($0.attribute): \($0.text)" }
      return "\(finding.kind) \(finding.name) · " + places.joined(separator: ", ")
    }
  }

  func testAPaymentIsFoundByItsReferenceWithItsReservation() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000, 4_000])
      try desk.folios.pay(50, by: .card, for: stay, reference: "VISA 4242-9981")
      try desk.folios.pay(10, by: .cash, for: stay)
      let expected = ["payment R-1 · reference: VISA 4242-9981, paid: $50.00 on 2026-06-15"]
      for text in ["4242", "9981", "visa 99", "4242-9981"] {
        XCTAssertEqual(try found(desk, text), expected, text)
      }
      // The end of a number is not its beginning.
      XCTAssertEqual(try found(desk, "242"), [])
    }
  }

  func testWhatWasGivenBackIsFoundAndSaysSo() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      try desk.folios.pay(40, by: .card, for: stay, reference: "8801")
      try desk.folios.refund(15, to: stay, reason: "rain", reference: "8802")
      XCTAssertEqual(
        try found(desk, "8802"),
        ["payment R-1 · reference: 8802, refunded: $15.00 on 2026-06-15"])
      XCTAssertEqual(try found(desk, "880").count, 2)
    }
  }

  func testAVoucherIsFoundByItsCode() async throws {
    try await eachStore { desk in
      let voucher = try desk.folios.issueVoucher(25)
      XCTAssertEqual(
        try found(desk, voucher.code), ["voucher \(voucher.code) · code: \(voucher.code)"])
    }
  }

  func testPaymentsAtAnotherCampgroundAreNotFoundHere() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      try desk.folios.pay(40, by: .card, for: stay, reference: "7001")
      let lake = try desk.campgrounds.add("Lake")
      let finder = FindingService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock, campground: lake.objectID)
      XCTAssertEqual(try finder.find("7001").count, 0)
      XCTAssertEqual(try found(desk, "7001").count, 1)
    }
  }
}
