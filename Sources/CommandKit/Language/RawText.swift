/// A part of a command exactly as written, for languages embedded in the shell's own.
package struct RawText: Sendable, Hashable {
  /// The text, with its quotes.
  package var text: String

  /// Its place in the script.
  package var range: SourceRange

  /// Makes a raw text.
  package init(text: String, range: SourceRange) {
    self.text = text
    self.range = range
  }

  /// The place of a part of the text, given by the offset of its first character and its length.
  ///
  /// It turns an error of a predicate parser in its own text into an error in the script.
  package func range(ofOffset offset: Int, length: Int) -> SourceRange {
    var position = range.start
    for character in text.prefix(max(0, offset)) { position.advance(over: character) }
    return SourceRange(line: position.line, column: position.column, length: max(0, length))
  }
}
