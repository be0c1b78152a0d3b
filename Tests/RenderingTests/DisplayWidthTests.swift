import TestSupport
import XCTest

@testable import Rendering

final class DisplayWidthTests: XCTestCase {
  func testLettersOfEveryKindTakeOneColumn() {
    for text in ["a", "é", "e\u{301}", "ß", "Ж", "ע", "ﷲ", "ก็", "½", "€", "─", "…", "\u{A0}"] {
      XCTAssertEqual(DisplayWidth.of(text), 1, text)
    }
  }

  func testEastAsianWideCharactersTakeTwo() {
    for text in ["東", "か", "カ", "가", "\u{1100}\u{1161}", "Ａ", "　", "。", "𠀀", "か\u{3099}"] {
      XCTAssertEqual(DisplayWidth.of(text), 2, text)
    }
    XCTAssertEqual(DisplayWidth.of("ｶ"), 1, "halfwidth")
  }

  func testAnEmojiTakesTwoHoweverManyScalarsItHas() {
    for text in ["🏕️", "⛺", "👨‍👩‍👧", "🇺🇸", "👍🏽", "✌🏽", "❤️", "1️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"] {
      XCTAssertEqual(DisplayWidth.of(text), 2, text)
    }
    XCTAssertEqual(DisplayWidth.of("❤"), 1)
    XCTAssertEqual(DisplayWidth.of("⛺\u{FE0E}"), 1, "asked for as text")
  }

  func testMarksAndInvisiblesAloneTakeNone() {
    for text in ["", "\u{301}", "\u{200B}", "\u{FEFF}", "\u{200D}", "\u{2060}"] {
      XCTAssertEqual(DisplayWidth.of(text), 0, text.debugDescription)
    }
  }

  func testWidthsAdd() {
    XCTAssertEqual(DisplayWidth.of("a東e\u{301}🏕️!"), 7)
  }

  func testACutTextIsAsWideAsAskedOrOneLess() {
    XCTAssertEqual(DisplayWidth.cut("abcdef", to: 6), "abcdef")
    XCTAssertEqual(DisplayWidth.cut("abcdef", to: 5), "abcd…")
    XCTAssertEqual(DisplayWidth.cut("abcdef", to: 1), "…")
    XCTAssertEqual(DisplayWidth.cut("東京", to: 3), "東…")
    XCTAssertEqual(DisplayWidth.cut("東京都", to: 4), "東…")
    XCTAssertEqual(DisplayWidth.cut("👨‍👩‍👧x👨‍👩‍👧", to: 4), "👨‍👩‍👧x…")
  }

  func testWidthsAgreeWithThePublishedEastAsianWidths() throws {
    // Hangul vowels and finals, soft hyphen and emoji are covered above.
    let script = """
      import unicodedata as u
      for c in range(0x20, 0x40000):
          s = chr(c)
          if u.category(s)[0] in 'LNPS' and not 0x1160 <= c <= 0x11ff:
              print(c, 2 if u.east_asian_width(s) in 'WF' else 1)
      """
    let lines = try Python.output(of: script).split(separator: "\n")
    XCTAssertGreaterThan(lines.count, 100_000)
    for line in lines {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      let scalar = try XCTUnwrap(Unicode.Scalar(UInt32(numbers[0])))
      // Flags are made of letters that are no wide characters each on its own.
      if scalar.properties.isEmojiPresentation || scalar.properties.isEmojiModifier { continue }
      XCTAssertEqual(
        DisplayWidth.of(String(scalar)), numbers[1], "U+" + String(scalar.value, radix: 16))
    }
  }
}
