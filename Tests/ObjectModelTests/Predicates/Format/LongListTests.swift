import Foundation
import XCTest

@testable import ObjectModel

/// Lists that are so long that they are read as a whole.
final class LongListTests: PredicateTestCase {
  private let filler = Array(repeating: "1", count: 80)

  private func list(_ format: String) throws -> [AttributeValue]? {
    guard case .comparison(let node) = try FetchPredicate(format: format).node.kind,
      case .constant(.list(let values)) = node.right.kind
    else { return nil }
    return values
  }

  func testLiteralsOfEveryKindAreReadAsInAShortList() throws {
    let spellings = [
      "0", "-1", " 007 ", "9223372036854775807", "-9223372036854775808", "1.5", "-.5", "2e3",
      "0x1F", "\"a, }\"", "'it\\'s'", "\"\\u00e9\"", "2026-07-01", "1\n", "- 3",
    ]
    for spelling in spellings {
      let short = try list("nights IN {\(spelling), 1}")
      let long = try list("nights IN {\(([spelling] + filler).joined(separator: ","))}")
      XCTAssertEqual(long?.count, 81, spelling)
      XCTAssertEqual(long?.first, short?.first, spelling)
      XCTAssertEqual(
        try list("nights IN { \((filler + [spelling]).joined(separator: " , ")) }")?.last,
        short?.first, spelling)
    }
  }

  func testWhatIsNoLiteralIsFoundWhereItStands() throws {
    let start = "nights IN {" + filler.map { $0 + "," }.joined()
    XCTAssertEqual(
      try FetchPredicate(format: start + "partySize}").predicateFormat,
      "nights IN {" + filler.map { $0 + ", " }.joined() + "partySize}")
    for rest in ["}", "1 2}", "%d}", "{1}}", "9223372036854775808}", "1x}", "2026-02-30}", "1"] {
      let error = try XCTUnwrap(syntaxError(start + rest), rest)
      let short = try XCTUnwrap(syntaxError("nights IN {1," + rest), rest)
      XCTAssertEqual(error.message.prefix(20), short.message.prefix(20), rest)
      // What was never closed is shown where it was opened.
      let isAtStart = short.position == 10
      XCTAssertEqual(
        error.position, short.position.map { isAtStart ? $0 : $0 + start.count - 13 }, rest)
    }
  }

  func testAListIsOneLeafForThePositionsOfErrors() throws {
    let list = filler.joined(separator: ",")
    let error = try resolutionError("nights IN {\(list)} AND unknown == 2")
    XCTAssertEqual(error?.position, "nights IN {\(list)} AND ".count)
    XCTAssertEqual(try resolutionError("note IN {\(list)}")?.position, 8)
  }
}
