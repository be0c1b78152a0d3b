import XCTest

@testable import ObjectStore

final class KeySetTests: XCTestCase {
  func testKeysComeOnceEachAndAscending() {
    let keys: [Int64] = [
      63, 64, 65, 1, 128, 127, 2, 1, 64, 1_000_000_007, 1 << 47, (1 << 48) - 1, 6_400_000, 0,
    ]
    let set = KeySet()
    for key in keys + keys.reversed() { set.insert(key) }
    XCTAssertEqual(
      set.sorted,
      [
        0, 1, 2, 63, 64, 65, 127, 128, 6_400_000, 1_000_000_007, 140_737_488_355_328,
        281_474_976_710_655,
      ])
  }

  func testKeysInARowAreAllThere() {
    let set = KeySet()
    for key in 0..<10_000 { set.insert(Int64(key * 7919 % 10_000 + 1)) }
    XCTAssertEqual(set.sorted, Array(1...10_000))
  }

  func testThereAreNoneAtFirst() {
    XCTAssertEqual(KeySet().sorted, [])
  }
}
