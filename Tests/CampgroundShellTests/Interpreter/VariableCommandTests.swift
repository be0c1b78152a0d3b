import XCTest

@testable import CampgroundShell

/// `let`, and the page about predicates.
final class VariableCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 15 rate 45 type rv; camper add \"Ada Rivera\"")
    try run("reserve 15 for \"Ada Rivera\" from 2026-07-01 nights 3 party 2")
    session.format = .plain
  }

  func testAVariableStandsForAValueOfItsKind() async throws {
    try run("let guest = \"Ada Rivera\"; let site=15; let $day = 2026-07-01; let name = \"15\"")
    try run("let open = {\"Hold\", \"Reserved\"}; let water = no; let again = $guest")
    for condition in [
      "camper.fullName == $guest", "campSite.siteNumber == $site", "dateFrom == $day",
      "campSite.name == $name", "status IN $open", "campSite.water == $water",
      "camper.fullName == $again",
    ] {
      XCTAssertEqual(try run("count Reservation where \(condition)"), "1\n", condition)
    }
    XCTAssertTrue(try run("camper show $guest").contains("Ada Rivera"))
    XCTAssertTrue(try run("reservation list site $site").contains("R-1"))
  }

  func testLetAloneListsTheVariablesByName() async throws {
    try run("let b = 2; let a = \"one word\"; let b = 3")
    XCTAssertEqual(try rows("let"), "a\tone word\nb\t3\n")
  }

  func testAFaultOfAnAssignmentIsMarked() async throws {
    XCTAssertEqual(try failure("let 2x = 1").column, 5)
    XCTAssertEqual(try failure("let guest").message, "let needs = after the name")
    XCTAssertEqual(try failure("let guest = ").message, "let needs a value after =")
    let words = try failure("let guest = Ada Rivera")
    XCTAssertEqual(words.column, 13)
    XCTAssertEqual(words.hint, "put the words in quotes: \"Ada Rivera\"")
    XCTAssertEqual(try failure("let a = $b").message, "there is no variable $b")
    XCTAssertEqual(try failure("let a = {1, x y}").exitStatus, .data)
    XCTAssertTrue(session.variables.isEmpty)
  }

  func testTheExamplesOfThePageAboutPredicatesRun() async throws {
    let page = try run(".help predicate")
    let prompt = "  campground> "
    let examples = page.split(separator: "\n").filter { $0.hasPrefix(prompt) }
    XCTAssertEqual(examples.count, 10)
    for example in examples {
      XCTAssertNoThrow(try run(String(example.dropFirst(prompt.count))), String(example))
    }
  }

  func testTheExamplesOfTheQueriesRun() async throws {
    for command in session.grammar.commands {
      guard ["fetch", "count", "group"].contains(command.name) || command.topic == "explain"
      else { continue }
      for example in command.examples { XCTAssertNoThrow(try run(example), example) }
    }
  }
}
