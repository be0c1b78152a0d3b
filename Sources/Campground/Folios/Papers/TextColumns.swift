/// Text in the columns of a terminal or a fixed-width printer.
enum TextColumns {
  /// The width of a text in columns; East Asian characters and emoji take two.
  static func width(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  private static func width(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// The blocks of wide characters (Unicode, East Asian Width).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
  ]

  /// The text padded with trailing spaces to at least a width.
  static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - width(of: text)))
  }

  /// The text in rows of at most a width, broken at spaces where possible.
  static func wrapped(_ text: String, to columns: Int) -> [String] {
    guard width(of: text) > columns else { return [text] }
    var rows: [String] = []
    var row = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let joined = row.isEmpty ? String(word) : row + " " + word
      if width(of: joined) <= columns {
        row = joined
        continue
      }
      if !row.isEmpty { rows.append(row) }
      let pieces = pieces(of: word, columns)
      rows += pieces.dropLast()
      row = pieces.last ?? ""
    }
    return rows + [row]
  }

  /// A word in pieces that fit.
  private static func pieces(of word: Substring, _ columns: Int) -> [String] {
    var pieces = [""]
    for character in word {
      if width(of: pieces[pieces.count - 1]) + width(of: character) > columns { pieces.append("") }
      pieces[pieces.count - 1].append(character)
    }
    return pieces
  }

  static func withoutTrailingSpaces(_ row: String) -> String {
    var row = row[...]
    while row.last == " " { row.removeLast() }
    return String(row)
  }
}
