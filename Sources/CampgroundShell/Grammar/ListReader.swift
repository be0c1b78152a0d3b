import CommandKit

/// Cuts a clause at its commas and each part at its spaces, both outside of quotes and brackets.
struct ListReader {
  /// A run of text without spaces of its own, save inside of brackets.
  struct Piece {
    /// What was written.
    var text: String
    /// What it means: without quotes, a variable's value in the place of its name.
    var word: String
    var range: SourceRange

    var isComma: Bool { text == "," }

    var raw: RawText { RawText(text: text, range: range) }
  }

  /// What stands between two commas.
  struct Item {
    var pieces: [Piece]
    /// The comma behind it, or the end of the clause.
    var end: SourceRange
  }

  let reader: ValueReader
  private var text: CommandText { reader.text }

  init(_ reader: ValueReader) {
    self.reader = reader
  }

  func items(_ indices: Range<Int>) throws(Diagnostic) -> [Item] {
    var items: [Item] = []
    var pieces: [Piece] = []
    for piece in try self.pieces(indices) {
      if piece.isComma {
        items.append(Item(pieces: pieces, end: piece.range))
        pieces = []
      } else {
        pieces.append(piece)
      }
    }
    let end = text.tokens[indices].last?.range.end ?? text.range.end
    return items + [Item(pieces: pieces, end: SourceRange(start: end, end: end))]
  }

  /// The pieces, commas among them.
  func pieces(_ indices: Range<Int>) throws(Diagnostic) -> [Piece] {
    var pieces: [Piece] = []
    var depth = 0
    for index in indices {
      let isInside = depth > 0
      var cut = try self.cut(index, depth: &depth)
      if isInside, let last = pieces.popLast() {
        pieces.append(Self.joined([last, cut.removeFirst()]))
      }
      pieces += cut
    }
    return pieces
  }

  /// Pieces as one, with the spaces between them as they were written.
  static func joined(_ pieces: [Piece]) -> Piece {
    pieces.dropFirst().reduce(pieces[0]) { whole, piece in
      let lines = piece.range.start.line - whole.range.end.line
      let columns = piece.range.start.column - (lines > 0 ? 1 : whole.range.end.column)
      let gap =
        String(repeating: "\n", count: max(0, lines))
        + String(repeating: " ", count: max(0, columns))
      let text = whole.text + gap + piece.text
      return Piece(
        text: text, word: text,
        range: SourceRange(start: whole.range.start, end: piece.range.end))
    }
  }

  /// Cuts a token at its commas, which are pieces of their own.
  private func cut(_ index: Int, depth: inout Int) throws(Diagnostic) -> [Piece] {
    let token = text.tokens[index]
    let raw = text.raw(index..<index + 1)
    let word = depth == 0 ? try reader.word(token) : token.text
    if token.kind == .variable || raw.range.start.line != raw.range.end.line {
      return [Piece(text: raw.text, word: word, range: raw.range)]
    }
    var pieces: [Piece] = []
    var current = ""
    var quote: Character?
    var column = raw.range.start.column
    func close() {
      guard !current.isEmpty else { return }
      let range = SourceRange(
        line: raw.range.start.line, column: column - current.count, length: current.count)
      let isWhole = current == raw.text
      pieces.append(Piece(text: current, word: isWhole ? word : current, range: range))
      current = ""
    }
    var isEscaped = false
    for character in raw.text {
      if let open = quote {
        if character == open, !isEscaped { quote = nil }
        isEscaped = character == "\\" && !isEscaped
      } else if character == "\"" || character == "'" {
        quote = character
      } else if "([{".contains(character) {
        depth += 1
      } else if ")]}".contains(character) {
        depth = max(0, depth - 1)
      } else if character == ",", depth == 0 {
        close()
        pieces.append(
          Piece(
            text: ",", word: ",",
            range: .init(line: raw.range.start.line, column: column, length: 1)))
        column += 1
        continue
      }
      current.append(character)
      column += 1
    }
    close()
    return pieces
  }
}
