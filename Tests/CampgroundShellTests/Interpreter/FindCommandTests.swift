import XCTest

@testable import CampgroundShell

/// `find`, where there is nothing to be found.
final class FindCommandTests: SessionTestCase {
  private static let hint = "hint: did you mean \"johnny\"?\n"

  func testAPersonIsToldThatNothingIsFoundAndWhatMayHaveBeenMeant() async throws {
    try run("camper add \"Johnny Appleseed\"")
    session.format = .box
    XCTAssertEqual(try run("find jonny"), "Nothing found for \"jonny\"\n" + Self.hint)
    XCTAssertEqual(try run("find zoe"), "Nothing found for \"zoe\"\n")
    XCTAssertEqual(notes, "")
  }

  func testAProgramGetsAnEmptyAnswerAndTheRestStandsBesideIt() async throws {
    try run("camper add \"Johnny Appleseed\"")
    session.format = .jsonl
    XCTAssertEqual(try run("find jonny"), "")
    XCTAssertEqual(notes, "warning: nothing found for \"jonny\"\n" + Self.hint)
    XCTAssertEqual(try run("find zoe"), "")
    XCTAssertEqual(notes, "warning: nothing found for \"zoe\"\n")
    session.format = .json
    XCTAssertEqual(try run("find zoe"), "[]\n")
  }

  func testAConditionMayAskForWords() async throws {
    try run("camper add \"Johnny Appleseed\"; camper add Ada")
    session.format = .plain
    XCTAssertEqual(try run("count Camper where SELF CONTAINS[w] \"apple\""), "1\n")
    XCTAssertEqual(try run("count Camper where NOT SELF CONTAINS[w] \"apple\""), "1\n")
  }
}
