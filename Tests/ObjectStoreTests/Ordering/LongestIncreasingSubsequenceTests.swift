import ObjectStore
import XCTest

/// What can stay where it is when others are put in order around it.
final class LongestIncreasingSubsequenceTests: XCTestCase {
  private func found(in values: [Int?]) -> [Int?] {
    longestIncreasingSubsequence(of: values).map { values[$0] }
  }

  func testTheLongestIncreasingSubsequenceIsFound() {
    XCTAssertEqual(found(in: []), [])
    XCTAssertEqual(found(in: [3]), [3])
    XCTAssertEqual(found(in: [3, 2, 1]).count, 1)
    XCTAssertEqual(found(in: [1, 2, 3]), [1, 2, 3])
    XCTAssertEqual(found(in: [5, 1, 6, 2, 3]), [1, 2, 3])
    XCTAssertEqual(found(in: [2, 6, 3, 4, 1, 2, 9, 5, 8]), [2, 3, 4, 5, 8])
  }

  func testEqualValuesAreNotIncreasing() {
    XCTAssertEqual(found(in: [1, 1, 2, 2]), [1, 2])
  }

  func testNilIsLeftOut() {
    XCTAssertEqual(found(in: [nil, 1, nil, 3, 2, nil]), [1, 2])
    XCTAssertEqual(found(in: [nil, nil]), [])
  }
}
