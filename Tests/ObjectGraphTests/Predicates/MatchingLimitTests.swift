import ObjectGraph
import XCTest

/// A regular expression that is given up is an error, never "no match".
@MainActor
final class MatchingLimitTests: XCTestCase {
  private func model() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Note") {
        AttributeDescription("text", .string)
        AttributeDescription("rank", .integer16)
      }
    }
  }

  private func note(_ text: String, in context: ManagedObjectContext) throws {
    let note = try EntityDescription.insertNewObject(forEntityName: "Note", into: context)
    try note.setValue(text, forKey: "text")
  }

  private func request(_ format: String) throws -> FetchRequest<ManagedObject> {
    let request = FetchRequest<ManagedObject>(entityName: "Note")
    request.predicate = try FetchPredicate(format: format)
    return request
  }

  private func assertGivenUp(
    _ what: String, file: StaticString = #filePath, line: UInt = #line,
    _ body: () throws -> Void
  ) {
    XCTAssertThrowsError(try body(), what, file: file, line: line) { error in
      let error = error as? ObjectGraphError
      XCTAssertEqual(error?.code, .invalidArgument, what, file: file, line: line)
      XCTAssertEqual(
        error?.message, "MATCHES gave up \"(a|b)*\" on a string of 1000000 characters", what,
        file: file, line: line)
      XCTAssertEqual(
        error?.repair?.hasPrefix("rewrite it so that no string matches in two ways"), true, what,
        file: file, line: line)
    }
  }

  func testAPatternThatIsGivenUpIsAnErrorAndNotNoMatch() async throws {
    try await eachStore(model: model()) { container in
      let context = container.viewContext
      try note(String(repeating: "ab", count: 500_000), in: context)
      try note("ba", in: context)
      for state in ["unsaved", "saved"] {
        assertGivenUp("fetch, \(state)") {
          _ = try context.fetch(request("text MATCHES '(a|b)*'"))
        }
        assertGivenUp("NOT, \(state)") {
          _ = try context.fetch(request("NOT text MATCHES '(a|b)*'"))
        }
        assertGivenUp("count, \(state)") {
          _ = try context.count(for: request("text MATCHES '(a|b)*'"))
        }
        let batch = try request("text MATCHES '(a|b)*'")
        batch.fetchBatchSize = 10
        assertGivenUp("keys, \(state)") { _ = try context.fetch(batch) }
        XCTAssertEqual(try context.fetch(request("text MATCHES '[ab]*'")).count, 2, state)
        try context.save()
      }
    }
  }

  func testEvaluatingThrowsWhatWasGivenUp() async throws {
    let text = String(repeating: "ab", count: 500_000)
    let predicate = try FetchPredicate(format: "text MATCHES '(a|b)*'")
    assertGivenUp("dictionary") { _ = try predicate.evaluate(with: ["text": text]) }
    let expression = try FetchExpression(format: "TERNARY(text MATCHES '(a|b)*', 1, 2)")
    assertGivenUp("expression") { _ = try expression.expressionValue(with: ["text": text]) }
    assertGivenUp("constants") {
      _ = try FetchPredicate(format: "%@ MATCHES '(a|b)*'", text).evaluate(with: [:])
    }
  }

  func testABatchThatIsGivenUpChangesNothing() async throws {
    try await eachStore(model: model()) { container in
      let context = container.viewContext
      try note("ba", in: context)
      try note(String(repeating: "ab", count: 500_000), in: context)
      try context.save()
      let update = BatchUpdateRequest(entityName: "Note")
      update.predicate = try FetchPredicate(format: "text MATCHES '(a|b)*'")
      update.propertiesToUpdate = ["rank": 7]
      assertGivenUp("batch") { _ = try context.execute(update) }
      XCTAssertEqual(try context.count(for: request("rank == 7")), 0)
      update.predicate = nil
      update.propertiesToUpdate = [
        "rank": try FetchExpression(format: "TERNARY(text MATCHES '(a|b)*', 7, 8)")
      ]
      assertGivenUp("value of a batch") { _ = try context.execute(update) }
      XCTAssertEqual(try context.count(for: request("rank == nil")), 2)
    }
  }

  func testAPatternThatTriesTooManyWaysIsAnErrorWhetherItMatchesOrNot() async throws {
    // The second half fits; the first half is tried in 2^59 ways before.
    let predicate = try FetchPredicate(format: "SELF MATCHES '(a+)+b|a*'")
    XCTAssertThrowsError(try predicate.evaluate(with: String(repeating: "a", count: 60))) {
      XCTAssertEqual(
        ($0 as? ObjectGraphError)?.message,
        "MATCHES gave up \"(a+)+b|a*\" on a string of 60 characters")
    }
    XCTAssertTrue(try predicate.evaluate(with: String(repeating: "a", count: 12)))
  }
}
