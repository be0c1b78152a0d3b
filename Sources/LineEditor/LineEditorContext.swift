/// The line being edited, as a completion sees it.
package struct LineEditorContext: Equatable, Sendable {
  /// The whole line.
  package let line: String
  /// The number of Unicode scalars before the cursor. (The cursor may be inside a character.)
  package let cursor: Int

  /// Makes a context; a cursor outside the line is moved to the nearer end.
  package init(line: String, cursor: Int) {
    self.line = line
    self.cursor = min(max(cursor, 0), line.unicodeScalars.count)
  }

  /// The text before the cursor.
  package var textBeforeCursor: String { String(line.unicodeScalars.prefix(cursor)) }

  /// The text at and after the cursor.
  package var textAfterCursor: String { String(line.unicodeScalars.dropFirst(cursor)) }
}
