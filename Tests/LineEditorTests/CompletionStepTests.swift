import XCTest

@testable import LineEditor

final class CompletionStepTests: XCTestCase {
  private func step(_ line: String, _ candidates: [Completion]) -> CompletionStep {
    let context = LineEditorContext(line: line, cursor: line.unicodeScalars.count)
    return CompletionStep(context: context, candidates: candidates)
  }

  func testNoCandidateDoesNothing() {
    XCTAssertEqual(step("abc", []), .nothing)
    XCTAssertEqual(step("", []), .nothing)
  }

  func testACandidateThatIsTypedAlreadyDoesNothing() {
    XCTAssertEqual(step("abc", [Completion("abc")]), .nothing)
  }

  func testOneCandidateReplacesTheWordBeforeTheCursor() {
    XCTAssertEqual(
      step("show ca", [Completion("camper ")]),
      .replace(scalars: 2, text: "camper ", isFinal: true))
    XCTAssertEqual(
      step("show ", [Completion("camper ")]), .replace(scalars: 0, text: "camper ", isFinal: true))
  }

  func testEqualCandidatesCountOnce() {
    XCTAssertEqual(
      step("c", [Completion("camper"), Completion("camper")]),
      .replace(scalars: 1, text: "camper", isFinal: true))
  }

  func testTheSharedPrefixOfSeveralIsPutIn() {
    XCTAssertEqual(
      step("c", [Completion("camper"), Completion("campsite")]),
      .replace(scalars: 1, text: "camp", isFinal: false))
    XCTAssertEqual(step("camp", [Completion("camper"), Completion("campsite")]), .ambiguous)
  }

  func testASharedPrefixShorterThanWhatIsTypedTakesNothingAway() {
    XCTAssertEqual(step("mper", [Completion("camper"), Completion("clamper")]), .ambiguous)
  }

  func testTheReplacedLengthCountsCharacters() {
    // "é" is two scalars here, so five scalars are replaced for four characters.
    XCTAssertEqual(
      step("show \"Re\u{301}m", [Completion("\"Rémy\"", replacing: 4)]),
      .replace(scalars: 5, text: "\"Rémy\"", isFinal: true))
  }

  func testQuotedTextWithSpacesIsReplacedWhenTheCandidateSaysHowMuch() {
    XCTAssertEqual(
      step("show \"Johnny A", [Completion("\"Johnny Appleseed\" ", replacing: 9)]),
      .replace(scalars: 9, text: "\"Johnny Appleseed\" ", isFinal: true))
  }

  func testCandidatesMayReplaceDifferentLengths() {
    let candidates = [
      Completion("site.number", replacing: 6), Completion("numeral", replacing: 1),
    ]
    XCTAssertEqual(
      step("site.n", candidates), .replace(scalars: 6, text: "site.num", isFinal: false))
    XCTAssertEqual(
      step(
        "site.n", [Completion("site.number", replacing: 6), Completion("number", replacing: 1)]),
      .replace(scalars: 6, text: "site.number", isFinal: true))
  }

  func testAReplacedLengthBeyondTheLineIsTheLine() {
    XCTAssertEqual(
      step("ab", [Completion("abc", replacing: 99)]),
      .replace(scalars: 2, text: "abc", isFinal: true))
    XCTAssertEqual(
      step("ab", [Completion("c", replacing: -1)]),
      .replace(scalars: 0, text: "c", isFinal: true))
  }

  func testTheContextSplitsAtTheCursorEvenInsideACharacter() {
    let context = LineEditorContext(line: "e\u{301}x", cursor: 1)
    XCTAssertEqual(context.textBeforeCursor, "e")
    XCTAssertEqual(context.textAfterCursor, "\u{301}x")
    XCTAssertEqual(LineEditorContext(line: "ab", cursor: 9).cursor, 2)
    XCTAssertEqual(LineEditorContext(line: "ab", cursor: -1).cursor, 0)
  }

  func testTheListingFillsColumnsDownThenAcross() {
    let candidates = ["a", "bb", "ccc", "d", "e"].map { Completion($0) }
    // Columns of 3 + 2; 14 columns of screen hold three.
    XCTAssertEqual(
      CandidateListing(width: 14, height: 24).text(for: candidates), "a    ccc  e\nbb   d\n")
    XCTAssertEqual(
      CandidateListing(width: 1, height: 24).text(for: candidates), "a\nbb\nccc\nd\ne\n")
  }

  func testAListingBeyondTheScreenIsCounted() {
    let candidates = (1...10).map { Completion("candidate\($0)") }
    XCTAssertEqual(
      CandidateListing(width: 12, height: 5).text(for: candidates),
      "candidate1\ncandidate2\n… and 8 more\n")
  }

  func testTheListingLetsNoEscapeSequenceThrough() {
    XCTAssertEqual(
      CandidateListing(width: 80, height: 24).text(for: [Completion("a\u{1B}[2Jb\n")]),
      "a\u{FFFD}[2Jb\n")
    XCTAssertEqual(
      CandidateListing(width: 80, height: 24)
        .text(for: [Completion("x", displayText: "a\u{1B}\nb")]),
      "a\u{FFFD}\u{FFFD}b\n")
  }
}
