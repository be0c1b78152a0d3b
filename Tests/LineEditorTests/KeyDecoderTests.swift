import XCTest

@testable import LineEditor

/// The keys of the bytes that terminals send.
final class KeyDecoderTests: XCTestCase {
  private func keys(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.keys(Array(text.utf8)) + decoder.keysAfterPause()
  }

  func testCharactersStandForThemselves() {
    XCTAssertEqual(
      keys("aZ 7é猫🏕"),
      ["a", "Z", " ", "7", "é", "猫", "🏕"].map { Key.character($0) })
  }

  func testArrowsAndOtherKeysOfTheTerminalsThereAre() {
    XCTAssertEqual(keys("\u{1B}[A\u{1B}OA\u{1B}[1;5A"), [.up, .up, .up])
    XCTAssertEqual(keys("\u{1B}[B\u{1B}OB"), [.down, .down])
    XCTAssertEqual(keys("\u{1B}[5~\u{1B}[6~\u{1B}[6;2~"), [.pageUp, .pageDown, .pageDown])
    XCTAssertEqual(
      keys("\u{1B}[H\u{1B}OH\u{1B}[1~\u{1B}[7~"), [.home, .home, .home, .home])
    XCTAssertEqual(keys("\u{1B}[F\u{1B}OF\u{1B}[4~\u{1B}[8~"), [.end, .end, .end, .end])
    XCTAssertEqual(keys("\u{7F}\u{8}"), [.backspace, .backspace])
    XCTAssertEqual(keys("\u{3}\u{4}"), [.control("c"), .control("d")])
  }

  func testKeysWithoutAMeaningAreLeftOut() {
    XCTAssertEqual(
      keys("a\u{1B}[C\u{1B}[15~\u{1B}[?1;2c\u{1B}x\u{1B}\u{1B}[Ab\u{0}"),
      [
        .character("a"), .escape, .up, .character("b"),
      ])
  }

  func testEscapeIsAKeyOnlyWhenNothingFollows() {
    var decoder = KeyDecoder()
    XCTAssertEqual(decoder.keys([0x1B]), [])
    XCTAssertTrue(decoder.isWaiting)
    XCTAssertEqual(decoder.keys(Array("[A".utf8)), [.up])
    XCTAssertEqual(decoder.keys([0x1B]), [])
    XCTAssertEqual(decoder.keysAfterPause(), [.escape])
    XCTAssertFalse(decoder.isWaiting)
  }

  func testAKeyMayComeInPieces() {
    let bytes = Array("é\u{1B}[5~🏕\u{1B}OB".utf8)
    var decoder = KeyDecoder()
    XCTAssertEqual(
      bytes.flatMap { decoder.keys([$0]) }, [.character("é"), .pageUp, .character("🏕"), .down])
  }

  func testBytesThatAreNoTextAreLeftOut() {
    var decoder = KeyDecoder()
    XCTAssertEqual(
      decoder.keys([0xFF, 0x61, 0x80, 0xC3, 0x62, 0xED, 0xA0, 0x80, 0x63]),
      [.character("a"), .character("b"), .character("c")])
    XCTAssertFalse(decoder.isWaiting)
  }

  func testASequenceWithoutAnEndIsGivenUp() {
    var decoder = KeyDecoder()
    XCTAssertEqual(decoder.keys(Array(("\u{1B}[" + String(repeating: "1", count: 40)).utf8)), [])
    XCTAssertFalse(decoder.isWaiting)
    XCTAssertEqual(decoder.keys([0x61]), [.character("a")])
  }
}
