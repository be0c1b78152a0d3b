import Foundation
import XCTest

@testable import ObjectGraph
@testable import ObjectStore

/// How a batch insertion reads what is in a dictionary.
final class ExactValueTests: XCTestCase {
  func testAValueIsReadAsItsOwnTypeAndAsNoOther() {
    XCTAssertEqual(ExactValue.integer(Int.min), .min)
    XCTAssertEqual(ExactValue.integer(Int64.max), .max)
    XCTAssertEqual(ExactValue.integer(Int32(-5)), -5)
    XCTAssertEqual(ExactValue.integer(Int16(-5)), -5)
    XCTAssertNil(ExactValue.integer(UInt(5)))
    XCTAssertNil(ExactValue.integer(true))
    XCTAssertEqual(ExactValue.double(0.1), 0.1)
    XCTAssertEqual(ExactValue.double(7), 7)
    XCTAssertNil(ExactValue.double(Int64.max), "no Double is so exact")
    XCTAssertNil(ExactValue.double(Float(5)))
    let text = "a text that is longer than two words"
    XCTAssertEqual(ExactValue.of(text, String.self), text)
    XCTAssertNil(ExactValue.of(NSString(string: text), String.self))
    XCTAssertNil(ExactValue.of(Optional(text), String.self))
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
