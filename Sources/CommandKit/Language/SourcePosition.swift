/// A place in shell text: a line and a column, both counted from 1, the column in characters.
public struct SourcePosition: Sendable, Hashable, Comparable {
  /// The line, counted from 1 at the beginning of the script or of the session's input.
  public var line: Int

  /// The column, counted in characters from 1.
  public var column: Int

  /// Makes a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether the first position comes before the second in the text.
  public static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
