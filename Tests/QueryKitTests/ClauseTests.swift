import CommandKit
import XCTest

@testable import QueryKit

/// Tests of the syntax of query clauses.
@MainActor
final class ClauseTests: XCTestCase {
  private var shelf: Bookshelf!

  override func setUp() async throws { shelf = try Bookshelf() }

  func testAPredicateReachesUpToABareOptionName() async throws {
    let command = try shelf.parse(
      #"fetch Book where author.name == 15 AND note != "sort me" AND (limit > 3) "#
        + "sort read desc, author.name limit 10 offset 5")
    let predicate = try XCTUnwrap(command.argument(named: "where"))
    XCTAssertEqual(
      predicate.raw.text, #"author.name == 15 AND note != "sort me" AND (limit > 3)"#)
    XCTAssertEqual(predicate.range.start.column, 18)
    let terms = try XCTUnwrap(command.argument(named: "sort")).sortTerms()
    XCTAssertEqual(terms.map(\.descriptor.key), ["read", "author.name"])
    XCTAssertEqual(terms.map(\.descriptor.ascending), [false, true])
    XCTAssertEqual(try command.argument(named: "limit")?.text(), "10")
    XCTAssertEqual(
      try shelf.parse("fetch A where name MATCHES \"\\\\d+\\w\"").argument(named: "where")?.raw
        .text, "name MATCHES \"\\\\d+\\w\"")
  }

  func testSortKeysStandBetweenCommas() async throws {
    for line in ["sort a desc,b", "sort a desc , b", "sort a desc, b asc"] {
      let sort = try XCTUnwrap(shelf.parse("fetch X " + line).argument(named: "sort"))
      let terms = try sort.sortTerms()
      XCTAssertEqual(terms.map(\.descriptor.key), ["a", "b"], line)
      XCTAssertEqual(terms.map(\.descriptor.ascending), [false, true], line)
    }
    XCTAssertEqual(
      shelf.fault("fetch X sort a, , b"),
      """
      error: sort needs a key here
      fetch X sort a, , b
                      ^
      hint: sort KEY [asc|desc], KEY …
      """)
    XCTAssertEqual(
      shelf.fault("fetch X sort a dsc"),
      """
      error: a sort key is followed by asc, desc, caseinsensitive, localized or a comma, not "dsc"
      fetch X sort a dsc
                     ^~~
      hint: did you mean "asc" or "desc"?
      """)
    shelf.variables = ["k": "dateTo"]
    let sort = try XCTUnwrap(shelf.parse("fetch X sort $k desc").argument(named: "sort"))
    XCTAssertEqual(try sort.sortTerms().first?.descriptor.key, "dateTo")
    XCTAssertTrue(shelf.fault("fetch X sort a,").hasPrefix("error: sort needs a key here"))
    XCTAssertTrue(shelf.fault("fetch X sort a asc b").contains("a comma is missing before"))
  }

  func testHintsOfGroupsNameNoPropertiesOfOthers() async throws {
    for (line, hint) in [
      ("group Book by , year", "write by KEY, KEY …"),
      ("group Book by year sum", "write sum KEY"),
      ("group Book by year sum price AS", "write sum KEY AS NAME"),
      ("group Book by year cout", "did you mean \"count\"?"),
    ] {
      XCTAssertTrue(shelf.fault(line).hasSuffix("hint: \(hint)"), shelf.fault(line))
    }
  }

  func testAVariableStandsForAValueOfItsKind() async throws {
    try shelf.run(
      "let who = Austen; let old = 1815; let landing = moon-landing; let few = {1815, 1817}")
    XCTAssertEqual(try shelf.run("count Book where author.name == $who", as: .plain), "2\n")
    XCTAssertEqual(try shelf.run("count Book where year == $old", as: .plain), "1\n")
    XCTAssertEqual(try shelf.run("count Book where year IN $few", as: .plain), "2\n")
    XCTAssertEqual(try shelf.run("count Book where read > $landing", as: .plain), "2\n")
    XCTAssertTrue(shelf.fault("let a = b c").contains("put the words in quotes: \"b c\""))
  }
}
