import XCTest

@testable import LineEditor

/// A list from which a person chooses.
final class ChoiceListTests: XCTestCase {
  private func list(_ count: Int = 3) -> ChoiceList {
    ChoiceList(
      "Which stay?",
      (1...count).map { "R-\($0 + 20) · \(["Ada Rivera", "José Gomez", "Bo Lee"][($0 - 1) % 3])" })
  }

  /// What the keys lead to, the last of which may end the list.
  private func press(_ keys: String, in list: inout ChoiceList) -> ChoiceList.Outcome {
    var outcome = ChoiceList.Outcome.open
    for character in keys {
      outcome = list.press(character == "\r" ? .control("m") : .character(character))
      if outcome != .open { break }
    }
    return outcome
  }

  func testADigitChoosesAtOnce() {
    var list = list()
    XCTAssertEqual(press("2", in: &list), .chosen(1))
  }

  func testANumberThatOthersBeginWithWaitsForEnter() {
    var list = list(12)
    XCTAssertEqual(press("1", in: &list), .open)
    XCTAssertEqual(list.left, [0, 9, 10, 11])
    XCTAssertEqual(press("\r", in: &list), .chosen(0))
    list = self.list(12)
    XCTAssertEqual(press("12", in: &list), .chosen(11))
    list = self.list(12)
    XCTAssertEqual(press("7", in: &list), .chosen(6))
  }

  func testANumberOutsideTheListChoosesNothing() {
    var list = list()
    XCTAssertEqual(press("9", in: &list), .open)
    XCTAssertEqual(list.left, [])
    XCTAssertEqual(press("\r", in: &list), .open)
    XCTAssertEqual(list.press(.backspace), .open)
    XCTAssertEqual(press("0\r", in: &list), .open)
  }

  func testLettersNarrowAndEnterTakesTheOnlyOneLeft() {
    var list = list()
    XCTAssertEqual(press("r-2", in: &list), .open)
    XCTAssertEqual(list.left, [0, 1, 2])
    XCTAssertEqual(press("\r", in: &list), .open)
    _ = list.press(.control("u"))
    // Without regard to accents and case, and in any order.
    XCTAssertEqual(press("GOM jose", in: &list), .open)
    XCTAssertEqual(list.left, [1])
    XCTAssertEqual(press("\r", in: &list), .chosen(1))
  }

  func testTheArrowKeysSelect() {
    var list = list()
    _ = list.press(.down)
    _ = list.press(.down)
    XCTAssertEqual(list.press(.control("m")), .chosen(1))
    _ = list.press(.up)
    _ = list.press(.up)
    XCTAssertEqual(list.press(.control("m")), .chosen(0))
    _ = list.press(.end)
    XCTAssertEqual(list.press(.control("m")), .chosen(2))
  }

  func testItIsGivenUp() {
    for key in [Key.escape, .control("c"), .control("d")] {
      var list = list()
      XCTAssertEqual(list.press(key), .givenUp)
    }
  }

  func testItShowsNumbersAndWhatIsTyped() {
    var list = list(10)
    _ = press("bo", in: &list)
    XCTAssertEqual(
      list.lines(width: 80, height: 24),
      [
        "Which stay?", "   3  R-23 · Bo Lee", "   6  R-26 · Bo Lee", "   9  R-29 · Bo Lee", "",
        "Which one? bo",
      ])
    XCTAssertEqual(list.lines(width: 10, height: 24)[1], "   3  R-23")
  }

  func testALongListScrollsToWhatIsSelected() {
    var list = list(30)
    XCTAssertEqual(list.lines(width: 40, height: 8).count, 8)
    _ = list.press(.end)
    XCTAssertEqual(list.lines(width: 40, height: 8)[5], "> 30  R-50 · Bo Lee")
    _ = press("nobody", in: &list)
    XCTAssertEqual(list.lines(width: 60, height: 8)[1], "  nothing here has \"nobody\" in it")
  }
}
