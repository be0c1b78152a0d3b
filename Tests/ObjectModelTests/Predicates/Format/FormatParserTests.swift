import Foundation
import XCTest

@testable import ObjectModel

final class FormatParserTests: PredicateTestCase {
  private func comparison(
    _ key: String, _ symbol: ComparisonOperator, _ value: AttributeValue
  ) -> PredicateNode {
    .comparison(ComparisonNode(.keyPath([key]), symbol, .constant(value)))
  }

  private func equal(_ key: String, _ value: Int64) -> PredicateNode {
    comparison(key, .equalTo, .integer(value))
  }

  /// The right side of `a == …`.
  private func value(_ text: String) throws -> ExpressionNode {
    let node = try node("a == \(text)")
    guard case .comparison(let comparison) = node.kind else {
      XCTFail("\(node) is no comparison")
      return .constant(.null)
    }
    return comparison.right
  }

  func testEverySpellingOfTheOperators() throws {
    let spellings: [(ComparisonOperator, [String])] = [
      (.equalTo, ["=", "=="]), (.notEqualTo, ["!=", "<>"]), (.lessThan, ["<"]),
      (.lessThanOrEqualTo, ["<=", "=<"]), (.greaterThan, [">"]),
      (.greaterThanOrEqualTo, [">=", "=>"]),
    ]
    for (symbol, texts) in spellings {
      for text in texts {
        XCTAssertEqual(try node("a \(text) 1"), comparison("a", symbol, .integer(1)), text)
        XCTAssertEqual(try node("a\(text)1"), comparison("a", symbol, .integer(1)), text)
      }
    }
    for symbol in [ComparisonOperator.beginsWith, .endsWith, .contains, .like, .matches] {
      let expected = comparison("a", symbol, .string("x"))
      XCTAssertEqual(try node("a \(symbol.spelling) 'x'"), expected)
      XCTAssertEqual(try node("a \(symbol.spelling.lowercased()) \"x\""), expected)
    }
    let list = AttributeValue.list([.integer(1), .integer(2)])
    XCTAssertEqual(try node("a between {1, 2}"), comparison("a", .between, list))
    XCTAssertEqual(try node("a in {1,2}"), comparison("a", .in, list))
    XCTAssertEqual(try node("a in {}"), comparison("a", .in, .list([])))
  }

  func testOptionsStandInBrackets() throws {
    func options(_ text: String) throws -> ComparisonOptions {
      guard case .comparison(let comparison) = try node(text).kind else { return [] }
      return comparison.options
    }
    XCTAssertEqual(try options("a ==[c] 'x'"), .caseInsensitive)
    XCTAssertEqual(try options("a CONTAINS[cd] 'x'"), [.caseInsensitive, .diacriticInsensitive])
    XCTAssertEqual(try options("a LIKE [DC] 'x'"), [.caseInsensitive, .diacriticInsensitive])
    XCTAssertEqual(try options("a <[n] 'x'"), .normalized)
    XCTAssertEqual(try options("a IN[l] {'x'}"), .localeSensitive)
  }

  func testNotBindsTighterThanAndAndAndTighterThanOr() throws {
    XCTAssertEqual(
      try node("a == 1 OR b == 2 AND NOT c == 3"),
      .or([equal("a", 1), .and([equal("b", 2), .not(equal("c", 3))])]))
    XCTAssertEqual(
      try node("NOT a == 1 && b == 2 || !c == 3"),
      .or([.and([.not(equal("a", 1)), equal("b", 2)]), .not(equal("c", 3))]))
    XCTAssertEqual(
      try node("(a == 1 or b == 2) and not (c == 3)"),
      .and([.or([equal("a", 1), equal("b", 2)]), .not(equal("c", 3))]))
  }

  func testChainsAreFlatAndParenthesesAreKept() throws {
    let (a, b, c) = (equal("a", 1), equal("b", 2), equal("c", 3))
    XCTAssertEqual(try node("a == 1 AND b == 2 AND c == 3"), .and([a, b, c]))
    XCTAssertEqual(try node("(a == 1 AND b == 2) AND c == 3"), .and([.and([a, b]), c]))
    XCTAssertEqual(try node("((((a == 1))))"), a)
  }

  func testArithmeticHasItsUsualPrecedence() throws {
    func key(_ name: String) -> ExpressionNode { .keyPath([name]) }
    XCTAssertEqual(
      try value("x + y * z - w"),
      .function(
        .subtract,
        [
          .function(.add, [key("x"), .function(.multiply, [key("y"), key("z")])]), key("w"),
        ]))
    XCTAssertEqual(
      try value("x / y ** z ** w"),
      .function(
        .divide,
        [
          key("x"), .function(.power, [key("y"), .function(.power, [key("z"), key("w")])]),
        ]))
    XCTAssertEqual(
      try value("(x + y) * -z"),
      .function(
        .multiply, [.function(.add, [key("x"), key("y")]), .function(.negate, [key("z")])]))
    XCTAssertEqual(
      try value("x - -5"), .function(.subtract, [key("x"), .constant(.integer(-5))]))
  }

  func testParenthesesHoldPredicatesOrValues() throws {
    XCTAssertEqual(
      try node("(a + 1) > 2 AND (a > 2)"),
      .and([
        .comparison(
          ComparisonNode(
            .function(.add, [.keyPath(["a"]), .constant(.integer(1))]), .greaterThan,
            .constant(.integer(2)))),
        comparison("a", .greaterThan, .integer(2)),
      ]))
  }

  func testNumbers() throws {
    let numbers: [(String, AttributeValue)] = [
      ("0", .integer(0)), ("42", .integer(42)), ("-7", .integer(-7)), ("0x1F", .integer(31)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("1.5", .double(1.5)), (".5", .double(0.5)), ("-2.25", .double(-2.25)),
      ("1e3", .double(1000)),
      ("1.5E-2", .double(0.015)), ("2e+1", .double(20)),
    ]
    for (text, expected) in numbers {
      XCTAssertEqual(try value(text), .constant(expected), text)
    }
  }

  func testWordsForValues() throws {
    for text in ["true", "TRUE", "YES", "yes"] {
      XCTAssertEqual(try value(text), .constant(.boolean(true)))
    }
    for text in ["false", "No"] { XCTAssertEqual(try value(text), .constant(.boolean(false))) }
    for text in ["nil", "NULL", "Nil"] { XCTAssertEqual(try value(text), .constant(.null)) }
    XCTAssertEqual(try value("$NAME"), .variable("NAME"))
    XCTAssertEqual(try node("TRUEPREDICATE"), .literal(true))
    XCTAssertEqual(try node("falsepredicate"), .literal(false))
  }

  func testStringsAndTheirEscapes() throws {
    let strings: [(String, String)] = [
      (#""it's""#, "it's"), (#"'say "x"'"#, "say \"x\""), (#"'it\'s'"#, "it's"),
      (#""a\\b""#, "a\\b"), (#""\n\t\r\0""#, "\n\t\r\0"), (#""\u00e9\u{1F600}""#, "é😀"),
      ("'%@ $x #y'", "%@ $x #y"), ("'👩‍👩‍👧'", "👩‍👩‍👧"), ("'a\u{0}b'", "a\u{0}b"),
      // A combining mark right behind the quote must not swallow it.
      ("'\u{301}x'", "\u{301}x"), ("''", ""),
    ]
    for (text, expected) in strings {
      guard case .constant(.string(let string)) = try value(text).kind else {
        XCTFail(text)
        continue
      }
      XCTAssertEqual(Array(string.unicodeScalars), Array(expected.unicodeScalars), text)
    }
  }

  func testKeyPaths() throws {
    XCTAssertEqual(try value("x.y.z"), .keyPath(["x", "y", "z"]))
    XCTAssertEqual(try value("SELF"), .selfObject)
    XCTAssertEqual(try value("self.x"), .keyPath(["x"]))
    XCTAssertEqual(try value("tags.@count"), .collection(.count, of: .keyPath(["tags"]), then: []))
    XCTAssertEqual(
      try value("SELF.camper.tags.@count"),
      .collection(.count, of: .keyPath(["camper", "tags"]), then: []))
    XCTAssertEqual(try value("#like"), .keyPath(["like"]))
    XCTAssertEqual(try value("camper.in"), .keyPath(["camper", "in"]))
    XCTAssertEqual(try value("#in.#and"), .keyPath(["in", "and"]))
    XCTAssertEqual(try value("straße"), .keyPath(["straße"]))
  }

  func testModifiers() throws {
    for (text, modifier) in [
      ("ANY", ComparisonModifier.any), ("some", .any), ("ALL", .all), ("None", .none),
    ] {
      XCTAssertEqual(
        try node("\(text) tags.name == 'x'"),
        .comparison(
          ComparisonNode(
            .keyPath(["tags", "name"]), .equalTo, .constant(.string("x")), modifier: modifier)))
    }
  }

  func testListsOfOtherThanConstants() throws {
    XCTAssertEqual(
      try value("{x, 2, $y}"),
      .aggregate([.keyPath(["x"]), .constant(.integer(2)), .variable("y")]))
  }

  /// The expected seconds are `calendar.timegm` of Python 3 less 978307200.
  func testDatesAreLiteralsWhenUnspaced() throws {
    let dates: [(String, Double)] = [
      ("2001-01-01", 0), ("2026-07-01", 804_556_800), ("2024-02-29", 730_857_600),
      ("1969-12-31", -978_393_600), ("0001-01-01", -63_113_904_000),
      ("9999-12-31", 252_423_907_200),
      ("2026-07-01T09:00:00Z", 804_589_200), ("2026-07-01T09:00Z", 804_589_200),
      ("2026-07-01T09:00:00+02:00", 804_582_000), ("2026-07-01T09:00:00.5-01:30", 804_594_600.5),
    ]
    for (text, seconds) in dates {
      XCTAssertEqual(
        try value(text), .constant(.date(Date(timeIntervalSinceReferenceDate: seconds))), text)
    }
    XCTAssertEqual(
      try value("2026 - 07 - 01"),
      .function(
        .subtract,
        [
          .function(.subtract, [.constant(.integer(2026)), .constant(.integer(7))]),
          .constant(.integer(1)),
        ]))
  }

  func testTreesAreEqualWhateverTheSpelling() throws {
    XCTAssertEqual(
      try FetchPredicate(format: "a=1 && b<>'x'"),
      try FetchPredicate(format: "a  ==  1 AND b != \"x\""))
  }
}
