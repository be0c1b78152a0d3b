/// Reads `dateFrom desc, camper.fullName`.
struct SortReader {
  private let reader: ValueReader
  private var text: CommandText { reader.text }

  init(_ reader: ValueReader) {
    self.reader = reader
  }

  private struct Piece {
    var text: String
    var range: SourceRange
  }

  func read(_ indices: Range<Int>) throws(Diagnostic) -> [SortTerm] {
    var terms: [SortTerm] = []
    var pieces: [Piece] = []
    for token in text.tokens[indices] {
      for piece in try cut(token) {
        if piece.text == "," {
          terms.append(try term(pieces, endingAt: piece.range))
          pieces = []
        } else {
          pieces.append(piece)
        }
      }
    }
    let end = text.tokens[indices].last?.range.end ?? text.range.end
    terms.append(try term(pieces, endingAt: SourceRange(start: end, end: end)))
    return terms
  }

  private func term(
    _ pieces: [Piece], endingAt end: SourceRange
  ) throws(Diagnostic) -> SortTerm {
    guard let key = pieces.first else {
      throw text.diagnostic("sort needs a key here", hint: "sort KEY [asc|desc], KEY …", at: end)
    }
    var isAscending = true
    if pieces.count > 1 {
      guard pieces[1].text == "asc" || pieces[1].text == "desc" else {
        throw text.diagnostic(
          "after a sort key comes asc, desc or a comma, not \"\(pieces[1].text)\"",
          hint: Suggestion.hint(for: pieces[1].text, in: ["asc", "desc"])
            ?? "separate keys with commas", at: pieces[1].range)
      }
      isAscending = pieces[1].text == "asc"
    }
    guard pieces.count <= 2 else {
      throw text.diagnostic(
        "a comma belongs before the next sort key", hint: "separate keys with commas",
        at: pieces[2].range)
    }
    return SortTerm(key: key.text, isAscending: isAscending, range: key.range)
  }

  /// Cuts a token at its commas, which are pieces of their own.
  private func cut(_ token: Token) throws(Diagnostic) -> [Piece] {
    guard token.kind == .word else {
      return [Piece(text: try reader.word(token), range: token.range)]
    }
    var pieces: [Piece] = []
    var current = ""
    let line = token.range.start.line
    var start = token.range.start.column
    for character in token.text {
      guard character == "," else {
        current.append(character)
        continue
      }
      if !current.isEmpty {
        pieces.append(
          Piece(text: current, range: .init(line: line, column: start, length: current.count)))
      }
      start += current.count
      pieces.append(Piece(text: ",", range: .init(line: line, column: start, length: 1)))
      start += 1
      current = ""
    }
    if !current.isEmpty {
      pieces.append(
        Piece(text: current, range: .init(line: line, column: start, length: current.count)))
    }
    return pieces
  }
}
