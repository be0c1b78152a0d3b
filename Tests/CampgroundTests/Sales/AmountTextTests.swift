import Campground
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
        "\($0)", "\"12,50\" may mean several amounts; a comma only parts thousands, like 1,000.00")
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
