import Foundation
import TestSupport
import XCTest

@testable import ObjectModel

final class FormatErrorTests: PredicateTestCase {
  private func assert(
    _ format: String, at position: Int, says message: String, repair: String? = nil,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    guard let error = syntaxError(format, file: file, line: line) else { return }
    XCTAssertEqual(error.position, position, "\(format): \(error)", file: file, line: line)
    XCTAssertEqual(error.message, message, format, file: file, line: line)
    if let repair { XCTAssertEqual(error.repair, repair, file: file, line: line) }
  }

  func testMissingParts() {
    assert("", at: 0, says: "expected a predicate, found an empty format")
    assert("  ", at: 2, says: "expected a predicate, found an empty format")
    assert("a ==", at: 4, says: "expected a value after \"==\", found the end of the format")
    assert("a == AND b", at: 5, says: "expected a value after \"==\", found the keyword AND")
    assert(
      "a", at: 1, says: "expected a comparison operator after \"a\", found the end of the format")
    assert(
      "a == 1 AND", at: 10,
      says: "expected a comparison after \"AND\", found the end of the format")
    assert(
      "a == 1 AND b", at: 12,
      says: "expected a comparison operator after \"b\", found the end of the format")
    assert("== 1", at: 0, says: "expected a comparison at the start of the format, found \"==\"")
    assert(
      "a == 1 b == 2", at: 7, says: "expected AND, OR or the end after \"1\", found \"b\"")
    assert(
      "a < b < c", at: 6, says: "expected AND, OR or the end after a comparison, found \"<\"",
      repair: "comparisons do not chain; join them with AND")
    assert(
      "ANY a.b", at: 7,
      says: "expected a comparison operator after \"b\", found the end of the format")
    assert("a + == 1", at: 4, says: "expected a value after \"+\", found \"==\"")
    assert("a == (b == 1)", at: 6, says: "expected a value, found a predicate")
    assert("a. == 1", at: 3, says: "expected a key after \".\", found \"==\"")
  }

  func testKeywordsAsKeysAreExplained() {
    assert(
      "like == 'x'", at: 0,
      says: "expected a comparison at the start of the format, found the keyword LIKE",
      repair: "write #like when LIKE names a key")
  }

  func testUnbalancedSignsNameWhereTheyOpened() {
    assert("a == 'x", at: 5, says: "the quote opened at character 5 is not closed")
    assert("a == \"x'", at: 5, says: "the quote opened at character 5 is not closed")
    assert(
      "a == 1 AND (b == 2", at: 11, says: "the parenthesis opened at character 11 is not closed")
    assert("a IN {1, 2", at: 5, says: "the brace opened at character 5 is not closed")
    assert("(a == 1))", at: 8, says: "the parenthesis closed here was not opened")
    assert(
      "(a == 1 b", at: 8,
      says: "expected \")\" for the parenthesis opened at character 0, found \"b\"")
    assert(
      "a IN (1, 2)", at: 7, says: "expected \")\", found \",\"",
      repair: "lists are written in braces: {1, 2}")
    assert("a IN {1,}", at: 8, says: "expected a value after \",\", found \"}\"")
    assert("a IN {{1}}", at: 6, says: "a list cannot hold a list")
  }

  func testSymbolsThatCountAsAlphabeticBeginNoName() {
    // Scalars that are alphabetic but can be no part of a name, such as Ⓐ, once read without end.
    let scalars = (0x80..<0x2_0000).compactMap(Unicode.Scalar.init).filter {
      $0.properties.isAlphabetic && !FormatLexer.continuesName($0)
    }
    XCTAssertTrue(scalars.contains("ⓨ"))
    for scalar in scalars {
      for format in ["\(scalar) == 1", "a\(scalar)b == 1", "$\(scalar) == 1"] {
        XCTAssertThrowsError(try FetchPredicate(format: format), format)
      }
    }
  }

  func testPositionsCountCharacters() {
    assert("a == '👩‍👩‍👧é' b", at: 10, says: "expected AND, OR or the end after '👩‍👩‍👧é', found \"b\"")
    assert("é == '", at: 5, says: "the quote opened at character 5 is not closed")
    assert("e\u{301} ==", at: 4, says: "expected a value after \"==\", found the end of the format")
  }

  func testBadLiterals() {
    assert("a == 12x", at: 5, says: "12x is not a number")
    assert("a == 0xZZ", at: 5, says: "0xZZ is not a number")
    assert("a == 1e", at: 5, says: "1e is not a number")
    assert("a == 1e999", at: 5, says: "the number 1e999 is too large for a double")
    assert(
      "a == 9223372036854775808", at: 5,
      says: "the number 9223372036854775808 does not fit in 64 bits")
    assert(
      "a == 99999999999999999999", at: 5,
      says: "the number 99999999999999999999 does not fit in 64 bits")
    assert("a == 'x\\q'", at: 7, says: "\"\\q\" is not an escape sequence")
    assert("a == '\\u{D800}'", at: 6, says: "the escape \\u does not name a character")
    assert("a == '\\u12'", at: 6, says: "the escape \\u does not name a character")
    assert(
      "a ==[x] 'b'", at: 5, says: "expected the letters c, d, n, l or w after \"[\", found \"x\"")
    assert("a ==[c 'b'", at: 7, says: "expected \"]\" after \"c\", found 'b'")
    assert("a == ;", at: 5, says: "unexpected character \";\"")
    assert("a == \u{0}", at: 5, says: "unexpected character \"\\u{0}\"")
    assert("a == $1", at: 5, says: "expected the name of a variable right after \"$\"")
    assert("# == 1", at: 0, says: "expected a key right after \"#\"")
    assert(
      "a.@summ == 1", at: 2, says: "the collection operator @summ is not known",
      repair: "did you mean @sum?")
    assert(
      "lowercse(a) == 'x'", at: 0, says: "the function lowercse is not known",
      repair: "did you mean lowercase?")
    assert(
      "1 == uppercse:(a)", at: 5, says: "the function uppercse: is not known",
      repair: "did you mean uppercase:?")
  }

  func testFunctionsByTheirNamesElsewhereAreKnownForWhatTheyAreHere() {
    let names = [
      "lower": "lowercase", "UPPER": "uppercase", "len": "length", "strlen": "length",
      "mean": "average", "ceil": "ceiling", "lower:": "lowercase:", "today": "now",
    ]
    for (name, meant) in names {
      assert(
        "\(name)(a) == 1", at: 0, says: "the function \(name) is not known",
        repair: "did you mean \(meant)?")
    }
    assert(
      "substr(a, 1, 2) == 'x'", at: 0, says: "the function substr is not known",
      repair: "there is no function for part of a string: compare with BEGINSWITH, ENDSWITH, "
        + "CONTAINS, LIKE or MATCHES")
    assert(
      "coalesce(a, 0) == 1", at: 0, says: "the function coalesce is not known",
      repair: "write TERNARY(condition, value, other), as in TERNARY(name == nil, 'none', name)")
    XCTAssertNoThrow(try FetchPredicate(format: "avg({1, 2}) == avg:({1, 2})"))
    assert(
      "name IS NULL", at: 5, says: "expected a comparison operator after \"name\", found \"IS\"",
      repair: "write == nil or != nil")
  }

  func testCallsAreCheckedForTheirParts() {
    assert("length(a, b) == 1", at: 0, says: "length takes 1 argument, found 2")
    assert("modulus:by:(a) == 1", at: 0, says: "modulus:by: takes 2 arguments, found 1")
    assert("now(a) == b", at: 0, says: "now takes 0 arguments, found 1")
    assert("length:a == 1", at: 9, says: "expected \"(\" after \"length:a\", found \"==\"")
    assert(
      "length(a == 1", at: 9, says: "expected \",\" after \"a\", found \"==\"")
    assert("length(a", at: 0, says: "the call to length is not closed")
    assert(
      "SUBQUERY(tags, x, x.a == 1).@count > 0", at: 15,
      says: "expected a variable such as $x after \",\", found \"x\"")
    assert(
      "SUBQUERY(tags, $x, 5).@count > 0", at: 20,
      says: "expected a comparison operator after \"5\", found \")\"")
    assert("TERNARY(a == 1, 2) == 3", at: 17, says: "expected \",\" after \"2\", found \")\"")
    assert(
      "CAST(a, 'NSNumbr') == b", at: 8, says: "the type \"NSNumbr\" is not known",
      repair: "did you mean NSNumber?")
    assert("CAST('x', 'NSUUID') == b", at: 10, says: "\"x\" is not a valid NSUUID")
    assert("CAST(a, 'NSUUID') == b", at: 8, says: "only text in quotes can be cast to NSUUID")
    assert(
      "tags[FIRST] == 1", at: 4, says: "single elements of a collection cannot be accessed")
    assert("tags[0] == 1", at: 4, says: "single elements of a collection cannot be accessed")
    assert(
      "tags.@count.name == 1", at: 17, says: "name cannot follow @count, which returns a number")
    assert(
      "tags.@sum.@max == 1", at: 10,
      says: "@max cannot follow @sum, which returns a single value")
    assert("SELF.@count == 1", at: 5, says: "expected a to-many relationship before @count")
  }

  func testDatesThatDoNotExist() {
    for date in [
      "2026-02-30", "2023-02-29", "2026-13-01", "2026-00-10", "2026-06-31", "0000-01-01",
      "2026-02-30T09:00:00Z", "2026-07-01x", "2026-07-011", "2026-07-01-1",
    ] {
      let error = syntaxError("a == \(date)")
      XCTAssertEqual(error?.position, 5)
      XCTAssertTrue(error?.message.hasSuffix("is not a calendar date") == true, date)
    }
  }

  func testTimesWithoutAnOffsetOrOutsideOfTheDayAreNoPointInTime() {
    for time in ["2026-07-01T25:00:00Z", "2026-07-01T09:00:00", "2026-07-01T09:00"] {
      let error = syntaxError("a == \(time)")
      XCTAssertEqual(error?.position, 5)
      XCTAssertEqual(error?.message, "\(time) is not a point in time")
    }
  }

  func testArgumentsAreCounted() {
    let few = syntaxError("a == %@ AND b == %d", 1)
    XCTAssertEqual(few?.position, 17)
    XCTAssertEqual(
      few?.message, "there is no argument for \"%d\": the format has more than 1")
    let many = syntaxError("a == %@", 1, 2)
    XCTAssertEqual(many?.position, 7)
    XCTAssertEqual(many?.message, "the format uses 1 arguments, found 2")
    let quoted = syntaxError("a == '%@'", "x")
    XCTAssertEqual(quoted?.position, 5)
    XCTAssertEqual(quoted?.repair, "remove the quotes around the %, within them it is text")
  }

  func testArgumentsAreCheckedAgainstTheirKind() {
    XCTAssertEqual(
      syntaxError("a == %d", "5")?.message, "\"%d\" needs an integer, found a value of type String")
    XCTAssertEqual(syntaxError("a == %d", 2.5)?.position, 5)
    XCTAssertEqual(syntaxError("a == %ld", nil)?.message, "\"%ld\" needs an integer, found nil")
    XCTAssertNotNil(syntaxError("a == %u", -1))
    XCTAssertNotNil(syntaxError("a == %f", "x"))
    XCTAssertEqual(
      syntaxError("%K == 1", 5)?.message,
      "\"%K\" needs a String with a key path, found a value of type Int")
    XCTAssertNotNil(syntaxError("%K == 1", "a b"))
    XCTAssertNotNil(syntaxError("%K == 1", "a == 1 OR b"))
    XCTAssertNotNil(syntaxError("%K == 1", ""))
    XCTAssertNotNil(syntaxError("%K == 1", "a.@summ"))
    XCTAssertNotNil(syntaxError("%K == 1", "@sum"))
    XCTAssertNotNil(syntaxError("a == %@", UInt64.max))
    XCTAssertNotNil(syntaxError("a IN %@", 0..<Int.max))
    XCTAssertNotNil(syntaxError("a IN %@", [[1], [2]]))
    XCTAssertNotNil(syntaxError("a == %@", FormatErrorTests.self))
    XCTAssertEqual(syntaxError("a %% 2 == 1")?.position, 2)
  }

  func testTenThousandParenthesesAreAnError() {
    for (open, close) in [("(", ")"), ("NOT ", ""), ("!", "")] {
      let format =
        String(repeating: open, count: 10_000) + "a == 1" + String(repeating: close, count: 10_000)
      let error = syntaxError(format)
      XCTAssertEqual(error?.message, "the predicate is nested deeper than 500 levels")
      XCTAssertEqual(error?.position, 500 * open.count)
    }
    let unclosed = syntaxError("a IN " + String(repeating: "{", count: 10_000))
    XCTAssertEqual(unclosed?.message, "the predicate is nested deeper than 500 levels")
    XCTAssertNotNil(syntaxError("a == " + String(repeating: "- ", count: 10_000) + "b"))
    XCTAssertNotNil(syntaxError("a == 1" + String(repeating: " + 1", count: 10_000)))
    XCTAssertNotNil(syntaxError("a == 2" + String(repeating: " ** 2", count: 10_000)))
    for call in ["abs(", "SUBQUERY(", "TERNARY(", "CAST(", "FUNCTION("] {
      let calls = syntaxError(String(repeating: call, count: 10_000))
      XCTAssertEqual(calls?.message, "the predicate is nested deeper than 500 levels", call)
    }
  }

  func testFourHundredParenthesesAndTenThousandTermsAreFine() throws {
    let deep =
      String(repeating: "(NOT ", count: 240) + "a == 1" + String(repeating: ")", count: 240)
    XCTAssertEqual(try FetchPredicate(format: deep).predicateFormat.count, 240 * 4 + 6)
    let wide = Array(repeating: "a == 1", count: 10_000).joined(separator: " OR ")
    XCTAssertEqual(try FetchPredicate(format: wide).predicateFormat, wide)
  }

  func testRandomTextNeverCrashes() {
    var random = SeededGenerator(seed: 7)
    let parts = [
      "a", "==", "(", ")", "{", "}", "'", "\"", "%@", "%K", "%", "AND", "NOT", "ANY", "1",
      "2026-07-01",
      "-", "**", ".", "@count", "$x", "#", "[c]", "IN", "BETWEEN", ",", "\\", "CAST(", "SUBQUERY(",
      "TERNARY(", "abs(", "a:b:", "@sum", "[", "]", "$x.y", "é",
      "\u{301}",
      "nil", "SELF", "0x", "1e", "\u{0}",
    ]
    for _ in 0..<5000 {
      let count = Int.random(in: 1...12, using: &random)
      let format = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined(separator: Bool.random(using: &random) ? " " : "")
      do throws {
        _ = try FetchPredicate(format: format, "x", 1)
      } catch {
        let position = (error as? ObjectGraphError)?.position ?? -1
        XCTAssertTrue((0...format.count).contains(position), "\(format): \(error)")
      }
    }
  }
}
