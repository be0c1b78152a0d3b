/// A place in shell text: a line and a column, both counted from 1, the column in characters.
package struct SourcePosition: Sendable, Hashable, Comparable {
  /// The line, counted from 1 at the beginning of the script or of the session's input.
  package var line: Int

  /// The column, counted in characters from 1.
  package var column: Int

  /// Makes a position.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether the first position comes before the second in the text.
  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension SourcePosition {
  /// Goes on to the place behind a character.
  package mutating func advance(over character: Character) {
    self =
      character == "\n"
      ? SourcePosition(line: line + 1, column: 1) : SourcePosition(line: line, column: column + 1)
  }
}
