import XCTest

@testable import ObjectGraph

/// How a batch insertion reads what lies in a dictionary.
final class PlainValueTests: XCTestCase {
  func testValuesLieInAnAnyAsTheQuickWayOfABatchExpects() {
    XCTAssertTrue(PlainValue.isReadable)
  }
}
