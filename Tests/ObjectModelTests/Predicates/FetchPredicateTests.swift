import Foundation
import XCTest

@testable import ObjectModel

final class FetchPredicateTests: PredicateTestCase {
  func testArgumentsBecomeConstants() throws {
    func right(_ format: String, _ arguments: Any?...) throws -> ExpressionNode? {
      let node = try FetchPredicate(format: format, argumentArray: arguments).node
      guard case .comparison(let comparison) = node.kind else { return nil }
      return comparison.right
    }
    XCTAssertEqual(try right("a == %@", "x"), .constant(.string("x")))
    XCTAssertEqual(try right("a == %@", 5), .constant(.integer(5)))
    XCTAssertEqual(try right("a == %@", nil), .constant(.null))
    XCTAssertEqual(try right("a == %@", String?.none), .constant(.null))
    XCTAssertEqual(try right("a == %@", NSNumber(value: 2.5)), .constant(.double(2.5)))
    XCTAssertEqual(
      try right("a IN %@", [1, 2]), .constant(.list([.integer(1), .integer(2)])))
    XCTAssertEqual(try right("a IN %@", Set(["x"])), .constant(.list([.string("x")])))
    XCTAssertEqual(try right("a BETWEEN %@", 1...5), .constant(.list([.integer(1), .integer(5)])))
    XCTAssertEqual(
      try right("a BETWEEN {%@, %d}", 1, 5), .constant(.list([.integer(1), .integer(5)])))
    XCTAssertEqual(try right("a == %K", "b.c"), .keyPath(["b", "c"]))
    XCTAssertEqual(try right("a == %K.c", "b"), .keyPath(["b", "c"]))
    XCTAssertEqual(
      try right("a == %K", "tags.@count"), .collection(.count, of: .keyPath(["tags"]), then: []))
    XCTAssertEqual(try right("a == %K", "like"), .keyPath(["like"]))
    for specifier in ["%d", "%i", "%ld", "%lld", "%u", "%lu", "%hd", "%x"] {
      XCTAssertEqual(try right("a == \(specifier)", 7), .constant(.integer(7)), specifier)
    }
    for specifier in ["%f", "%g", "%lf"] {
      XCTAssertEqual(try right("a == \(specifier)", 0.5), .constant(.double(0.5)), specifier)
    }
    let subject = try camper("x", key: 9)
    XCTAssertEqual(try right("a == %@", subject), .constant(.objectID(subject.objectID)))
  }

  func testARangeIsBetweenItsBounds() throws {
    XCTAssertEqual(
      try FetchPredicate(format: "a IN %@", 1...5), try FetchPredicate(format: "a BETWEEN {1, 5}"))
    XCTAssertEqual(
      try FetchPredicate(format: "a IN %@ AND b IN %@", 1...5, [1, 5]),
      try FetchPredicate(format: "a BETWEEN {1, 5} AND b IN {1, 5}"))
  }

  func testArgumentsCannotChangeTheMeaning() throws {
    let evil = "x' OR 'a' == 'a"
    XCTAssertEqual(
      try node("note == %@", evil),
      .comparison(ComparisonNode(.keyPath(["note"]), .equalTo, .constant(.string(evil)))))
    assertFails("note == %@", evil, for: try reservation(["note": "x"]))
    assertFails("note == %@", "%@", for: try reservation(["note": "x"]))
  }

  func testVariablesAreReplaced() throws {
    let template = try FetchPredicate(format: "partySize > $SIZE AND note IN {$A, 'b'}")
    let subject = try reservation(["partySize": .integer(4), "note": "a"])
    let predicate = try template.withSubstitutionVariables(["SIZE": 3, "A": "a", "UNUSED": nil])
    XCTAssertEqual(predicate.predicateFormat, "partySize > 3 AND note IN {\"a\", \"b\"}")
    XCTAssertTrue(try predicate.evaluate(with: subject))
    XCTAssertThrowsError(try template.evaluate(with: subject)) { error in
      XCTAssertEqual((error as? ObjectGraphError)?.message, "the variable $SIZE has no value")
      XCTAssertEqual((error as? ObjectGraphError)?.position, 12)
    }
    XCTAssertThrowsError(
      try template.withSubstitutionVariables(["SIZE": FetchPredicateTests.self]))
    XCTAssertTrue(
      try FetchPredicate(format: "camper == $WHO")
        .withSubstitutionVariables(["WHO": FetchExpression(forConstantValue: nil)])
        .evaluate(with: subject))
  }

  func testPositionsHoldAfterSubstitution() throws {
    let predicate = try FetchPredicate(format: "note == $A AND partySize == $B")
      .withSubstitutionVariables(["A": "x", "B": "y"])
    XCTAssertThrowsError(try predicate.evaluate(with: try reservation())) { error in
      XCTAssertEqual((error as? ObjectGraphError)?.position, 28)
    }
  }

  func testCompoundPredicates() throws {
    let small = try FetchPredicate(format: "partySize < 3")
    let paid = try FetchPredicate(format: "isPaid == YES")
    let both = CompoundPredicate(andPredicateWithSubpredicates: [small, paid])
    XCTAssertEqual(both.predicateFormat, "partySize < 3 AND isPaid == true")
    XCTAssertEqual(both.compoundPredicateType, .and)
    XCTAssertEqual(both.subpredicates, [small, paid])
    XCTAssertEqual(both, try FetchPredicate(format: "partySize < 3 AND isPaid == true"))
    XCTAssertEqual(
      CompoundPredicate(notPredicateWithSubpredicate: both).predicateFormat,
      "NOT (partySize < 3 AND isPaid == true)")
    XCTAssertEqual(
      CompoundPredicate(orPredicateWithSubpredicates: [small, paid]).predicateFormat,
      "partySize < 3 OR isPaid == true")
    XCTAssertEqual(
      CompoundPredicate(andPredicateWithSubpredicates: []), FetchPredicate(value: true))
    XCTAssertEqual(
      CompoundPredicate(orPredicateWithSubpredicates: []), FetchPredicate(value: false))
    XCTAssertEqual(CompoundPredicate(orPredicateWithSubpredicates: [small]), small)
  }

  func testComparisonPredicates() throws {
    let predicate = ComparisonPredicate(
      leftExpression: FetchExpression(forKeyPath: "tags.name"),
      rightExpression: FetchExpression(forConstantValue: "x"), modifier: .any, type: .beginsWith,
      options: [.caseInsensitive, .diacriticInsensitive])
    XCTAssertEqual(predicate.predicateFormat, "ANY tags.name BEGINSWITH[cd] \"x\"")
    XCTAssertEqual(
      ComparisonPredicate(
        leftExpression: .expressionForEvaluatedObject(),
        rightExpression: FetchExpression(forVariable: "X"), type: .equalTo
      ).predicateFormat, "SELF == $X")
  }

  func testWhatAnInitializerCannotThrowIsThrownAtUse() throws {
    let subject = try reservation()
    let bad = [
      FetchExpression(forConstantValue: FetchPredicateTests.self),
      FetchExpression(forKeyPath: "a b"),
      FetchExpression(forVariable: "$x"),
    ]
    for expression in bad {
      let predicate = ComparisonPredicate(
        leftExpression: FetchExpression(forKeyPath: "note"), rightExpression: expression,
        type: .equalTo)
      let joined = CompoundPredicate(andPredicateWithSubpredicates: [predicate])
      XCTAssertThrowsError(try joined.evaluate(with: subject))
    }
  }

  func testNestingInCodeIsBoundedToo() throws {
    var predicate: FetchPredicate = FetchPredicate(value: true)
    for _ in 0..<400 { predicate = CompoundPredicate(notPredicateWithSubpredicate: predicate) }
    XCTAssertTrue(try predicate.evaluate(with: try reservation()))
    for _ in 0..<2000 { predicate = CompoundPredicate(notPredicateWithSubpredicate: predicate) }
    XCTAssertThrowsError(try predicate.evaluate(with: try reservation())) { error in
      XCTAssertEqual(
        (error as? ObjectGraphError)?.message, "the predicate is nested deeper than 500 levels")
    }
  }
}
