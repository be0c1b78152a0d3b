/// A range of shell text, from a position up to, not including, another.
package struct SourceRange: Sendable, Hashable {
  /// The first character.
  package var start: SourcePosition

  /// The place after the last character.
  package var end: SourcePosition

  /// Makes a range.
  package init(start: SourcePosition, end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// Makes a range of `length` characters on one line.
  package init(line: Int, column: Int, length: Int) {
    self.init(
      start: SourcePosition(line: line, column: column),
      end: SourcePosition(line: line, column: column + length))
  }
}
