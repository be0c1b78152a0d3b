/// What came of reading a line.
package enum LineInput: Equatable, Sendable {
  /// A line, without its line ending.
  case line(String)
  /// Ctrl-C: whatever had been typed is gone, and reading goes on with the next call.
  case interrupted
  /// Ctrl-D on an empty line, the end of a file, or a terminal that hung up.
  case endOfInput
}
