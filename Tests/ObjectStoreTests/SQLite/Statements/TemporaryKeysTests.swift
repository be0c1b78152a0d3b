import XCTest

@testable import ObjectStore

final class TemporaryKeysTests: XCTestCase {
  func testReferencesThatLieTogetherAndFarApartAreFoundAlike() {
    for references: [Int64] in [[-3, -1, 7, -2], [-1, .min, -900_000], [.min, .min + 1]] {
      let assigned = references.indices.map { Int64($0 + 100) }
      let keys = TemporaryKeys(references: references, keys: assigned)
      for (reference, key) in zip(references, assigned) {
        XCTAssertEqual(keys[reference], reference < 0 ? key : nil)
      }
      XCTAssertNil(keys[-55])
      XCTAssertNil(keys[.min + 2])
    }
  }

  func testThereAreNoneInASaveWithoutInserts() {
    XCTAssertNil(TemporaryKeys()[-1])
    XCTAssertNil(TemporaryKeys(references: [4, 5], keys: [4, 5])[-1])
  }
}
