import Foundation
import XCTest

@testable import ObjectModel

/// Formats that are used again and again, with arguments of all kinds.
final class FormatTemplateTests: PredicateTestCase {
  /// The same condition with its values spelled out, for each of several uses of one format.
  func testEachUseOfAFormatHasItsOwnValues() throws {
    let uses: [(format: String, [(arguments: [Any?], spelled: String)])] = [
      (
        "partySize > %@ AND note == %@",
        [
          ([2, "x"], "partySize > 2 AND note == \"x\""),
          ([3, "it's %@"], "partySize > 3 AND note == \"it's %@\""),
          ([nil, nil], "partySize > nil AND note == nil"),
          ([2.5, "y"], "partySize > 2.5 AND note == \"y\""),
        ]
      ),
      (
        "NOT (nights BETWEEN {%d, %d}) OR isPaid == %@",
        [
          ([1, 2, true], "NOT (nights BETWEEN {1, 2}) OR isPaid == true"),
          ([-5, 9, false], "NOT (nights BETWEEN {-5, 9}) OR isPaid == false"),
        ]
      ),
      (
        "nights IN {%@, 5, %@} AND partySize == -%@ + 2",
        [
          ([1, 2, 3], "nights IN {1, 5, 2} AND partySize == -(3) + 2"),
          ([7, 8, 9], "nights IN {7, 5, 8} AND partySize == -(9) + 2"),
        ]
      ),
      (
        "partySize IN {%@, nights}",
        [([1], "partySize IN {1, nights}"), ([2], "partySize IN {2, nights}")]
      ),
      (
        "ANY tags.weight > %@ AND tags.@count < %@",
        [
          ([1, 2], "ANY tags.weight > 1 AND tags.@count < 2"),
          ([30, 40], "ANY tags.weight > 30 AND tags.@count < 40"),
        ]
      ),
      (
        "arrival >= %@",
        [
          ([Date(timeIntervalSinceReferenceDate: 0)], "arrival >= 2001-01-01"),
          ([Date(timeIntervalSinceReferenceDate: 86_400)], "arrival >= 2001-01-02"),
        ]
      ),
      (
        "note BEGINSWITH[c] %@",
        [(["A"], "note BEGINSWITH[c] \"A\""), (["b"], "note BEGINSWITH[c] \"b\"")]
      ),
      ("%@ == nights", [([1], "1 == nights"), ([2], "2 == nights")]),
      ("TRUEPREDICATE", [([], "TRUEPREDICATE"), ([], "TRUEPREDICATE")]),
    ]
    let resolver = PredicateResolver(entity: try entity("Reservation"))
    for (format, cases) in uses {
      for (arguments, spelled) in cases + cases.reversed() {
        let predicate = try FetchPredicate(format: format, argumentArray: arguments)
        let expected = try FetchPredicate(format: spelled)
        XCTAssertEqual(predicate, expected, format)
        XCTAssertEqual(predicate.predicateFormat, expected.predicateFormat, format)
        XCTAssertEqual(
          "\(try resolver.resolve(predicate))", "\(try resolver.resolve(expected))", spelled)
      }
    }
  }

  func testArgumentsThatAreMoreThanAValueAreReadEachTime() throws {
    func text(_ format: String, _ arguments: Any?...) throws -> String {
      try FetchPredicate(format: format, argumentArray: arguments).predicateFormat
    }
    for _ in 0..<2 {
      XCTAssertEqual(try text("nights == %@", 1), "nights == 1")
      XCTAssertEqual(
        try text("nights == %@", FetchExpression(forKeyPath: "partySize")), "nights == partySize")
      XCTAssertEqual(try text("nights IN %@", [1, 2]), "nights IN {1, 2}")
      XCTAssertEqual(try text("nights IN %@", 1...3), "nights BETWEEN {1, 3}")
      XCTAssertEqual(try text("nights IN %@", Set([4])), "nights IN {4}")
      XCTAssertEqual(try text("%K == %@", "note", "x"), "note == \"x\"")
      XCTAssertEqual(try text("%K == %@", "camper.fullName", "x"), "camper.fullName == \"x\"")
      XCTAssertEqual(try text("nights == abs(%@)", -1), "nights == abs:(-1)")
      XCTAssertEqual(try text("nights == abs(%@)", -2), "nights == abs:(-2)")
      XCTAssertEqual(
        try text("code == CAST(%@, 'NSUUID')", "5D4F7B6E-0000-4000-8000-000000000001"),
        "code == CAST(\"5D4F7B6E-0000-4000-8000-000000000001\", \"NSUUID\")")
    }
  }

  func testARepeatedFormatRefusesWhatItRefusedAtFirst() throws {
    for _ in 0..<2 {
      _ = try FetchPredicate(format: "nights == %d", 1)
      XCTAssertEqual(syntaxError("nights == %d", "x")?.position, 10)
      XCTAssertEqual(syntaxError("nights == %d")?.position, 10)
      XCTAssertEqual(
        syntaxError("nights == %d", 1, 2)?.message, "the format uses 1 arguments, found 2")
      XCTAssertNotNil(syntaxError("nights == %d", [[1]]))
    }
  }

  func testValuesAreCheckedAndConvertedAtEachUse() throws {
    let resolver = PredicateResolver(entity: try entity("Reservation"))
    func constant(_ format: String, _ argument: Any?) throws -> AttributeValue? {
      let predicate = try FetchPredicate(format: format, argumentArray: [argument])
      guard case .comparison(let comparison) = try resolver.resolve(predicate),
        case .constant(let value) = comparison.right
      else { return nil }
      return value
    }
    for _ in 0..<3 {
      XCTAssertEqual(try constant("partySize == %@", 2), .integer(2))
      XCTAssertEqual(try constant("partySize == %@", 3.0), .integer(3))
      XCTAssertEqual(try constant("partySize == %@", 2.5), .double(2.5))
      XCTAssertEqual(try constant("partySize == %@", true), .integer(1))
      XCTAssertEqual(try constant("partySize == %@", nil), .null)
      XCTAssertEqual(try constant("price == %@", 2), .decimal(2))
      XCTAssertEqual(try constant("distance == %@", 2), .double(2))
      XCTAssertEqual(
        try constant("code == %@", "5d4f7b6e-0000-4000-8000-000000000001"),
        UUID(uuidString: "5D4F7B6E-0000-4000-8000-000000000001").map { .uuid($0) })
      XCTAssertThrowsError(try constant("partySize == %@", "two")) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.position, 13)
      }
      XCTAssertThrowsError(try constant("code == %@", "no UUID"))
      XCTAssertThrowsError(try constant("camper < %@", try camper("Ann")))
      XCTAssertThrowsError(try constant("note MATCHES %@", "("))
    }
    // The same words asked of another entity are other keys.
    for _ in 0..<3 {
      let predicate = try FetchPredicate(format: "fullName == %@", "Ann")
      for name in ["Camper", "Employee"] {
        let resolved = try PredicateResolver(entity: try entity(name)).resolve(predicate)
        guard case .comparison(let comparison) = resolved,
          case .path(let path) = comparison.left
        else { return XCTFail(name) }
        XCTAssertTrue(path.rootEntity === (try entity(name)))
      }
      XCTAssertThrowsError(try resolver.resolve(predicate))
    }
  }

  func testTextOperatorsTakeThePatternOfTheirOwnUse() throws {
    let subject = try reservation(["note": .string("late arrival")])
    for _ in 0..<3 {
      assertHolds("note BEGINSWITH %@", "late", for: subject)
      assertFails("note BEGINSWITH %@", "early", for: subject)
      assertHolds("note LIKE %@", "*arr*", for: subject)
      assertFails("note LIKE %@", "arr*", for: subject)
    }
  }

  /// U+212A is equal to K as a text, and `é` is to `e` with an accent; predicates compare bytes.
  func testFormatsThatAreEqualTextsOfOtherBytesKeepTheirOwnConstants() throws {
    let resolver = PredicateResolver(entity: try entity("Reservation"))
    let twins = [("K", "\u{212A}"), ("\u{E9}", "e\u{301}")]
    for _ in 0..<3 {
      for text in twins.flatMap({ [$0.0, $0.1] }) {
        let predicate = try FetchPredicate(format: "note == '\(text)' AND nights > %d", 1)
        guard case .and(let children) = try resolver.resolve(predicate),
          case .comparison(let comparison)? = children.first,
          case .constant(.string(let constant)) = comparison.right
        else { return XCTFail(text) }
        XCTAssertEqual(Array(constant.utf8), Array(text.utf8))
      }
    }
  }

  func testVariablesOfARepeatedFormatAreReplaced() throws {
    let format = "nights > $least AND partySize == %@"
    for number in 1...3 {
      let predicate = try FetchPredicate(format: format, number)
        .withSubstitutionVariables(["least": number * 10])
      XCTAssertEqual(
        predicate.predicateFormat, "nights > \(number * 10) AND partySize == \(number)")
    }
  }

  func testAModelThatMayStillChangeIsAskedEachTime() throws {
    let entity = EntityDescription("Thing") { AttributeDescription("size", .integer16) }
    for number in 1...3 {
      let predicate = try FetchPredicate(format: "size == %@ AND 1 == 1", number)
      XCTAssertNoThrow(try PredicateResolver(entity: entity).resolve(predicate))
    }
    entity.properties = [AttributeDescription("size", .string)]
    let predicate = try FetchPredicate(format: "size == %@ AND 1 == 1", 4)
    XCTAssertThrowsError(try PredicateResolver(entity: entity).resolve(predicate))
  }

  func testThreadsShareAFormat() throws {
    let entity = try entity("Reservation")
    DispatchQueue.concurrentPerform(iterations: 200) { number in
      let predicate = try? FetchPredicate(
        format: "nights == %@ AND note == %@", number, "\(number)")
      XCTAssertEqual(predicate?.predicateFormat, "nights == \(number) AND note == \"\(number)\"")
      let subject = CampgroundSubject(
        entity, 1, ["nights": .integer(Int64(number)), "note": .string("\(number)")])
      XCTAssertEqual(try? predicate?.evaluate(with: subject), true)
    }
  }
}
