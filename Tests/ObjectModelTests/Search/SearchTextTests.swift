import ObjectModel
import XCTest

/// How texts are taken apart for searching.
final class SearchTextTests: XCTestCase {
  private func words(_ text: String, _ style: SearchStyle = .words) -> [String] {
    SearchText(text, style: style).words
  }

  func testAWordIsARowOfLettersAndDigits() async throws {
    XCTAssertEqual(words("Johnny Appleseed"), ["johnny", "appleseed"])
    XCTAssertEqual(words("ada@example.org"), ["ada", "example", "org"])
    XCTAssertEqual(words("  B001/b-2, B001 "), ["b001", "b", "2"])
    XCTAssertEqual(words(" -,. "), [])
    XCTAssertEqual(SearchText("  Johnny   Appleseed!", style: .words).text, "johnny appleseed")
  }

  func testCaseAccentsAndWidthDoNotMatter() async throws {
    XCTAssertEqual(words("ÉCOLE"), ["ecole"])
    // The accent as a combining mark of its own.
    XCTAssertEqual(words("Zoe\u{308}"), ["zoe"])
    XCTAssertEqual(words("\u{FF21}\u{FF22}\u{3000}\u{FF11}\u{FF12}"), ["ab", "12"])
    XCTAssertEqual(words("\u{0664}\u{0662}"), ["42"])
  }

  func testLettersThatStayOthersBecomePlainOnes() async throws {
    XCTAssertEqual(words("Straße"), ["strasse"])
    XCTAssertEqual(words("STRA\u{1E9E}E"), ["strasse"])
    // The Turkish I with a dot, the i without one, and the plain letters are all the same.
    XCTAssertEqual(words("\u{130}ZM\u{130}R"), ["izmir"])
    XCTAssertEqual(words("\u{131}zm\u{131}r IZMIR"), ["izmir"])
    XCTAssertEqual(words("Łódź Ærø"), ["lodz", "aero"])
  }

  func testAnApostropheIsLeftOutAndWhatFollowsItIsFoundToo() async throws {
    XCTAssertEqual(words("O'Brien"), ["obrien", "brien"])
    XCTAssertEqual(words("O\u{2019}Brien"), ["obrien", "brien"])
    XCTAssertEqual(SearchQuery("O'Brien").words, ["obrien"])
  }

  func testScriptsWithoutSpacesAreFoundFromEachCharacterOn() async throws {
    XCTAssertEqual(words("山田太郎"), ["山田太郎", "田太郎", "太郎", "郎"])
    XCTAssertEqual(words("A山b"), ["a山b", "山b", "b"])
    XCTAssertEqual(SearchQuery("太郎").words, ["太郎"])
  }

  func testAnEmojiIsAWordWithoutItsSkinAndPresentation() async throws {
    XCTAssertEqual(words("Tent\u{1F3D5}\u{FE0F}site"), ["tent", "\u{1F3D5}", "site"])
    XCTAssertEqual(words("\u{1F44D}\u{1F3FD}"), ["\u{1F44D}"])
  }

  func testDigitsAreOneRowThatIsFoundFromWithin() async throws {
    XCTAssertEqual(words("(40) 85-5", .digits), ["40855", "0855", "855"])
    XCTAssertEqual(SearchText("(40) 85-5", style: .digits).text, "40855")
    XCTAssertEqual(words("12", .digits), ["12"])
    XCTAssertEqual(words("none", .digits), [])
    XCTAssertEqual(SearchQuery("555-1234").digits, "5551234")
    XCTAssertNil(SearchQuery("555 x").digits)
  }

  func testAPrefixIsPartOfTheValue() async throws {
    XCTAssertEqual(words("12", .prefixed("R-")), ["r", "12"])
    XCTAssertEqual(SearchText("12", style: .prefixed("R-")).text, "r 12")
  }

  func testLongWordsAreToldApartByTheirBeginning() async throws {
    let long = String(repeating: "a", count: 100)
    XCTAssertEqual(words(long), [String(repeating: "a", count: 40)])
    XCTAssertEqual(SearchQuery(long).words, [String(repeating: "a", count: 40)])
  }
}
