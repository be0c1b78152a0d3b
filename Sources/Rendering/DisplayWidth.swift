/// The width of text on a terminal, in columns, by the Unicode standard's East Asian widths.
package enum DisplayWidth {
  /// The width of a text without line breaks.
  package static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The width of a line whose parts may be colored.
  package static func ofStyled(_ text: String) -> Int {
    of(text.replacing(#/\x1B\[[0-9;]*m/#, with: ""))
  }

  /// The width of a character with all its marks, modifiers and joined parts: 0, 1 or 2.
  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    if scalars.contains(textSelector) { return 1 }
    if scalars.contains(emojiSelector) || scalars.contains(where: \.properties.isEmojiModifier) {
      return 2
    }
    return scalars.lazy.map(of).first { $0 > 0 } ?? 0
  }

  /// The text, cut with an ellipsis if it is too long.
  static func cut(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    var kept = ""
    var used = 1
    for character in text {
      used += of(character)
      if used > width { break }
      kept.append(character)
    }
    return kept + "…"
  }

  private static let textSelector: Unicode.Scalar = "\u{FE0E}"
  private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if 0x20..<0x7F ~= scalar.value { return 1 }
    // Vowels and final consonants of Hangul join the syllable before them.
    if 0x1160...0x11FF ~= scalar.value { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .control, .lineSeparator,
      .paragraphSeparator:
      return 0
    case .format: return scalar == "\u{AD}" ? 1 : 0
    default: return scalar.properties.isEmojiPresentation || isWide(scalar.value) ? 2 : 1
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    return wideRanges.contains { $0.contains(value) }
  }

  /// The ranges W and F of EastAsianWidth.txt, without the emoji, including unassigned gaps.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
    0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1_6FE0...0x1_B2FB, 0x1_F200...0x1_F2FF,
    0x2_0000...0x3_FFFD,
  ]
}
