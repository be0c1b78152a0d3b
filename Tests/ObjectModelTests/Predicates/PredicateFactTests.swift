import Foundation
import XCTest

@testable import ObjectModel

/// The facts about predicates that can be seen in memory, by their numbers.
final class PredicateFactTests: PredicateTestCase {
  // Fact 106.
  func testUnequalHoldsForNilWhereverItIsEvaluated() throws {
    assertHolds("note != 'x'", for: try reservation())
  }

  // Fact 107.
  func testEqualToNilIsWhetherItIsNil() throws {
    assertHolds("note == nil AND NOT note != nil", for: try reservation())
    assertHolds("note != nil AND NOT note == nil", for: try reservation(["note": ""]))
  }

  // Fact 108.
  func testNotIsTheExactComplementForNil() throws {
    assertHolds("NOT (note == 'x') AND NOT (note IN {'x'})", for: try reservation())
    assertHolds("NOT partySize > 3 AND NOT partySize <= 3", for: try reservation())
  }

  // Fact 109.
  func testBetweenIncludesItsBounds() throws {
    for size in 2...4 {
      assertHolds(
        "partySize BETWEEN {2, 4}", for: try reservation(["partySize": .integer(Int64(size))]))
    }
    assertFails("partySize BETWEEN {2, 4}", for: try reservation(["partySize": .integer(5)]))
  }

  // Fact 110.
  func testInAnEmptyListHoldsForNothing() throws {
    let subject = try reservation(["note": "x"])
    assertFails("note IN {}", for: subject)
    assertHolds("NOT note IN %@", [String](), for: subject)
    assertFails("note IN {}", for: try reservation())
  }

  // Fact 111.
  func testOptionsFoldCaseAndAccents() throws {
    let subject = try reservation(["note": "Café con Leche"])
    assertHolds("note CONTAINS[c] 'café'", for: subject)
    assertHolds("note CONTAINS[cd] 'CAFE'", for: subject)
    assertFails("note CONTAINS 'café'", for: subject)
    assertFails("note CONTAINS[c] 'cafe'", for: subject)
    // [n] takes the bytes as they are; [l] compares as the user's language does.
    assertFails("note ==[n] 'Cafe\u{301} con Leche'", for: subject)
    assertHolds("note BEGINSWITH[l] 'cafe'", for: subject)
    let ordered = try reservation(["note": "site 10"])
    assertHolds("note > [l] 'site 9' AND note < 'site 9'", for: ordered)
  }

  // Fact 112.
  func testLikeAndMatchesAreAboutTheWholeText() throws {
    let subject = try reservation(["note": "site 12"])
    assertHolds("note LIKE 's?te*' AND note MATCHES 'site [0-9]+'", for: subject)
    assertFails("note LIKE 'site'", for: subject)
    assertFails("note MATCHES '[0-9]+'", for: subject)
  }

  // Fact 113.
  func testObjectsAndTheirIDsAreValues() throws {
    let owner = try camper("Ann", key: 7)
    let subject = try reservation(key: 3)
    subject.toOne["camper"] = owner
    assertHolds("camper == %@", owner, for: subject)
    assertHolds("camper == %@", owner.objectID, for: subject)
    assertHolds("camper.objectID == %@", owner.objectID, for: subject)
    assertHolds("SELF IN %@ AND objectID == %@", [subject], subject.objectID, for: subject)
    assertFails("SELF == %@", owner, for: subject)
  }

  func testTheEntityIsThatOfTheObjectItself() throws {
    let subject = try reservation(key: 3)
    assertHolds("entity == %@", try entity("Reservation"), for: subject)
    assertHolds("entity.name == 'Reservation' AND entity.name BEGINSWITH[c] 'r'", for: subject)
    assertHolds("camper.entity.name == nil", for: subject)
    let employee = CampgroundSubject(try entity("Employee"), 1)
    let predicate = try FetchPredicate(format: "entity == %@", try entity("Employee"))
    let resolved = try PredicateResolver(entity: try entity("Person")).resolve(predicate)
    XCTAssertTrue(try resolved.matches(employee))
    let person = try FetchPredicate(format: "entity.name == 'Person'")
    XCTAssertFalse(
      try PredicateResolver(entity: try entity("Person")).resolve(person).matches(employee))
    XCTAssertEqual(
      try resolutionError("entity.foo == 1")?.message,
      "entity is an entity, so nothing can follow it")
  }

  // Facts 115 and 116.
  func testAllAndNoneHoldOverNothingAndAnyDoesNot() throws {
    let subject = try reservation()
    assertHolds("ALL tags.name == 'x'", for: subject)
    assertHolds("NONE tags.name == 'x'", for: subject)
    assertFails("ANY tags.name == 'x'", for: subject)
  }

  // Fact 117.
  func testAToManyPathWithoutAModifierIsRefusedWithAdvice() throws {
    let error = try resolutionError("tags.name == 'x'")
    XCTAssertEqual(error?.key, "tags")
    XCTAssertEqual(
      error?.repair, "put ANY, ALL or NONE before the path, or .@count after it")
  }

  func testAMillionElementsAreSearchedInOneList() throws {
    let list = Array(0..<1_000_000)
    let predicate = try FetchPredicate(format: "partySize IN %@", list)
    XCTAssertTrue(try predicate.evaluate(with: try reservation(["partySize": .integer(999_999)])))
    XCTAssertFalse(try predicate.evaluate(with: try reservation(["partySize": .integer(-1)])))
  }
}
