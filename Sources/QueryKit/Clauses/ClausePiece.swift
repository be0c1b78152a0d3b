import CommandKit

/// A run of a clause's text that contains spaces only inside quotes and brackets.
package struct ClausePiece {
  /// The text as written.
  let raw: RawText

  /// The text without quotes, with variables replaced by their values.
  package let word: String

  /// The range in the clause's text.
  fileprivate let bounds: Range<String.Index>

  package var text: String { raw.text }
  package var range: SourceRange { raw.range }
  var isComma: Bool { text == "," }
}

/// The part of a clause between two commas.
package struct ClauseItem {
  package let pieces: [ClausePiece]

  /// The position of the comma after the item, or of the end of the clause.
  package let end: SourceRange
}

extension ArgumentText {
  /// Splits the clause at the commas outside quotes and brackets.
  package func items() throws(Diagnostic) -> [ClauseItem] {
    var items: [ClauseItem] = []
    var pieces: [ClausePiece] = []
    for piece in try self.pieces() {
      if piece.isComma {
        items.append(ClauseItem(pieces: pieces, end: piece.range))
        pieces = []
      } else {
        pieces.append(piece)
      }
    }
    return items + [ClauseItem(pieces: pieces, end: end)]
  }

  /// The empty range at the end of the clause.
  var end: SourceRange { SourceRange(start: range.end, end: range.end) }

  /// Splits the clause at the commas and spaces outside quotes and brackets; commas are pieces.
  func pieces() throws(Diagnostic) -> [ClausePiece] {
    var words: [SourceRange: String] = [:]
    for token in command.tokens[indices] where token.depth == 0 {
      words[token.range] = try word(token)
    }
    let raw = raw
    var pieces: [ClausePiece] = []
    var position = raw.range.start
    var start: (index: String.Index, position: SourcePosition)?
    var nesting = Nesting()
    func close(at index: String.Index) {
      guard let begun = start else { return }
      let bounds = begun.index..<index
      let range = SourceRange(start: begun.position, end: position)
      let text = String(raw.text[bounds])
      pieces.append(
        ClausePiece(
          raw: RawText(text: text, range: range), word: words[range] ?? text, bounds: bounds))
      start = nil
    }
    for index in raw.text.indices {
      let character = raw.text[index]
      let isOutside = nesting.isOutside
      nesting.take(character)
      let isComma = isOutside && character == ","
      if isComma || isOutside && character.isWhitespace { close(at: index) }
      if start == nil, !isOutside || !character.isWhitespace { start = (index, position) }
      position.advance(over: character)
      if isComma { close(at: raw.text.index(after: index)) }
    }
    close(at: raw.text.endIndex)
    return pieces
  }

  /// Joins pieces, including the text between them.
  func joined(_ pieces: some BidirectionalCollection<ClausePiece>) -> RawText {
    guard let first = pieces.first, let last = pieces.last else {
      return RawText(text: "", range: end)
    }
    return RawText(
      text: String(raw.text[first.bounds.lowerBound..<last.bounds.upperBound]),
      range: SourceRange(start: first.range.start, end: last.range.end))
  }
}

/// Tracks open quotes and brackets.
private struct Nesting {
  private var depth = 0
  private var quote: Character?
  private var isEscaped = false

  var isOutside: Bool { depth == 0 && quote == nil }

  mutating func take(_ character: Character) {
    if let open = quote {
      if character == open, !isEscaped { quote = nil }
      isEscaped = character == "\\" && !isEscaped
    } else if character == "\"" || character == "'" {
      quote = character
    } else if "([{".contains(character) {
      depth += 1
    } else if ")]}".contains(character) {
      depth = max(0, depth - 1)
    }
  }
}
