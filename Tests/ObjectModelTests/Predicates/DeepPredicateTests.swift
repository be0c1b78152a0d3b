import XCTest

@testable import ObjectModel

/// Predicates that code nests in each other without end: they are refused when they are used, and
/// released like others.
final class DeepPredicateTests: PredicateTestCase {
  private func assertTooDeep(
    _ predicate: FetchPredicate, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let resolver = PredicateResolver(entity: try entity("Reservation"))
    XCTAssertThrowsError(try resolver.resolve(predicate), file: file, line: line) { error in
      XCTAssertEqual(
        (error as? ObjectGraphError)?.message, "the predicate is nested deeper than 500 levels",
        file: file, line: line)
    }
  }

  func testNegationsWithoutEndAreRefusedAndReleased() throws {
    var predicate: FetchPredicate = try FetchPredicate(format: "nights > 2")
    for _ in 0..<100_000 {
      predicate = CompoundPredicate(notPredicateWithSubpredicate: predicate)
    }
    try assertTooDeep(predicate)
    predicate = FetchPredicate(value: true)
  }

  func testJoinedPredicatesWithoutEndAreRefusedAndReleased() throws {
    let other = try FetchPredicate(format: "nights > 2")
    var predicate = other
    for _ in 0..<100_000 {
      predicate = CompoundPredicate(andPredicateWithSubpredicates: [other, predicate])
    }
    try assertTooDeep(predicate)
    predicate = other
  }

  func testTypedNegationsWithoutEndAreRefusedAndReleased() throws {
    var predicate = TypedPredicate<Int>(try FetchPredicate(format: "nights > 2"))
    for _ in 0..<100_000 { predicate = TypedPredicate(not: predicate) }
    try assertTooDeep(predicate)
    predicate = TypedPredicate(other)
  }

  func testConditionsOfExpressionsWithoutEndAreRefusedAndReleased() throws {
    let one = FetchExpression(forConstantValue: 1)
    var predicate: FetchPredicate = other
    for _ in 0..<100_000 {
      predicate = ComparisonPredicate(
        leftExpression: FetchExpression(
          forConditional: predicate, trueExpression: one, falseExpression: one),
        rightExpression: one, type: .equalTo)
    }
    try assertTooDeep(predicate)
    predicate = other
  }

  func testANegationOfWhatIsWrongAlreadyKeepsThatErrorHoweverDeep() throws {
    let wrong = FetchExpression(forFunction: "nope:", arguments: [])
    var predicate: FetchPredicate = ComparisonPredicate(
      leftExpression: wrong, rightExpression: wrong, type: .equalTo)
    let first = try XCTUnwrap(predicate.defect)
    for _ in 0..<100_000 {
      predicate = CompoundPredicate(notPredicateWithSubpredicate: predicate)
    }
    XCTAssertEqual(predicate.defect?.message, first.message)
    predicate = other
  }

  func testFiveHundredLevelsAreKeptAsTheyWereGiven() throws {
    var predicate: FetchPredicate = other
    for _ in 0..<499 { predicate = CompoundPredicate(notPredicateWithSubpredicate: predicate) }
    XCTAssertNil(predicate.defect)
    XCTAssertEqual((predicate as? CompoundPredicate)?.subpredicates.count, 1)
    predicate = CompoundPredicate(notPredicateWithSubpredicate: predicate)
    XCTAssertNotNil(predicate.defect)
    XCTAssertEqual((predicate as? CompoundPredicate)?.subpredicates, [])
  }

  func testAConjunctionThatIsTooDeepIsNotTakenForAnEmptyOne() throws {
    var predicate: FetchPredicate = other
    for _ in 0..<499 { predicate = CompoundPredicate(notPredicateWithSubpredicate: predicate) }
    let joined = CompoundPredicate(andPredicateWithSubpredicates: [predicate])
    XCTAssertFalse(joined.isEmptyConjunction)
    XCTAssertTrue(CompoundPredicate(andPredicateWithSubpredicates: []).isEmptyConjunction)
  }

  private let other = FetchPredicate(value: true)
}
