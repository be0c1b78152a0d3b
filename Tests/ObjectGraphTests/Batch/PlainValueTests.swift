import Foundation
import XCTest

@testable import ObjectGraph
@testable import ObjectStore

/// How a batch insertion reads what is in a dictionary.
final class PlainValueTests: XCTestCase {
  func testAValueIsReadAsItsOwnTypeAndAsNoOther() {
    XCTAssertEqual(PlainValue(value: Int.min).integer, .min)
    XCTAssertEqual(PlainValue(value: Int64.max).integer, .max)
    XCTAssertEqual(PlainValue(value: Int32(-5)).integer, -5)
    XCTAssertEqual(PlainValue(value: Int16(-5)).integer, -5)
    XCTAssertNil(PlainValue(value: UInt(5)).integer)
    XCTAssertNil(PlainValue(value: true).integer)
    XCTAssertEqual(PlainValue(value: 0.1).double, 0.1)
    XCTAssertEqual(PlainValue(value: 7).double, 7)
    XCTAssertNil(PlainValue(value: Int64.max).double, "no Double is so exact")
    XCTAssertNil(PlainValue(value: Float(5)).double)
    let text = "a text that is longer than two words"
    XCTAssertEqual(PlainValue(value: text).cast(to: String.self), text)
    XCTAssertNil(PlainValue(value: NSString(string: text)).cast(to: String.self))
    XCTAssertNil(PlainValue(value: Optional(text)).cast(to: String.self))
  }

  func testColumnsAreFoundByAnyTextOfTheirNames() {
    let names = ["status", "camper", "code", "notes", "ägypten", "a", "b", "campSite"]
    let columns = names.enumerated().map { index, name in
      (name, BatchColumn(index: index, slot: index, kind: .string))
    }
    let finder = ColumnFinder(Dictionary(uniqueKeysWithValues: columns))
    for (index, name) in names.enumerated() {
      XCTAssertEqual(finder.column(of: name)?.index, index, name)
      XCTAssertEqual(finder.column(of: String(name.reversed().reversed()))?.index, index, name)
    }
    for name in ["", "c", "statuz", "Status", "code ", "campsite"] {
      XCTAssertNil(finder.column(of: name), name)
    }
    XCTAssertNil(ColumnFinder([:]).column(of: "status"))
  }
}
