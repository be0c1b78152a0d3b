import Foundation
import ObjectGraph
import XCTest

/// What `#Predicate` becomes: the tree of the other doors, or an error that says what to write.
final class MacroConversionTests: XCTestCase {
  private typealias Asked = Foundation.Predicate<MacroGuest>

  private func assert(
    _ predicate: Asked, is format: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    XCTAssertEqual(
      try FetchPredicate(predicate), try FetchPredicate(format: format), file: file, line: line)
  }

  func testItIsTheTreeThatTheFormatLanguageMakes() throws {
    try assert(#Predicate { $0.age > 30 }, is: "age > 30")
    try assert(
      #Predicate { $0.age > 30 && $0.name.localizedStandardContains("ann") && $0.isRegular },
      is: "age > 30 AND name CONTAINS[cd] 'ann' AND isRegular == TRUE")
    try assert(
      #Predicate { $0.age > 30 || $0.name.starts(with: "A") || $0.nick == nil },
      is: "age > 30 OR name BEGINSWITH 'A' OR nick == nil")
    try assert(#Predicate { $0.host?.host?.nick == "Ann" }, is: "host.host.nick == 'Ann'")
    try assert(#Predicate { (1...3).contains($0.age) }, is: "age BETWEEN {1, 3}")
    try assert(#Predicate { $0.stays.count > 2 }, is: "stays.@count > 2")
    try assert(#Predicate { !($0.age > 30) }, is: "NOT age > 30")
  }

  func testOneConditionOnRelatedObjectsIsAnyOrAllAndSeveralAreASubquery() throws {
    try assert(#Predicate { $0.stays.contains { $0.nights > 4 } }, is: "ANY stays.nights > 4")
    try assert(#Predicate { $0.stays.allSatisfy { $0.nights > 4 } }, is: "ALL stays.nights > 4")
    try assert(
      #Predicate { $0.stays.contains { $0.nights > 4 && $0.isPaid } },
      is: "SUBQUERY(stays, $x, $x.nights > 4 AND $x.isPaid == TRUE).@count > 0")
  }

  func testASubstituteForNilLeavesTheComparisonToAnIndex() throws {
    try assert(#Predicate { ($0.nick ?? "") == "x" }, is: "nick == 'x'")
    try assert(#Predicate { ($0.visits ?? 0) > 3 }, is: "visits > 3")
    try assert(#Predicate { ($0.visits ?? 0) < 3 }, is: "visits == nil OR visits < 3")
  }

  func testItJoinsInWithOperatorsOnKeyPaths() throws {
    let week = try TypedPredicate(#Predicate<MacroStay> { $0.nights % 7 == 0 })
    XCTAssertEqual(
      week && \.isPaid == false,
      try FetchPredicate(format: "modulus:by:(nights, 7) == 0 AND isPaid == FALSE"))
  }

  // MARK: Refusals

  private func assert(
    _ predicate: Asked, isRefusedFor what: String, advising repair: String,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    XCTAssertThrowsError(try FetchPredicate(predicate), file: file, line: line) { error in
      guard let error = error as? ObjectGraphError else {
        return XCTFail("\(error)", file: file, line: line)
      }
      XCTAssertEqual(error.code, .invalidArgument, file: file, line: line)
      XCTAssertTrue(error.message.contains(what), error.message, file: file, line: line)
      XCTAssertTrue(
        error.repair?.contains(repair) == true, error.repair ?? "", file: file, line: line)
    }
  }

  func testWhatNoStoreCanBeAskedIsRefusedWithAnAdvice() throws {
    let digits = /[0-9]+/
    assert(
      #Predicate { $0.name.count > 3 },
      isRefusedFor: "characters or another property of the string"
        + " name", advising: "length(name)")
    assert(
      #Predicate { $0.name.contains(digits) }, isRefusedFor: "regular expression",
      advising: "MATCHES")
    assert(
      #Predicate { $0 is MacroOwner }, isRefusedFor: "objects that are a MacroOwner",
      advising: "fetch MacroOwner itself")
    assert(
      #Predicate { ($0 as? MacroOwner)?.siteCount == 3 }, isRefusedFor: "as a MacroOwner",
      advising: "fetch MacroOwner itself")
    assert(
      #Predicate { $0.friends[0].age == 3 }, isRefusedFor: "an element by its index",
      advising: "contains")
    assert(
      #Predicate { $0.friends.first?.age == 3 }, isRefusedFor: "friends", advising: "count")
    assert(
      #Predicate { $0.loudName == "ANN" }, isRefusedFor: "returns another value",
      advising: "only @Managed properties")
    assert(
      #Predicate { ($0.isRegular ? $0.host : nil)?.age == 3 },
      isRefusedFor: "a property of the object that", advising: "choose between the values")
  }

  func testAValueThatNoAttributeCanHaveIsRefused() throws {
    struct Badge: Codable {
      var number = 3
    }
    let badges = [Badge()]
    assert(
      #Predicate { guest in badges.contains { $0.number == guest.age } },
      isRefusedFor: "a value of type Badge", advising: "a type that an attribute can have")
  }

  @MainActor
  func testAKeyOfAnotherEntityIsFoundOutByTheRequest() async throws {
    try await eachStore(model: MacroModel.make()) { container in
      let request = FetchRequest<ManagedObject>(entityName: "MacroGuest")
      request.predicate = try FetchPredicate(#Predicate<MacroStay> { $0.nights > 2 })
      XCTAssertThrowsError(try container.viewContext.fetch(request)) {
        XCTAssertEqual(($0 as? ObjectGraphError)?.key, "nights")
      }
    }
  }

  func testWhatIsNestedTooDeeplyIsRefused() throws {
    func negation(
      of expression: some StandardPredicateExpression<Bool>
    ) -> any StandardPredicateExpression<Bool> {
      PredicateExpressions.build_Negation(expression)
    }
    let predicate = Asked { guest in
      var expression: any StandardPredicateExpression<Bool> = PredicateExpressions.build_KeyPath(
        root: PredicateExpressions.build_Arg(guest), keyPath: \.isRegular)
      for _ in 0..<600 { expression = negation(of: expression) }
      return expression
    }
    assert(predicate, isRefusedFor: "deeper than 500 levels", advising: "array")
  }

  // MARK: nil in a property that is not Optional

  @MainActor
  func testANilBehindAPropertyThatIsNotOptionalCountsAsNil() async throws {
    try await eachStore(model: MacroModel.make()) { container in
      let context = container.viewContext
      let guest = MacroGuest(context: context)
      XCTAssertEqual(guest.age, 0)
      for isSaved in [false, true] {
        if isSaved { try context.save() }
        let young = try FetchPredicate(#Predicate<MacroGuest> { $0.age < 3 })
        let other = try FetchPredicate(#Predicate<MacroGuest> { $0.age != 3 })
        XCTAssertFalse(try young.evaluate(with: guest))
        XCTAssertTrue(try other.evaluate(with: guest))
        let request = MacroGuest.fetchRequest()
        request.predicate = young
        XCTAssertEqual(try context.count(for: request), 0)
        request.predicate = other
        XCTAssertEqual(try context.count(for: request), 1)
      }
    }
  }
}
