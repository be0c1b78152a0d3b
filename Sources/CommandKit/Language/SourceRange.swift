/// A stretch of shell text from a position up to, not including, another.
public struct SourceRange: Sendable, Hashable {
  /// The first character.
  public var start: SourcePosition

  /// The place behind the last character.
  public var end: SourcePosition

  /// Makes a range.
  public init(start: SourcePosition, end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// Makes a range of `length` characters on one line.
  public init(line: Int, column: Int, length: Int) {
    self.init(
      start: SourcePosition(line: line, column: column),
      end: SourcePosition(line: line, column: column + length))
  }
}
