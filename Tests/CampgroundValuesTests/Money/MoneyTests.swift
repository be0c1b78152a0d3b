import CampgroundValues
import XCTest

final class MoneyTests: XCTestCase {
  private func dollars(_ text: String) throws -> Money {
    try Money(XCTUnwrap(Decimal(string: text)), .usd)
  }

  func testDollarsCarryTheirSignAndOthersTheirCode() throws {
    XCTAssertEqual(try dollars("135").description, "$135.00")
    XCTAssertEqual(try dollars("-5.5").description, "-$5.50")
    XCTAssertEqual(try dollars("0.05").description, "$0.05")
    XCTAssertEqual(try dollars("-0.001").description, "$0.00")
    XCTAssertEqual(Money(135, .eur).description, "135.00 EUR")
    XCTAssertEqual(try dollars("0.1525").exactDescription, "$0.1525")
    XCTAssertEqual(try dollars("-1000.5").exactDescription, "-$1,000.50")
    XCTAssertEqual(Money(.nan, .usd).exactDescription, "not a number USD")
    XCTAssertEqual(Money(-135, .eur).description, "-135.00 EUR")
    XCTAssertEqual(try dollars("999.995").description, "$1,000.00")
    XCTAssertEqual(try dollars("-1234567.5").description, "-$1,234,567.50")
    XCTAssertEqual(Money(minorUnits: 100_000_000, .eur).description, "1,000,000.00 EUR")
    XCTAssertEqual(Money(1500, try Currency("JPY")).description, "1,500 JPY")
    XCTAssertEqual(Money(minorUnits: 1_500, try Currency("KWD")).description, "1.500 KWD")
  }

  func testMinorUnitsFollowTheCurrency() throws {
    XCTAssertEqual(try dollars("135").minorUnits(), 13_500)
    XCTAssertEqual(try Money(135, Currency("jpy")).minorUnits(), 135)
    XCTAssertEqual(try Money(135, Currency("KWD")).minorUnits(), 135_000)
    XCTAssertEqual(Money(minorUnits: -13_550, .usd).amount, Decimal(string: "-135.5"))
    XCTAssertEqual(try Money(minorUnits: .min, .usd).minorUnits(), .min)
    XCTAssertEqual(try Money(minorUnits: .max, .usd).minorUnits(), .max)
  }

  func testAmountsTooLargeForTheStoreAreRefused() throws {
    // One cent more than Int64.max cents.
    XCTAssertThrowsError(try dollars("92233720368547758.08").minorUnits()) {
      XCTAssertEqual($0 as? MoneyError, .overflow(.usd))
    }
    XCTAssertEqual(try dollars("92233720368547758.07").minorUnits(), .max)
    XCTAssertThrowsError(try Money(.greatestFiniteMagnitude, .usd).minorUnits())
    XCTAssertThrowsError(try Money(.nan, .usd).minorUnits())
    XCTAssertThrowsError(
      try Money(.greatestFiniteMagnitude, .usd) * .greatestFiniteMagnitude)
  }

  func testHalvesRoundAwayFromZero() throws {
    XCTAssertEqual(try dollars("115.435").rounded().description, "$115.44")
    XCTAssertEqual(try dollars("-115.435").rounded().description, "-$115.44")
    XCTAssertEqual(try dollars("115.4349").rounded().description, "$115.43")
    // 50% of 230.87 is refunded; the rest is kept.
    let paid = try dollars("230.87")
    let refund = try (paid * XCTUnwrap(Decimal(string: "0.5"))).rounded()
    XCTAssertEqual(refund.description, "$115.44")
    XCTAssertEqual(try (paid - refund).description, "$115.43")
  }

  func testTaxOnTheTotalDiffersFromTaxPerNight() throws {
    let rate = try XCTUnwrap(Decimal(string: "0.1235"))
    let night = try dollars("33.33")
    XCTAssertEqual(try (night * rate).rounded().description, "$4.12")
    XCTAssertEqual(try ((night * 3) * rate).rounded().description, "$12.35")
  }

  func testSplitsGiveTheLeftOverToTheFirstAndLoseNothing() throws {
    XCTAssertEqual(
      try dollars("100").split(into: 3).map(\.description), ["$33.34", "$33.33", "$33.33"])
    XCTAssertEqual(
      try dollars("-100").split(into: 3).map(\.description), ["-$33.34", "-$33.33", "-$33.33"])
    XCTAssertEqual(
      try dollars("0.02").split(into: 3).map(\.description), ["$0.01", "$0.01", "$0.00"])
    // Shares of 0.25, 0.5 and 0.25 of 1.01: 25.25, 50.5 and 25.25 cents; the half is the largest.
    XCTAssertEqual(
      try dollars("1.01").split(by: [1, 2, 1]).map(\.description), ["$0.25", "$0.51", "$0.25"])
    let shares = try Money(minorUnits: .max, .usd).split(by: [.max, .max, 1, 0])
    let sum = try shares.map { try $0.minorUnits() }.reduce(0, +)
    XCTAssertEqual(sum, .max)
    XCTAssertEqual(try shares[3].minorUnits(), 0)
  }

  func testSplitsWithoutSharesAreRefused() throws {
    XCTAssertThrowsError(try dollars("1").split(into: 0))
    XCTAssertThrowsError(try dollars("1").split(into: -1))
    XCTAssertThrowsError(try dollars("1").split(by: []))
    XCTAssertThrowsError(try dollars("1").split(by: [0, 0]))
    XCTAssertThrowsError(try dollars("1").split(by: [2, -1]))
  }

  func testCurrenciesDoNotMix() throws {
    XCTAssertThrowsError(try dollars("1") + Money(1, .eur)) {
      XCTAssertEqual("\($0)", "USD and EUR cannot be combined")
    }
    XCTAssertThrowsError(try Currency("US"))
    XCTAssertThrowsError(try Currency("U$D"))
    XCTAssertThrowsError(try Currency("ÜSD"))
  }

  func testAmountsAreReadStrictly() throws {
    XCTAssertEqual(try Money(parsing: "12.50", .usd).minorUnits(), 1_250)
    XCTAssertEqual(try Money(parsing: "-3.1", .usd).minorUnits(), -310)
    for text in ["", "12abc", "1.", ".5", "1e5", "--1", "1.2.3", "12 ", "１"] {
      XCTAssertThrowsError(try Money(parsing: text, .usd), text) {
        XCTAssertEqual($0 as? MoneyError, .notAnAmount(text))
      }
    }
    XCTAssertEqual(try Money(exactly: 45, .usd).description, "$45.00")
    XCTAssertThrowsError(try Money(exactly: .nan, .usd))
    XCTAssertThrowsError(try Money(parsing: "0.005", .usd)) {
      XCTAssertEqual("\($0)", "0.005 has more decimal places than USD, which has 2")
    }
    let nines = String(repeating: "9", count: 30)
    XCTAssertThrowsError(try Money(parsing: nines, .usd)) {
      XCTAssertEqual($0 as? MoneyError, Decimal(string: nines).map { .tooLarge($0, .usd) })
    }
  }
}
