import Foundation
import XCTest

@testable import ObjectModel

/// Aggregates and subqueries over relationships.
final class CollectionTests: PredicateTestCase {
  private func tagged(_ tags: [(AttributeValue, AttributeValue)]) throws -> CampgroundSubject {
    let subject = try reservation(["partySize": .integer(4), "note": "x"])
    subject.toMany["tags"] = try tags.enumerated().map { index, tag in
      try self.tag(tag.0, weight: tag.1, key: Int64(index + 10))
    }
    return subject
  }

  private func value(_ format: String, for subject: CampgroundSubject) throws -> AttributeValue {
    try PredicateResolver(entity: subject.objectID.entity).resolve(FetchExpression(format: format))
      .value(for: subject)
  }

  // Fact 119.
  func testAggregatesLeaveNilsOutAndOfNothingAreNilSaveTheSum() throws {
    let some = try tagged([("a", .integer(3)), ("b", .null), ("c", .integer(4))])
    let none = try tagged([])
    let onlyNil = try tagged([("a", .null)])
    let expected: [(String, AttributeValue, AttributeValue)] = [
      ("sum", .integer(7), .integer(0)), ("min", .integer(3), .null), ("max", .integer(4), .null),
      ("avg", .double(3.5), .null),
    ]
    for (name, full, empty) in expected {
      for format in ["tags.weight.@\(name)", "tags.@\(name).weight", "\(name)(tags.weight)"] {
        XCTAssertEqual(try value(format, for: some), full, format)
        XCTAssertEqual(try value(format, for: none), empty, format)
        XCTAssertEqual(try value(format, for: onlyNil), empty, format)
      }
    }
    for format in ["tags.@count", "count(tags)", "tags[SIZE]"] {
      XCTAssertEqual(try value(format, for: some), .integer(3))
      XCTAssertEqual(try value(format, for: none), .integer(0))
    }
    XCTAssertEqual(try value("count(tags.weight)", for: some), .integer(2))
    assertHolds("tags.@count == 0", for: none)
    assertHolds("tags.weight.@sum == 0 AND tags.weight.@max == nil", for: none)
  }

  func testMedianModeAndDeviation() throws {
    let even = try tagged([
      ("a", .integer(1)), ("b", .integer(4)), ("b", .integer(2)), ("c", .integer(4)),
    ])
    let odd = try tagged([("a", .integer(9)), ("b", .integer(1)), ("c", .integer(2))])
    XCTAssertEqual(try value("median(tags.weight)", for: even), .double(3))
    XCTAssertEqual(try value("median:(tags.weight)", for: odd), .double(2))
    XCTAssertEqual(try value("mode(tags.weight)", for: even), .integer(4))
    XCTAssertEqual(try value("mode(tags.name)", for: even), .string("b"))
    // All are there once: the least.
    XCTAssertEqual(try value("mode(tags.weight)", for: odd), .integer(1))
    // The mean of 2, 4, 4, 4, 5, 5, 7, 9 is 5 and the squares of the distances come to 32.
    XCTAssertEqual(try value("stddev({2, 4, 4, 4, 5, 5, 7, 9})", for: odd), .double(2))
    XCTAssertEqual(try value("count(distinct:(tags.name))", for: even), .integer(3))
    XCTAssertEqual(try value("sum(distinct(tags.weight))", for: even), .integer(7))
  }

  func testASumOfIntegersThatOverflowsIsADouble() throws {
    let subject = try tagged([("a", .integer(.max)), ("b", .integer(1))])
    XCTAssertEqual(
      try value("tags.weight.@sum", for: subject), .double(9_223_372_036_854_775_808))
  }

  func testAggregatesOverAMissingOwnerAreNil() throws {
    let subject = try reservation()
    XCTAssertEqual(try value("camper.reservations.@count", for: subject), .null)
    XCTAssertEqual(try value("camper.reservations.nights.@sum", for: subject), .null)
    XCTAssertEqual(
      try value("SUBQUERY(camper.reservations, $r, $r.nights > 1).@count", for: subject), .null)
    assertFails("ANY SUBQUERY(camper.reservations, $r, TRUEPREDICATE).nights > 0", for: subject)
    assertHolds("NONE SUBQUERY(camper.reservations, $r, TRUEPREDICATE).nights > 0", for: subject)
    assertHolds("ALL SUBQUERY(camper.reservations, $r, TRUEPREDICATE).nights > 0", for: subject)
  }

  // Fact 118.
  func testTwoAnysMayHoldForTwoObjectsWhereASubqueryNeedsOne() throws {
    let apart = try tagged([("a", .integer(1)), ("b", .integer(2))])
    let together = try tagged([("a", .integer(2))])
    let anys = "ANY tags.name == 'a' AND ANY tags.weight == 2"
    let subquery = "SUBQUERY(tags, $t, $t.name == 'a' AND $t.weight == 2).@count > 0"
    assertHolds(anys, for: apart)
    assertHolds(anys, for: together)
    assertFails(subquery, for: apart)
    assertHolds(subquery, for: together)
  }

  func testSubqueriesCanBeAskedForMore() throws {
    let subject = try tagged([
      ("a", .integer(1)), ("b", .integer(5)), ("c", .integer(7)), (.null, .integer(9)),
    ])
    let big = "SUBQUERY(tags, $t, $t.weight > 4)"
    assertHolds("\(big).@count == 3", for: subject)
    assertHolds("\(big).weight.@sum == 21 AND \(big).@sum.weight == 21", for: subject)
    assertHolds("count(\(big).name) == 2 AND max:(\(big).weight) == 9", for: subject)
    assertHolds("ANY \(big).name == 'c'", for: subject)
    assertFails("ANY \(big).name == 'a'", for: subject)
    assertFails("ALL \(big).name IN {'b', 'c'}", for: subject)
    assertHolds("ALL \(big).weight > 4", for: subject)
    assertHolds("NONE \(big).name == 'a'", for: subject)
    assertHolds("'b' IN \(big).name", for: subject)
    assertHolds("%@ IN \(big)", try tag("b", key: 11), for: subject)
    assertFails("\(big) CONTAINS %@", try tag("a", key: 10), for: subject)
    assertHolds(
      "SUBQUERY(\(big), $u, $u.name != nil AND $u.weight < 6).@count == 1", for: subject)
  }

  func testNestedSubqueriesSeeTheOuterVariableAndTheObject() throws {
    let subject = try tagged([("a", .integer(1)), ("b", .integer(3))])
    let other = try reservation(["partySize": .integer(4), "nights": .integer(3)], key: 2)
    for tag in subject.toMany["tags"] ?? [] { tag.toMany["reservations"] = [subject, other] }
    subject.values["nights"] = .integer(2)
    // Tags with a reservation of as many nights as the tag weighs: b by the other one.
    let nested =
      "SUBQUERY(tags, $t, SUBQUERY($t.reservations, $r, $r.nights == $t.weight).@count > 0)"
    assertHolds("\(nested).@count == 1", for: subject)
    assertHolds("ANY \(nested).name == 'b'", for: subject)
    // Reservations other than the evaluated one, of as large a party.
    assertHolds(
      "SUBQUERY(tags, $t, SUBQUERY($t.reservations, $r, "
        + "$r != SELF AND $r.partySize == partySize AND $r.nights > nights).@count == 1"
        + ").@count == 2", for: subject)
    // The inner variable hides the outer one of the same name.
    assertHolds(
      "SUBQUERY(tags, $t, SUBQUERY($t.reservations, $t, $t.nights == 3).@count == 1).@count == 2",
      for: subject)
    // A subquery on the other side of a comparison over one.
    assertHolds(
      "ANY SUBQUERY(tags, $t, TRUEPREDICATE).weight == SUBQUERY(tags, $u, $u.weight > 2).@count",
      for: subject)
    assertHolds(
      "SUBQUERY(tags, $u, $u.weight > 2).@count IN SUBQUERY(tags, $t, $t.name == 'a').weight",
      for: subject)
  }

  func testVariablesOfSubqueriesAreNotSubstituted() throws {
    let subject = try tagged([("a", .integer(1)), ("b", .integer(5))])
    let template = try FetchPredicate(
      format: "SUBQUERY(tags, $t, $t.weight > $least AND $t.name == $other.name).@count == 1")
    XCTAssertEqual(template.node.variables, ["least", "other.name"])
    let predicate = try template.withSubstitutionVariables([
      "t": "wrong", "least": 2, "other.name": "b",
    ])
    XCTAssertTrue(try predicate.evaluate(with: subject))
    let path = try FetchPredicate(format: "$X.fullName == 'Ann' AND $X.age > $Y.age")
      .withSubstitutionVariables([
        "X": FetchExpression(forKeyPath: "camper"), "Y": nil,
      ])
    XCTAssertEqual(path.predicateFormat, "camper.fullName == \"Ann\" AND camper.age > nil")
    XCTAssertThrowsError(
      try FetchPredicate(format: "$X.age == 1").withSubstitutionVariables(["X": 5]))
  }

  /// A reservation of Ann with two tags; Ann has another reservation with the second tag alone.
  private func withDeepCollections() throws -> CampgroundSubject {
    let subject = try tagged([("a", .integer(1)), ("b", .integer(5))])
    let other = try reservation(["nights": .integer(3), "note": "y"], key: 2)
    let ann = try camper("Ann", key: 7)
    let tags = try XCTUnwrap(subject.toMany["tags"])
    other.toMany["tags"] = [tags[1]]
    for reservation in [subject, other] { reservation.toOne["camper"] = ann }
    ann.toMany["reservations"] = [subject, other]
    tags[0].toMany["reservations"] = [subject]
    tags[1].toMany["reservations"] = [subject, other]
    return subject
  }

  func testAPathOverSeveralCollectionsLeadsToAnObjectOnceForEachWay() throws {
    let subject = try withDeepCollections()
    XCTAssertEqual(try value("tags.reservations.@count", for: subject), .integer(3))
    XCTAssertEqual(try value("count(tags.reservations)", for: subject), .integer(3))
    XCTAssertEqual(try value("count(distinct(tags.reservations))", for: subject), .integer(2))
    XCTAssertEqual(try value("camper.reservations.tags.weight.@sum", for: subject), .integer(11))
    XCTAssertEqual(try value("camper.reservations.@max.tags.weight", for: subject), .integer(5))
    XCTAssertEqual(
      try value("SUBQUERY(tags.reservations, $r, $r.nights == 3).@count", for: subject),
      .integer(1))
    // Over a to-one relationship between two collections.
    XCTAssertEqual(
      try value("tags.reservations.camper.reservations.@count", for: subject), .integer(6))
  }

  func testAPathOverSeveralCollectionsWithoutAnOwnerIsNilAndOverNothingIsEmpty() throws {
    let alone = try reservation()
    XCTAssertEqual(try value("camper.reservations.tags.@count", for: alone), .null)
    XCTAssertEqual(try value("tags.reservations.@count", for: alone), .integer(0))
    XCTAssertEqual(try value("tags.reservations.nights.@sum", for: alone), .integer(0))
    assertFails("ANY tags.reservations.nights == nil", for: alone)
    assertHolds("ALL camper.reservations.tags.weight > 9", for: alone)
  }

  func testModifiersSpeakOfAllObjectsAtTheEndOfSeveralCollections() throws {
    let subject = try withDeepCollections()
    assertHolds("ANY tags.reservations.nights == 3", for: subject)
    assertHolds("ANY tags.reservations.nights == nil", for: subject)
    assertFails("ALL tags.reservations.nights == 3", for: subject)
    assertHolds("NONE tags.reservations.note == 'z'", for: subject)
    assertHolds("ALL tags.reservations.camper.fullName == 'Ann'", for: subject)
    assertHolds("%@ IN tags.reservations", try reservation(key: 2), for: subject)
    assertFails("tags.reservations CONTAINS %@", try reservation(key: 3), for: subject)
    assertHolds("3 IN tags.reservations.nights", for: subject)
    assertHolds("ANY tags.reservations.nights + 1 == 4", for: subject)
    assertHolds("ANY SUBQUERY(tags.reservations, $r, $r.nights > 1).note == 'y'", for: subject)
    assertHolds(
      "SUBQUERY(tags, $t, ANY $t.reservations.tags.weight == 1).@count == 2", for: subject)
    assertHolds("SUBQUERY(tags, $t, $t.reservations.tags.@count > 2).@count == 1", for: subject)
  }

  func testPlainCollectionsOfCollectionsAnswerAlike() throws {
    let ann: [String: Any] = [
      "stays": [
        ["nights": 2, "lines": [["qty": 1], ["qty": 4]]], ["nights": 3, "lines": [["qty": 5]]],
        ["nights": 4],
      ] as [[String: Any]]
    ]
    let holding = [
      "ANY stays.lines.qty == 5", "ALL stays.lines.qty > 0", "NONE stays.lines.qty == 9",
      "stays.lines.@count == 3", "stays.lines.qty.@sum == 10", "stays.@max.lines.qty == 5",
      "4 IN stays.lines.qty", "stays.lines.qty CONTAINS 1",
      "SUBQUERY(stays.lines, $l, $l.qty > 3).@count == 2", "ANY stays.lines.qty * 2 == 10",
      "@sum.stays.lines.qty == 10",
    ]
    for format in holding {
      XCTAssertTrue(try FetchPredicate(format: format).evaluate(with: ann), format)
    }
    XCTAssertFalse(try FetchPredicate(format: "ANY stays.lines.qty > 5").evaluate(with: ann))
  }

  func testWhatDoesNotFitIsNamed() throws {
    let cases: [(String, Int, String)] = [
      (
        "SUBQUERY(note, $x, $x.a == 1).@count > 0", 9,
        "SUBQUERY needs a path that ends in a to-many relationship, found note"
      ),
      ("SUBQUERY(tags, $x, $x.nmae == 1).@count > 0", 19, "Tag has no \"nmae\""),
      ("SUBQUERY(tags, $x, $y.name == 'a').@count > 0", 19, "the variable $y.name has no value"),
      ("SUBQUERY(tags, $x, TRUEPREDICATE) == nil", 9, "a subquery has no single value"),
      ("tags.name.@sum > 0", 0, "sum needs numbers, found tags.name"),
      (
        "camper.age.@sum > 0", 0,
        "sum needs a path through a to-many relationship, but camper.age is not one"
      ),
      (
        "sum(partySize) > 0", 4,
        "sum of a single value, partySize (an integer), aggregates rows"
      ),
      ("tags.@max > 0", 0, "max needs values with an order, tags has none"),
      ("sum({}) > 0", 4, "sum of an empty list"),
    ]
    for (format, position, message) in cases {
      let error = try resolutionError(format)
      XCTAssertEqual(error?.message, message, format)
      XCTAssertEqual(error?.position, position, format)
    }
  }

  func testAggregatesOverRowsAreForDictionariesAlone() throws {
    let rows = try [4, 6, 6].enumerated().map { index, size in
      try reservation(["partySize": .integer(Int64(size))], key: Int64(index))
    }
    let resolver = PredicateResolver(entity: try entity("Reservation"), allowsRows: true)
    func total(_ format: String) throws -> AttributeValue {
      try resolver.resolve(FetchExpression(format: format))
        .value(in: EvaluationScope(rows[0], rows: rows))
    }
    XCTAssertEqual(try total("sum:(partySize)"), .integer(16))
    XCTAssertEqual(try total("count:(distinct:(partySize))"), .integer(2))
    XCTAssertEqual(try total("max(partySize + 1) * 2"), .integer(14))
    XCTAssertEqual(try total("average(partySize)"), .double(16 / 3.0))
    XCTAssertEqual(try total("count(note)"), .integer(0))
    XCTAssertThrowsError(try total("tags.name"))
    XCTAssertThrowsError(try total("{partySize}"))
  }
}
