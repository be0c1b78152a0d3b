import XCTest

@testable import ObjectModel

/// Errors that are printed say where in a text it went wrong.
final class ErrorPlaceTests: PredicateTestCase {
  func testAPrintedErrorSaysAtWhichCharacter() throws {
    let error = try XCTUnwrap(syntaxError("nights NOT IN {1}"))
    XCTAssertEqual(error.position, 7)
    XCTAssertEqual(error.repair, "put NOT before the whole comparison: NOT a IN {1, 2}")
    XCTAssertTrue(
      "\(error)".hasPrefix("\(error.message), at character 7"), "\(error)")
    XCTAssertEqual(error.localizedDescription, "\(error.message), at character 7")
    XCTAssertEqual(
      error.errorUserInfo[NSLocalizedDescriptionKey] as? String,
      "\(error.message), at character 7")
  }

  func testACallSaysHowManyArgumentsItTakes() throws {
    let many = Array(repeating: FetchExpression(forConstantValue: 1), count: 2_000)
    XCTAssertEqual(
      FetchExpression(forFunction: "sum:", arguments: many).defect?.message,
      "sum: takes at most 500 arguments, found 2000")
    XCTAssertEqual(
      FetchExpression(forFunction: "sum:", arguments: []).defect?.message,
      "sum: takes at least 1 argument, found 0")
    XCTAssertEqual(
      FetchExpression(forFunction: "abs:", arguments: []).defect?.message,
      "abs: takes 1 argument, found 0")
  }

  func testAnErrorThatNamesItsPlaceSaysItOnce() throws {
    let error = try XCTUnwrap(syntaxError("a == 1 AND (b == 2"))
    XCTAssertEqual("\(error)".components(separatedBy: "at character").count, 2)
    XCTAssertEqual("\(ObjectGraphError(.coreData, "no place"))", "no place")
  }

  func testAnExpressionSaysWhereInItsTextAKeyIsWrong() throws {
    let resolver = PredicateResolver(entity: try entity("Reservation"))
    let expression = try FetchExpression(format: "nights + nope")
    XCTAssertThrowsError(try resolver.resolve(expression)) { error in
      XCTAssertEqual((error as? ObjectGraphError)?.position, 9)
    }
    let column = FetchedProperty.expression(
      name: "x", try FetchExpression(format: "length(note) * nope"), .undefined)
    XCTAssertThrowsError(
      try ResultResolver.resolve([column], entity: try entity("Reservation"))
    ) { error in
      XCTAssertEqual((error as? ObjectGraphError)?.position, 15)
    }
    let total = FetchedProperty.expression(
      name: "x", try FetchExpression(format: "nights.@sum + nope.@sum"), .undefined)
    XCTAssertThrowsError(
      try ResultResolver.resolve([total], entity: try entity("Reservation"))
    ) { error in
      XCTAssertEqual((error as? ObjectGraphError)?.position, 14)
    }
  }

  func testAKeyPathSaysWhichOfItsKeysIsWrong() throws {
    let reservation = try entity("Reservation")
    for (path, position) in [("camper.nope", 7), ("nope", 0), ("SELF.camper.nope", 12)] {
      XCTAssertThrowsError(
        try ResolvedSortOrder(
          [FetchSortDescriptor(key: path, ascending: true)], entity: reservation)
      ) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.position, position, path)
      }
      XCTAssertThrowsError(
        try ResultResolver.resolve([.keyPath(path)], entity: reservation)
      ) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.position, position, path)
      }
    }
  }

  func testControlCharactersInAMessageAreSpelledOut() throws {
    XCTAssertEqual(
      syntaxError("a == \u{0}")?.message.contains("\u{0}"), false)
    let error = try XCTUnwrap(syntaxError("%K == 1", "a\u{202E}b"))
    XCTAssertTrue(error.message.hasPrefix("\"a\\u{202E}b\""), error.message)
    XCTAssertEqual(
      ObjectGraphError(.coreData, "one\ttwo\nthree é\u{7F}").message,
      "one\ttwo\nthree é\\u{7F}")
  }
}
