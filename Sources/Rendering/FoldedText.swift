/// Text in a column of a table: on one line, or folded between words into a few.
enum FoldedText {
  /// The most lines of one cell.
  private static let mostLines = 3

  /// A width at which a long text may be folded into more than two lines, unless a word is longer.
  private static let comfortableWidth = 15

  /// The width at which even a word may be broken. Names, codes and statuses have no longer ones.
  private static let longestWord = 20

  /// The least width of a column for a text: two lines hold it without breaking a word, or it is
  /// long.
  static func leastWidth(of text: String) -> Int {
    guard DisplayWidth.of(text) > 1 else { return DisplayWidth.of(text) }
    let pieces = pieces(of: text)
    let widths = pieces.map { DisplayWidth.of($0.text) }
    guard widths.count > 1 else { return min(DisplayWidth.of(text), longestWord) }
    var least = Int.max
    for split in 1..<widths.count {
      least = min(least, max(width(of: pieces[..<split]), width(of: pieces[split...])))
    }
    return min(least, max(comfortableWidth, min(widths.max() ?? 0, longestWord)))
  }

  /// The lines of a text in a column; the last one ends with an ellipsis where they do not suffice.
  static func lines(of text: String, in width: Int) -> [String] {
    guard DisplayWidth.of(text) > width else { return [text] }
    var lines: [String] = []
    var line = ""
    for piece in pieces(of: text).flatMap({ $0.broken(at: width) }) {
      let longer = line + (piece.isApart ? " " : "") + piece.text
      if line.isEmpty {
        line = piece.text
      } else if DisplayWidth.of(longer) <= width {
        line = longer
      } else {
        lines.append(line)
        line = piece.text
      }
    }
    lines.append(line)
    guard lines.count > mostLines else { return lines }
    let last = lines[(mostLines - 1)...].joined(separator: " ")
    return lines.prefix(mostLines - 1) + [DisplayWidth.cut(last, to: width)]
  }

  // MARK: Pieces

  /// A part of a text that stays on one line: a word, a part of a name up to its hyphen, or a number
  /// with the word that it counts.
  private struct Piece {
    var text: String
    /// Whether a blank is before it.
    var isApart: Bool

    /// The piece itself, or its parts where it is wider than a column.
    func broken(at width: Int) -> [Piece] {
      guard DisplayWidth.of(text) > width else { return [self] }
      var parts = [Piece(text: "", isApart: isApart)]
      var used = 0
      for character in text {
        let own = DisplayWidth.of(character)
        if used + own > width, used > 0 {
          parts.append(Piece(text: "", isApart: false))
          used = 0
        }
        parts[parts.count - 1].text.append(character)
        used += own
      }
      return parts
    }
  }

  private static func width(of pieces: ArraySlice<Piece>) -> Int {
    pieces.reduce(0) { $0 + DisplayWidth.of($1.text) + ($1.isApart ? 1 : 0) }
      - (pieces.first?.isApart == true ? 1 : 0)
  }

  private static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    for word in text.split(separator: " ") {
      if let last = pieces.last?.text, last.allSatisfy(\.isNumber) {
        pieces[pieces.count - 1].text += " " + word
      } else {
        pieces.append(Piece(text: String(word), isApart: true))
      }
    }
    return pieces.flatMap(parts)
  }

  /// The parts of a name with hyphens; a date, a code or a phone number has none.
  private static func parts(of piece: Piece) -> [Piece] {
    let words = piece.text.split(separator: "-", omittingEmptySubsequences: false)
    guard words.count > 1, words.allSatisfy({ $0.count > 2 && $0.allSatisfy(\.isLetter) }) else {
      return [piece]
    }
    return words.enumerated().map { index, word in
      Piece(
        text: word + (index == words.count - 1 ? "" : "-"), isApart: index == 0 && piece.isApart)
    }
  }
}
