import CampgroundValues
import XCTest

final class NaturalNameTests: XCTestCase {
  private func assertOrder(
    _ names: [String?], file: StaticString = #filePath, line: UInt = #line
  ) {
    XCTAssertEqual(names.reversed().naturallySorted { $0 }, names, file: file, line: line)
  }

  func testNamesAreInTheOrderInWhichPeopleCount() {
    assertOrder(["1", "2", "10", "A2", "A10", "T1", "T1a", "T1b2", "T1b10", "T2"])
    assertOrder(["A 2", "A 10", "A-2", "A-10", "A2", "B", "Loop 9 site 2", "Loop 10 site 1"])
    assertOrder(["", "0", "1", nil])
  }

  func testNumbersOfAnyLengthAreComparedByValue() {
    let lengths = [1, 9, 14, 15, 16, 17, 30, 31, 46]
    assertOrder(
      lengths.flatMap { count in
        [String(repeating: "1", count: count), String(repeating: "9", count: count)]
      })
  }

  func testCaseAndLeadingZerosCountOnlyWhereNothingElseDoes() {
    assertOrder(["008", "009", "9", "010", "10", "11"])
    assertOrder(["A1", "a1", "A2", "c1", "C2", "É1"])
    XCTAssertNotEqual(NaturalName("09"), NaturalName("9"))
    XCTAssertEqual(NaturalName("A9"), NaturalName("A9"))
  }

  func testTheOrderIsStrict() {
    let names = ["1", "01", "a", "A", "a1", "A01", "a-1", "", "10", "é", nil].map(NaturalName.init)
    for one in names {
      XCTAssertFalse(one < one)
      for other in names where other != one {
        XCTAssertNotEqual(one < other, other < one)
        for third in names where one < other && other < third { XCTAssertLessThan(one, third) }
      }
    }
  }
}
