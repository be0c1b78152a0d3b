/// The result of reading a line.
package enum LineInput: Equatable, Sendable {
  /// A line, without its line ending.
  case line(String)
  /// Ctrl-C: the typed text is discarded, and the next call starts afresh.
  case interrupted
  /// Ctrl-D on an empty line, the end of a file, or a terminal that hung up.
  case endOfInput
}
