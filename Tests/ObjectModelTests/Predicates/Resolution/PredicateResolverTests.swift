import Foundation
import XCTest

@testable import ObjectModel

final class PredicateResolverTests: PredicateTestCase {
  private func assert(
    _ format: String, at position: Int?, says message: String, repair: String? = nil,
    key: String? = nil, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    guard let error = try resolutionError(format, file: file, line: line) else { return }
    XCTAssertEqual(error.message, message, format, file: file, line: line)
    XCTAssertEqual(error.position, position, format, file: file, line: line)
    if let repair { XCTAssertEqual(error.repair, repair, format, file: file, line: line) }
    if let key { XCTAssertEqual(error.key, key, format, file: file, line: line) }
  }

  private func resolve(_ format: String, _ arguments: Any?...) throws -> ResolvedComparison {
    let predicate = try FetchPredicate(format: format, argumentArray: arguments)
    let resolved = try PredicateResolver(entity: try entity("Reservation")).resolve(predicate)
    guard case .comparison(let comparison) = resolved else {
      throw ObjectGraphError(.invalidArgument, "\(format) is no comparison")
    }
    return comparison
  }

  private func constant(_ format: String, _ arguments: Any?...) throws -> AttributeValue? {
    let predicate = try FetchPredicate(format: format, argumentArray: arguments)
    let resolved = try PredicateResolver(entity: try entity("Reservation")).resolve(predicate)
    guard case .comparison(let comparison) = resolved, case .constant(let value) = comparison.right
    else { return nil }
    return value
  }

  func testAKnownTextIsHeldAgainstAKnownPatternBeforeAnyObjectIsAsked() throws {
    let resolver = PredicateResolver(entity: try entity("Reservation"))
    for (format, expected) in [
      ("'ab' MATCHES 'a.'", true), ("'ab' MATCHES 'a'", false), ("'ab' LIKE 'a*'", true),
      ("'ab' CONTAINS[c] 'B'", true), ("nil MATCHES 'a'", false),
    ] {
      guard case .literal(let known) = try resolver.resolve(FetchPredicate(format: format)) else {
        XCTFail("\(format) is asked for each object")
        continue
      }
      XCTAssertEqual(known, expected, format)
    }
  }

  func testArithmeticOfDatesThatMakesNoSenseIsRefusedWithAHint() throws {
    let hint =
      "subtract one date from another for the seconds between them, or add seconds to a date; "
      + "a day has 86400"
    try assert(
      "arrival * 2 > 1", at: 10,
      says: "* cannot combine arrival (a date) and an integer 2", repair: hint)
    try assert(
      "departure + arrival > 1", at: 12,
      says: "+ cannot combine departure (a date) and arrival (a date)", repair: hint,
      key: "arrival")
    try assert(
      "3 - arrival > 1", at: 0, says: "- cannot combine an integer 3 and arrival (a date)",
      repair: hint)
    try assert(
      "arrival + note > 1", at: 10,
      says: "arithmetic needs numbers or dates, but note (text) is neither", repair: hint,
      key: "note")
    try assert(
      "-arrival > 1", at: 1, says: "arithmetic needs numbers, but arrival (a date) is not one",
      repair: hint, key: "arrival")
    try assert(
      "arrival + 86400 == 3", at: 19,
      says: "the result of arithmetic (a date) cannot be compared with an integer 3")
  }

  func testSecondsThatAreKnownMakeAConstantForWhichAnIndexCanServe() throws {
    XCTAssertEqual(
      try constant("arrival >= 2026-07-01 + 86400 * 2"), try constant("arrival >= 2026-07-03"))
    XCTAssertEqual(
      try constant("nights == 2026-07-03 - 2026-07-01"), .integer(172_800))
  }

  func testAComputedValueUnderAnyMayGoOverOneCollection() throws {
    try assert(
      "ANY lowercase(note) == 'a'", at: 14,
      says: "ANY, ALL and NONE need a path through a to-many relationship on their left side")
    try assert(
      "ANY tags.weight + camper.reservations.nights > 1", at: 4,
      says: "ANY, ALL and NONE apply to the objects of one collection, tags and"
        + " camper.reservations are two",
      repair: "nest them: SUBQUERY(tags, $x, …).@count > 0", key: "camper.reservations")
    try assert(
      "ANY tags.weight + tags.reservations.nights > 1", at: 4,
      says: "ANY, ALL and NONE apply to the objects of one collection, tags and"
        + " tags.reservations are two")
    try assert(
      "lowercase(tags.name) == 'a'", at: 10,
      says: "tags is a to-many relationship, which has no single value",
      repair: "put ANY, ALL or NONE before the path, or .@count after it")
    try assert(
      "ANY lowercase(tags.nme) == 'a'", at: 14, says: "Tag has no \"nme\"",
      repair: "did you mean name?", key: "nme")
  }

  func testUnknownKeysAreNamedWithAGuess() throws {
    try assert(
      "nights > 1 AND partysize == 1", at: 15, says: "Reservation has no \"partysize\"",
      repair: "did you mean partySize?", key: "partysize")
    try assert(
      "camper.fulName == 'x'", at: 0, says: "Camper has no \"fulName\"",
      repair: "did you mean fullName?", key: "fulName")
    try assert("note == camper.xyzzy", at: 8, says: "Camper has no \"xyzzy\"")
    XCTAssertEqual(
      try resolutionError("ANY tags.nmae == 'x'")?.repair, "did you mean name?")
  }

  func testKeysOfSubentitiesNameTheSubentity() throws {
    let error = try resolutionError("wage > 5", in: "Person")
    XCTAssertEqual(error?.message, "Person has no \"wage\"; only its subentity Employee does")
    XCTAssertEqual(error?.entityName, "Person")
    let inherited = try FetchPredicate(format: "fullName == 'x' AND wage > 5")
    XCTAssertNoThrow(
      try PredicateResolver(entity: try entity("Employee")).resolve(inherited))
  }

  func testToManyPathsNeedAModifier() throws {
    let message = "tags is a to-many relationship, which has no single value"
    let repair = "put ANY, ALL or NONE before the path, or .@count after it"
    try assert("tags.name == 'x'", at: 0, says: message, repair: repair, key: "tags")
    try assert("tags == nil", at: 0, says: message)
    try assert("tags.name CONTAINS 'x'", at: 0, says: message)
    try assert("note == tags.name", at: 8, says: message)
    try assert("tags.weight + 1 == 2", at: 0, says: message)
    try assert(
      "camper.@count == 1", at: 0,
      says: "@count needs a to-many relationship, but camper is not one")
    try assert(
      "ANY note == 'x'", at: 4,
      says: "ANY, ALL and NONE need a path through a to-many relationship on their left side")
    try assert("note.x == 1", at: 0, says: "note is an attribute, so nothing can follow it")
    try assert(
      "objectID.x == 1", at: 0, says: "objectID is the ID of an object, so nothing can follow it")
  }

  func testConstantsOfTheWrongTypeAreNamed() throws {
    try assert(
      "partySize == 'four'", at: 13,
      says: "partySize (an integer) cannot be compared with text \"four\"",
      repair: "write a number without quotes", key: "partySize")
    XCTAssertEqual(try resolutionError("partySize == 'four'")?.value, .string("four"))
    try assert("note == 5", at: 8, says: "note (text) cannot be compared with an integer 5")
    try assert(
      "arrival > '2026-07-01'", at: 10,
      says: "arrival (a date) cannot be compared with text \"2026-07-01\"",
      repair: "write a date as 2026-07-01, without quotes, or pass a Date for %@")
    try assert("arrival > 5", at: 10, says: "arrival (a date) cannot be compared with an integer 5")
    try assert(
      "partySize == 2026-07-01", at: 13,
      says: "partySize (an integer) cannot be compared with a date 2026-07-01")
    try assert(
      "isPaid == 2", at: 10, says: "isPaid (true or false) cannot be compared with an integer 2")
    try assert("code == 'x'", at: 8, says: "code (a UUID) cannot be compared with text \"x\"")
    try assert(
      "camper == 'Ann'", at: 10, says: "camper (an object) cannot be compared with text \"Ann\"")
    try assert("SELF == 1", at: 8, says: "SELF (an object) cannot be compared with an integer 1")
    try assert(
      "'x' == partySize", at: 0, says: "partySize (an integer) cannot be compared with text \"x\"")
    try assert(
      "partySize IN {1, 'x'}", at: 13,
      says: "partySize (an integer) cannot be compared with text \"x\"")
    try assert(
      "partySize == note", at: 13,
      says: "partySize (an integer) cannot be compared with note (text)")
    try assert(
      "tags.@count == 'x'", at: 15,
      says: "tags.@count (a number) cannot be compared with text \"x\"")
    try assert("1 == 'x'", at: 0, says: "text \"x\" cannot be compared with an integer 1")
    try assert("note + 1 == 2", at: 0, says: "arithmetic needs numbers, but note (text) is not one")
  }

  func testOperatorsThatDoNotFitTheType() throws {
    try assert(
      "partySize CONTAINS 1", at: 0,
      says: "CONTAINS needs text on both sides, but partySize (an integer) is not text")
    try assert(
      "camper < camper", at: 0,
      says: "camper (an object) has no order, but < needs one")
    try assert("code < code", at: 0, says: "code (a UUID) has no order, but < needs one")
    try assert(
      "partySize ==[c] 1", at: 0,
      says: "the options [c] are for text, but partySize (an integer) is not text")
    try assert(
      "extras == 'x'", at: 10,
      says: "extras (a transformed value) cannot be compared with text \"x\"")
    try assert(
      "extras < nil", at: 0,
      says: "extras (a transformed value) can only be compared with nil, by == or !=")
    try assert(
      "partySize BETWEEN {1, 2, 3}", at: 18, says: "BETWEEN needs exactly two bounds, found 3")
    try assert("partySize BETWEEN {1}", at: 18, says: "BETWEEN needs exactly two bounds, found 1")
    try assert("partySize BETWEEN 5", at: 18, says: "BETWEEN needs a list on its right side")
    try assert("partySize IN 5", at: 13, says: "IN needs a list on its right side")
    try assert(
      "partySize == {1}", at: 13,
      says: "a list can only be used on the right side of IN and BETWEEN")
    try assert(
      "{1} IN {1}", at: 0, says: "a list can only be used on the right side of IN and BETWEEN")
    try assert("note MATCHES '['", at: 13, says: "\"[\" is not a valid regular expression")
    try assert("note == $X", at: 8, says: "the variable $X has no value")
  }

  func testConstantsTakeTheTypeOfTheAttribute() throws {
    XCTAssertEqual(try constant("partySize == 4.0"), .integer(4))
    XCTAssertEqual(try constant("partySize == 4.5"), .double(4.5))
    XCTAssertEqual(try constant("partySize == YES"), .integer(1))
    XCTAssertEqual(try constant("partySize == %@", Decimal(7)), .integer(7))
    XCTAssertEqual(try constant("price == 5"), .decimal(5))
    XCTAssertEqual(try constant("price == 0.1"), .decimal(Decimal(1) / 10))
    XCTAssertEqual(try constant("price < 1e300"), .double(1e300))
    XCTAssertEqual(try constant("distance == 5"), .double(5))
    XCTAssertEqual(try constant("distance == %@", Decimal(string: "0.1")), .double(0.1))
    XCTAssertEqual(try constant("distance == 9007199254740993"), .integer(9_007_199_254_740_993))
    XCTAssertEqual(try constant("rating == 0.1"), .double(Double(Float(0.1))))
    XCTAssertEqual(try constant("isPaid == 1"), .boolean(true))
    XCTAssertEqual(try constant("isPaid == NO"), .boolean(false))
    XCTAssertEqual(try constant("tags.@count > 1.0"), .integer(1))
    XCTAssertEqual(
      try constant("partySize IN {1.0, nil, NO}"), .list([.integer(1), .integer(0)]))
    XCTAssertEqual(try constant("note == nil"), .null)
    let text = "5D4F7B6E-0000-4000-8000-00000000000A"
    XCTAssertEqual(
      try constant("code == %@", text), .uuid(try XCTUnwrap(UUID(uuidString: text))))
    XCTAssertEqual(
      try constant("page == 'https://a.b/'"), .uri(try XCTUnwrap(URL(string: "https://a.b/"))))
  }

  func testPathsBecomeProperties() throws {
    func path(_ format: String) throws -> ResolvedPath? {
      let comparison = try resolve(format)
      switch comparison.left {
      case .path(let path): return path
      case .aggregate(let aggregate): return aggregate.countedPath
      default: return nil
      }
    }
    let name = try XCTUnwrap(path("camper.fullName == 'x'"))
    XCTAssertEqual(name.steps.map(\.name), ["camper"])
    XCTAssertEqual(name.attribute?.name, "fullName")
    XCTAssertNil(name.toManyStep)
    let any = try XCTUnwrap(path("ANY tags.name == 'x'"))
    XCTAssertEqual(any.toManyStep, 0)
    let tags = try XCTUnwrap(path("tags CONTAINS nil"))
    XCTAssertEqual(tags.steps.map(\.name), ["tags"])
    guard case .object = tags.terminal else { return XCTFail("\(tags.terminal)") }
    for format in ["camper == nil", "camper.objectID == nil"] {
      let camper = try XCTUnwrap(path(format))
      XCTAssertEqual(camper.steps.count, 0)
      guard case .toOne(let relationship) = camper.terminal else { return XCTFail(format) }
      XCTAssertEqual(relationship.name, "camper")
    }
    let count = try XCTUnwrap(path("camper.reservations.@count > 0"))
    XCTAssertEqual(count.steps.map(\.name), ["camper", "reservations"])
    XCTAssertEqual(try path("SELF == nil")?.steps.count, 0)
  }

  func testTransientAttributesAreFlagged() throws {
    let resolver = PredicateResolver(entity: try entity("Reservation"))
    let flagged = try resolver.resolve(
      try FetchPredicate(format: "note == 'x' AND NOT (nickname == 'y' OR partySize > 1)"))
    XCTAssertEqual(flagged.transientAttributes.map(\.name), ["nickname"])
    let clean = try resolver.resolve(try FetchPredicate(format: "note == 'x'"))
    XCTAssertTrue(clean.transientAttributes.isEmpty)
  }

  func testKeywordsCanBeKeys() throws {
    assertHolds("#like == 'x'", for: try reservation(["like": "x"]))
    assertHolds("%K == 'x'", "like", for: try reservation(["like": "x"]))
  }
}
