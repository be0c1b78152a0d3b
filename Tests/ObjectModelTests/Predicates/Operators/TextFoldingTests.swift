import Foundation
import XCTest

@testable import ObjectModel

/// Expected values are Unicode's: CaseFolding.txt for `[c]`, the canonical
/// decompositions for `[d]`.
final class TextFoldingTests: XCTestCase {
  private func assert(
    _ text: String, _ options: ComparisonOptions, _ expected: String,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    let folded = text.foldedForComparison(options)
    XCTAssertEqual(
      Array(folded.unicodeScalars), Array(expected.unicodeScalars), "\(text) gave \(folded)",
      file: file, line: line)
    XCTAssertEqual(
      Array(folded.foldedForComparison(options).utf8), Array(folded.utf8), "not stable: \(text)",
      file: file, line: line)
  }

  func testCaseFoldingIsSimple() {
    for (text, expected) in [
      ("Hello", "hello"), ("ÀÉ", "àé"), ("ΣΑΣς", "σασσ"), ("Straße", "straße"), ("ẞ", "ß"),
      ("µ", "μ"), ("ſ", "s"), ("\u{212A}", "k"), ("İ", "İ"), ("ı", "ı"), ("I", "i"), ("ǅ", "ǆ"),
      ("Ж", "ж"), ("ﬁ", "ﬁ"), ("\u{1F600}", "\u{1F600}"), ("a\u{0}B", "a\u{0}b"), ("", ""),
      ("E\u{301}", "e\u{301}"), ("ᾳ", "ᾳ"), ("ᾼ", "ᾳ"), ("𐐀", "𐐨"),
    ] {
      assert(text, .caseInsensitive, expected)
    }
  }

  func testAccentsAreDropped() {
    for (text, expected) in [
      ("Café", "Cafe"), ("e\u{301}", "e"), ("ÀÉÎõü", "AEIou"), ("ñ", "n"), ("ø", "ø"), ("ł", "ł"),
      ("ế", "e"), ("Å", "A"), ("\u{212B}", "A"), ("й", "и"), ("ή", "η"),
      // Not accents: kana voicing, Indic vowel signs, variation selectors, Hangul.
      ("が", "が"), ("हिन्दी", "हिन्दी"), ("❤\u{FE0F}", "❤\u{FE0F}"), ("각", "각"),
      ("👩‍👩‍👧", "👩‍👩‍👧"), ("a\u{0}é", "a\u{0}e"),
    ] {
      assert(text, .diacriticInsensitive, expected)
    }
  }

  func testBothTogetherAndNeither() {
    assert("ÉCOLE", [.caseInsensitive, .diacriticInsensitive], "ecole")
    assert("İ", [.caseInsensitive, .diacriticInsensitive], "i")
    assert("ÉCOLE", [], "ÉCOLE")
    assert("ÉCOLE", [.caseInsensitive, .diacriticInsensitive, .normalized], "ÉCOLE")
    assert("ÉCOLE", .localeSensitive, "ÉCOLE")
  }
}
