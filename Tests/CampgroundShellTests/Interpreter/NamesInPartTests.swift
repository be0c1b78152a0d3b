import Campground
import CommandKit
import XCTest

@testable import CampgroundShell

/// Names as clerks type them: a part, in any capitals.
final class NamesInPartTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campground add Wawona timezone UTC; campsite add C1; campsite add C10")
    try run("camper add \"Johnny Appleseed\" phone 408-555-1234; camper add \"John Adams\"")
    try run("camper add Ada; rate add \"Summer weekend\" 60; rate add \"Summer week\" 50")
    session.format = .plain
  }

  func testAGuestIsFoundByAPartOfTheNameOrByThePhone() async throws {
    for word in ["appleseed", "APPLE", "4085551234", "\"johnny a\"", "pples"] {
      XCTAssertTrue(try run("camper show \(word)").contains("Johnny Appleseed"), word)
    }
    XCTAssertTrue(try run("reserve c1 for adams from friday nights 1").contains("R-1"))
    XCTAssertTrue(try run("reservation show R-1").contains("John Adams"))
  }

  func testOfSeveralWhoFitOneIsChosenOrTheCommandIsRefused() async throws {
    let error = try failure("camper show joh")
    XCTAssertEqual(error.message, "2 campers match \"joh\": John Adams, Johnny Appleseed")
    XCTAssertEqual(error.column, 13)
    var asked: [String] = []
    session.choose = { question, choices in
      asked += [question] + choices
      return choices[1]
    }
    XCTAssertTrue(try run("camper show joh").contains("Johnny Appleseed"))
    XCTAssertEqual(asked, ["2 campers match \"joh\":", "John Adams", "Johnny Appleseed"])
    XCTAssertTrue(try run("rate show summer").contains("Summer weekend"))
    session.choose = { _, _ in nil }
    XCTAssertEqual(
      try failure("rate show summer").message,
      "2 rates match \"summer\": Summer week, Summer weekend")
  }

  func testAChoiceIsNotAskedForAgainWhenTheScratchPadComesBack() async throws {
    var questions = 0
    session.choose = { _, choices in
      questions += 1
      return choices.first
    }
    try run("begin; reserve C1 for joh from friday nights 1; camper add Eve; undo; save")
    XCTAssertEqual(questions, 1)
    XCTAssertTrue(try run("reservation list").contains("John Adams"))
  }

  func testWhatIsToldApartByNumbersIsMeantByTheWholeName() async throws {
    XCTAssertTrue(try run("campsite show c1").contains("C1"))
    XCTAssertEqual(try failure("campsite show C").hint, "did you mean \"C1\"?")
    try run("campsite delete C1")
    XCTAssertNotNil(try failure("campsite show C1"))
  }

  func testDeletingTakesTheWholeName() async throws {
    let error = try failure("camper delete appleseed")
    XCTAssertEqual(error.message, "camper delete needs the whole name")
    XCTAssertEqual(error.hint, "did you mean \"Johnny Appleseed\"?")
    XCTAssertTrue(try run("camper delete \"johnny appleseed\"").hasPrefix("Deleted"))
  }
}
