import Foundation
import XCTest

@testable import ObjectModel

/// What formats that were written for Core Data, or out of habit, have in them.
final class CarriedOverFormatTests: PredicateTestCase {
  private func expression(_ text: String) throws -> ExpressionNode {
    try FetchExpression(format: text).node
  }

  private func key(_ name: String) -> ExpressionNode { .keyPath([name]) }

  private func integer(_ number: Int64) -> ExpressionNode { .constant(.integer(number)) }

  private func value(_ format: String, for subject: CampgroundSubject) throws -> AttributeValue {
    try PredicateResolver(entity: subject.objectID.entity).resolve(FetchExpression(format: format))
      .value(for: subject)
  }

  // MARK: Bits

  func testWholeNumbersAreAlsoWrittenInBinaryAndOctalDigits() throws {
    let numbers: [(String, Int64)] = [
      ("0b11", 3), ("0B100", 4), ("0o17", 15), ("0O7", 7), ("0xff", 255), ("-0b101", -5),
      ("0b" + String(repeating: "1", count: 63), .max),
    ]
    for (text, number) in numbers {
      XCTAssertEqual(try expression(text), integer(number), text)
    }
    XCTAssertEqual(try node("a IN {0b1, 0o10}"), try node("a IN {1, 8}"))
    for text in ["0b12", "0o8", "0b", "0o", "0b1_"] {
      XCTAssertEqual(syntaxError("a == \(text)")?.position, 5, text)
    }
    XCTAssertEqual(syntaxError("a == 0b12")?.message, "0b12 is not a number")
    XCTAssertEqual(
      syntaxError("a == 0b1\(String(repeating: "0", count: 64))")?.position, 5)
  }

  func testSignsForBitsStandForTheFunctions() throws {
    let signs: [(String, PredicateFunction)] = [
      ("&", .bitwiseAnd), ("|", .bitwiseOr), ("^", .bitwiseXor), ("<<", .shiftLeft),
      (">>", .shiftRight),
    ]
    for (sign, function) in signs {
      let expected = ExpressionNode.function(function, [key("a"), integer(2)])
      XCTAssertEqual(try expression("a \(sign) 2"), expected, sign)
      XCTAssertEqual(try expression("a\(sign)2"), expected, sign)
      XCTAssertEqual(
        try FetchExpression(format: "a \(sign) 2").description, "\(function.rawValue)(a, 2)")
    }
    XCTAssertEqual(try expression("~a"), .function(.onesComplement, [key("a")]))
    XCTAssertEqual(try expression("-~-a"), try expression("-(onesComplement(-a))"))
    XCTAssertEqual(
      try node("(flags & %d) != 0", 2), try node("bitwiseAnd:with:(flags, 2) != 0"))
  }

  func testBitsAreJoinedBeforeAnythingIsComparedAndAfterSumsAreMade() throws {
    let pairs = [
      ("a & 2 == 2", "(a & 2) == 2"), ("2 == a | 1", "2 == (a | 1)"),
      ("a | b ^ c & d << e + f * g", "a | (b ^ (c & (d << (e + (f * g)))))"),
      ("a & b & c", "(a & b) & c"), ("a << b >> c", "(a << b) >> c"),
      ("~a & b", "(~a) & b"), ("a & -b", "a & (-b)"),
      ("sum({a | 1, b & 2})", "sum({(a | 1), (b & 2)})"),
    ]
    for (text, meant) in pairs where text.contains("==") {
      XCTAssertEqual(try node(text), try node(meant), text)
    }
    for (text, meant) in pairs where !text.contains("==") {
      XCTAssertEqual(try expression(text), try expression(meant), text)
    }
  }

  func testBitsAreThoseOfIntegersInTwosComplement() throws {
    let subject = try reservation([
      "partySize": .integer(6), "nights": .integer(-1), "isPaid": .boolean(true),
    ])
    let values: [(String, AttributeValue)] = [
      ("partySize & 3", .integer(2)), ("partySize | 1", .integer(7)),
      ("partySize ^ 5", .integer(3)),
      ("partySize << 2", .integer(24)), ("partySize >> 1", .integer(3)),
      ("~partySize", .integer(-7)),
      ("nights >> 60", .integer(-1)), ("isPaid | 2", .integer(3)), ("partySize & nil", .null),
    ]
    for (text, expected) in values {
      XCTAssertEqual(try value(text, for: subject), expected, text)
    }
  }

  // MARK: Arguments

  func testArgumentsOfCAreRead() throws {
    XCTAssertEqual(try node("note == %s", "x"), try node("note == 'x'"))
    XCTAssertEqual(try node("note == %S", "über"), try node("note == 'über'"))
    XCTAssertEqual(try node("note BEGINSWITH %c", Character("x")), try node("note BEGINSWITH 'x'"))
    XCTAssertEqual(try node("note == %C", "é"), try node("note == 'é'"))
    XCTAssertEqual(try node("partySize == %o", 8), try node("partySize == 8"))
    // What it says is text, never a part of the format.
    XCTAssertEqual(
      try node("note == %s", "' OR TRUEPREDICATE"), try node("note == %@", "' OR TRUEPREDICATE"))
    // Again with another value: the template of the format is filled.
    XCTAssertEqual(try node("note == %s", "y"), try node("note == 'y'"))
    XCTAssertEqual(
      syntaxError("note == %s", 5)?.message, "\"%s\" needs text, found a value of type Int")
    XCTAssertEqual(syntaxError("note == %s", 5)?.position, 8)
    XCTAssertEqual(
      syntaxError("note == %c", "ab")?.message,
      "\"%c\" needs a single character, found a value of type String")
    XCTAssertNotNil(syntaxError("note == %c", 65))
    XCTAssertNotNil(syntaxError("note == %s", nil))
    XCTAssertEqual(syntaxError("note == %p", 1)?.message, "\"%p\" is not an argument specifier")
  }

  // MARK: Collections

  func testACollectionOperatorMayLeadThePath() throws {
    XCTAssertEqual(try node("@sum.tags.weight > 3"), try node("tags.weight.@sum > 3"))
    XCTAssertEqual(try node("1 < @count.tags"), try node("1 < tags.@count"))
    XCTAssertEqual(try node("%K > 3", "@sum.tags.weight"), try node("tags.weight.@sum > 3"))
    XCTAssertEqual(
      FetchExpression(forKeyPath: "@max.tags.weight"),
      FetchExpression(forKeyPath: "tags.weight.@max"))
    XCTAssertEqual(
      try FetchPredicate(format: "@sum.tags.weight > 3").predicateFormat, "tags.weight.@sum > 3")
    let error = syntaxError("@sum > 3")
    XCTAssertEqual(error?.message, "expected a path after @sum, found \">\"")
    XCTAssertEqual(error?.position, 5)
    XCTAssertEqual(error?.repair, "write the operator after the path: stays.nights.@sum")
    XCTAssertEqual(
      syntaxError("@sum.tags.@max > 3")?.message,
      "@max cannot follow @sum, which returns a single value")
    XCTAssertEqual(syntaxError("@summ.tags.a > 3")?.repair, "did you mean @sum?")
    XCTAssertEqual(
      try resolutionError("1 == 1 AND @sum.partySize > 3")?.message,
      "sum needs a path through a to-many relationship, but partySize is not one")
  }

  func testAListContainsWhatIsInIt() throws {
    let subject = try reservation(["partySize": .integer(4), "note": "Ann"])
    assertHolds("{1, 4} CONTAINS partySize", for: subject)
    assertFails("{1, 5} CONTAINS partySize", for: subject)
    assertHolds("%@ CONTAINS partySize", [4, 9], for: subject)
    assertHolds("{partySize, 1} CONTAINS 4", for: subject)
    assertHolds("{'ann'} CONTAINS[c] note", for: subject)
    // As IN, nil is in no list.
    assertFails("{nights, 1} CONTAINS nights", for: subject)
    XCTAssertTrue(try FetchPredicate(format: "%@ CONTAINS a", [1]).evaluate(with: ["a": 1]))
    XCTAssertEqual(
      try resolutionError("{'x'} CONTAINS partySize")?.message,
      "partySize (an integer) cannot be compared with text \"x\"")
    XCTAssertNotNil(try resolutionError("{1} CONTAINS {1}"))
  }

  // MARK: Hints

  private func assertHint(
    _ format: String, _ repair: String, at position: Int, line: UInt = #line
  ) throws {
    let error = try resolutionError(format, line: line)
    XCTAssertEqual(error?.repair, repair, format, line: line)
    XCTAssertEqual(error?.position, position, format, line: line)
  }

  func testKeysOfFoundationsValuesAreKnownForWhatTheyAreHere() throws {
    try assertHint("note.length > 5", "write length(note)", at: 0)
    try assertHint("3 < camper.fullName.length", "write length(camper.fullName)", at: 4)
    try assertHint("nights.stringValue == '3'", "write CAST(nights, 'NSString')", at: 0)
    try assertHint("note.lowercaseString == 'x'", "write lowercase(note)", at: 0)
    try assertHint("note.intValue == 3", "write CAST(note, 'NSNumber')", at: 0)
    try assertHint("arrival.year == 2026", "write year(arrival)", at: 0)
    try assertHint("arrival.timeIntervalSinceNow > 0", "write arrival - now()", at: 0)
    try assertHint("note.isEmpty == YES", "write note == ''", at: 0)
    try assertHint(
      "SUBQUERY(tags, $t, $t.name.length > 3).@count > 0", "write length($t.name)", at: 19)
    try assertHint("ANY tags.name.length > 3", "write length(tags.name)", at: 4)
    try assertHint("note.x == 3", "end the path there", at: 0)
  }

  func testMethodsOfFoundationAreKnownForWhatTheyAreHere() {
    let hints = [
      "FUNCTION(now(), 'dateByAddingTimeInterval:', -86400) < a":
        "write date + seconds, as in now() - 86400",
      "FUNCTION(a, 'hasPrefix:', 'x') == YES": "write text BEGINSWITH part",
      "FUNCTION(a, 'intValue') == 1": "write CAST(value, 'NSNumber')",
    ]
    for (format, hint) in hints {
      XCTAssertEqual(syntaxError(format)?.repair, hint)
      XCTAssertEqual(syntaxError(format)?.position, 0)
    }
  }

  func testAPartOfATextIsNoListAndTheHintSaysSo() throws {
    try assertHint("'en' IN note", "for part of a string, write text CONTAINS part", at: 8)
    try assertHint("partySize IN 5", "write {1, 2, 3} or pass an array for %@", at: 13)
  }

  func testAModifierBehindTheOperatorIsNamed() {
    for (format, position) in [
      ("1 == ANY tags.weight", 5), ("ANY tags.weight == ANY tags.name", 19),
      ("1 <[c] NONE tags.weight", 7),
    ] {
      let error = syntaxError(format)
      XCTAssertEqual(error?.position, position, format)
      XCTAssertEqual(
        error?.message.hasSuffix(" cannot follow \(position == 7 ? "\"]\"" : "\"==\"")"),
        true,
        error?.message ?? "")
    }
    XCTAssertEqual(
      syntaxError("1 == ANY tags.weight")?.repair,
      "put it before the whole comparison, and the path that it applies to on the left side: "
        + "ANY lines.qty == 1")
  }

  func testSignsForBitsBetweenComparisonsAreNamed() {
    let first = syntaxError("nights > 2 & partySize < 5")
    XCTAssertEqual(first?.position, 23)
    XCTAssertEqual(
      first?.repair, "join comparisons with AND or OR; & and | combine the bits of integers")
    let second = syntaxError("(nights > 2) | (partySize < 5)")
    XCTAssertEqual(second?.message, "expected a value, found a predicate")
    XCTAssertEqual(second?.position, 1)
    XCTAssertEqual(
      second?.repair, "join comparisons with AND or OR; \"|\" combines the bits of integers")
    XCTAssertEqual(
      try resolutionError("(note & 2) == 0")?.message,
      "bitwiseAnd:with: needs a number, found note (text)")
    XCTAssertEqual(try resolutionError("(distance & 2) == 0")?.position, 1)
  }
}
