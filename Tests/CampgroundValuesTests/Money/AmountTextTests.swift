import CampgroundValues
import XCTest

/// Amounts as people write them.
final class AmountTextTests: XCTestCase {
  private func dollars(_ text: String) throws -> String {
    try Money(parsing: text, .usd).description
  }

  func testCommasPartThousands() throws {
    let written = [
      "1,000.00": "$1,000.00", "1,000": "$1,000.00", "12,345,678.9": "$12,345,678.90",
      "-1,000": "-$1,000.00", "999": "$999.00", "100,000": "$100,000.00",
    ]
    for (text, amount) in written { XCTAssertEqual(try dollars(text), amount, text) }
  }

  func testACommaElsewhereIsRefused() {
    for text in [
      "12,50", "1,0000", "1000,000", "0,500", "1,000,00", "1,00.00", "1.000,00", "1.5,000",
      "1,,000", "1,000,", "01,000",
    ] {
      XCTAssertThrowsError(try dollars(text), text) { error in
        switch error as? MoneyError {
        case .strayComma, .notAnAmount: break
        default: XCTFail("\(text): \(error)")
        }
      }
    }
    XCTAssertThrowsError(try dollars("12,50")) {
      XCTAssertEqual(
        "\($0)", "\"12,50\" is ambiguous; use a comma only for thousands, like 1,000.00")
    }
    XCTAssertThrowsError(try dollars(",500")) {
      XCTAssertEqual($0 as? MoneyError, .notAnAmount(",500"))
    }
  }

  func testTheSignOfTheCurrencyMayStandBeforeIt() throws {
    XCTAssertEqual(try dollars("$12.50"), "$12.50")
    XCTAssertEqual(try dollars("-$1,000"), "-$1,000.00")
    XCTAssertEqual(try Money(parsing: "€8", .eur).description, "8.00 EUR")
    XCTAssertEqual(try Money(parsing: "¥1,500", Currency("JPY")).description, "1,500 JPY")
    XCTAssertEqual(try Money(parsing: "$5", Currency("CAD")).description, "5.00 CAD")
    XCTAssertThrowsError(try Money(parsing: "$5", .eur)) {
      XCTAssertEqual("\($0)", "amounts are in EUR here, not in $")
    }
    for text in ["$", "$$5", "5$", "$-5", "USD5", "$ 5", "$,500"] {
      XCTAssertThrowsError(try dollars(text), text)
    }
  }

  func testWhatIsPrintedIsReadBackInCurrenciesOfNoTwoAndThreePlaces() throws {
    let printed: [(String, Int64, String)] = [
      ("JPY", 0, "0 JPY"), ("JPY", 999, "999 JPY"), ("JPY", 1_234_567, "1,234,567 JPY"),
      ("JPY", -10_610, "-10,610 JPY"),
      ("KWD", 5, "0.005 KWD"), ("KWD", 1_234_567, "1,234.567 KWD"),
      ("KWD", -1_000_000, "-1,000.000 KWD"),
      ("EUR", 5, "0.05 EUR"), ("EUR", 123_456_789, "1,234,567.89 EUR"),
      ("CHF", 100_000, "1,000.00 CHF"), ("CHF", -5, "-0.05 CHF"),
      ("USD", 135_000, "$1,350.00"), ("USD", -500, "-$5.00"),
    ]
    for (code, units, text) in printed {
      let currency = try Currency(code)
      let money = Money(minorUnits: units, currency)
      XCTAssertEqual(money.description, text)
      let read = try Money(parsing: text, currency)
      XCTAssertEqual(read, money, text)
      XCTAssertEqual(try read.minorUnits(), units, text)
    }
    XCTAssertEqual(try dollars("5USD"), "$5.00")
    XCTAssertThrowsError(try Money(parsing: "10 EUR", Currency("JPY"))) {
      XCTAssertEqual("\($0)", "amounts are in JPY here, not in EUR")
    }
    for (code, text) in [("JPY", "10.5 JPY"), ("KWD", "0.0005"), ("CHF", "0.005 CHF")] {
      XCTAssertThrowsError(try Money(parsing: text, Currency(code)), text) {
        guard case .tooPrecise = $0 as? MoneyError else { return XCTFail("\($0)") }
      }
    }
    for text in ["EUR", "10 XXX", "10  EUR", "10 eur", "1,50 EUR", "EUR 10"] {
      XCTAssertThrowsError(try Money(parsing: text, .eur), text)
    }
  }

  func testWhatPeoplePayWithIsKnownAndFundsAndTestCodesAreNot() throws {
    for code in ["USD", "JPY", "KWD", "EUR", "CLP", "XOF"] {
      XCTAssertTrue(try Currency(code).isKnown, code)
    }
    for code in ["XXX", "XTS", "CLF", "XAU", "ZZZ", "UYI"] {
      XCTAssertFalse(try Currency(code).isKnown, code)
    }
    XCTAssertEqual(Currency.knownCodes, Currency.knownCodes.sorted())
    XCTAssertTrue(Currency.knownCodes.allSatisfy { $0.utf8.count == 3 })
  }
}
