/// A stretch of a command exactly as it was written, for languages inside the shell's own.
package struct RawText: Sendable, Hashable {
  /// The text, with its quotes.
  package var text: String

  /// Where it stands in the script.
  package var range: SourceRange

  /// Makes a raw text.
  package init(text: String, range: SourceRange) {
    self.text = text
    self.range = range
  }

  /// The place of a part of the text, given by the offset of its first character and its length.
  ///
  /// A predicate parser's complaint about its own text becomes a complaint about the script.
  package func range(ofOffset offset: Int, length: Int) -> SourceRange {
    var position = range.start
    for character in text.prefix(max(0, offset)) { position.advance(over: character) }
    return SourceRange(line: position.line, column: position.column, length: max(0, length))
  }
}
