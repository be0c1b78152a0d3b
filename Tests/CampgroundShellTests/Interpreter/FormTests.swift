import CommandKit
import XCTest

@testable import CampgroundShell

/// Commands that a person fills in field by field.
final class FormTests: SessionTestCase {
  /// What was asked, notes and prompts.
  private var asked: [String] = []

  override func setUp() async throws {
    try await super.setUp()
    asked = []
    try run(
      """
      campground add Wawona timezone UTC; campsite add 1 rate 40 pets yes
      camper add "Ada Rivera" phone 555-1; reserve 1 for Ada from 2026-07-01 nights 2 party 2
      """)
  }

  /// Answers the fields that are named, keeps the others, and gives up at one of them.
  private func answer(_ values: [String: [String]], givingUpAt last: String? = nil) {
    var values = values
    session.askForValue = { [unowned self] note, prompt in
      if !note.isEmpty { asked.append(note) }
      asked.append(prompt)
      let field = String(prompt.prefix { $0 != " " && $0 != ":" })
      guard field != last else { return nil }
      guard let value = values[field]?.first else { return "" }
      values[field]?.removeFirst()
      return value
    }
  }

  func testEachFieldIsAskedForWithItsValueAndOneChangeIsMade() async throws {
    answer(["phone": ["555 2"], "note": ["likes shade"]])
    XCTAssertTrue(try run("camper edit Ada").contains("\"phone\":\"555 2\""))
    XCTAssertEqual(asked.first, "Enter keeps a value, none clears it, Ctrl-C gives up:")
    XCTAssertTrue(asked.contains("name [Ada Rivera]: "), "\(asked)")
    XCTAssertTrue(asked.contains("phone [555-1]: "), "\(asked)")
    XCTAssertTrue(asked.contains("email: "), "\(asked)")
    let changes = try run("audit limit 2")
    XCTAssertTrue(
      changes.contains("camper edit Ada phone \\\"555 2\\\" note \\\"likes shade\\\""), changes)
  }

  func testTheNounMayBeLeftOutOrComeLater() async throws {
    for command in ["edit R-1", "edit reservation R-1", "reservation edit R-1"] {
      answer(["pets": ["1"]])
      try run(command)
      XCTAssertTrue(asked.contains("adults [2]: "), "\(asked)")
      XCTAssertTrue(asked.contains("for [Ada Rivera]: "), "\(asked)")
    }
    XCTAssertTrue(try run("reservation show R-1").contains("\"pets\":1"))
    answer(["rate": ["45"]])
    try run("edit 1")
    XCTAssertTrue(try run("campsite show 1").contains("45"))
  }

  func testAWrongValueIsAskedForAgain() async throws {
    answer(["pets": ["many", "2"]])
    try run("edit R-1")
    XCTAssertTrue(asked.contains { $0.hasPrefix("pets expects a whole number") }, "\(asked)")
    XCTAssertTrue(try run("reservation show R-1").contains("\"pets\":2"))
  }

  func testEmptyTextClearsAValue() async throws {
    answer(["phone": ["\"\""]])
    XCTAssertTrue(try run("edit camper Ada").contains("\"phone\":null"))
  }

  func testNothingIsChangedIfItIsGivenUpOrAllIsKept() async throws {
    answer(["phone": ["555-2"]], givingUpAt: "note")
    XCTAssertEqual(try run("edit Ada"), "Nothing changed\n")
    answer(["phone": ["555-1"]])
    XCTAssertEqual(try run("edit Ada"), "Nothing changed\n")
    answer(["phone": ["555-2"]])
    session.ask = { question in
      XCTAssertEqual(question, "camper edit Ada phone 555-2\nGo ahead?")
      return false
    }
    XCTAssertEqual(try run("edit Ada"), "Nothing changed\n")
    XCTAssertTrue(try run("camper show Ada").contains("555-1"))
  }

  func testWithValuesNothingIsAskedFor() async throws {
    answer([:])
    try run("edit R-1 pets 1; edit camper Ada phone 555-3")
    XCTAssertEqual(asked, [])
  }

  func testAScriptIsToldWhatToWrite() async throws {
    let error = try failure("edit R-1")
    XCTAssertEqual(error.message, "reservation edit needs something to change")
    XCTAssertTrue(error.hint?.hasPrefix("write reservation edit R-1 KEY VALUE") ?? false)
    XCTAssertEqual(
      try failure("edit Nobody").message, "there is nothing called \"Nobody\" to edit")
    XCTAssertEqual(try failure("edit S-1").exitStatus, .data)
  }
}
