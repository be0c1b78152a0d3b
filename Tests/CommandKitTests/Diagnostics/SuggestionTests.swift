import CommandKit
import XCTest

@testable import CommandKit

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

  func testAMistypedWordOfALongerNameMeansTheName() {
    let names = ["Scout troop 7", "Guides of Fresno", "Scout troop 12", "Sierra Club"]
    XCTAssertEqual(
      Suggestion.closest(to: "Scuot", in: names), ["Scout troop 7", "Scout troop 12"])
    XCTAssertEqual(
      Suggestion.closest(to: "scot trop", in: names), ["Scout troop 7", "Scout troop 12"])
    XCTAssertEqual(Suggestion.closest(to: "Frezno", in: names), ["Guides of Fresno"])
    // If a word of a name starts with the input, misspellings are not considered.
    XCTAssertEqual(
      Suggestion.closest(to: "river", in: ["Driver Dan", "Ada Rivera"]), ["Ada Rivera"])
    XCTAssertEqual(Suggestion.closest(to: "clu", in: ["Old Cub"]), [])
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

  func testAWordThatIsACandidateTwiceIsOfferedOnce() {
    XCTAssertEqual(
      Suggestion.closest(to: "all", in: ["allowance", "allow", "allowance"]),
      ["allowance", "allow"])
    XCTAssertEqual(
      Suggestion.hint(for: "all", in: ["allowance", "allowance"]), "did you mean \"allowance\"?")
    // A duplicate does not count toward the limit.
    XCTAssertEqual(
      Suggestion.closest(to: "allow", in: ["allow", "allow", "allows"], limit: 2),
      ["allow", "allows"])
  }
}
