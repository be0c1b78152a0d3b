import Foundation
import TestSupport
import XCTest

@testable import ObjectStore

final class StoredDecimalTests: XCTestCase {
  private func stored(_ text: String) -> StoredDecimal? {
    Array(text.utf8).withUnsafeBytes { StoredDecimal($0) }
  }

  /// What a column that keeps the number reads back.
  private func readBack(_ text: String) -> String? {
    switch stored(text) {
    case .integer(let number): String(number)
    case .real(let number): StoredDecimal.text(of: number)
    case nil: nil
    }
  }

  func testUpToFifteenDigitsComeBackAsTheyWere() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2000 {
      let digits = Int.random(in: 1...15, using: &random)
      var mantissa = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &random)) }
      mantissa.insert(".", at: Int.random(in: 0...digits, using: &random))
      let sign = Bool.random(using: &random) ? "-" : ""
      let decimal = Decimal(string: sign + "0" + mantissa.joined()) ?? 0
      let text = "\(decimal)"
      XCTAssertEqual(readBack(text), text)
    }
  }

  func testWholeNumbersOfSixtyFourBitsAreKept() {
    XCTAssertEqual(readBack("-9223372036854775808"), "-9223372036854775808")
    XCTAssertEqual(readBack("9223372036854775807"), "9223372036854775807")
  }

  func testPowersOfTenBeyondThatAreKeptWhereADoubleIsExact() {
    XCTAssertEqual(readBack("100000000000000000000"), "100000000000000000000")
    XCTAssertEqual(readBack("0.0000001"), "0.0000001")
  }

  func testWhatAColumnWouldRoundIsNotStored() {
    XCTAssertNil(stored("0.12345678901234567891"))
    XCTAssertNil(stored("9223372036854775808.5"))
    XCTAssertNil(stored("NaN"))
    XCTAssertNil(stored(""))
    XCTAssertNil(stored("1-2"))
  }
}
