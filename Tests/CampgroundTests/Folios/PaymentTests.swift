import Foundation
import ObjectGraph
import XCTest

@testable import Campground

@MainActor
final class PaymentTests: XCTestCase {
  func testTheBalanceIsWhatWasPostedAndIsToComeLessWhatWasPaid() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-06-14", nights: [4_500, 4_500, 4_500], isInHouse: true)
      XCTAssertEqual(try desk.due(stay), "$135.00")
      try desk.folios.pay(100, by: .card, for: stay, reference: "4242")
      try desk.folios.runNightly(try day("2026-06-14"))
      let balance = try desk.folios.balance(of: stay)
      XCTAssertEqual(balance.charged, try usd("45.00"))
      XCTAssertEqual(balance.toCome, try usd("90.00"))
      XCTAssertEqual(balance.paid, try usd("100.00"))
      XCTAssertEqual(balance.due, try usd("35.00"))
      XCTAssertEqual(balance.credit, try usd("0.00"))
      let folio = try XCTUnwrap(stay.folio)
      XCTAssertEqual(folio.payer, stay.camper)
      XCTAssertEqual(try desk.folios.balance(of: folio), balance)
      let lines = try desk.folios.lines(of: folio)
      XCTAssertEqual(lines.map(\.number), [1, 2])
      XCTAssertEqual(lines.map(\.text), ["Payment by card", "Night of 2026-06-14"])
      XCTAssertEqual(lines.map(\.date), [try day("2026-06-15"), try day("2026-06-14")])
      XCTAssertEqual(lines[0].reference, "4242")
      XCTAssertEqual(try desk.folios.line(2, of: stay).night, stay.arrival)
    }
  }

  func testWhatIsPaidBeyondTheBillIsToTheGoodOfTheGuest() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      try desk.folios.pay(50, by: .cash, for: stay)
      let balance = try desk.folios.balance(of: stay)
      XCTAssertEqual(balance.due, try usd("-10.00"))
      XCTAssertEqual(balance.credit, try usd("10.00"))
    }
  }

  func testAPaymentOfNothingOrOfAFractionOfACentIsRefused() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      assertBreaks(.invalidValue, "enter an amount above $0.00, not $0.00") {
        try desk.folios.pay(0, by: .cash, for: stay)
      }
      assertBreaks(.invalidValue, "enter an amount above $0.00, not -$5.00") {
        try desk.folios.pay(-5, by: .cash, for: stay)
      }
      assertBreaks(.invalidAmount(.tooPrecise(Decimal(1_005) / 1_000, .usd))) {
        try desk.folios.pay(Decimal(1_005) / 1_000, by: .cash, for: stay)
      }
      assertBreaks(.voucherNeedsCode) { try desk.folios.pay(5, by: .voucher, for: stay) }
      assertBreaks(
        .invalidValue,
        "the text of a reference must be one line, without line breaks or control characters"
      ) {
        try desk.folios.pay(5, by: .check, for: stay, reference: "a\nb")
      }
      XCTAssertEqual(try desk.count(FolioEntry.self), 0)
      XCTAssertEqual(try desk.count(Folio.self), 0)
    }
  }

  func testCurrenciesWithoutAndWithThreeDecimalsAreKeptInTheirOwnUnits() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      let campground = try XCTUnwrap(stay.campground)
      campground.currency = try Currency("JPY")
      try desk.stack.mainContext.saveThrough()
      let yen = try desk.folios.pay(1_500, by: .cash, for: stay)
      XCTAssertEqual(yen.amountMinor, -1_500)
      XCTAssertEqual("\(yen.amount)", "-1,500 JPY")
      XCTAssertThrowsError(try desk.folios.pay(Decimal(15) / 10, by: .cash, for: stay))
      campground.currency = try Currency("KWD")
      try desk.stack.mainContext.saveThrough()
      let dinars = try desk.folios.pay(Decimal(1_005) / 1_000, by: .cash, for: stay)
      XCTAssertEqual(dinars.amountMinor, -1_005)
      XCTAssertEqual("\(dinars.amount)", "-1.005 KWD")
    }
  }

  func testAnAmountBeyondTheMostIsRefusedBeforeAnythingIsWritten() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      let most = Decimal(1_000_000_000)
      for amount in [Decimal(Int64.max) / 100, most + Decimal(1) / 100] {
        assertBreaks(.invalidAmount(.tooLarge(amount, .usd))) {
          try desk.folios.pay(amount, by: .cash, for: stay)
        }
      }
      XCTAssertEqual(try desk.count(FolioEntry.self), 0)
      try desk.folios.pay(most, by: .cash, for: stay)
      XCTAssertEqual(try desk.folios.balance(of: stay).due, try usd("-999999960.00"))
    }
  }
}
