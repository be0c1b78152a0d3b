import XCTest

@testable import CampgroundShell

final class SuggestionTests: XCTestCase {
  private let words = ["camper", "campsite", "campground", "cancel", "count", "reserve"]

  func testOneSlipIsForgiven() {
    XCTAssertEqual(Suggestion.closest(to: "campr", in: words).first, "camper")
    XCTAssertEqual(Suggestion.closest(to: "cmaper", in: words), ["camper"])
    XCTAssertEqual(Suggestion.closest(to: "camperr", in: words), ["camper"])
    XCTAssertEqual(Suggestion.closest(to: "CAMPER", in: words), ["camper"])
    XCTAssertEqual(Suggestion.closest(to: "resreve", in: words), ["reserve"])
  }

  func testOtherWordsAreNotGuessedAt() {
    XCTAssertEqual(Suggestion.closest(to: "zebra", in: words), [])
    XCTAssertEqual(Suggestion.closest(to: "x", in: ["a", "b"]), [])
    XCTAssertEqual(Suggestion.closest(to: "", in: words), [])
    XCTAssertEqual(Suggestion.closest(to: String(repeating: "a", count: 100_000), in: words), [])
  }

  func testAWordOfANameMeansTheName() {
    let names = ["Ada Rivera", "Riverside Club", "Driver Dan"]
    XCTAssertEqual(Suggestion.closest(to: "rivera", in: names), ["Ada Rivera"])
    XCTAssertEqual(Suggestion.closest(to: "river", in: names), ["Ada Rivera", "Riverside Club"])
    XCTAssertEqual(Suggestion.closest(to: "r", in: names), [])
  }

  func testBeginningsAndTiesKeepTheGivenOrder() {
    XCTAssertEqual(Suggestion.closest(to: "camp", in: words), ["camper", "campsite", "campground"])
    XCTAssertEqual(
      Suggestion.closest(to: "bat", in: ["cat", "hat", "bath", "rat"]),
      ["cat", "hat", "bath"])
    XCTAssertEqual(
      Suggestion.hint(for: "bat", in: ["cat", "hat", "mouse"]), "did you mean \"cat\" or \"hat\"?")
    XCTAssertEqual(
      Suggestion.hint(for: "bat", in: ["cat", "hat", "rat"]),
      "did you mean \"cat\", \"hat\" or \"rat\"?")
    XCTAssertNil(Suggestion.hint(for: "zebra", in: words))
  }
}
