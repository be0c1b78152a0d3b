import Foundation
import XCTest

@testable import CampgroundValues

/// Numbers as a `Decimal` reads them.
final class DecimalTextTests: XCTestCase {
  func testZerosInFrontDoNotCountAsDigits() throws {
    let most = String(repeating: "9", count: 38)
    let number = try XCTUnwrap(Decimal(exactly: String(repeating: "0", count: 30) + most))
    XCTAssertEqual(number, Decimal(exactly: most))
    XCTAssertEqual(number.description, most)
  }

  func testANumberOfMoreDigitsThanADecimalHoldsIsRefused() {
    XCTAssertNil(Decimal(exactly: String(repeating: "9", count: 39)))
    XCTAssertNil(Decimal(exactly: "0." + String(repeating: "9", count: 39)))
  }
}
